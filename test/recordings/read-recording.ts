import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { initialState, type AppState } from '../../src/app/app-state.ts'
import { reduce } from '../../src/app/reduce.ts'
import type { Plan } from '../../src/plans/plan.ts'
import { planTitle } from '../../src/plans/plan-title.ts'
import { readSessionUpdate } from '../../src/protocol/session-update.ts'
import { WireReader, type Incoming } from '../../src/protocol/wire-reader.ts'

interface RecordedFrame {
  readonly t: number
  readonly dir: 'client>agent' | 'agent>client'
  readonly frame: unknown
}

/** The frames of a recording (`name.ndjson` beside this file). */
function recordedFrames(name: string): readonly RecordedFrame[] {
  const path = fileURLToPath(new URL(`${name}.ndjson`, import.meta.url))
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedFrame)
}

/** The state that a recording's agent leaves behind: its bytes go through the decoder and the reducer, as in a live run. */
export function readRecording(name: string): AppState {
  const reader = new WireReader()
  let state = initialState
  for (const { t, dir, frame } of recordedFrames(name)) {
    if (dir !== 'agent>client') continue
    for (const incoming of reader.push(Buffer.from(`${JSON.stringify(frame)}\n`))) {
      state = received(state, incoming, t)
    }
  }
  return state
}

function received(before: AppState, incoming: Incoming, atMs: number): AppState {
  if (incoming.type === 'problem') {
    return reduce(before, { type: 'problem-found', atMs, sessionId: null, problem: incoming.problem })
  }
  const { message } = incoming
  if (message.kind !== 'notification' || message.method !== 'session/update') return before
  const { sessionId, events, problems } = readSessionUpdate(message.params)
  let state = before
  for (const problem of problems)
    state = reduce(state, { type: 'problem-found', atMs, sessionId, problem })
  for (const update of events) {
    state = reduce(state, { type: 'session-updated', atMs, sessionId: sessionId ?? '', update })
  }
  return state
}

/** What a plan shows, short enough to be written by hand. */
export interface ShownPlan {
  readonly key: string
  readonly title: string
  readonly revision: number
  readonly updates: number
  readonly isCleared: boolean
  readonly content: readonly string[] | string
}

/** The plans of all sessions, each entry as `status content`. */
export function shownPlans(state: AppState): readonly ShownPlan[] {
  return [...state.sessions.values()].flatMap((session) => [...session.plans.values()].map(shown))
}

function shown(plan: Plan): ShownPlan {
  const { key, revision, updates, isCleared } = plan
  return { key, title: planTitle(plan), revision, updates, isCleared, content: contentOf(plan) }
}

function contentOf({ body }: Plan): readonly string[] | string {
  switch (body.type) {
    case 'items':
      return body.entries.map((entry) => `${entry.status} ${entry.content}`)
    case 'markdown':
      return body.text
    case 'file':
      return body.uri
    case 'opaque':
      return body.planType
  }
}
