import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safe } from '../../../src/lib/text/safe-text.ts'
import type { PermissionRequest } from '../../../src/app/state/permission.ts'
import type { ChoiceQuestion, QuestionKey } from '../../../src/app/state/question.ts'
import { questionForms, settleOptions, type Asking } from '../../../src/ui/questions/question-dialog.ts'
import { stackRows, type LaidRows, layRows } from '../../../src/ui/rows/lay-rows.ts'
import type { ShownQuestion } from '../../../src/ui/state/shown.ts'
import { rowText, type Row } from '../../../src/lib/cells/row.ts'
import { MarkdownDocument } from '../../../src/ui/markdown/document.ts'
import { DocumentCache } from '../../../src/ui/plan-panes/document-cache.ts'
import { startUiState, type UiState } from '../../../src/ui/state/ui-state.ts'
import { dark } from '../paint/any-rows.ts'
import { asked, proposedPlan } from '../../support/app-states.ts'

const start = startUiState(80, 24)
const documentCache = DocumentCache.synchronous(MarkdownDocument)

function requestOf(more: Partial<PermissionRequest>): PermissionRequest {
  const event = asked(0, more)
  if (event.type !== 'permission-asked') throw new Error('no question')
  return event.request
}

interface Shown extends Partial<Asking> {
  readonly ui?: UiState
  readonly columns?: number
  readonly rows?: number
}

type Asked = Omit<Partial<PermissionRequest>, 'detail'> & {
  /** Words in markdown. */
  readonly detail?: string
}

const alone: Asking = {
  hasFocus: true,
  isResting: false,
  isOnlyShown: false,
  isElsewhere: false,
  answerKey: safe`w`,
  savePath: null,
  waiting: 0,
  asker: null,
}

/** A question as it is settled and drawn. */
function shownAs(
  question: ChoiceQuestion,
  { ui = start, columns = 60, rows = 8, ...asking }: Shown = {},
): LaidRows & ShownQuestion {
  const look = { theme: dark, columns }
  const room = { look, rows, documentCache, nowMs: 0 }
  const settled = settleOptions(question, ui, { ...alone, ...asking }, room)
  const laid = questionForms(settled, look).map((form) => layRows(form, look))
  return { ...stackRows(laid), ...settled.shown }
}

function dialog({ detail, ...more }: Asked, shown: Shown = {}): LaidRows & ShownQuestion {
  const words = detail === undefined ? [] : [{ type: 'words', text: detail } as const]
  return shownAs({ kind: 'permission', request: requestOf({ ...more, detail: words }) }, shown)
}

function textOf(row: Row): string {
  return rowText(row).trimEnd()
}

function lines(more: Asked, shown: Shown = {}): readonly string[] {
  return dialog(more, shown).rows.map(textOf)
}

function choosing(option: number, detailTop = 0): UiState {
  return {
    ...start,
    choice: { questionKey: 'permission 1' as QuestionKey, option, isArmed: false, detailTop },
  }
}

test('shows no options where nobody has told them', () => {
  const elsewhere = { isElsewhere: true, rows: 4 }
  expect(lines({ options: [], hasUntoldOptions: true, detail: '' }, elsewhere)).toEqual([
    expect.stringMatching(/^ edit {2}Write src\/tokenizer.ts +answered where it runs$/),
    '   Its options are not told.',
  ])
  // Those of this program are not those of the client that answers.
  const about = { mode: 'plan', planKey: null, sinceMs: 0 }
  const proposal = { kind: 'proposal', sessionId: 's', about } as const
  expect(shownAs(proposal, elsewhere).rows.map(textOf)).toEqual([
    expect.stringMatching(/^ Leave “plan” and go on\? The agent … answered where it runs$/),
    '   Its options are not told.',
  ])
})

test('fits its rows, and the selected option is visible', () => {
  const options = Array.from({ length: 30 }, (_, index) => ({
    id: `${index}`,
    name: `Option ${index}`,
    kind: '',
  }))
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 20 }),
      fc.nat({ max: 29 }),
      fc.integer({ min: 40, max: 120 }),
      (rows, option, columns) => {
        const drawn = lines({ options, detail: 'long '.repeat(500) }, { rows, columns, ui: choosing(option) })
        expect(drawn.length).toBeLessThanOrEqual(rows)
        expect(drawn.join('\n')).toContain(`› Option ${option}`)
        expect(drawn[0]).toMatch(new RegExp(` ${option + 1}(?: of |/)30$`))
        expect(drawn.join('\n')).toMatch(new RegExp(`^ ${option > 8 ? ' ' : option + 1} › `, 'm'))
      },
    ),
  )
})

describe('a long detail', () => {
  const detail = Array.from({ length: 50 }, (_, index) => `line ${index}`).join('\\\n')

  test('shows the scroll position, and scrolls', () => {
    expect(dialog({ detail }).detail).toEqual({ top: 0, visible: 4, total: 50 })
    expect(lines({ detail }).slice(0, 5)).toEqual([
      expect.stringMatching(/^ edit {2}Write src\/tokenizer.ts +1–4 of 50$/),
      '   line 0',
      '   line 1',
      '   line 2',
      '   line 3',
    ])
    expect(lines({ detail }, { ui: choosing(0, 30) }).slice(0, 2)).toEqual([
      expect.stringMatching(/ 31–34 of 50$/),
      '   line 30',
    ])
  })

  test('is not scrolled beyond its end after a resize', () => {
    expect(dialog({ detail }, { ui: choosing(0, 999) }).detail).toEqual({ top: 46, visible: 4, total: 50 })
    expect(lines({ detail }, { ui: choosing(0, 999) })[4]).toBe('   line 49')
  })

  test('keeps a third of the rows where the options need all, and these are scrolled', () => {
    expect(dialog({ detail }, { rows: 4 })).toMatchObject({
      detail: { top: 0, visible: 1, total: 50 },
      rows: { length: 4 },
    })
    expect(lines({ detail }, { rows: 4 }).map((line) => line.replaceAll(/ +/g, ' ').trimEnd())).toEqual([
      expect.stringMatching(/ 1 of 50 option 1 of 3$/),
      ' line 0',
      expect.stringMatching(/^ 1 › /),
      expect.stringMatching(/^ 2 /),
    ])
    expect(dialog({ detail }, { rows: 2 })).toMatchObject({ detail: null, rows: { length: 2 } })
  })

  test('that is short leaves the options the other rows', () => {
    expect(lines({ detail: 'one' }, { rows: 4 }).map((line) => line.trim())).toHaveLength(4)
  })

  test('that fits has no scroll position', () => {
    expect(dialog({ detail: 'one\\\ntwo' }).detail).toBeNull()
  })
})

test('a question without options says what to do', () => {
  expect(lines({ options: [] })[1]).toBe('   It has no options: esc puts it aside.')
})

test('in a narrow terminal a dangerous option keeps its words and its mark', () => {
  expect(lines({}, { columns: 40 })[3]).toMatch(/^ 3 {3}Yes, and bypass permi.* ! .*$/)
})

test('the number of waiting questions is shown', () => {
  expect(lines({}, { waiting: 2 })[0]).toMatch(/ 2 more$/)
})

test('a plan proposed in a message tells where it is saved, and where to answer', () => {
  const question = { kind: 'proposal', sessionId: 's1', about: proposedPlan } as const
  const textsOf = (more: Shown): readonly string[] => shownAs(question, more).rows.map(textOf)
  expect(textsOf({ savePath: './plan-split.md' })[2]).toBe(' 2   Save it to ./plan-split.md')
  expect(textsOf({ hasFocus: false, isResting: true })).toEqual([
    ' ? Implement this plan?                         w to answer',
  ])
})
