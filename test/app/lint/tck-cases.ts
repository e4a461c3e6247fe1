import { fromAgent, planUpdate, toAgent, turnEnd, update, updateOf } from './lint-lines.ts'
import {
  chunk,
  chunk2,
  state,
  call2,
  cancel,
  asks,
  again,
  answer,
  user2,
  permission,
  v1,
  v2,
  broken,
  type TckCase,
} from './tck-messages.ts'
import { tckSetupCases } from './tck-setup-cases.ts'

/** One defect each; the requirement's prefix ACP- is left out. */
export const tckCases: readonly TckCase[] = [
  ...tckSetupCases,
  // Turns.
  broken('1:PROMPT-001', 'bad-answer result.stopReason', v1(answer(2, { stopReason: 'finished' }))),
  broken(
    '1:PROMPT-002',
    'session-unknown params.sessionId',
    v1(updateOf('other', { sessionUpdate: 'plan', entries: [] })),
  ),
  broken(
    '2:PROMPT-205',
    'session-unknown params.sessionId',
    v2(
      updateOf('other', { sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'p', entries: [] } }),
    ),
  ),
  broken(
    '1:PROMPT-002',
    'bad-update params.update.content',
    v1(update({ sessionUpdate: 'agent_message_chunk' })),
  ),
  broken(
    '1:PROMPT-002',
    'bad-update params.update.content.type',
    v1(update({ sessionUpdate: 'agent_message_chunk', content: { text: 'Hi' } })),
  ),
  broken(
    '1:CANCEL-001',
    'cancel-ignored error',
    v1(cancel, fromAgent({ id: 2, error: { code: -32603, message: 'aborted' } })),
  ),
  broken('1:CANCEL-001', 'cancel-ignored result.stopReason', v1(cancel, turnEnd)),
  broken(
    '1:CANCEL-002',
    'update-after-turn params.update.sessionUpdate',
    v1(cancel, answer(2, { stopReason: 'cancelled' }), chunk('late')),
  ),
  broken(
    '2:PROMPT-201',
    'bad-answer result.messageId',
    v2(state('idle', 'end_turn'), again(3), answer(3, {})),
  ),
  broken(
    '2:PROMPT-203',
    'prompt-not-reported -',
    v2(
      state('idle', 'end_turn'),
      again(3),
      answer(3, { messageId: 'm' }),
      user2('other'),
      state('running'),
      state('idle', 'end_turn'),
    ),
  ),
  broken(
    '2:PATCH-203',
    'prompt-not-reported result.messageId',
    v2(state('idle', 'end_turn'), again(3), answer(3, { messageId: 'user-1' })),
  ),
  broken(
    '2:STATE-201',
    'state-order params.update.state',
    v2(
      state('idle', 'end_turn'),
      again(3),
      user2('m'),
      answer(3, { messageId: 'm' }),
      state('idle', 'end_turn'),
    ),
  ),
  broken('2:STATE-202', 'turn-without-end -', v2()),
  broken('2:CANCEL-201', 'turn-without-end -', v2(cancel)),
  broken('2:STATE-203', 'state-order params.update.stopReason', v2(state('idle'))),
  broken('2:STATE-203 2:CANCEL-207', 'custom-name params.update.stopReason', v2(state('idle', 'aborted'))),
  broken(
    '2:CANCEL-202',
    'update-after-turn params.update.sessionUpdate',
    v2(cancel, state('idle', 'cancelled'), state('idle', 'cancelled')),
  ),
  broken('2:CANCEL-203', 'cancel-ignored params.update.stopReason', v2(cancel, state('idle', 'max_tokens'))),
  broken(
    '2:PERM-201',
    'bad-request params.options',
    v2(asks(1, 'session/request_permission', { ...permission, options: [] })),
  ),
  broken(
    '2:PATCH-209',
    'wait-not-told method',
    v2(
      asks(1, 'session/request_permission', permission),
      toAgent({ id: 1, result: { outcome: { outcome: 'cancelled' } } }),
    ),
  ),
  broken(
    '1:CLIENTCAP-001',
    'capability-not-offered method',
    v1(asks(1, 'fs/read_text_file', { path: '/a' })),
  ),
  broken(
    '1:CLIENTCAP-002',
    'capability-not-offered method',
    v1(asks(1, 'terminal/create', { command: 'ls' })),
  ),
  broken(
    '1:CLIENTCAP-003',
    'capability-not-offered method',
    v1(
      asks(1, 'elicitation/create', {
        mode: 'form',
        message: 'Which?',
        requestedSchema: { type: 'object', properties: {} },
      }),
    ),
  ),
  broken(
    '2:CLIENTCAP-201',
    'capability-not-offered method',
    v2(
      asks(1, 'elicitation/create', {
        mode: 'form',
        message: 'Which?',
        requestedSchema: { type: 'object', properties: {} },
      }),
    ),
  ),
  broken('2:CLIENTCAP-202', 'method-unknown method', v2(asks(1, 'fs/read_text_file', { path: '/a' }))),
  broken('2:CLIENTCAP-202', 'method-unknown method', v2(fromAgent({ method: 'vendor/notice', params: {} }))),
  // Messages, calls and plans.
  broken('2:PATCH-201', 'bad-update params.update.messageId', v2(chunk2({}))),
  broken('2:PATCH-204', 'bad-update params.update.toolCallId', v2(call2({ toolCallId: undefined }))),
  broken(
    '2:PATCH-205',
    'plan-id-missing params.update.plan.planId',
    v2(planUpdate({ type: 'items', entries: [] })),
  ),
  broken('2:PATCH-205', 'plan-id-missing params.update.plan.planId', v2(planUpdate({ type: '_graph' }))),
  broken(
    '2:PATCH-206',
    'path-relative params.update.cwd',
    v2(update({ sessionUpdate: 'terminal_update', terminalId: 't', cwd: 'src' })),
  ),
  broken(
    '2:PATCH-207',
    'bad-update params.update.data',
    v2(update({ sessionUpdate: 'terminal_output_chunk', terminalId: 't', data: 'not base64!' })),
  ),
  broken('2:PATCH-208', 'call-untitled params.update.title', v2(call2({ title: null }))),
  broken('2:ENUM-201', 'custom-name params.update.status', v2(call2({ status: 'finished' }))),
  broken(
    '2:ENUM-201',
    'status-unknown params.update.plan.entries[0].status',
    v2(
      planUpdate({
        type: 'items',
        planId: 'p',
        entries: [{ content: 'One', priority: 'medium', status: 'doing' }],
      }),
    ),
  ),
  broken('2:ENUM-202', 'custom-name params.update.sessionUpdate', v2(update({ sessionUpdate: 'my_update' }))),
]
