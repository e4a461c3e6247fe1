// Events of a source without messages, as another machine tells them.
import type { JsonObject } from '../../protocol/wire/message.ts'
import type { CallEvidence } from '../../protocol/session/call-evidence.ts'
import type { Goal, SessionEvent } from '../../protocol/session/session-event.ts'
import type { ChangedLines, SentDiff } from '../../protocol/session/sent-diff.ts'
import type { PlanEntry, PlanName, ToldOfStep } from '../../protocol/plans/plan-content.ts'
import type { PlanContent } from '../../protocol/plan-kinds/plan-kinds.ts'
import type { UsageReport } from '../../protocol/session/session-settings.ts'
import {
  among,
  flag,
  listOf,
  number,
  object,
  optional,
  or,
  text,
  textOrNull,
  variants,
  type Reader,
} from '../notes/note-readers.ts'
import { readNote } from '../notes/read-note.ts'
import { noSetup, type AppEvent } from '../state/app-event.ts'
import type { DetailPart, PermissionOption, PermissionRequest } from '../state/permission.ts'

const yes: Reader<true> = (value) => (value === true ? true : undefined)
const texts = listOf(text)

const planName = object<PlanName>({
  dialect: among('plan', 'id', 'planId', 'proposed', 'inferred'),
  id: textOrNull,
})

const entry = object<PlanEntry>({
  content: text,
  status: text,
  priority: text,
  id: optional(text),
  waitsFor: optional(listOf(number)),
  told: optional(
    object<ToldOfStep>({ group: optional(text), reason: optional(text), sentStatus: optional(textOrNull) }),
  ),
})

type ToldContent = Exclude<PlanContent, { type: 'opaque' }>

const content = variants<ToldContent, 'type'>('type', {
  items: { entries: listOf(entry), isUncertain: optional(flag) },
  markdown: { text },
  file: { uri: text },
})

const diff = (value: unknown): SentDiff | undefined => written(value) ?? patched(value)
const written = object<Extract<SentDiff, { newText: string }>>({
  path: text,
  oldText: textOrNull,
  newText: text,
})
const patched = object<Extract<SentDiff, { lines: ChangedLines | null }>>({
  path: text,
  lines: or(object<ChangedLines>({ added: number, removed: number }), null),
})

const evidence = object<CallEvidence>({
  command: optional(text),
  exit: optional(number),
  paths: optional(texts),
  terminals: optional(texts),
  diffs: optional(listOf(diff)),
})

type OfType<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>
type ToldCall = Omit<OfType<'tool-call'>, 'todoChange' | 'planWrite' | 'sqlResult'>
type ToldPlan = Omit<OfType<'plan-replaced'>, 'content'> & { readonly content: ToldContent }

/** What the readers of logs report; the rest of `SessionEvent` comes with messages only. */
type ToldUpdate =
  | ToldPlan
  | ToldCall
  | OfType<
      | 'plan-grown'
      | 'plan-removed'
      | 'said'
      | 'state'
      | 'session-titled'
      | 'usage'
      | 'subagent'
      | 'task'
      | 'goal'
      | 'notice'
      | 'compaction'
      | 'compaction-summary'
      | 'terminal-ended'
    >

const stateReport = { stopReason: optional(text), background: optional(texts) }

const update = variants<ToldUpdate, 'type'>('type', {
  'plan-replaced': { plan: planName, content, title: optional(text) },
  'plan-grown': { plan: planName, text, title: optional(text) },
  'plan-removed': { plan: planName },
  said: { who: among('agent', 'user', 'thought'), text, messageId: optional(text), isWhole: flag },
  'tool-call': {
    toolCallId: text,
    title: optional(text),
    name: optional(text),
    kind: optional(text),
    status: optional(text),
    path: optional(text),
    evidence: optional(evidence),
    hasTodos: flag,
    todos: optional(listOf(entry)),
    childSessionId: optional(text),
    unreviewedPlan: optional(text),
    parentCallId: optional(text),
  },
  state: { state: text, ...stateReport },
  'session-titled': { title: textOrNull },
  usage: {
    usage: object<UsageReport>({
      used: number,
      size: number,
      cost: optional(or(object<NonNullable<UsageReport['cost']>>({ amount: number, currency: text }), null)),
    }),
  },
  subagent: {
    childSessionId: text,
    title: optional(textOrNull),
    description: optional(textOrNull),
    state: optional(text),
    ...stateReport,
  },
  task: { taskId: text, title: optional(text), description: optional(text), state: optional(text) },
  goal: { goal: or(object<Goal>({ objective: text, status: text }), null) },
  notice: { severity: text, text },
  compaction: { compactionId: text, status: optional(text), summary: optional(text), error: optional(text) },
  'compaction-summary': { compactionId: text, text },
  'terminal-ended': { terminalId: text, exit: number },
})

const detail = variants<DetailPart, 'type'>('type', {
  words: { text },
  code: {
    language: or(among('console', 'diff', 'json'), null),
    text,
    file: optional(text),
    folder: optional(text),
  },
})

const proposed = variants<NonNullable<PermissionRequest['plan']>, 'type'>('type', {
  markdown: { text },
  file: { uri: text },
})

const request = object<Omit<PermissionRequest, 'todos'>>({
  key: number,
  sessionId: text,
  title: text,
  callId: optional(text),
  callEnd: optional(among('completed', 'failed')),
  toolKind: textOrNull,
  detail: listOf(detail),
  options: listOf(object<PermissionOption>({ id: text, name: text, kind: text })),
  hasUntoldOptions: optional(yes),
  plan: or(proposed, null),
  isPlanCut: optional(yes),
  todoList: optional(listOf(entry)),
  isAboutPlan: optional(yes),
  isBlank: optional(yes),
  askedAtMs: number,
})

type ToldEvent =
  | { readonly type: 'session-updated'; readonly sessionId: string; readonly update: ToldUpdate }
  | Pick<Extract<AppEvent, { type: 'session-opened' }>, 'type' | 'sessionId' | 'how' | 'setup'>
  | { readonly type: 'permission-asked' | 'permission-updated'; readonly request: PermissionRequest }

const event = variants<ToldEvent, 'type'>('type', {
  'session-updated': { sessionId: text, update },
  'session-opened': { sessionId: text, how: among('new', 'loaded', 'resumed'), setup: () => noSetup },
  'permission-asked': { request },
  'permission-updated': { request },
})

/**
 * The event of a line, at a time that was read before; null: it is malformed, or newer than this program. Never throws: the other
 * machine is not trusted.
 */
export function readToldEvent(value: JsonObject, atMs: number): AppEvent | null {
  const read = event(value) ?? readNote(value, atMs)
  return read === null ? null : { ...read, atMs, ...(value['isUntimed'] === true ? { isUntimed: true } : {}) }
}
