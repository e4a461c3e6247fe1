import type { Mark, MarkType } from '../../app/history/mark.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { displayWidth, cutLine } from '../../lib/text/width.ts'
import type { Role } from '../paint/theme.ts'

/** A mark of the timeline, at its column in the window. */
export interface PlacedMark {
  readonly column: number
  readonly text: SafeText
  readonly role: Role
}

interface MarkLook {
  readonly sign: SafeText
  readonly ascii: SafeText
  readonly word: SafeText
  readonly role: Role
}

const looks: Readonly<Record<MarkType, MarkLook>> = {
  turn: { sign: safe`▲`, ascii: safe`^`, word: safe`prompt`, role: 'dim' },
  proposed: { sign: safe`?`, ascii: safe`?`, word: safe`proposed`, role: 'accent' },
  approved: { sign: safe`▲`, ascii: safe`^`, word: safe`approved`, role: 'good' },
  rejected: { sign: safe`×`, ascii: safe`!`, word: safe`rejected`, role: 'bad' },
  refined: { sign: safe`▲`, ascii: safe`^`, word: safe`refined`, role: 'normal' },
  kept: { sign: safe`▲`, ascii: safe`^`, word: safe`saved`, role: 'normal' },
  cancelled: { sign: safe`⊘`, ascii: safe`/`, word: safe`cancelled`, role: 'warning' },
  compacted: { sign: safe`◇`, ascii: safe`*`, word: safe`compaction`, role: 'warning' },
  removed: { sign: safe`×`, ascii: safe`!`, word: safe`removed`, role: 'bad' },
  'went-on': { sign: safe`▲`, ascii: safe`^`, word: safe`not asked`, role: 'warning' },
  own: { sign: safe`◆`, ascii: safe`+`, word: safe`mark`, role: 'accent' },
}

/** Columns of the words of a user's own mark. */
const ownWords = 16

export interface MarkPlaces {
  readonly columns: number
  readonly isAscii: boolean
  /** The column of a time in the window; may be outside of it. */
  readonly columnAt: (atMs: number) => number
}

export type TimedMark = Mark & { readonly atMs: number }

/**
 * The marks in the window, from left to right. Each has its word where that ends before the next one; of several in one column
 * only the first is shown, with their number if there is room.
 */
export function placedMarks(marks: readonly TimedMark[], places: MarkPlaces): readonly PlacedMark[] {
  const { columns, isAscii, columnAt } = places
  const byColumn = new Map<number, TimedMark[]>()
  for (const mark of marks) {
    const column = Math.floor(columnAt(mark.atMs))
    if (column < 0 || column >= columns) continue
    const others = byColumn.get(column)
    if (others === undefined) byColumn.set(column, [mark])
    else others.push(mark)
  }
  const inOrder = [...byColumn].sort(([one], [other]) => one - other)
  return inOrder.flatMap(([column, [mark, ...others]], index) => {
    if (mark === undefined) return []
    const look = looks[mark.type]
    const room = (inOrder[index + 1]?.[0] ?? columns) - column - 1
    const count = others.length === 0 ? safe`` : safe` +${others.length}`
    const sign = isAscii ? look.ascii : look.sign
    const texts = [
      safe`${sign}${wordOf(mark)}${count}`,
      safe`${sign}${look.word}${count}`,
      safe`${sign}${count}`,
    ]
    const text = texts.find((each) => displayWidth(each) <= room) ?? sign
    return [{ column, text, role: look.role }]
  })
}

function wordOf({ type, words }: Mark): SafeText {
  if (type !== 'own' || words.trim() === '') return looks[type].word
  return cutLine(words, ownWords)
}
