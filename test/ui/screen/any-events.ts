import fc from 'fast-check'
import type { AppEvent } from '../../../src/app/app-event.ts'
import type { LinkEnd } from '../../../src/app/state/link.ts'
import type { PermissionRequest } from '../../../src/app/state/permission.ts'
import type { PlanContent } from '../../../src/protocol/plan-kinds/plan-kinds.ts'
import type { SessionEvent } from '../../../src/protocol/session/session-event.ts'
import { anyElicitation } from '../form/any-elicitation.ts'
import { keyTable } from '../../../src/ui/keys/key-table.ts'
import { anyProposalAnswered, anyProposed, anyProposingMessage } from './any-proposal-events.ts'
import { anyLink, anyListing, anyMethod, anySetting, anySetup } from './any-session-events.ts'
import { anySession, anyText, maybe } from './any-text.ts'

const anyId = fc.constantFrom(null, 'a', 'b', 'design', '\u0000')

const anyContent: fc.Arbitrary<PlanContent> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('items' as const),
      entries: fc.array(
        fc.record({
          content: anyText,
          status: fc.oneof(
            fc.constantFrom('completed', 'in_progress', 'pending', 'cancelled', 'blocked by review'),
            anyText,
          ),
          priority: fc.oneof(fc.constantFrom('high', 'medium', 'low', '', 'urgent!'), anyText),
        }),
        { maxLength: 40, size: 'max' },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.oneof(anyText, fc.constantFrom('# Title', '- [x] done', '- [ ] open', '```', '| a | b |')), {
        maxLength: 12,
      })
      .map((lines) => ({ type: 'markdown' as const, text: lines.join('\n') })),
  },
  { weight: 1, arbitrary: anyText.map((text) => ({ type: 'file' as const, uri: `file:///tmp/${text}` })) },
  {
    weight: 1,
    arbitrary: fc
      .dictionary(anyText, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 })
      .map((payload) => ({ type: 'opaque' as const, planType: '_custom\u001b[1m', payload })),
  },
)

const anyUpdate: fc.Arbitrary<SessionEvent> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({ id: anyId, content: anyContent, title: fc.option(anyText, { freq: 4 }) })
      .map(({ id, content, title }): SessionEvent => ({
        type: 'plan-replaced',
        plan: { dialect: id === null ? 'plan' : 'planId', id },
        content,
        ...(title === null ? {} : { title }),
      })),
  },
  {
    weight: 2,
    arbitrary: anyId.map((id): SessionEvent => ({
      type: 'plan-removed',
      plan: { dialect: id === null ? 'plan' : 'planId', id },
    })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('said' as const),
      who: fc.constantFrom('agent' as const, 'user' as const, 'thought' as const),
      text: fc.oneof(anyText, anyProposingMessage),
      isWhole: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('tool-call' as const),
      toolCallId: fc.constantFrom('1', '2', '3'),
      title: anyText,
      kind: fc.constantFrom('edit', 'execute', 'other', '漢字漢字漢字漢字'),
      status: fc.constantFrom('pending', 'in_progress', 'completed', 'failed', '漢字漢字漢字漢字'),
      hasTodos: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: anyText.map((title): SessionEvent => ({ type: 'session-titled', title })) },
  {
    weight: 1,
    arbitrary: anyText.map((text): SessionEvent => ({ type: 'notice', severity: 'info', text })),
  },
  { weight: 1, arbitrary: anySetting },
)

const anyEnd: fc.Arbitrary<LinkEnd> = fc.oneof(
  fc.record({ kind: fc.constant('not-started' as const), command: anyText, cause: anyText }),
  fc.record({
    kind: fc.constant('exited' as const),
    code: fc.option(fc.nat({ max: 255 })),
    signal: fc.option(fc.constant('SIGKILL')),
  }),
  fc.record({
    kind: fc.constantFrom('unreachable' as const, 'disconnected' as const),
    address: anyText,
    cause: anyText,
  }),
  fc.record({ kind: fc.constant('silent' as const), forMs: fc.nat(), waitingFor: anyText }),
  fc.record({
    kind: fc.constant('wants-authentication' as const),
    methods: fc.array(anyMethod, { maxLength: 4 }),
    message: anyText,
  }),
  fc.record({ kind: fc.constant('refused' as const), method: anyText, code: fc.integer(), message: anyText }),
  fc.record({ kind: fc.constant('broke-protocol' as const), text: anyText }),
  fc.constantFrom({ kind: 'closed-output' as const }, { kind: 'closed' as const }),
)

const anyRequest: fc.Arbitrary<PermissionRequest> = fc.record({
  key: fc.nat({ max: 3 }),
  sessionId: anySession,
  title: anyText,
  toolKind: maybe,
  detail: fc.oneof(anyText, fc.constant('+ new\n- old\n'.repeat(40))),
  options: fc.array(
    fc.record({
      id: anyText,
      name: anyText,
      kind: fc.constantFrom('allow_once', 'allow_always', 'reject_once', ''),
    }),
    { maxLength: 30 },
  ),
  plan: fc.option(anyProposed),
  askedAtMs: fc.constant(0),
})

type Untimed<Event> = Event extends unknown ? Omit<Event, 'atMs'> : never

const anyUntimed: fc.Arbitrary<Untimed<AppEvent>> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('session-updated' as const),
      sessionId: anySession,
      update: anyUpdate,
    }),
  },
  fc.record({
    type: fc.constant('link-changed' as const),
    link: fc.oneof(
      { weight: 3, arbitrary: anyLink },
      anyEnd.map((end) => ({ state: 'ended' as const, sinceMs: 1000, end })),
    ),
  }),
  fc.record({
    type: fc.constant('agent-described' as const),
    agent: fc.record({
      name: anyText,
      title: maybe,
      version: maybe,
      protocolVersion: fc.constantFrom(1, 2),
      knowsPlanCapability: fc.boolean(),
      offers: fc.record({
        list: fc.boolean(),
        load: fc.boolean(),
        resume: fc.boolean(),
        close: fc.boolean(),
        delete: fc.boolean(),
      }),
    }),
  }),
  fc.record({
    type: fc.constant('session-opened' as const),
    sessionId: anySession,
    how: fc.constantFrom('new' as const, 'loaded' as const, 'resumed' as const),
    setup: anySetup,
  }),
  fc.record({
    type: fc.constant('session-opening' as const),
    sessionId: anySession,
    how: fc.constantFrom('loaded' as const, 'resumed' as const),
  }),
  fc.record({ type: fc.constant('session-selected' as const), sessionId: anySession }),
  fc.record({
    type: fc.constant('session-closed' as const),
    sessionId: anySession,
    wasDeleted: fc.boolean(),
  }),
  anyListing.map((listing) => ({ type: 'sessions-listed' as const, listing })),
  fc.record({
    type: fc.constant('problem-found' as const),
    sessionId: fc.option(anySession),
    problem: fc.record({
      code: fc.constant('bad-plan' as const),
      text: anyText,
      path: anyText,
      weight: fc.constantFrom('rejected' as const, 'noted' as const),
      excerpt: anyText,
    }),
  }),
  anyText.map((text) => ({ type: 'prompt-queued' as const, sessionId: null, text, place: 0 })),
  fc.record({
    type: fc.constant('prompt-sent' as const),
    sessionId: anySession,
    text: anyText,
    wasQueued: fc.boolean(),
  }),
  fc.record({ type: fc.constant('turn-cancelled' as const), sessionId: anySession }),
  fc.record({
    type: fc.constant('turn-ended' as const),
    sessionId: anySession,
    outcome: fc.oneof(
      anyText.map((stopReason) => ({ kind: 'stopped' as const, stopReason })),
      anyText.map((message) => ({ kind: 'failed' as const, code: -1, message })),
    ),
  }),
  anyRequest.map((request) => ({ type: 'permission-asked' as const, request })),
  fc.record({
    type: fc.constant('permission-answered' as const),
    key: fc.nat({ max: 3 }),
    answer: fc.constant({ type: 'cancelled' as const }),
  }),
  anyElicitation.map((request) => ({ type: 'elicitation-asked' as const, request })),
  fc.record({
    type: fc.constant('elicitation-answered' as const),
    key: fc.nat({ max: 3 }),
    answer: fc.constant({ type: 'cancelled' as const }),
  }),
  fc.record({
    type: fc.constant('file-accessed' as const),
    sessionId: fc.option(anySession),
    access: fc.constantFrom('read' as const, 'write' as const),
    path: anyText,
    error: maybe,
  }),
  anyProposalAnswered,
  anyText.map((line) => ({ type: 'stderr-written' as const, line })),
  anyText.map((text) => ({ type: 'remarked' as const, text })),
)

/** An event, and how long after the one before it. */
export const anyEvent: fc.Arbitrary<{ readonly event: Untimed<AppEvent>; readonly afterMs: number }> =
  fc.record({
    event: anyUntimed,
    afterMs: fc.constantFrom(0, 50, 400, 1000, 2000),
  })

export function timed(event: Untimed<AppEvent>, atMs: number): AppEvent {
  return { ...event, atMs }
}

/** Every key of the table, and some that type. */
export const anyKey: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...keyTable.flatMap(({ keys }) => keys)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('s', 'm', 'M', 'ctrl-x', 'D', 'y', 'ctrl-d', 'ctrl-n', 'down', 'enter'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('a', 'x', '日', '🚀', '\u0301', 'backspace', 'alt-enter', 'ctrl-w'),
  },
)
