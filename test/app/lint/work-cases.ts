import type { LintCase } from './exchange-cases.ts'
import { nextPrompt, plan, trace, turnEnd, update } from './lint-lines.ts'

const call = (toolCallId: string, fields: object = {}): string =>
  update({
    sessionUpdate: 'tool_call',
    toolCallId,
    title: 'Read',
    kind: 'read',
    status: 'completed',
    ...fields,
  })
const edit = call('e', { kind: 'edit', locations: [{ path: '/a.ts' }] })
const said = update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Done.' } })
const calls = Array.from({ length: 15 }, (_, at) => call(`c${at}`))

/** For each rule about what was done a trace that breaks it, and one that does not. */
export const workCases: Readonly<Record<string, LintCase>> = {
  'nothing-seen': {
    broken: trace(
      {},
      call('c'),
      plan('in_progress One', 'pending Two'),
      plan('completed One', 'in_progress Two'),
      said,
    ),
    found: ['note nothing-seen 5 -'],
    kept: trace({}, plan('in_progress One'), call('c'), plan('completed One')),
  },
  'never-begun': {
    // They are found when they are not listed any more, too.
    broken: trace(
      {},
      plan('in_progress One', 'pending Two'),
      said,
      plan('completed One', 'completed Two'),
      plan('in_progress Three'),
    ),
    found: ['note never-begun 5 -'],
    kept: trace({}, plan('pending One'), plan('completed One')),
  },
  'after-failure': {
    broken: trace({}, plan('in_progress One'), call('c', { status: 'failed' }), plan('completed One')),
    found: ['note after-failure 5 -'],
    // Its end is told late.
    kept: trace(
      {},
      plan('in_progress One'),
      call('c', { status: 'failed' }),
      call('d', { status: 'in_progress' }),
      plan('completed One'),
      update({ sessionUpdate: 'tool_call_update', toolCallId: 'd', status: 'completed' }),
    ),
  },
  stale: {
    broken: trace({}, plan('in_progress One'), ...calls, call('more'), plan('completed One')),
    found: ['note stale 18 -'],
    kept: trace({}, plan('in_progress One'), ...calls.slice(1), plan('completed One'), call('more')),
  },
  'left-open': {
    broken: trace(
      {},
      plan('in_progress One', 'pending Two'),
      said,
      plan('completed One', 'pending Two'),
      turnEnd,
    ),
    found: ['note left-open 6 -'],
    // It comes just after the end.
    kept: trace({}, plan('in_progress One'), said, turnEnd, plan('completed One')),
  },
  dropped: {
    broken: trace({}, plan('in_progress One', 'pending Two'), said, plan('completed One')),
    found: ['note dropped 5 -'],
    kept: trace({}, plan('in_progress One', 'pending Two'), said, turnEnd, nextPrompt, plan('pending Three')),
  },
  outside: {
    broken: trace(
      {},
      plan('in_progress One', 'pending Two'),
      said,
      plan('completed One', 'pending Two'),
      edit,
    ),
    found: ['note outside 6 -'],
    kept: trace({}, edit, plan('in_progress One'), call('e2', { kind: 'edit', locations: [{ path: '/b' }] })),
  },
}
