import * as z from 'zod/mini'
import { type DeepReadonly, described, named } from '../../lib/described-schema.ts'
import { atMs, count, inSession, line, isoTime } from './fields.ts'
import { observedKindNames } from '../../app/state/observed.ts'
import { notOpened } from '../../app/notes/schema/session-notes.ts'

const planTools = z.strictObject({
  agent: described(z.string(), 'How the agent is known here.'),
  variable: z.string(),
  state: described(
    z.literal(['unset', 'set', 'merged', 'own', 'kept-off', 'unreadable']),
    '`set` and `merged`: by this program, the latter into settings that are there. `own`: switched on by the user. ' +
      '`kept-off`: off by the user. `unreadable`: left as it is, because nothing can be added to it. `unset`: not there.',
  ),
  message: described(z.string(), 'What keeps its plans off, and how to mend that; empty where they are on.'),
})

const agent = line('agent', 'The agent has introduced itself.', {
  name: z.string(),
  title: z.nullable(z.string()),
  version: z.nullable(z.string()),
  protocolVersion: described(z.number(), '0: it is known from its own log.'),
  knowsPlanCapability: described(z.boolean(), 'It was told that plans by id are shown.'),
  offers: described(
    z.strictObject({
      list: z.boolean(),
      load: z.boolean(),
      resume: z.boolean(),
      close: z.boolean(),
      delete: z.boolean(),
    }),
    'What it can be asked about sessions.',
  ),
  planTools: described(
    z.nullable(planTools),
    'Of an agent whose plans can be switched on from here: what its environment holds of the variable that does that; ' +
      'null for all others.',
  ),
})

const connection = named(
  'connection',
  z.discriminatedUnion('state', [
    z.strictObject({
      type: z.literal('connection'),
      atMs,
      state: z.literal('lost'),
      attempt: described(count, 'Which attempt comes next.'),
      retryInMs: described(count, 'When it comes.'),
      cause: z.string(),
    }),
    z.strictObject({ type: z.literal('connection'), atMs, state: z.enum(['silent', 'back']) }),
  ]),
  'The connection to a remote agent was lost and is sought again, or is back. `silent`: nothing has come from an observed agent since then, for long, and nobody knows whether it still works.',
)

const loginFields = {
  type: z.literal('login'),
  atMs,
  methods: z.array(z.strictObject({ id: z.string(), name: z.string(), type: z.string() })),
}

const login = named(
  'login',
  z.discriminatedUnion('state', [
    z.strictObject({ ...loginFields, state: z.literal('wanted') }),
    z.strictObject({
      ...loginFields,
      state: z.literal('trying'),
      method: described(z.string(), 'The id of the one that is tried.'),
    }),
    z.strictObject({ ...loginFields, state: z.literal('failed'), message: z.string() }),
  ]),
  'The agent wants a login, or one is tried.',
)

const session = line(
  'session',
  'A session is being opened, is open, is another one than before, or got a title.',
  {
    ...inSession,
    title: z.nullable(z.string()),
    state: z.exactOptional(
      described(
        z.literal(['opening', 'open', 'current', 'closed', 'deleted', 'reported']),
        'What became of it; absent where only its title did. `opening`: what was written of its plans and settings is void, ' +
          'and its past follows. `reported`: it is a sub-agent’s.',
      ),
    ),
    how: z.exactOptional(described(z.literal(['new', 'loaded', 'resumed']), 'With `opening` and `open`.')),
    parent: z.exactOptional(described(z.string(), 'With `reported`: the session that it works for.')),
    description: z.exactOptional(described(z.nullable(z.string()), 'With `reported`.')),
  },
)

const sessionNotOpened = line('session-not-opened', notOpened, {
  session: described(z.nullable(z.string()), 'null: a new one.'),
  message: z.string(),
})

const configOption = z.strictObject({
  id: z.string(),
  name: z.string(),
  category: z.nullable(z.string()),
  type: z.literal(['select', 'boolean', 'other']),
  value: z.unknown(),
  choices: z.exactOptional(
    described(z.array(z.strictObject({ value: z.string(), name: z.string() })), 'With `select`.'),
  ),
})

const settings = line(
  'settings',
  'What can be set in a session, whole. Written when it opens with any, and when something changed.',
  {
    ...inSession,
    mode: described(z.nullable(z.string()), 'null: it has no modes.'),
    isModeUntold: z.exactOptional(
      described(
        z.literal(true),
        'A plan was approved in this planning mode, and the agent has told no mode since: it may be another one.',
      ),
    ),
    modes: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    options: z.array(configOption),
  },
)

const command = z.strictObject({
  name: z.string(),
  description: z.string(),
  hint: z.nullable(z.string()),
})

const commands = line('commands', 'The slash commands that the agent offers in a session, whole.', {
  ...inSession,
  commands: z.array(command),
})

const usage = line('usage', 'The context window in tokens, and the cost so far.', {
  ...inSession,
  used: z.number(),
  size: z.number(),
  cost: z.nullable(z.strictObject({ amount: z.number(), currency: z.string() })),
})

const compaction = line(
  'compaction',
  'The agent shortens what it remembers of a session, or did. Lines with the same `id` are about the same compaction.',
  {
    ...inSession,
    id: z.string(),
    status: described(z.string(), '`in_progress`, `completed`, `failed`, `cancelled` or another word.'),
    summary: described(z.string(), 'What it still remembers, as far as it came; empty if it does not tell.'),
    error: z.string(),
  },
)

const child = line(
  'child',
  'A sub-agent or a task that the agent began in a session: its beginning, and whenever it does something else. While one runs, ' +
    'the steps that it was begun in are not done, and their plans not complete.',
  {
    ...inSession,
    id: described(z.string(), 'Unique in the session.'),
    kind: z.literal(['sub-agent', 'task']),
    title: z.string(),
    hasSession: described(z.boolean(), 'Its `id` is that of a session of its own, with plans and questions.'),
    state: z.literal(['running', 'waiting', 'ended']),
    waitsFor: described(
      z.nullable(z.string()),
      'With `waiting`: the question; null if the agent does not tell.',
    ),
    stopReason: described(
      z.nullable(z.string()),
      'With `ended`: the agent’s word, or `lost` with the agent; null if the turn that it was begun in ended while it was at work.',
    ),
    error: z.exactOptional(described(z.string(), 'What the agent says of why a sub-agent failed.')),
    begunIn: described(
      z.array(z.strictObject({ plan: z.string(), steps: z.array(z.number()) })),
      'The keys of the plans, and in each of the steps that were in progress when it was begun; no steps: of the whole plan.',
    ),
  },
)

const goal = line('goal', 'What the agent works towards over several turns, or that it does no more.', {
  ...inSession,
  goal: z.nullable(z.strictObject({ objective: z.string(), status: z.string() })),
})

/** The lines about the agent, its connection and its sessions, except plans and turns. */
export const sessionLines = [
  agent,
  connection,
  login,
  session,
  sessionNotOpened,
  settings,
  commands,
  usage,
  compaction,
  child,
  goal,
] as const

export type JsonPlanTools = DeepReadonly<z.output<typeof planTools>>
export type JsonSession = DeepReadonly<z.output<typeof session>>
export type JsonChild = DeepReadonly<z.output<typeof child>>
export type JsonSettings = DeepReadonly<z.output<typeof settings>>
export type JsonConfigOption = DeepReadonly<z.output<typeof configOption>>
export type JsonSessionEvent = DeepReadonly<z.output<(typeof sessionLines)[number]>>

const found = line('found', 'A session of another program, as `attach --list --json` lists it.', {
  host: described(
    z.nullable(z.string()),
    'The other machine that it is on, as --host names it; null: this one.',
  ),
  kind: described(z.enum(observedKindNames), 'What wrote it.'),
  id: described(z.string(), 'The id of the session, or the name of a tap. `KIND:ID` names it for `attach`.'),
  path: described(z.string(), 'Its file, folder or socket.'),
  pid: described(z.nullable(z.number()), 'The process that writes it; null: unknown, or it has ended.'),
  agent: z.string(),
  folder: described(z.nullable(z.string()), 'The folder that the agent works in; null: unknown.'),
  label: described(z.nullable(z.string()), 'The name that its user gave it.'),
  changedAt: isoTime,
  inferred: described(z.boolean(), 'Its plans are inferred from its log.'),
  doing: described(
    z.nullable(z.enum(['waits', 'works', 'rests', 'silent'])),
    'What its agent does; `waits`: for its user; `silent`: it was at work, has written nothing since `changedAt`, for long, and nobody knows whether it still runs. null: it was not read.',
  ),
  about: described(z.nullable(z.string()), 'What it waits for, or the step that it works on.'),
  plan: described(
    z.nullable(
      z.strictObject({
        title: z.string(),
        progress: z.nullable(z.strictObject({ done: count, total: count })),
      }),
    ),
    'The plan that has changed last; null: it has none, or was not read.',
  ),
})

export const foundLines = [found] as const

export type JsonFound = DeepReadonly<z.output<typeof found>>
