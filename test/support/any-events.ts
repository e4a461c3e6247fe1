// Generated events of a run, for the laws of the reducer, of recordings and of the screen.
import fc from 'fast-check'
import type { AppEvent, SessionSetup } from '../../src/app/app-event.ts'
import type { ElicitationRequest } from '../../src/app/state/elicitation.ts'
import type { AuthMethod, Link, LinkEnd } from '../../src/app/state/link.ts'
import type { PermissionRequest } from '../../src/app/state/permission.ts'
import { switchFaults, type SwitchState } from '../../src/app/plan-advice/plan-tools.ts'
import type { SessionListing } from '../../src/app/state/session-listing.ts'
import type { PlanName } from '../../src/protocol/plans/plan-content.ts'
import type { SessionEvent } from '../../src/protocol/session/session-event.ts'
import type { RequestDetail } from '../../src/app/state/request-detail.ts'
import type { ConfigOption } from '../../src/protocol/session/session-settings.ts'

/** The values in the events: few that meet often for what a state holds, hostile texts for what is shown. */
export interface EventValues {
  readonly text: fc.Arbitrary<string>
  /** A piece of a message. */
  readonly speech: fc.Arbitrary<string>
  readonly planText: fc.Arbitrary<string>
  /** A text of a request. */
  readonly detail: fc.Arbitrary<string>
  readonly sessionId: fc.Arbitrary<string>
  readonly planName: fc.Arbitrary<PlanName>
  /** A mode, a setting or one of its values, by its id. */
  readonly settingId: fc.Arbitrary<string>
  readonly atMs: fc.Arbitrary<number>
  readonly elicitation: fc.Arbitrary<ElicitationRequest>
  /** The most entries, options and sessions in one list. */
  readonly longest: number
  /** How many of all events are updates of a session, by weight; each other type has 1. */
  readonly updateWeight: number
}

function is<T extends string>(...types: readonly T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...types)
}

const optional = { requiredKeys: [] as [] }
const stateName = is('idle', 'running', 'requires_action', '_own')
const stopReason = is('end_turn', 'cancelled', '_own')
const past = is('loaded', 'resumed')
const outcomeKind = is('approved', 'rejected', 'refined', 'kept', 'cancelled')
const switchState: fc.Arbitrary<SwitchState> = fc.oneof(
  fc.record({ type: is('unset', 'set', 'merged', 'own') }),
  fc.constant({ type: 'kept-off', where: 'environment' } as const),
  fc.record({ type: is('unreadable'), fault: fc.constantFrom(...switchFaults) }),
)

/** Any event that a run may bring. */
export function anyEventOf(values: EventValues): fc.Arbitrary<AppEvent> {
  const { text, sessionId, atMs, settingId, updateWeight } = values
  const maybe = fc.option(text)
  const key = fc.nat(4)
  const link: fc.Arbitrary<Link> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ state: is('open'), sinceMs: atMs }) },
    fc.record({ state: is('starting', 'shaking-hands'), sinceMs: atMs }),
    fc.record({
      state: is('reconnecting'),
      sinceMs: atMs,
      attempt: fc.nat(),
      nextAtMs: fc.option(atMs),
      cause: text,
    }),
    fc.record({
      state: is('wants-login'),
      sinceMs: atMs,
      methods: methodsOf(values),
      trying: maybe,
      failure: maybe,
    }),
    fc.record({ state: is('ended'), sinceMs: atMs, end: anyEnd(values) }),
  )
  const agent = fc.record({
    name: fc.oneof(text, is('@agentclientprotocol/codex-acp', 'gemini-cli')),
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
  })
  const planTools = fc.record({
    mode: is('on', 'off', 'elsewhere'),
    startedAgent: fc.constantFrom(null, 'codex-acp', 'x'),
    switches: fc.array(fc.record({ agent: is('codex-acp', 'x'), state: switchState }), { maxLength: 2 }),
  })
  const listing: fc.Arbitrary<SessionListing> = fc.oneof(
    fc.constant({ state: 'not-asked' } as const),
    fc.record({ state: is('asking', 'listed'), sessions: sessionsOf(values) }),
    fc.record({ state: is('failed'), sessions: sessionsOf(values), message: text }),
  )
  const problem = fc.record({
    code: is('not-json', 'bad-entry'),
    text,
    path: text,
    weight: is('rejected', 'noted'),
    excerpt: text,
  })
  const turnOutcome = fc.oneof(
    fc.record({ kind: is('stopped'), stopReason: fc.oneof(stopReason, text) }),
    fc.record({ kind: is('failed'), code: fc.integer(), message: text }),
    fc.constant({ kind: 'lost' } as const),
  )
  const answer = fc.oneof(
    fc.constant({ type: 'cancelled' } as const),
    fc.record({ type: is('selected'), optionId: is('o', 'y', 'x'), by: is('user', 'policy') }),
    fc.record({
      type: is('selected'),
      optionId: is('o'),
      by: is('policy'),
      unseen: is('plan', 'file', 'action'),
    }),
    fc.record({ type: is('selected'), optionId: is('o'), by: is('user'), feedback: text }),
  )
  const maybeSession = fc.option(sessionId)
  const setup: fc.Arbitrary<SessionSetup> = fc.record({
    modes: fc.option(
      fc.record({
        current: settingId,
        available: fc.array(fc.record({ id: settingId, name: text, description: maybe }), { maxLength: 6 }),
      }),
    ),
    configOptions: settingsOf(values),
    commands: commandsOf(values),
  })
  return fc.oneof(
    {
      weight: updateWeight,
      arbitrary: fc.record({ type: is('session-updated'), atMs, sessionId, update: anyUpdate(values) }),
    },
    fc.record({ type: is('link-changed'), atMs, link }),
    fc.record({ type: is('agent-described'), atMs, agent }),
    fc.record({ type: is('plan-tools-told'), atMs, planTools }),
    fc.record({ type: is('session-opening'), atMs, sessionId, how: past }),
    fc.record({ type: is('session-opened'), atMs, sessionId, how: is('new', 'loaded', 'resumed'), setup }),
    fc.record({ type: is('session-not-opened'), atMs, sessionId: maybeSession, message: text }),
    fc.record({ type: is('session-selected'), atMs, sessionId }),
    fc.record({ type: is('session-closed'), atMs, sessionId, wasDeleted: fc.boolean() }),
    fc.record({ type: is('sessions-listed'), atMs, listing }),
    fc.record({ type: is('problem-found'), atMs, sessionId: maybeSession, problem }),
    fc.record({ type: is('prompt-queued'), atMs, sessionId: maybeSession, text, place: fc.nat(3) }),
    fc.record({ type: is('queue-moved'), atMs, from: maybeSession, to: sessionId }),
    fc.record({ type: is('session-held'), atMs, sessionId, message: text }),
    fc.record({ type: is('session-released'), atMs, sessionId }),
    fc.record({ type: is('prompts-withdrawn'), atMs, sessionId: maybeSession, count: fc.nat(3) }),
    fc.record({ type: is('prompt-sent'), atMs, sessionId, text, wasQueued: fc.boolean() }),
    fc.record({ type: is('turn-cancelled'), atMs, sessionId }),
    fc.record({ type: is('turn-ended'), atMs, sessionId, outcome: turnOutcome }),
    fc.record({ type: is('permission-asked', 'permission-updated'), atMs, request: anyRequest(values) }),
    fc.record({ type: is('permission-answered'), atMs, key, answer }),
    fc.record({ type: is('elicitation-asked'), atMs, request: values.elicitation }),
    fc.record({
      type: is('elicitation-answered'),
      atMs,
      key,
      answer: fc.constantFrom({ type: 'declined', by: 'user' } as const, { type: 'cancelled' } as const),
    }),
    fc.record({
      type: is('proposal-answered'),
      atMs,
      sessionId,
      outcome: fc.record({ kind: outcomeKind, words: text, atMs, feedback: maybe }),
    }),
    fc.record({
      type: is('file-accessed'),
      atMs,
      sessionId: maybeSession,
      access: is('read', 'write'),
      path: text,
      error: maybe,
    }),
    fc.record({ type: is('stderr-written'), atMs, line: text }),
    fc.record({ type: is('remarked'), atMs, text }),
    fc.record({ type: is('marked'), atMs, text }),
    fc.record({ type: is('document-missing'), atMs, uri: fc.oneof(text, is('file:///plan.md')) }),
    fc.record({
      type: is('document-read'),
      atMs,
      document: fc.record({
        state: is('shown'),
        uri: fc.oneof(text, is('file:///plan.md')),
        text,
        format: is('markdown'),
        sizeBytes: fc.nat(),
      }),
    }),
  )
}

function anyUpdate(values: EventValues): fc.Arbitrary<SessionEvent> {
  const { text, speech, sessionId, planName: plan, settingId, longest } = values
  const maybe = fc.option(text)
  const who = is('agent', 'agent', 'user', 'thought')
  const status = fc.oneof(is('pending', 'in_progress', 'completed', 'cancelled', '_own', ''), text)
  const priority = fc.oneof(is('high', 'medium', 'low', '', 'urgent!'), text)
  const entries = fc.array(fc.record({ content: text, status, priority }), {
    maxLength: longest,
    size: 'max',
  })
  const content = fc.oneof(
    { weight: 2, arbitrary: fc.record({ type: is('items'), entries }) },
    fc.record({ type: is('markdown'), text: values.planText }),
    fc.record({
      type: is('file'),
      uri: fc.oneof(
        text,
        text.map((name) => `file:///tmp/${name}`),
      ),
    }),
    fc.record({
      type: is('opaque'),
      planType: fc.oneof(text, is('_custom\u001b[1m')),
      payload: fc.dictionary(text, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }),
    }),
  )
  const call = {
    title: text,
    name: text,
    kind: fc.oneof(text, is('edit', 'execute')),
    status: fc.oneof(text, is('pending', 'in_progress', 'completed', 'failed')),
    path: text,
    todos: entries,
    todoChange: fc.record({ todos: todosOf(values), isMerge: fc.boolean() }),
    parentCallId: is('1', '2'),
    childSessionId: sessionId,
  }
  const tokens = { used: fc.nat(), size: fc.nat() }
  const cost = fc.option(fc.record({ amount: fc.double({ noNaN: true }), currency: text }))
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ type: is('plan-replaced'), plan, content }) },
    fc.record({ type: is('plan-replaced'), plan, content, title: text }),
    fc.record({ type: is('plan-grown'), plan, text }),
    fc.record({ type: is('plan-removed'), plan }),
    fc.record({ type: is('todos'), todos: todosOf(values), isMerge: fc.boolean() }),
    { weight: 3, arbitrary: fc.record({ type: is('said'), who, text: speech, isWhole: fc.boolean() }) },
    {
      weight: 3,
      arbitrary: fc.record({ type: is('said'), who, text: speech, isWhole: fc.boolean(), messageId: text }),
    },
    fc
      .tuple(
        fc.record({ type: is('tool-call'), toolCallId: is('1', '2', '3'), hasTodos: fc.boolean() }),
        fc.record(call, optional),
      )
      .map(([called, given]) => ({ ...called, ...given })),
    fc.record({ type: is('state'), state: stateName }),
    fc.record({ type: is('state'), state: stateName, stopReason }),
    fc.record({ type: is('state'), state: stateName, background: fc.array(sessionId, { maxLength: 2 }) }),
    fc
      .tuple(
        fc.record({ type: is('task'), taskId: settingId }),
        fc.record({ title: text, description: text, state: stateName }, optional),
      )
      .map(([task, given]) => ({ ...task, ...given })),
    fc
      .tuple(
        fc.record({ type: is('session-message'), messageId: settingId, isWhole: fc.boolean() }),
        fc.record({ from: maybe, to: maybe, text }, optional),
      )
      .map(([message, given]) => ({ ...message, ...given })),
    fc.record({ type: is('goal'), goal: fc.option(fc.record({ objective: text, status: text })) }),
    fc.record({ type: is('session-titled'), title: maybe }),
    fc.record({ type: is('mode-changed'), modeId: settingId }),
    fc.record({ type: is('config-options'), options: settingsOf(values) }),
    fc.record({ type: is('commands'), commands: commandsOf(values) }),
    fc.record({
      type: is('usage'),
      usage: fc.record({ ...tokens, cost }, { requiredKeys: ['used', 'size'] }),
    }),
    fc
      .tuple(
        fc.record({ type: is('subagent'), childSessionId: fc.oneof(sessionId, text) }),
        fc.record({ title: maybe, description: maybe, state: stateName, stopReason }, optional),
      )
      .map(([child, given]) => ({ ...child, ...given })),
    fc.record({ type: is('notice'), severity: text, text }),
    fc
      .tuple(
        fc.record({ type: is('compaction'), compactionId: settingId }),
        fc.record({ status: stateName, summary: text, error: text }, optional),
      )
      .map(([compaction, given]) => ({ ...compaction, ...given })),
    fc.record({ type: is('compaction-summary'), compactionId: settingId, text }),
    fc.record({ type: is('other'), update: text }),
  )
}

function anyRequest(values: EventValues): fc.Arbitrary<PermissionRequest> {
  const { text, planText, longest } = values
  const option = fc.record({
    id: text,
    name: text,
    kind: is('allow_once', 'allow_always', 'reject_once', ''),
  })
  const asking = fc.record({
    key: fc.nat(4),
    sessionId: values.sessionId,
    title: text,
    toolKind: fc.oneof(fc.constantFrom(null, 'switch_mode'), text),
    detail: anyDetail(values.detail),
    options: fc.oneof(
      fc.constant([
        { id: 'o', name: 'No', kind: 'reject_once' },
        { id: 'y', name: 'Yes', kind: 'allow_once' },
      ]),
      fc.array(option, { maxLength: longest }),
    ),
    plan: fc.option(
      fc.oneof(
        { weight: 3, arbitrary: fc.record({ type: is('markdown'), text: planText }) },
        fc.record({
          type: is('file'),
          uri: fc.oneof(
            text,
            text.map((name) => `file:///tmp/${name}`),
          ),
        }),
      ),
    ),
    askedAtMs: values.atMs,
  })
  const callId = fc.option(is('item-1', 'plan-review:item-2', 'x'))
  return fc.tuple(asking, callId, fc.option(todosOf(values))).map(([request, call, todos]) => ({
    ...request,
    ...(call === null ? {} : { callId: call }),
    ...(todos === null ? {} : { todos }),
  }))
}

function todosOf({ text }: EventValues) {
  const status = is('pending', 'in_progress', 'completed', 'cancelled', '_own')
  const todo = fc.record({
    id: fc.option(text),
    content: fc.option(text),
    status: fc.option(status),
    priority: text,
  })
  return fc.array(todo, { maxLength: 4 })
}

function settingsOf({ text, settingId }: EventValues): fc.Arbitrary<readonly ConfigOption[]> {
  const maybe = fc.option(text)
  const name = fc.record({
    id: settingId,
    name: text,
    description: maybe,
    category: fc.constantFrom(null, 'mode', 'model', 'x_mode'),
  })
  const choice = fc.record({ value: settingId, name: text, description: maybe, group: maybe })
  const value = fc.oneof(
    fc.record({ type: is('select'), value: settingId, choices: fc.array(choice, { maxLength: 8 }) }),
    fc.record({ type: is('boolean'), value: fc.boolean() }),
    fc.record({ type: is('other'), valueType: text, value: fc.jsonValue({ maxDepth: 2 }) }),
  )
  const option = fc.tuple(name, value).map(([named, set]) => ({ ...named, ...set }))
  return fc.array(option, { maxLength: 4 })
}

function commandsOf({ text, settingId }: EventValues) {
  const command = fc.record({ name: settingId, description: text, hint: fc.option(text) })
  return fc.array(command, { maxLength: 8 })
}

function sessionsOf({ text, sessionId, longest }: EventValues) {
  const maybe = fc.option(text)
  const updatedAtMs = fc.option(fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, 1_790_000_000_000)))
  const listed = fc.record({ id: fc.oneof(sessionId, text), title: maybe, cwd: maybe, updatedAtMs })
  return fc.array(listed, { maxLength: longest })
}

function methodsOf({ text }: EventValues): fc.Arbitrary<readonly AuthMethod[]> {
  const how: fc.Arbitrary<AuthMethod['how']> = fc.oneof(
    fc.constant({ type: 'agent' } as const),
    fc.record({
      type: is('terminal'),
      args: fc.array(text, { maxLength: 5 }),
      env: fc.dictionary(text, text, { maxKeys: 2 }),
    }),
    fc.record({ type: is('env_var'), names: fc.array(text, { maxLength: 3 }), link: fc.option(text) }),
    fc.record({ type: is('other'), name: text }),
  )
  return fc.array(fc.record({ id: text, name: text, description: fc.option(text), how }), { maxLength: 4 })
}

function anyEnd(values: EventValues): fc.Arbitrary<LinkEnd> {
  const { text } = values
  return fc.oneof(
    fc.record({ kind: is('not-started'), command: text, cause: text }),
    fc.record({
      kind: is('exited'),
      code: fc.option(fc.nat({ max: 255 })),
      signal: fc.option(is('SIGKILL')),
    }),
    fc.record({ kind: is('unreachable', 'disconnected'), address: text, cause: text }),
    fc.record({ kind: is('silent'), forMs: fc.nat(), waitingFor: text }),
    fc.record({ kind: is('wants-authentication'), methods: methodsOf(values), message: text }),
    fc.record({ kind: is('refused'), method: text, code: fc.option(fc.integer()), message: text }),
    fc.record({ kind: is('broke-protocol'), text }),
    fc.record({ kind: is('closed-output', 'closed') }),
  )
}

function anyDetail(text: fc.Arbitrary<string>): fc.Arbitrary<RequestDetail> {
  const words = fc.record({ type: fc.constant('words'), text })
  const code = fc.record(
    {
      type: fc.constant('code'),
      language: fc.constantFrom('console', 'diff', 'json', null),
      text,
      file: text,
      folder: text,
    },
    { requiredKeys: ['type', 'language', 'text'] },
  )
  return fc.array(fc.oneof(words, code), { maxLength: 3 })
}
