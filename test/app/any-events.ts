import fc from 'fast-check'
import type { AppEvent } from '../../src/app/app-event.ts'
import { offersNothing, type Link } from '../../src/app/state/link.ts'
import { switchFaults, type SwitchState } from '../../src/app/plan-advice/plan-tools.ts'
import type { SessionListing } from '../../src/app/state/session-listing.ts'
import type { ConfigOption } from '../../src/protocol/session/session-settings.ts'
import type { SessionEvent } from '../../src/protocol/session/session-event.ts'

function is<T extends string>(type: T): fc.Arbitrary<T> {
  return fc.constant(type)
}

const words = fc.constantFrom('a', 'b', '', '__proto__', 'Read x', 'Reading x', '# H\n- [ ] a', '\ud800')
const maybe = fc.option(words)
const sessionId = fc.constantFrom('s', 't', '__proto__')
const atMs = fc.integer({ min: -5, max: 1000 })
const status = fc.constantFrom('pending', 'in_progress', 'completed', 'cancelled', '_own', '')
const entry = fc.record({ content: words, status, priority: words })
const entries = fc.array(entry, { maxLength: 6 })
const todos = fc.array(
  fc.record({ id: fc.option(words), content: fc.option(words), status: fc.option(status), priority: words }),
  { maxLength: 4 },
)
const todoChange = fc.record({ todos, isMerge: fc.boolean() })
const plan = fc.constantFrom(
  { dialect: 'plan', id: null } as const,
  { dialect: 'id', id: 'a' } as const,
  { dialect: 'planId', id: '__proto__' } as const,
  { dialect: 'planId', id: 'item-1' } as const,
  { dialect: 'planId', id: 'item-2' } as const,
)
const long = '# A plan of some length\n\n1. One\n2. Two\n3. Three\n'
const planText = fc.oneof(words, fc.constantFrom(long, long.trim(), long.slice(0, 45), `${long}4. Four\n`))
const markdown = fc.record({ type: is('markdown'), text: planText })
const file = fc.record({ type: is('file'), uri: words })
const content = fc.oneof(
  fc.record({ type: is('items'), entries }),
  markdown,
  file,
  fc.record({ type: is('opaque'), planType: words, payload: fc.dictionary(words, fc.jsonValue()) }),
)

/** Lines of which some are tags of a proposed plan; also pieces of them. */
const speech = fc.oneof(
  words,
  fc.constantFrom('<proposed_plan>\n', '</proposed_plan>\n', '<proposed_', 'plan>\n', '\n', ' ', '- [x] a\n'),
)
const who = fc.constantFrom('agent' as const, 'agent' as const, 'user' as const, 'thought' as const)
const optional = { requiredKeys: [] as [] }
const option: fc.Arbitrary<ConfigOption> = fc
  .tuple(
    fc.record({ id: words, name: words, description: maybe, category: fc.constantFrom(null, 'mode') }),
    fc.oneof(
      fc.record({
        type: is('select'),
        value: words,
        choices: fc.array(fc.record({ value: words, name: words, description: maybe, group: maybe }), {
          maxLength: 3,
        }),
      }),
      fc.record({ type: is('boolean'), value: fc.boolean() }),
      fc.record({ type: is('other'), valueType: words, value: fc.jsonValue() }),
    ),
  )
  .map(([name, value]) => ({ ...name, ...value }))
const options = fc.array(option, { maxLength: 3 })
const commands = fc.array(fc.record({ name: words, description: words, hint: maybe }), { maxLength: 3 })
const modes = fc.record({
  current: words,
  available: fc.array(fc.record({ id: words, name: words, description: maybe }), { maxLength: 3 }),
})
const tokens = { used: fc.nat(9), size: fc.nat(9) }
const cost = fc.option(fc.record({ amount: fc.nat(9), currency: words }))
const stateName = fc.constantFrom('idle', 'running', 'requires_action', '_own')
const stopReason = fc.constantFrom('end_turn', 'cancelled', '_own')

const update: fc.Arbitrary<SessionEvent> = fc.oneof(
  fc.record({ type: is('plan-replaced'), plan, content }),
  fc.record({ type: is('plan-replaced'), plan, content, title: words }),
  fc.record({ type: is('plan-grown'), plan, text: words }),
  fc.record({ type: is('plan-removed'), plan }),
  fc.record({ type: is('todos'), todos, isMerge: fc.boolean() }),
  {
    weight: 3,
    arbitrary: fc.record({ type: is('said'), who, text: speech, isWhole: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: is('said'), who, text: speech, isWhole: fc.boolean(), messageId: words }),
  },
  fc
    .tuple(
      fc.record({ type: is('tool-call'), toolCallId: words, hasTodos: fc.boolean() }),
      fc.record(
        { title: words, name: words, kind: words, status: words, path: words, todos: entries, todoChange },
        optional,
      ),
    )
    .map(([call, given]) => ({ ...call, ...given })),
  fc.record({ type: is('state'), state: stateName }),
  fc.record({ type: is('state'), state: stateName, stopReason }),
  fc.record({ type: is('session-titled'), title: maybe }),
  fc.record({ type: is('mode-changed'), modeId: words }),
  fc.record({ type: is('config-options'), options }),
  fc.record({ type: is('commands'), commands }),
  fc.record({ type: is('usage'), usage: fc.record({ ...tokens, cost }, { requiredKeys: ['used', 'size'] }) }),
  fc
    .tuple(
      fc.record({ type: is('subagent'), childSessionId: fc.oneof(sessionId, words) }),
      fc.record({ title: maybe, description: maybe, state: stateName, stopReason }, optional),
    )
    .map(([child, given]) => ({ ...child, ...given })),
  fc.record({ type: is('notice'), severity: words, text: words }),
  fc.record({ type: is('other'), update: words }),
)

const link: fc.Arbitrary<Link> = fc.oneof(
  fc.record({
    state: fc.constantFrom('starting' as const, 'shaking-hands' as const, 'open' as const),
    sinceMs: atMs,
  }),
  fc.record({
    state: is('reconnecting'),
    sinceMs: atMs,
    attempt: fc.nat(9),
    nextAtMs: fc.option(atMs),
    cause: words,
  }),
  fc.record({
    state: is('wants-login'),
    sinceMs: atMs,
    methods: fc.constant([]),
    trying: maybe,
    failure: maybe,
  }),
  fc.record({
    state: is('ended'),
    sinceMs: atMs,
    end: fc.constantFrom({ kind: 'closed' } as const, { kind: 'exited', code: 3, signal: null } as const),
  }),
)
const key = fc.nat(4)
const problem = fc.record({
  code: fc.constantFrom('not-json' as const, 'bad-entry' as const),
  text: words,
  weight: fc.constantFrom('rejected' as const, 'noted' as const),
})
const offered = [
  { id: 'o', name: 'No', kind: 'reject_once' },
  { id: 'y', name: 'Yes', kind: 'allow_once' },
]
const asking = fc.record({
  key,
  sessionId,
  title: words,
  toolKind: fc.constantFrom(null, 'switch_mode'),
  detail: words,
  options: fc.constant(offered),
  plan: fc.option(fc.oneof(markdown, file)),
  askedAtMs: atMs,
})
const callId = fc.constantFrom('item-1', 'plan-review:item-2', 'x')
const request = fc.tuple(asking, fc.option(callId), fc.option(todos)).map(([asked, call, list]) => ({
  ...asked,
  ...(call === null ? {} : { callId: call }),
  ...(list === null ? {} : { todos: list }),
}))
const answer = fc.constantFrom(
  { type: 'cancelled' } as const,
  { type: 'selected', optionId: 'o', by: 'user' } as const,
  { type: 'selected', optionId: 'y', by: 'user' } as const,
  { type: 'selected', optionId: 'o', by: 'user', feedback: 'no' } as const,
  { type: 'selected', optionId: 'x', by: 'policy' } as const,
)
const elicitation = fc.record({
  key,
  sessionId: fc.option(sessionId),
  message: words,
  asks: fc.constant({ type: 'url', url: 'x', elicitationId: null } as const),
  askedAtMs: atMs,
})
const outcome = fc.constantFrom(
  { kind: 'stopped', stopReason: 'end_turn' } as const,
  { kind: 'stopped', stopReason: 'cancelled' } as const,
  { kind: 'failed', code: 1, message: 'no' } as const,
  { kind: 'lost' } as const,
)
const proposalOutcome = fc.record({
  kind: fc.constantFrom('approved' as const, 'refined' as const, 'kept' as const),
  words,
  atMs,
  feedback: maybe,
})
const listing: fc.Arbitrary<SessionListing> = fc.oneof(
  fc.constant({ state: 'not-asked' } as const),
  fc.record({
    state: fc.constantFrom('asking' as const, 'listed' as const),
    sessions: fc.array(fc.record({ id: words, title: maybe, cwd: maybe, updatedAtMs: fc.option(atMs) }), {
      maxLength: 3,
    }),
  }),
)
const past = fc.constantFrom('loaded' as const, 'resumed' as const)

const switchState: fc.Arbitrary<SwitchState> = fc.oneof(
  fc.record({ type: fc.constantFrom('unset' as const, 'set' as const, 'merged' as const, 'own' as const) }),
  fc.constant({ type: 'kept-off', where: 'environment' } as const),
  fc.record({ type: fc.constant('unreadable' as const), fault: fc.constantFrom(...switchFaults) }),
)

/** Any event that a run may bring, in sessions that few enough know each other. */
export const anyEvent: fc.Arbitrary<AppEvent> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ type: is('session-updated'), atMs, sessionId, update }) },
  fc.record({ type: is('link-changed'), atMs, link }),
  fc.record({
    type: is('agent-described'),
    atMs,
    agent: fc.record({
      name: fc.constantFrom('@agentclientprotocol/codex-acp', 'gemini-cli', 'a'),
      title: maybe,
      version: maybe,
      protocolVersion: fc.constantFrom(1, 2),
      knowsPlanCapability: fc.boolean(),
      offers: fc.constant(offersNothing),
    }),
  }),
  fc.record({
    type: is('plan-tools-told'),
    atMs,
    planTools: fc.record({
      mode: fc.constantFrom('on' as const, 'off' as const, 'elsewhere' as const),
      startedAgent: fc.constantFrom(null, 'codex-acp', 'x'),
      switches: fc.array(fc.record({ agent: fc.constantFrom('codex-acp', 'x'), state: switchState }), {
        maxLength: 2,
      }),
    }),
  }),
  fc.record({ type: is('session-opening'), atMs, sessionId, how: past }),
  fc.record({
    type: is('session-opened'),
    atMs,
    sessionId,
    how: fc.constantFrom('new' as const, 'loaded' as const, 'resumed' as const),
    setup: fc.record({ modes: fc.option(modes), configOptions: options, commands }),
  }),
  fc.record({ type: is('session-not-opened'), atMs, sessionId: fc.option(sessionId), message: words }),
  fc.record({ type: is('session-selected'), atMs, sessionId }),
  fc.record({ type: is('session-closed'), atMs, sessionId, wasDeleted: fc.boolean() }),
  fc.record({ type: is('sessions-listed'), atMs, listing }),
  fc.record({ type: is('problem-found'), atMs, sessionId: fc.option(sessionId), problem }),
  fc.record({
    type: is('prompt-queued'),
    atMs,
    sessionId: fc.option(sessionId),
    text: words,
    place: fc.nat(3),
  }),
  fc.record({ type: is('queue-moved'), atMs, from: fc.option(sessionId), to: sessionId }),
  fc.record({ type: is('session-held'), atMs, sessionId, message: words }),
  fc.record({ type: is('session-released'), atMs, sessionId }),
  fc.record({ type: is('prompts-withdrawn'), atMs, sessionId: fc.option(sessionId), count: fc.nat(3) }),
  fc.record({ type: is('prompt-sent'), atMs, sessionId, text: words, wasQueued: fc.boolean() }),
  fc.record({ type: is('turn-cancelled'), atMs, sessionId }),
  fc.record({ type: is('turn-ended'), atMs, sessionId, outcome }),
  fc.record({ type: is('permission-asked'), atMs, request }),
  fc.record({ type: is('permission-answered'), atMs, key, answer }),
  fc.record({ type: is('elicitation-asked'), atMs, request: elicitation }),
  fc.record({
    type: is('elicitation-answered'),
    atMs,
    key,
    answer: fc.constant({ type: 'declined', by: 'user' } as const),
  }),
  fc.record({ type: is('proposal-answered'), atMs, sessionId, outcome: proposalOutcome }),
  fc.record({
    type: is('file-accessed'),
    atMs,
    sessionId: fc.option(sessionId),
    access: fc.constantFrom('read' as const, 'write' as const),
    path: words,
    error: maybe,
  }),
  fc.record({ type: is('stderr-written'), atMs, line: words }),
  fc.record({ type: is('remarked'), atMs, text: words }),
)
