import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { childrenOf } from '../../../src/app/state/children.ts'
import { answeredTooLate } from '../../../src/app/words/link.ts'
import { rowText } from '../../../src/lib/cells/row.ts'
import { drawNoPlan, reasonsForNoPlan } from '../../../src/ui/plan-panes/empty-pane.ts'
import { dark } from '../paint/any-rows.ts'
import {
  ended,
  opened,
  over,
  planToolsTold,
  prompted,
  said,
  session,
  stateAfter,
  updated,
} from '../../support/app-states.ts'

describe('the empty pane', () => {
  const off = stateAfter(planToolsTold({ type: 'unset' }), ...opened(), prompted(0), ended(2000))

  test('has what runs in the background, behind the likeliest reason', () => {
    const task = (taskId: string, state: string): AppEvent =>
      updated(1000, { type: 'task', taskId, title: `npm run ${taskId}`, state })
    const drawn = (...events: readonly AppEvent[]): string => {
      const state = stateAfter(...opened(), prompted(0), ...events)
      const children = childrenOf(state, session).map((child) => ({ child, asked: 'you', tab: null }))
      const at = { theme: dark, columns: 70, rows: 30, nowMs: 2000, command: null, children }
      return drawNoPlan(state, at).map(rowText).join('\n')
    }
    const running = drawn(task('dev', 'running'), task('test', 'completed'))
    expect(running).toMatch(/^ {3}Waiting[^]*^ {3}↳ npm run dev · running/m)
    expect(running).not.toContain('npm run test')
    expect(drawn(task('dev', 'running'), task('dev', 'completed'))).not.toContain('npm run dev')
  })

  test('has what may have held up an agent that was ended for its silence', () => {
    const end = { kind: 'silent', forMs: 4000, waitingFor: 'the answer to initialize' } as const
    const drawn = (command: readonly string[], ...events: readonly AppEvent[]): string =>
      drawNoPlan(stateAfter(over(4000, end), ...events), {
        theme: dark,
        columns: 120,
        rows: 30,
        nowMs: 5000,
        command,
      })
        .map(rowText)
        .join('\n')
    const held = 'Python holds back what it prints to a pipe: flush each message, or start it with python -u.'
    expect(drawn(['/usr/bin/python3.12', 'agent.py'])).toContain(held)
    expect(drawn(['python', '-u', 'agent.py'])).not.toContain(held)
    expect(drawn(['./agent'])).toContain('Use a longer --timeout, or check what it is waiting for.')
    expect(drawn(['./agent'])).not.toContain(answeredTooLate)
    expect(drawn(['./agent'], { type: 'remarked', atMs: 4100, text: answeredTooLate })).toContain(
      answeredTooLate,
    )
  })

  test('has the command that starts the agent with plans on, if it fits completely', () => {
    const draw = (columns: number, command: readonly string[] | null): string =>
      drawNoPlan(off, { theme: dark, columns, rows: 30, nowMs: 48_000, command })
        .map((row) => rowText(row).trimEnd())
        .join('\n')
    expect(draw(70, ['./my agent', '--acp'])).toContain(
      [
        '   Or start it like this, with your own options:',
        '   acp-plan-tui --env CLAUDE_CODE_ENABLE_TODO_TOOLS=1 -- \\',
        "   './my agent' --acp",
      ].join('\n'),
    )
    expect(draw(80, null)).not.toContain('acp-plan-tui')
    // A variable that holds settings holds the user's too.
    const codex = stateAfter(
      planToolsTold({ type: 'unset' }, null, 'codex-acp'),
      ...opened('@agentclientprotocol/codex-acp'),
      prompted(0),
      ended(2000),
    )
    const rows = drawNoPlan(codex, { theme: dark, columns: 100, rows: 30, nowMs: 48_000, command: ['mine'] })
    expect(rows.map(rowText).join('\n')).toContain('with your own options and settings:')
    // A part of a command is another command.
    expect(draw(30, ['./my-agent'])).not.toContain('acp-plan-tui')
  })

  test('says what happens in the first seconds, then why there is no plan', () => {
    const state = stateAfter(...opened('mine'), prompted(0), said(1000, 'Hm.'))
    const headlineAt = (nowMs: number): string | undefined => reasonsForNoPlan(state, nowMs)[0]
    expect([0, 5999, 6000].map(headlineAt)).toEqual([
      'Waiting for the first plan…',
      'Waiting for the first plan…',
      'No plan yet.',
    ])
  })
})
