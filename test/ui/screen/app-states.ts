import { noSetup } from '../../../src/app/app-event.ts'
import { offersNothing } from '../../../src/app/state/link.ts'
import type { AppEvent } from '../../../src/app/app-event.ts'
import { initialState, type AppState } from '../../../src/app/state/app-state.ts'
import type { LinkEnd } from '../../../src/app/state/link.ts'
import type { PermissionOption, PermissionRequest } from '../../../src/app/state/permission.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { PlanEntry } from '../../../src/protocol/plans/plan-content.ts'
import type { PlanContent } from '../../../src/protocol/plan-kinds/plan-kinds.ts'
import type { SessionEvent } from '../../../src/protocol/session/session-event.ts'

/** Events written short, one after the other, with times of their own. */
export const session = 's1'

export function stateAfter(...events: readonly AppEvent[]): AppState {
  return events.reduce(reduce, initialState)
}

/** The agent runs, said who it is and opened a session. */
export function opened(name = 'claude-agent-acp'): readonly AppEvent[] {
  return [
    { type: 'link-changed', atMs: 0, link: { state: 'shaking-hands', sinceMs: 0 } },
    { type: 'link-changed', atMs: 0, link: { state: 'open', sinceMs: 0 } },
    {
      type: 'agent-described',
      atMs: 0,
      agent: {
        name,
        title: null,
        version: '0.100.0',
        protocolVersion: 1,
        knowsPlanCapability: true,
        offers: offersNothing,
      },
    },
    { type: 'session-opened', atMs: 0, sessionId: session, how: 'new', setup: noSetup },
  ]
}

export function prompted(atMs: number, text = 'fix the parser'): AppEvent {
  return { type: 'prompt-sent', atMs, sessionId: session, text, wasQueued: false }
}

export function ended(atMs: number, stopReason = 'end_turn'): AppEvent {
  return { type: 'turn-ended', atMs, sessionId: session, outcome: { kind: 'stopped', stopReason } }
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

export function tool(atMs: number, call: Partial<ToolCall> & Pick<ToolCall, 'toolCallId'>): AppEvent {
  return updated(atMs, { type: 'tool-call', hasTodos: false, ...call })
}

type ToolCall = Extract<SessionEvent, { type: 'tool-call' }>

export function said(atMs: number, text: string): AppEvent {
  return updated(atMs, { type: 'said', who: 'agent', text, isWhole: false })
}

export function asked(atMs: number, request: Partial<PermissionRequest> = {}): AppEvent {
  return {
    type: 'permission-asked',
    atMs,
    request: {
      key: 1,
      sessionId: session,
      title: 'Write src/tokenizer.ts',
      toolKind: 'edit',
      detail: '',
      options: threeOptions,
      plan: null,
      askedAtMs: atMs,
      ...request,
    },
  }
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
