import { describe, expect, test } from 'vitest'
import {
  type Mark,
  type MarkType,
  revisionsOf,
  type PlanHistory,
} from '../../../src/app/history/plan-history.ts'
import { planHistory } from '../../../src/app/history/run-history.ts'
import { rowText, rowWidth, type Row } from '../../../src/lib/cells/row.ts'
import { pastFoot, pastHead, type PlanOfPast } from '../../../src/ui/chrome/past-rows.ts'
import { startOfPane, tabId, type PastMoment } from '../../../src/ui/state/ui-state.ts'
import { items, opened, planned, session, stateAfter } from '../../support/app-states.ts'
import { rowOf } from '../rows/row-of.ts'
import { dark, plainAscii } from '../stack/shown-screen.ts'
import type { TimedLook } from '../../../src/ui/paint/look.ts'

/** A history of so many revisions, one a second. Their orders are their numbers. */
function historyOf(count: number): PlanHistory {
  const events = Array.from({ length: count }, (_, at) => planned((at + 1) * 1000, items(`» Step ${at}`)))
  const history = planHistory(stateAfter(...opened(), ...events), session, 'anonymous')
  if (history === null) throw new Error('there is no plan')
  return history
}

const five = historyOf(5)

function momentOf(history: PlanHistory, number: number, mark: Mark | null = null): PastMoment {
  const revision = revisionsOf(history).find((each) => each.number === number)
  if (revision === undefined) throw new Error(`there is no revision ${number}`)
  return { revision, mark, newestThen: history.count, scroll: startOfPane }
}

function markAt(order: number, type: MarkType, words = ''): Mark {
  return { type, order, planKey: null, atMs: order * 1000, words }
}

interface Shown extends PlanOfPast, TimedLook {
  readonly hasQuestion: boolean
}

const shown: Shown = {
  tab: tabId(session, 'anonymous'),
  title: 'Design',
  past: { history: five, marks: [] },
  theme: dark,
  columns: 80,
  nowMs: 10_000,
  hasQuestion: false,
}

function headRow(moment: PastMoment, more: Partial<Shown> = {}): Row {
  const all = { ...shown, ...more }
  return rowOf(pastHead(moment, all, all), all)
}

function footRow(moment: PastMoment, more: Partial<Shown> = {}): Row {
  const all = { ...shown, ...more }
  return rowOf(pastFoot(moment, all, all.hasQuestion, all), all)
}

function head(moment: PastMoment, more: Partial<Shown> = {}): string {
  return rowText(headRow(moment, more))
    .replace(/ +past +$/, '')
    .trim()
}

function foot(moment: PastMoment, more: Partial<Shown> = {}): string {
  return rowText(footRow(moment, more)).trim()
}

describe('the head', () => {
  test.each<[MarkType, string, string]>([
    ['turn', 'fix the parser', 'turn began: “fix the parser”'],
    ['turn', ' ', 'turn began'],
    ['proposed', '', 'proposed'],
    ['approved', '', 'approved'],
    ['went-on', 'Plan to Act', 'went on without asking: Plan to Act'],
    ['rejected', 'no deletion', 'rejected: “no deletion”'],
    ['refined', 'shorter', 'to be refined: “shorter”'],
    ['kept', '', 'saved'],
    ['cancelled', '', 'cancelled'],
    ['compacted', '', 'compaction'],
    ['removed', '', 'removed'],
    ['own', 'here', 'your mark “here”'],
    ['own', '', 'your mark'],
  ])('tells a mark: %s “%s”', (type, words, told) => {
    expect(head(momentOf(five, 2, markAt(4.5, type, words)))).toBe(
      `Design · revision 2 of 5 · 5s ago · ${told}`,
    )
  })

  test.each([
    ['user', 'you approved'],
    ['policy', 'approved by --permissions'],
    ['client', 'approved in another client'],
    ['agent', 'approved by the agent itself'],
  ] as const)('tells who approved: %s', (by, told) => {
    const mark = { ...markAt(4.5, 'approved', ''), by }
    expect(head(momentOf(five, 2, mark))).toBe(`Design · revision 2 of 5 · 5s ago · ${told}`)
  })

  test.each([
    ['rejected', 'user', 'rejected: “not yet”'],
    ['rejected', 'policy', 'rejected by --permissions: “not yet”'],
    ['rejected', 'client', 'rejected in another client: “not yet”'],
    ['refined', 'client', 'to be refined in another client: “not yet”'],
  ] as const)('tells who decided: %s, %s', (type, by, told) => {
    const mark = { ...markAt(4.5, type, 'not yet'), by }
    expect(
      head(momentOf(five, 2, mark))
        .split(' · ')
        .at(-1),
    ).toBe(told)
  })

  test.each([
    ['user', ['before you approved', 'the one you approved', 'after you approved']],
    // Only of the user it says that it was you.
    ['policy', ['before it was approved', 'the approved one', 'after it was approved']],
  ] as const)('tells where a revision stands to the one that the %s approved', (approvedBy, told) => {
    const past = { history: { ...five, approved: revisionsOf(five)[2] ?? null, approvedBy }, marks: [] }
    const heads = [2, 3, 4].map((number) => head(momentOf(past.history, number), { past }))
    expect(heads.map((text) => text.split(' · ').at(-1))).toEqual(told)
  })

  test.each([
    [10_000, 'just now'],
    [10_999, 'just now'],
    [11_000, '1s ago'],
    [69_999, '59s ago'],
    [70_000, '1m ago'],
    [3_609_999, '59m ago'],
    [3_610_000, '1h00m ago'],
    [9000, 'just now'],
    [-1e15, 'just now'],
    [Number.NaN, 'just now'],
  ])('at %d tells how long ago that was: %s', (nowMs, told) => {
    const moment = momentOf(five, 5, markAt(10, 'own'))
    expect(head(moment, { nowMs })).toBe(`Design · revision 5 of 5 · ${told} · your mark`)
  })

  test('leaves out what there is no room for, and keeps the beginning of the words', () => {
    const moment = momentOf(five, 2, markAt(4.5, 'rejected', 'no deletion before the release '.repeat(9)))
    for (let columns = 20; columns <= 200; columns++) {
      const row = headRow(moment, { columns })
      expect(rowWidth(row)).toBeLessThanOrEqual(columns)
      expect(rowText(row)).toMatch(/^ .* past {2}$/)
      if (columns >= 40) expect(rowText(row)).toMatch(/2(?: of |\/)5 · 5s ago · rejected/)
    }
  })
})

describe('the line of revisions', () => {
  const marks = [
    markAt(0.5, 'turn'),
    markAt(2.2, 'rejected'),
    markAt(2.4, 'turn'),
    markAt(3.2, 'compacted'),
    markAt(4.2, 'proposed'),
    markAt(5.5, 'own'),
  ]

  test('shows the revisions, and the most important mark between two of them', () => {
    const past = { history: { ...five, approved: revisionsOf(five)[3] ?? null }, marks }
    expect(foot(momentOf(five, 1), { past })).toBe('●──○─×○─◇✓──≠─◆')
    expect(foot(momentOf(five, 4), { past })).toBe('○──○─×○─◇●──≠─◆')
    expect(foot(momentOf(five, 5), { past, theme: plainAscii })).toBe('.--.-!.-&x--+-^')
  })

  test('fits any width, and always shows the first, the shown and the present revision', () => {
    const many = historyOf(300)
    const past = {
      history: { ...many, approved: revisionsOf(many)[40] ?? null },
      marks: [...marks, markAt(300.5, 'own')],
    }
    for (const number of [1, 2, 150, 299, 300])
      for (let columns = 24; columns <= 200; columns++) {
        const moment = momentOf(many, number)
        const row = footRow(moment, { past, columns })
        expect(rowWidth(row)).toBeLessThanOrEqual(columns)
        expect(rowText(row)).toContain('●')
        expect(rowText(row)).toMatch(/^ [○●]/)
        if (columns >= 40 && number > 41) expect(rowText(row)).toMatch(/^ ○.*✓.*●/)
        if (columns >= 40 && number < 300) expect(rowText(row)).toContain('≠─◆')
      }
    expect(foot(momentOf(many, 150), { past, columns: 40 })).toBe('○…✓…○─○─○─○─○─○─○─●─○─○─○─○─○─○─○…≠─◆')
  })

  test('counts what has come since', () => {
    const moment = { ...momentOf(five, 2), newestThen: 3 }
    expect(foot(moment)).toMatch(/2 newer revisions came meanwhile$/)
    expect(foot({ ...moment, newestThen: 4 })).toMatch(/1 newer revision came meanwhile$/)
    expect(foot({ ...moment, newestThen: 5 })).toBe('○──●──○──○──○')
    expect(foot(moment, { columns: 40 })).toMatch(/2 newer$/)
    expect(foot(moment, { hasQuestion: true })).toMatch(/the question is about the plan now$/)
    expect(five.last.number).toBe(5)
  })
})
