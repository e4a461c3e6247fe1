import { expect, test } from 'vitest'
import { brief, entries, lintLines, raw, trace, turnEnd, update, updateOf } from './lint-lines.ts'

const chunk = { sessionUpdate: 'agent_message_chunk' }
const call = { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Edit' }
const entry = { content: 'One', status: 'pending', priority: 'medium' }

// Each of them is one defect, and one finding.
test.each([
  [
    'an entry without a priority',
    update({ sessionUpdate: 'plan', entries: [{ ...entry, priority: undefined }] }),
    'error bad-entry 3 params.update.entries[0].priority',
    'missing; expected high, medium or low',
  ],
  [
    'a kind of update that no version has',
    update({ sessionUpdate: 'plans', entries: [] }),
    'error bad-update 3 params.update.sessionUpdate',
    '“plans”; expected plan, or one of 18 others',
  ],
  [
    'a plan of a session that was never made',
    updateOf('t', { sessionUpdate: 'plan', entries: entries('pending One') }),
    'error session-unknown 3 params.sessionId',
    'session/update of the session “t”',
  ],
  [
    'a notification without jsonrpc',
    raw({
      method: 'session/update',
      params: { sessionId: 's', update: { sessionUpdate: 'plan', entries: [] } },
    }),
    'error bad-message 3 jsonrpc',
    'missing; expected 2.0',
  ],
  [
    'a response without jsonrpc',
    raw({ id: 2, result: { stopReason: 'end_turn' } }),
    'error bad-message 3 jsonrpc',
    'missing; expected 2.0',
  ],
  [
    'an update without a session',
    raw({
      jsonrpc: '2.0',
      method: 'session/update',
      params: { update: { sessionUpdate: 'plan', entries: [] } },
    }),
    'error bad-update 3 params.sessionId',
    'missing; expected a string',
  ],
  [
    'a status of a call that no version has',
    update({ ...call, status: 'finished' }),
    'error bad-update 3 params.update.status',
    '“finished”; expected pending, in_progress, completed or failed',
  ],
  [
    'a chunk without content',
    update(chunk),
    'error bad-update 3 params.update.content',
    'missing; expected an object',
  ],
  [
    'entries that are an object',
    update({ sessionUpdate: 'plan', entries: {} }),
    'error bad-plan 3 params.update.entries',
    'an object; expected a list',
  ],
  [
    'a stop reason that no version has',
    raw({ jsonrpc: '2.0', id: 2, result: { stopReason: 'finished' } }),
    'error bad-answer 3 result.stopReason',
    '“finished”; expected end_turn, max_tokens, max_turn_requests, refusal or cancelled',
  ],
])('%s is found', (_, line, found, seen) => {
  const { kept } = lintLines(trace({}, line, turnEnd)).findings
  const [finding, ...more] = kept.filter(
    ({ rule }) => rule !== 'stray-response' && rule !== 'request-unanswered',
  )
  expect(more).toEqual([])
  expect([finding === undefined ? '' : brief(finding), finding?.seen]).toEqual([found, seen])
})
