import { expect, test } from 'vitest'
import { statusLine, type StatusLook } from '../../../src/ui/chrome/status.ts'
import { safe, type SafeText } from '../../../src/lib/text/safe-text.ts'
import { rowText } from '../../../src/lib/cells/row.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { startUiState, tabId, type TabId, type UiState } from '../../../src/ui/state/ui-state.ts'
import { dark } from '../paint/any-rows.ts'
import { rowOf } from '../rows/row-of.ts'
import { approvedPlan, changedPlan } from '../../support/changed-plan.ts'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { ended, opened, prompted, said, session, stateAfter, tool } from '../../support/app-states.ts'

const at: StatusLook = { theme: dark, columns: 80, nowMs: 60_000, wallMs: 60_000 }

function textOf(
  state: AppState,
  ui: UiState,
  look: Partial<StatusLook> = {},
  position: SafeText = safe``,
): string {
  const all = { ...at, columns: ui.columns, ...look }
  return rowText(rowOf(statusLine(state, ui, position, all), all))
}

test.each([
  [{ title: 'Read a.ts', kind: 'read' }, ' read  Read a.ts  ·  1 tool call  ·  “Now”'],
  [{ title: 'Read a.ts', kind: 'read', path: 'src/a.ts' }, ' read  src/a.ts  ·  1 tool call  ·  “Now”'],
  [{ kind: 'switch_mode' }, ' switch_mode  ·  1 tool call  ·  “Now”'],
  [{}, ' 1 tool call  ·  “Now”'],
])('what the agent does besides planning: a call of %j', (call, expected) => {
  const state = stateAfter(...opened(), said(1, 'Now'), tool(2, { toolCallId: 'call-0123', ...call }))
  expect(textOf(state, startUiState(80, 24)).trimEnd()).toBe(expected)
})

test('the calls of the turns before are not those of this one', () => {
  const calls = [tool(2, { toolCallId: 'call-1' }), tool(3, { toolCallId: 'call-2' })]
  const before = [...opened(), prompted(1), ...calls, ended(4)]
  const drawn = (...events: readonly AppEvent[]): string =>
    textOf(stateAfter(...before, ...events), startUiState(80, 24)).trim()
  expect(drawn()).toBe('2 tool calls')
  expect(drawn(prompted(5), said(6, 'Now'))).toBe('“Now”')
})

test.each([
  ['Run it:\n\n```sh\nnpm test\n```\n', 'npm test'],
  ['All is done.\n\n---', 'All is done.'],
  ['🎉', '🎉'],
  ['**Done:** `a.ts`', 'Done: a.ts'],
])('of %j the last line with words is quoted', (text, quoted) => {
  expect(textOf(stateAfter(...opened(), said(1, text)), startUiState(80, 24)).trim()).toBe(`“${quoted}”`)
})

test('a long line is cut at its end', () => {
  const words = `First of all ${'and more '.repeat(50)}to the end`
  const state = stateAfter(...opened(), said(1, `Before.\n${words}`))
  expect(textOf(state, startUiState(40, 24))).toMatch(/^ “First of all and more /)
})

test('a message that answers a key is not cut: the scroll position is hidden as long as it needs the room', () => {
  const text = 'ctrl-c again quits: a question waits.'
  const ui = { ...startUiState(40, 12), message: { text, untilMs: 5000 } }
  const state = stateAfter(...opened())
  const drawn = (nowMs: number): string => textOf(state, ui, { nowMs }, safe`1–8 of 30`).trim()
  expect(drawn(4999)).toBe(text)
  expect(drawn(5000)).toBe('1–8 of 30')
})

test.each([
  [80, 24, 'Design changed since you approved it at 14:02'],
  [40, 12, 'Design changed since 14:02'],
])('an approved plan that changed is said for some seconds, at %i columns', (columns, rows, words) => {
  const state = stateAfter(...opened(), ...approvedPlan, ...changedPlan)
  const key = state.history.changed.values().next().value?.planKey ?? ''
  const epochMs = new Date(2026, 10, 20, 14, 2).getTime()
  const drawn = (nowMs: number, tab: TabId | null): string => {
    const ui = { ...startUiState(columns, rows), tab }
    return textOf(state, ui, { nowMs, wallMs: epochMs + nowMs }).trim()
  }
  expect(drawn(9999, tabId(session, key))).toBe(`${words} · d shows`)
  // There d shows the changes of another plan.
  expect(drawn(9999, tabId(session, 'another'))).toBe(words)
  expect(drawn(10_000, tabId(session, key))).not.toContain('changed')
})
