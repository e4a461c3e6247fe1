import { expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { PlanDocument } from '../../../src/app/ports/plan-document.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { asked, opened, prompted, stateAfter } from '../../support/app-states.ts'
import { ShownScreen } from '../stack/shown-screen.ts'
import { shownDocument } from '../../support/shown-document.ts'

const uri = 'file:///tmp/plan.md'
const options = [{ id: 'no', name: 'Reject', kind: 'reject_once' }]

function proposesFile(atMs: number, key: number): AppEvent {
  const plan = { type: 'file', uri } as const
  return asked(atMs, { key, title: 'Approve', toolKind: 'edit', options, plan })
}

function answers(atMs: number, key: number): AppEvent {
  return { type: 'permission-answered', atMs, key, answer: { type: 'selected', optionId: 'no', by: 'user' } }
}

test('a proposal that is a file is compared with the file’s text at the answer to the proposal before', () => {
  let text = '# Plan\n\n- one\n- two\n'
  const documentOf = (asked: string): PlanDocument => shownDocument(asked, text)
  const first = stateAfter(...opened(), prompted(0), proposesFile(1000, 1))
  const screen = new ShownScreen(first, { documentOf })
  expect(screen.text).toContain('revision 1 ')
  expect(screen.press('d').text).toContain('the first proposal')
  const rejected = reduce(first, answers(2000, 1))
  screen.show(rejected)
  text = '# Plan\n\n- one\n- two in two steps\n- three\n'
  screen.show(rejected)
  const second = reduce(rejected, proposesFile(9000, 2))
  screen.show(second)
  expect(screen.text).toContain('+1 −0 line, 1 reworded since the last proposal')
  expect(screen.text).toContain('two in two steps')
  expect(screen.press('d').text).toMatch(/−.*two$/m)
  expect(screen.text).toMatch(/\+.*three$/m)
  screen.press('d')
  // The answer does not change the comparison; a third proposal is compared with this one.
  const answered = reduce(second, answers(12_000, 2))
  screen.show(answered)
  expect(screen.text).toContain('+1 −0 line, 1 reworded ')
  text = '# Plan\n\n- one\n- two in two steps\n'
  screen.show(reduce(answered, proposesFile(20_000, 3)))
  expect(screen.text).toContain('+0 −1 line since the last proposal')
})
