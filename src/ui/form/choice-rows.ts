import type { FieldChoice } from '../../app/state/elicitation.ts'
import { own, safeLine } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { bar, type Bar } from '../chrome/bar.ts'
import { glyphs } from '../paint/glyphs.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'

export interface ChoiceLook {
  readonly isPicked: boolean
  /** It is one of several that can be picked together. */
  readonly isOfSeveral: boolean
}

export interface ChoiceFrame {
  readonly theme: Theme
  readonly columns: number
}

/** Characters of a title that are looked at, and lines that a description has. */
const looked = 500
const descriptionLines = 8
const indent = own`     `

/** One of the choices of a field, in a row. */
export function choiceBar(choice: FieldChoice, look: ChoiceLook, { theme, columns }: ChoiceFrame): Bar {
  const room = columns - indent.length - 6
  const title = cutToWidth(safeLine(choice.title.slice(0, looked)), room)
  const rest = room - displayWidth(title) - 2
  const description =
    choice.description === null || rest < 8
      ? own``
      : cutToWidth(own`  ${safeLine(choice.description.slice(0, looked))}`, rest)
  return bar(
    row(
      indent,
      choiceSign(look, theme),
      own` `,
      paint(theme, 'normal', title),
      paint(theme, 'dim', description),
    ),
  )
}

/** The choice that has the focus, whole. */
export function selectedChoiceBars(
  choice: FieldChoice,
  look: ChoiceLook,
  frame: ChoiceFrame,
): readonly Bar[] {
  const { theme, columns } = frame
  const room = columns - indent.length - 6
  const text = safeLine(choice.title.slice(0, looked))
  const description = safeLine((choice.description ?? '').slice(0, 2000))
  const fits = displayWidth(text) + displayWidth(description) + 2 <= room
  const titles = wrapText(text, room, 4)
  const sign = row(
    own`   `,
    paint(theme, 'accent', glyphs(theme).prompt),
    own` `,
    choiceSign(look, theme),
    own` `,
  )
  const blank = own`         `
  const bars = titles.map((line, index) => {
    const inline = fits && description !== '' ? paint(theme, 'dim', own`  ${description}`) : row()
    return bar(row(index === 0 ? sign : blank, paint(theme, 'strong', line), inline))
  })
  if (fits || description === '') return bars
  const told = wrapText(description, room, descriptionLines)
  return [...bars, ...told.map((line) => bar(row(blank, paint(theme, 'dim', line))))]
}

function choiceSign({ isPicked, isOfSeveral }: ChoiceLook, theme: Theme): Row {
  const signs = isOfSeveral ? ([own`[x]`, own`[ ]`] as const) : ([own`(•)`, own`( )`] as const)
  return paint(theme, isPicked ? 'accent' : 'normal', isPicked ? signs[0] : signs[1])
}
