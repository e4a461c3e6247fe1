// Short ways to write events, and the states that they lead to, for tests of what is shown and done.
import { type AppEvent, noSetup, type SessionSetup } from '../../src/app/state/app-event.ts'
import {
  type AgentOffers,
  type AuthMethod,
  type Link,
  type LinkEnd,
  offersNothing,
} from '../../src/app/state/link.ts'
import { type AppState, initialState } from '../../src/app/state/app-state.ts'
import type { SessionListing } from '../../src/app/state/app-event.ts'
import type { SwitchState } from '../../src/app/state/plan-tools.ts'
import type { PermissionOption, PermissionRequest } from '../../src/app/state/permission.ts'
import type { Proposal } from '../../src/app/state/proposal.ts'
import { reduce } from '../../src/app/reduce/reduce.ts'
import type { PlanEntry } from '../../src/protocol/plans/plan-content.ts'
import type { PlanContent } from '../../src/protocol/plan-kinds/plan-kinds.ts'
import type { SessionEvent } from '../../src/protocol/session/session-event.ts'
import type {
  ConfigChoice,
  ConfigOption,
  SessionModes,
  SlashCommand,
} from '../../src/protocol/session/session-settings.ts'

/** The session that events belong to where no other is named. */
export const session = 's1'

export function stateAfter(...events: readonly AppEvent[]): AppState {
  return events.reduce(reduce, initialState)
}

/** The agent runs, has said who it is, and has opened a session. */
export function opened(name = 'claude-agent-acp'): readonly AppEvent[] {
  return [
    linked({ state: 'shaking-hands', sinceMs: 0 }),
    linked({ state: 'open', sinceMs: 0 }),
    described(offersNothing, name),
    openedSession(session),
  ]
}

export function prompted(atMs: number, text = 'fix the parser'): AppEvent {
  return asksFor(session, text, atMs)
}

export function ended(atMs: number, stopReason = 'end_turn', sessionId = session): AppEvent {
  return { type: 'turn-ended', atMs, sessionId, outcome: { kind: 'stopped', stopReason } }
}

export function updated(atMs: number, update: SessionEvent, sessionId = session): AppEvent {
  return { type: 'session-updated', atMs, sessionId, update }
}

export function planned(atMs: number, content: PlanContent, id: string | null = null): AppEvent {
  return updated(atMs, {
    type: 'plan-replaced',
    plan: id === null ? { dialect: 'plan', id } : { dialect: 'planId', id },
    content,
  })
}

export function removed(atMs: number, id: string): AppEvent {
  return updated(atMs, { type: 'plan-removed', plan: { dialect: 'planId', id } })
}

/** A small markdown file of a file plan was read. */
export function documentRead(atMs: number, uri: string, text: string): AppEvent {
  const document = { state: 'shown', uri, text, format: 'markdown', sizeBytes: text.length } as const
  return { type: 'document-read', atMs, document }
}

/** `✓ done`, `» now`, `○ to do`, `⊘ not any more`: entries as people write them. */
export function items(...lines: readonly string[]): PlanContent {
  return { type: 'items', entries: lines.map(entryOf) }
}

const statuses: Readonly<Record<string, string>> = {
  '✓': 'completed',
  '»': 'in_progress',
  '○': 'pending',
  '⊘': 'cancelled',
}

function entryOf(line: string): PlanEntry {
  const [sign = '', ...words] = line.split(' ')
  const priority = words.find((word) => word.startsWith('!'))?.slice(1) ?? 'medium'
  const content = words.filter((word) => !word.startsWith('!')).join(' ')
  return { content, status: statuses[sign] ?? sign, priority }
}

/** The steps that VT Code sends for every prompt, as `items` takes them. */
export const madeUp = [
  '. Review the latest user request and conversation context',
  '. Gather referenced workspace files when required',
  '. Compose and send the assistant response',
]

export function tool(atMs: number, call: Partial<ToolCall> & Pick<ToolCall, 'toolCallId'>): AppEvent {
  return updated(atMs, { type: 'tool-call', hasTodos: false, ...call })
}

type ToolCall = Extract<SessionEvent, { type: 'tool-call' }>

export function said(atMs: number, text: string): AppEvent {
  return updated(atMs, { type: 'said', who: 'agent', text, isWhole: false })
}

export function asked(
  atMs: number,
  request: Partial<PermissionRequest> = {},
): Extract<AppEvent, { type: 'permission-asked' }> {
  return {
    type: 'permission-asked',
    atMs,
    request: {
      key: 1,
      sessionId: session,
      title: 'Write src/tokenizer.ts',
      toolKind: 'edit',
      detail: [],
      options: threeOptions,
      plan: null,
      askedAtMs: atMs,
      ...request,
    },
  }
}

/** The user has chosen an option. */
export function chosen(atMs: number, key: number, optionId: string): AppEvent {
  return { type: 'permission-answered', atMs, key, answer: { type: 'selected', optionId, by: 'user' } }
}

const threeOptions: readonly PermissionOption[] = [
  { id: 'bypass', name: 'Yes, and bypass permissions', kind: 'allow_always' },
  { id: 'once', name: 'Yes, and ask before each edit', kind: 'allow_once' },
  { id: 'no', name: 'Keep planning', kind: 'reject_once' },
]

export function over(atMs: number, end: LinkEnd): AppEvent {
  return { type: 'link-changed', atMs, link: { state: 'ended', sinceMs: atMs, end } }
}

export function wrong(atMs: number, text: string, path?: string): AppEvent {
  return {
    type: 'problem-found',
    atMs,
    sessionId: session,
    problem: {
      code: 'bad-entry',
      text,
      weight: 'rejected',
      excerpt: '{"content":"no status"}',
      ...(path === undefined ? {} : { path }),
    },
  }
}

export const offersAll: AgentOffers = { list: true, load: true, resume: true, close: true, delete: true }

export function described(offers: AgentOffers = offersAll, name = 'claude-agent-acp'): AppEvent {
  return describedAs({ name, version: '0.100.0', offers })
}

type AgentDescribed = Extract<AppEvent, { type: 'agent-described' }>

export function describedAs(agent: Partial<AgentDescribed['agent']>, atMs = 0): AppEvent {
  const scripted = { name: 'scripted', title: null, version: '1.0.0', protocolVersion: 1 }
  return {
    type: 'agent-described',
    atMs,
    agent: { ...scripted, knowsPlanCapability: true, offers: offersNothing, ...agent },
  }
}

/** How an agent's plan tools are switched. */
export function planToolsTold(
  state: SwitchState,
  startedAgent: string | null = null,
  agent = 'claude-agent-acp',
): AppEvent {
  const planTools = { mode: 'on', startedAgent, switches: [{ agent, state }] } as const
  return { type: 'plan-tools-told', atMs: 0, planTools }
}

export function openingSession(sessionId: string, atMs = 0, how: 'loaded' | 'resumed' = 'loaded'): AppEvent {
  return { type: 'session-opening', atMs, sessionId, how }
}

export function openedSession(
  sessionId: string,
  setup: Partial<SessionSetup> = {},
  { atMs = 0, how = 'new' }: { readonly atMs?: number; readonly how?: 'new' | 'loaded' | 'resumed' } = {},
): AppEvent {
  return { type: 'session-opened', atMs, sessionId, how, setup: { ...noSetup, ...setup } }
}

export function titled(sessionId: string, title: string): AppEvent {
  return updated(0, { type: 'session-titled', title }, sessionId)
}

export function asksFor(sessionId: string, text: string, atMs = 0): AppEvent {
  return { type: 'prompt-sent', atMs, sessionId, text, wasQueued: false }
}

export function selectedSession(sessionId: string): AppEvent {
  return { type: 'session-selected', atMs: 0, sessionId }
}

export function subagent(parentId: string, childSessionId: string, title: string): AppEvent {
  return updated(0, { type: 'subagent', childSessionId, title, state: 'running' }, parentId)
}

export function linked(link: Link, atMs = 0): AppEvent {
  return { type: 'link-changed', atMs, link }
}

export function listedAs(listing: SessionListing): AppEvent {
  return { type: 'sessions-listed', atMs: 0, listing }
}

export function wantsLogin(
  methods: readonly AuthMethod[],
  more: { readonly trying?: string; readonly failure?: string } = {},
): AppEvent {
  const { trying = null, failure = null } = more
  return linked({ state: 'wants-login', sinceMs: 0, methods, trying, failure })
}

export const modes: SessionModes = {
  current: 'default',
  available: [
    { id: 'default', name: 'Manual', description: 'Always ask before making changes' },
    { id: 'acceptEdits', name: 'Accept edits', description: 'Automatically accept all file edits' },
    { id: 'plan', name: 'Plan', description: 'Create a plan before making changes' },
    { id: 'bypassPermissions', name: 'Bypass permissions', description: 'Accepts all permissions' },
  ],
}

function choice(value: string, name: string, more: Partial<ConfigChoice> = {}): ConfigChoice {
  return { value, name, description: null, group: null, ...more }
}

export const modelOption: ConfigOption = {
  id: 'model',
  name: 'Model',
  description: 'AI model to use',
  category: 'model',
  type: 'select',
  value: 'medium',
  choices: [
    choice('small', 'Small 2', { group: 'Fast', description: 'Quick answers' }),
    choice('medium', 'Medium 5.5', { group: 'Fast', description: 'Everyday tasks' }),
    choice('large', 'Large 5.5', { group: 'Careful', description: 'Complex tasks that take their time' }),
    choice('largest', 'Largest 6', { group: 'Careful' }),
  ],
}

export const options: readonly ConfigOption[] = [
  modelOption,
  {
    id: 'web',
    name: 'Web search',
    description: 'May look things up',
    category: null,
    type: 'boolean',
    value: true,
  },
  { id: 'skip', name: 'Skip permissions', description: null, category: null, type: 'boolean', value: false },
  {
    id: 'budget',
    name: 'Budget',
    description: null,
    category: null,
    type: 'other',
    valueType: 'number',
    value: 12,
  },
]

export const commands: readonly SlashCommand[] = [
  { name: 'plan', description: 'Turn plan mode on.', hint: null },
  {
    name: 'review',
    description: 'Review uncommitted changes, or review with custom instructions.',
    hint: 'what to look at',
  },
  { name: 'review-branch', description: 'Review changes relative to a base branch.', hint: 'branch name' },
  { name: 'compact', description: 'Summarize the conversation.', hint: null },
  { name: 'status', description: 'Show configuration and usage.', hint: null },
  { name: 'goal', description: 'Set a goal to keep pursuing.', hint: '[<objective>|clear]' },
]

/** A plan that was proposed in a message, and nothing yet said of it. */
export const proposedPlan: Proposal = {
  planKey: 'proposed',
  from: 'message',
  requestKey: null,
  callId: null,
  proposedAtMs: 1,
  revision: 1,
  ownText: null,
  isWhole: true,
  previousText: null,
  outcome: null,
}
