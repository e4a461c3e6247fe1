import type { AppEvent } from '../../src/app/state/app-event.ts'
import { offersNothing } from '../../src/app/state/link.ts'
import type { ElicitationRequest } from '../../src/app/state/elicitation.ts'
import type { PermissionRequest } from '../../src/app/state/permission.ts'
import type { SessionEvent } from '../../src/protocol/session/session-event.ts'
import type { ConfigOption, SessionModes } from '../../src/protocol/session/session-settings.ts'
import { fields } from '../app/elicitation-fields.ts'
import { entries, items, opening, session, turnEnded, update } from './stage.ts'
import {
  asked,
  asksFor,
  chosen,
  describedAs,
  linked,
  openedSession,
  openingSession,
  over,
} from '../support/app-states.ts'

const modes: SessionModes = {
  current: 'ask',
  available: [
    { id: 'ask', name: 'Ask first', description: null },
    { id: 'plan', name: 'Plan', description: 'Plans before it acts' },
  ],
}

function model(value: string): ConfigOption {
  const choices = ['small', 'large'].map((size) => ({
    value: size,
    name: size === 'small' ? 'Small' : 'Large',
    description: null,
    group: null,
  }))
  return { id: 'model', name: 'Model', description: null, category: 'model', type: 'select', value, choices }
}

const web: Extract<ConfigOption, { type: 'boolean' }> = {
  id: 'web',
  name: 'Web search',
  description: null,
  category: null,
  type: 'boolean',
  value: false,
}

const login = {
  state: 'wants-login',
  methods: [{ id: 'key', name: 'API key', description: null, how: { type: 'agent' } }],
  trying: null,
  failure: null,
} as const

/** A session is loaded, its settings change, another one is selected; sub-agents work; the agent is lost and reconnected. */
export const sessions: readonly AppEvent[] = [
  describedAs(
    { title: 'Scripted agent', protocolVersion: 2, offers: { ...offersNothing, list: true, load: true } },
    200,
  ),
  linked({ ...login, sinceMs: 210 }, 210),
  linked({ ...login, sinceMs: 220, trying: 'key' }, 220),
  openingSession('old', 300),
  update(310, { type: 'session-titled', title: 'fix the parser' }, 'old'),
  update(320, items(null, 'x Read the parser', '. Fix it'), 'old'),
  openedSession(
    'old',
    { modes, configOptions: [model('small'), web], commands: [] },
    { atMs: 400, how: 'loaded' },
  ),
  linked({ state: 'open', sinceMs: 400 }, 400),
  update(500, { type: 'mode-changed', modeId: 'plan' }, 'old'),
  update(510, { type: 'mode-changed', modeId: 'plan' }, 'old'),
  update(600, { type: 'config-options', options: [model('large'), web] }, 'old'),
  update(
    700,
    { type: 'commands', commands: [{ name: 'init', description: 'Looks around', hint: null }] },
    'old',
  ),
  openedSession('gone-on', {}, { atMs: 800, how: 'resumed' }),
  asksFor('gone-on', 'ask the others', 900),
  update(1000, { type: 'subagent', childSessionId: 'child', description: 'looks for callers' }, 'gone-on'),
  update(1100, items(null, '> Find callers'), 'child'),
  update(1200, { type: 'usage', usage: { used: 12_000, size: 200_000, cost: null } }, 'gone-on'),
  { type: 'session-not-opened', atMs: 1300, sessionId: 'lost-one', message: 'there is no such session' },
  linked({ state: 'reconnecting', sinceMs: 2000, attempt: 1, nextAtMs: 3000, cause: 'it broke off' }, 2000),
  linked({ state: 'reconnecting', sinceMs: 2000, attempt: 1, nextAtMs: null, cause: 'it broke off' }, 3000),
  linked({ state: 'reconnecting', sinceMs: 2000, attempt: 2, nextAtMs: 5010, cause: 'nobody answers' }, 3010),
  linked({ state: 'reconnecting', sinceMs: 2000, attempt: 2, nextAtMs: null, cause: 'nobody answers' }, 3050),
  linked({ state: 'open', sinceMs: 3100 }, 3100),
  openingSession('old', 3110),
  update(3120, items(null, 'x Read the parser', 'x Fix it'), 'old'),
  openedSession('old', {}, { atMs: 3200, how: 'loaded' }),
  { type: 'session-selected', atMs: 3300, sessionId: 'gone-on' },
  { type: 'session-closed', atMs: 4000, sessionId: 'old', wasDeleted: true },
]

const options: PermissionRequest['options'] = [
  { id: 'bypass', name: 'Yes, and bypass permissions', kind: 'allow_always' },
  { id: 'yes', name: 'Yes, and ask before each edit', kind: 'allow_once' },
  { id: 'no', name: 'Keep planning', kind: 'reject_once' },
]

function planAsked(key: number, atMs: number, text: string): AppEvent {
  const title = 'Ready to code?'
  const plan = { type: 'markdown', text } as const
  return asked(atMs, { key, sessionId: session, title, toolKind: 'switch_mode', options, plan })
}

function said(text: string): SessionEvent {
  return { type: 'said', who: 'agent', text, messageId: 'm1', isWhole: false }
}

export function todos(...rows: readonly string[]): SessionEvent {
  return {
    type: 'tool-call',
    toolCallId: 'call-1',
    name: 'todowrite',
    hasTodos: true,
    todos: entries(...rows),
  }
}

const form: ElicitationRequest = {
  key: 5,
  sessionId: session,
  message: 'Which branch?',
  mode: {
    type: 'form',
    title: null,
    description: null,
    fields: [fields.text({ name: 'branch', title: 'Branch', isRequired: true })],
  },
  askedAtMs: 2500,
}

/** Plans that the agent asks about, in a request and in a message; one that is inferred, until the agent sends its own. */
export const proposals: readonly AppEvent[] = [
  ...opening(),
  update(1000, todos('> Look around', '. Write a plan')),
  planAsked(1, 1500, '# Split the tokenizer\n\n1. Move it\n'),
  chosen(1600, 1, 'no'),
  planAsked(2, 1700, '# Split the tokenizer\n\n1. Move it\n2. Test it\n'),
  chosen(1800, 2, 'yes'),
  update(2000, todos('x Look around', 'x Write a plan')),
  update(2100, items(null, '> Move it', '. Test it')),
  { type: 'elicitation-asked', atMs: 2500, request: form },
  {
    type: 'elicitation-answered',
    atMs: 2600,
    key: 5,
    answer: { type: 'accepted', content: { branch: 'a-secret-branch' } },
  },
  turnEnded(3000),
  asksFor(session, 'and the lexer?', 4000),
  update(4100, said('Here it is:\n<proposed_plan>\n# The le')),
  update(4200, said('xer\n\n- Delete it\n</proposed_plan>\nThat is all.')),
  turnEnded(5000),
  {
    type: 'proposal-answered',
    atMs: 6000,
    sessionId: session,
    outcome: { kind: 'approved', by: 'user', words: 'Implement', atMs: 6000, feedback: null },
  },
]

/** An agent's texts about sessions and questions, with terminal control sequences. */
export function hostileSessions(): readonly AppEvent[] {
  const evil = '\u001b]52;c;ZXZpbA==\u0007\u009b2J\u202egnp.\u001b[31m\r\n\u2066'
  const method = { id: evil, name: evil, description: evil, how: { type: 'agent' } } as const
  const asksLogin = { ...login, methods: [method], failure: evil }
  const other = { ...web, id: evil, name: evil, value: true }
  const [field] = form.mode.type === 'form' ? form.mode.fields : []
  const mode = { ...form.mode, fields: field === undefined ? [] : [{ ...field, name: evil, title: evil }] }
  return [
    linked({ ...asksLogin, sinceMs: 1 }, 1),
    linked({ ...asksLogin, sinceMs: 1, trying: evil }, 2),
    openingSession(evil, 3),
    openedSession(
      evil,
      {
        modes: { current: 'x', available: [{ id: evil, name: evil, description: evil }] },
        configOptions: [{ ...other, value: false }],
        commands: [],
      },
      { atMs: 4, how: 'loaded' },
    ),
    update(5, { type: 'mode-changed', modeId: evil }, evil),
    update(6, { type: 'config-options', options: [other] }, evil),
    update(7, { type: 'commands', commands: [{ name: evil, description: evil, hint: evil }] }, evil),
    update(8, { type: 'subagent', childSessionId: `c${evil}`, title: evil, description: evil }, evil),
    update(9, items(evil, `> ${evil}`), `c${evil}`),
    update(10, { ...todos(`> ${evil}`), toolCallId: evil } as SessionEvent, evil),
    update(11, said(`<proposed_plan>\n${evil}\n</proposed_plan>\n`), evil),
    { type: 'elicitation-asked', atMs: 12, request: { ...form, message: evil, mode } },
    {
      type: 'elicitation-asked',
      atMs: 13,
      request: { ...form, key: 6, message: evil, mode: { type: 'url', url: evil, elicitationId: evil } },
    },
    {
      type: 'proposal-answered',
      atMs: 14,
      sessionId: evil,
      outcome: { kind: 'refined', words: evil, atMs: 14, feedback: evil },
    },
    { type: 'file-accessed', atMs: 15, sessionId: evil, access: 'write', path: evil, error: evil },
    { type: 'session-not-opened', atMs: 16, sessionId: evil, message: evil },
    linked({ state: 'reconnecting', sinceMs: 17, attempt: 1, nextAtMs: 20, cause: evil }, 17),
    { type: 'session-closed', atMs: 18, sessionId: evil, wasDeleted: false },
    over(19, { kind: 'disconnected', address: evil, cause: evil }),
  ]
}
