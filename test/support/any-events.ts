// Generated events of a run, for the laws of the reducer, of recordings and of the screen.
import fc from 'fast-check'
import type { AppEvent, SessionSetup, SessionListing } from '../../src/app/state/app-event.ts'
import type { AuthMethod, Link, LinkEnd } from '../../src/app/state/link.ts'
import type { PermissionRequest, RequestDetail } from '../../src/app/state/permission.ts'
import { switchFaults, type SwitchState } from '../../src/app/state/plan-tools.ts'
import {
  anyUpdate,
  commandsOf,
  type EventValues,
  is,
  settingsOf,
  stopReason,
  todosOf,
} from './any-updates.ts'

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
      unseen: is('plan', 'file', 'action', 'option', 'user'),
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
