import { expect, test } from 'vitest'
import { afterDemoForms } from '../../../src/ui/chrome/notice.ts'
import { layRows } from '../../../src/ui/rows/lay-rows.ts'
import { rowText } from '../../../src/lib/cells/row.ts'
import { startUiState, type UiState } from '../../../src/ui/state/ui-state.ts'
import { dark } from '../paint/any-rows.ts'
import { ended, opened, prompted, stateAfter } from '../../support/app-states.ts'

const atEnd = [...opened(), prompted(2), ended(3)]

function drawn(columns: number, change: Partial<UiState> = {}): readonly string[] {
  const ui = { ...startUiState(columns, 24), ...change }
  const look = { theme: dark, columns }
  return afterDemoForms(stateAfter(...atEnd), ui, look).flatMap((form) =>
    layRows(form, look).rows.map(rowText),
  )
}

test('the end of the demo names keys to try, and the commands for an agent of one’s own and for more demos', () => {
  expect(drawn(80)).toEqual([
    ' Try  [ ] what the plan was  T timeline  i messages  : all commands  ? all keys',
    ' Your agent  acp-plan-tui -- <agent command>   More  acp-plan-tui demo --list',
  ])
})

test('in a narrow terminal, what does not fit is left out', () => {
  expect(drawn(50)).toEqual([
    ' Try  [ ] what the plan was  T timeline',
    ' Your agent  acp-plan-tui -- <agent command>',
  ])
})

test('a click on a key to try leads to what its hint says', () => {
  const look = { theme: dark, columns: 80 }
  const state = stateAfter(...atEnd)
  const [toTry] = afterDemoForms(state, startUiState(80, 24), look).map((form) => layRows(form, look))
  expect(toTry?.targetAt(0, 0)).toBeNull()
  expect(toTry?.targetAt(0, 30)).toEqual({
    type: 'hint',
    hint: { key: 'T', does: 'timeline', command: 'timeline' },
  })
})

test('nothing is said while the agent works, in a panel, or while a prompt is written', () => {
  const working = stateAfter(...opened(), prompted(2))
  expect(afterDemoForms(working, startUiState(80, 24), { theme: dark, columns: 80 })).toEqual([])
  expect(drawn(80, { panel: 'help' })).toEqual([])
  expect(drawn(80, { writing: { kind: 'prompt' } })).toEqual([])
})
