import type { AppEvent, SessionSetup } from '../../../src/app/app-event.ts'
import { noSetup } from '../../../src/app/app-event.ts'
import type { AgentOffers, AuthMethod, Link } from '../../../src/app/state/link.ts'
import type { SessionListing } from '../../../src/app/state/session-listing.ts'
import type {
  ConfigChoice,
  ConfigOption,
  SessionModes,
  SlashCommand,
} from '../../../src/protocol/session/session-settings.ts'

/** Events of sessions, settings and logins, written short. */
export const offersAll: AgentOffers = { list: true, load: true, resume: true, close: true, delete: true }

export function described(offers: AgentOffers = offersAll): AppEvent {
  return {
    type: 'agent-described',
    atMs: 0,
    agent: {
      name: 'claude-agent-acp',
      title: null,
      version: '0.100.0',
      protocolVersion: 1,
      knowsPlanCapability: true,
      offers,
    },
  }
}

export function openedSession(sessionId: string, setup: Partial<SessionSetup> = {}): AppEvent {
  return { type: 'session-opened', atMs: 0, sessionId, how: 'new', setup: { ...noSetup, ...setup } }
}

export function titled(sessionId: string, title: string): AppEvent {
  return { type: 'session-updated', atMs: 0, sessionId, update: { type: 'session-titled', title } }
}

export function asksFor(sessionId: string, text: string, atMs = 0): AppEvent {
  return { type: 'prompt-sent', atMs, sessionId, text, wasQueued: false }
}

export function selectedSession(sessionId: string): AppEvent {
  return { type: 'session-selected', atMs: 0, sessionId }
}

export function subagent(parentId: string, childSessionId: string, title: string): AppEvent {
  return {
    type: 'session-updated',
    atMs: 0,
    sessionId: parentId,
    update: { type: 'subagent', childSessionId, title, state: 'running' },
  }
}

export function linked(link: Link): AppEvent {
  return { type: 'link-changed', atMs: 0, link }
}

export function listedAs(listing: SessionListing): AppEvent {
  return { type: 'sessions-listed', atMs: 0, listing }
}

export function wantsLogin(
  methods: readonly AuthMethod[],
  more: { readonly trying?: string; readonly failure?: string } = {},
): AppEvent {
  return linked({
    state: 'wants-login',
    sinceMs: 0,
    methods,
    trying: more.trying ?? null,
    failure: more.failure ?? null,
  })
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
