import { exchangeCases, type LintCase } from './exchange-cases.ts'
import { workCases } from './work-cases.ts'
import {
  answered,
  asks,
  entries,
  fromAgent,
  nextPrompt,
  plan,
  planUpdate,
  toAgent,
  trace,
  turnEnd,
  update,
} from './lint-lines.ts'

const items = (id: object, ...steps: readonly string[]): string =>
  planUpdate({ type: 'items', ...id, entries: entries(...steps) })
const removed = (id: object): string => update({ sessionUpdate: 'plan_removed', ...id })
const markdown = (planId: string, content: string): string =>
  planUpdate({ type: 'markdown', planId, content })

const custom = { content: 'One', priority: 'medium', status: '_waiting' }

/** For each rule a trace that breaks it, and one that does not. */
export const lintCases: Readonly<Record<string, LintCase>> = {
  ...exchangeCases,
  ...workCases,
  'plan-two-ids': {
    broken: trace({}, items({ id: 'x', planId: 'p' }, 'pending One'), removed({ id: 'p', planId: 'p' })),
    found: ['warning plan-two-ids 3 params.update.plan.id', 'note plan-two-ids 4 params.update.id'],
    kept: trace({}, items({ id: 'p' }, 'pending One'), removed({ id: 'p' })),
  },
  'plan-ids-mixed': {
    broken: trace(
      {},
      items({ id: 'x' }, 'pending One'),
      items({ planId: 'y' }, 'pending One'),
      removed({ id: 'x' }),
    ),
    found: ['warning plan-ids-mixed 4 params.update.plan.planId'],
    kept: trace({}, items({ planId: 'x' }, 'pending One'), plan('pending One'), removed({ planId: 'x' })),
  },
  'plan-not-offered': {
    broken: trace({ capabilities: {} }, items({ planId: 'x' }, 'pending One'), removed({ planId: 'x' })),
    found: [
      'error plan-not-offered 3 params.update.sessionUpdate',
      'error plan-not-offered 4 params.update.sessionUpdate',
    ],
    kept: trace({ capabilities: {}, version: 2 }, items({ planId: 'x' }, 'pending One')),
  },
  'plan-type-unknown': {
    broken: trace(
      { version: 2 },
      planUpdate({ type: 'graph', planId: 'p' }),
      planUpdate({ type: 'graph', planId: 'p', more: 1 }),
    ),
    found: [6, 7].map((frame) => `error plan-type-unknown ${frame} params.update.plan.type`),
    kept: trace({ version: 2 }, planUpdate({ type: '_graph', planId: 'p' })),
  },
  'status-unknown': {
    broken: trace({ version: 2 }, items({ planId: 'p' }, 'pending One', 'doing Two', 'doing Three')),
    found: [1, 2].map((at) => `error status-unknown 6 params.update.plan.entries[${at}].status`),
    kept: trace(
      { version: 2 },
      planUpdate({ type: 'items', planId: 'p', entries: [custom] }),
      items({ planId: 'p' }, 'cancelled One'),
    ),
  },
  'priority-unknown': {
    broken: trace(
      {},
      update({
        sessionUpdate: 'plan',
        entries: ['no entry', { content: 'One', status: 'pending', priority: 'urgent' }],
      }),
    ),
    found: ['error priority-unknown 3 params.update.entries[1].priority'],
    kept: trace({}, plan('pending One')),
  },
  'file-uri-relative': {
    broken: trace(
      {},
      ...['plan.md', '/home/user/plan.md', 'C:\\plan.md', 'file:plan.md'].map((uri) =>
        planUpdate({ type: 'file', planId: 'p', uri }),
      ),
    ),
    found: [3, 4, 5, 6].map((frame) => `error file-uri-relative ${frame} params.update.plan.uri`),
    kept: trace(
      {},
      ...['file:///home/user/plan.md', 'https://example.org/plan.md'].map((uri) =>
        planUpdate({ type: 'file', planId: 'p', uri }),
      ),
    ),
  },
  'entries-lost': {
    broken: trace(
      {},
      plan('in_progress One', 'pending Two', 'pending Three'),
      plan('completed One'),
      plan('completed One', 'in_progress Four', 'pending Five', 'pending Six'),
      plan('completed One', 'in_progress Four', 'pending Six'),
      plan('completed One', 'in_progress Four', 'pending Five', 'pending Six'),
    ),
    found: ['warning entries-lost 4 params.update.entries', 'warning entries-lost 6 params.update.entries'],
    kept: trace(
      {},
      plan('completed One', 'pending Two', 'pending Three'),
      plan('completed One', 'pending Three'),
      plan('completed One', 'in_progress Three'),
      plan(),
      plan('in_progress Two', 'pending Three', 'pending Four'),
      turnEnd,
      nextPrompt,
      plan('in_progress Seven', 'pending Eight', 'pending Nine'),
      plan('completed Seven', 'pending Eight', 'pending Nine', 'pending Two', 'pending Three'),
    ),
  },
  'status-back': {
    broken: trace({}, plan('completed One', 'in_progress Two'), plan('pending One', 'pending Two')),
    found: [
      'warning status-back 4 params.update.entries[0].status',
      'note status-back 4 params.update.entries[1].status',
    ],
    kept: trace(
      {},
      plan('completed One', 'in_progress Two'),
      turnEnd,
      nextPrompt,
      plan('pending One', 'pending Two'),
    ),
  },
  'two-in-progress': {
    broken: trace(
      {},
      plan('in_progress One', 'in_progress Two'),
      plan('in_progress One', 'in_progress Two', 'pending 3'),
    ),
    found: ['note two-in-progress 3 params.update.entries'],
    kept: trace({}, plan('in_progress One', 'pending Two')),
  },
  'sent-again': {
    broken: trace({}, plan('pending One'), plan('pending One')),
    found: ['note sent-again 4 params.update'],
    kept: trace({}, plan('pending One'), plan('in_progress One'), plan('pending One')),
  },
  'update-after-removal': {
    broken: trace(
      {},
      items({ planId: 'p' }, 'pending One'),
      removed({ planId: 'p' }),
      items({ planId: 'p' }, 'pending One'),
    ),
    found: ['warning update-after-removal 5 params.update.plan.planId'],
    kept: trace(
      {},
      items({ planId: 'p' }, 'pending One'),
      removed({ planId: 'p' }),
      items({ planId: 'q' }, 'pending One'),
    ),
  },
  'removal-of-nothing': {
    broken: trace(
      {},
      removed({ planId: 'p' }),
      items({ planId: 'p' }, 'pending One'),
      removed({ planId: 'p' }),
      removed({ planId: 'p' }),
    ),
    found: [
      'note removal-of-nothing 3 params.update.planId',
      'note removal-of-nothing 6 params.update.planId',
    ],
    kept: trace({}, items({ planId: 'p' }, 'pending One'), removed({ planId: 'p' })),
  },
  'turn-ends-in-progress': {
    broken: trace({}, plan('in_progress One'), turnEnd, nextPrompt),
    found: ['warning turn-ends-in-progress 4 -'],
    kept: trace({}, plan('in_progress One'), turnEnd, plan('completed One')),
  },
  'proposal-differs': {
    broken: trace(
      {},
      markdown('p', '# Split it\n\nFirst this.'),
      asks('# Rewrite it\n\nFirst that.'),
      answered,
    ),
    found: ['warning proposal-differs 4 params.toolCall'],
    kept: trace(
      {},
      markdown('p', '# Split it\n\nFirst this.'),
      asks('# Split it\n\nFirst this.\n'),
      answered,
    ),
  },
  'request-unanswered': {
    broken: trace({}, asks('# Split it\n\nFirst this.')),
    found: ['warning request-unanswered 3 id', 'warning request-unanswered 3 id'],
    kept: trace({}, asks('# Split it\n\nFirst this.'), answered, turnEnd),
  },
  'stdout-junk': {
    broken: trace(
      {},
      fromAgent('Listening on stdio'),
      fromAgent('{"no":"message"}'),
      fromAgent('log: {"jsonrpc":"2.0","method":"x/y"}'),
    ),
    found: ['error stdout-junk 3 -', 'error stdout-junk 4 -', 'error stdout-junk 5 -'],
    kept: trace(
      {},
      fromAgent(''),
      fromAgent({ method: '_own/notice' }),
      JSON.stringify({ t: 0, err: 'Listening on stdio' }),
    ),
  },
  'not-utf8': {
    broken: trace(
      {},
      JSON.stringify({ t: 0, in64: Buffer.from('{"method":"_\xff"}', 'latin1').toString('base64') }),
    ),
    found: ['error not-utf8 3 -'],
    kept: trace({}, fromAgent({ method: '_ÿ' })),
  },
  'binary-frame': {
    broken: trace(
      {},
      JSON.stringify({ t: 0, in64: Buffer.from('{"method":"_a"}').toString('base64'), binary: true }),
    ),
    found: ['warning binary-frame 3 -'],
    kept: trace({}, JSON.stringify({ t: 0, framed: true, in: { method: '_a' } })),
  },
  batch: {
    broken: trace({}, fromAgent('[{"method":"_a"},{"method":"_b"}]')),
    found: ['warning batch 3 -'],
    kept: trace({ version: 2 }, fromAgent('[{"method":"_a"},{"method":"_b"}]')),
  },
  'beyond-limits': {
    broken: trace({}, fromAgent(`{"method":"_a","params":${'['.repeat(3000)}${']'.repeat(3000)}}`)),
    found: ['warning beyond-limits 3 params[0][0][0][0][0][0][0][0][0][0][0][0]…'],
    kept: trace({}, fromAgent(`{"method":"_a","params":${'['.repeat(10)}${']'.repeat(10)}}`)),
  },
  'stray-response': {
    broken: trace({}, turnEnd, turnEnd),
    found: ['error stray-response 4 id'],
    kept: trace({}, turnEnd),
  },
  'bad-answer': {
    broken: trace(
      {},
      toAgent({ id: 5, method: 'session/list', params: {} }),
      fromAgent({ id: 5, result: {} }),
    ),
    found: ['error bad-answer 3 result.sessions'],
    kept: trace(
      {},
      toAgent({ id: 5, method: 'session/list', params: {} }),
      fromAgent({ id: 5, result: { sessions: [{ sessionId: 't', cwd: '/' }] } }),
    ),
  },
  'unknown-request': {
    broken: trace(
      {},
      fromAgent({ id: 8, method: '_own/plan', params: { plan: '# One\n# Two' } }),
      toAgent({ id: 8, error: { code: -32601, message: 'no' } }),
      fromAgent({ id: 9, method: '_own/ask', params: {} }),
      toAgent({ id: 9, error: { code: -32601, message: 'no' } }),
    ),
    found: ['warning unknown-request 3 -', 'note unknown-request 4 -'],
    kept: trace({}, fromAgent({ method: '_own/plan', params: {} })),
  },
  'bad-request': {
    broken: trace({}, fromAgent({ id: 8, method: 'session/request_permission', params: { sessionId: 's' } })),
    found: ['error bad-request 3 params.toolCall', 'error bad-request 3 params.options'],
    kept: trace({}, asks('# One\n# Two')),
  },
  'bad-update': {
    broken: trace({}, update({ sessionUpdate: 7 })),
    found: ['error bad-update 3 params.update.sessionUpdate'],
    kept: trace({}, update({ sessionUpdate: '_own' })),
  },
  'plan-id-missing': {
    broken: trace({}, items({}, 'pending One')),
    found: ['error plan-id-missing 3 params.update.plan.planId'],
    kept: trace({}, items({ planId: '' }, 'pending One')),
  },
  'bad-plan': {
    broken: trace(
      {},
      update({ sessionUpdate: 'plan_update' }),
      update({ sessionUpdate: 'plan', entries: null }),
    ),
    found: ['error bad-plan 3 params.update.plan', 'error bad-plan 4 params.update.entries'],
    kept: trace({}, plan()),
  },
  'bad-entry': {
    broken: trace({}, update({ sessionUpdate: 'plan', entries: [{ content: 'One' }] })),
    found: [
      'error bad-entry 3 params.update.entries[0].priority',
      'error bad-entry 3 params.update.entries[0].status',
    ],
    kept: trace({}, plan('pending One')),
  },
  'bad-setting': {
    broken: trace({}, update({ sessionUpdate: 'config_option_update', configOptions: [{ type: 'select' }] })),
    found: ['id', 'name', 'currentValue', 'options'].map(
      (field) => `error bad-setting 3 params.update.configOptions[0].${field}`,
    ),
    kept: trace({}, update({ sessionUpdate: 'config_option_update', configOptions: [] })),
  },
  'second-proposal': {
    broken: trace(
      {},
      update({
        sessionUpdate: 'agent_message_chunk',
        content: {
          type: 'text',
          text: '<proposed_plan>\n# One\n</proposed_plan>\n<proposed_plan>\n# Two\n</proposed_plan>\n',
        },
      }),
      turnEnd,
    ),
    found: ['note second-proposal 3 params.update.content'],
    kept: trace(
      {},
      update({
        sessionUpdate: 'agent_message_chunk',
        content: { type: 'text', text: '<proposed_plan>\n# One\n</proposed_plan>\n' },
      }),
      turnEnd,
    ),
  },
}
