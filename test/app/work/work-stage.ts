import { readFileSync } from 'node:fs'
import { createApp, type App } from '../../../src/app/app.ts'
import { startState, type AppState } from '../../../src/app/state/app-state.ts'
import { defaultDoubtRules, doubtsLeftOut } from '../../../src/app/state/doubt-rules.ts'
import type { Session } from '../../../src/app/state/session.ts'
import { doubtWords, workParts } from '../../../src/app/words/work.ts'
import { doubtsOf } from '../../../src/app/work/doubts.ts'
import { planSteps } from '../../../src/plans/kinds/plan-kinds.ts'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'
import { ended } from '../../support/app-states.ts'
import { observed, recordedRecords } from '../../recordings/read-recording.ts'

export type Update = Readonly<Record<string, unknown>>

export const plan = (...statuses: readonly string[]): Update => ({
  sessionUpdate: 'plan',
  entries: statuses.map((status, at) => ({ content: `Step ${at + 1}`, priority: 'medium', status })),
})

/** A plan without step 1. */
export const shifted = (...statuses: readonly string[]): Update => ({
  sessionUpdate: 'plan',
  entries: statuses.map((status, at) => ({ content: `Step ${at + 2}`, priority: 'medium', status })),
})

export const call = (toolCallId: string, fields: Update): Update => ({
  sessionUpdate: 'tool_call',
  toolCallId,
  ...fields,
})
export const later = (toolCallId: string, fields: Update): Update => ({
  sessionUpdate: 'tool_call_update',
  toolCallId,
  ...fields,
})
export const said: Update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Done.' } }

export const diff = { type: 'diff', path: '/a.ts', oldText: 'one\ntwo\n', newText: 'one\nthree\nfour\n' }

/** The state after updates, one every second, in a turn that may have ended. */
export function after(updates: readonly Update[], { hasEnded = false, doubts = 'all' } = {}): AppState {
  const doubtRules = { ...defaultDoubtRules, off: doubtsLeftOut(doubts) }
  const app = createApp(startState({ infersPlans: true, historyBytes: 0, doubtRules }))
  app.dispatch({ type: 'prompt-sent', sessionId: 's', text: 'Go', wasQueued: false, atMs: 0 })
  updates.forEach((each, at) => dispatch(app, each, (at + 1) * 1000))
  if (hasEnded) app.dispatch(ended(100_000, 'end_turn', 's'))
  return app.state()
}

export function dispatch(app: App, sent: Update, atMs: number): void {
  for (const event of readSessionUpdate({ sessionId: 's', update: sent }).events)
    app.dispatch({ type: 'session-updated', sessionId: 's', update: event, atMs })
}

export function sessionIn(state: AppState): Session {
  const [session] = state.sessions.values()
  if (session === undefined) throw new Error('no session')
  return session
}

/** The work of the steps, by their numbers from 1, and outside of them. */
export function workIn(state: AppState): Readonly<Record<string, string>> {
  const { work } = sessionIn(state)
  return Object.fromEntries(
    [...work.steps].map(([ref, step]) => [
      ref.includes('\n') ? `step ${Number(ref.split('\n')[1]) + 1}` : ref,
      workParts(step, true).join(' · '),
    ]),
  )
}

export function doubtsIn(state: AppState, nowMs = 100_000): readonly string[] {
  return [...state.sessions.values()].flatMap((session) =>
    [...session.plans.values()].flatMap((each) => {
      const { steps, plan: whole } = doubtsOf(state, session, each, nowMs)
      return [
        ...planSteps(each.body).flatMap(({ key, content }) =>
          (steps.get(key) ?? []).map((doubt) => `${content}: ${doubtWords(doubt)}`),
        ),
        ...whole.map((doubt) => doubtWords(doubt)),
      ]
    }),
  )
}

export const evidence = (name: string): AppState =>
  observed(
    recordedRecords(
      readFileSync(new URL(`${name}-caps-evidence.ndjson`, import.meta.url), 'utf8')
        .split('\n')
        .slice(0, -1),
    ),
  )

export const edit = { kind: 'edit', status: 'completed', content: [diff] }
export const failing = { kind: 'execute', status: 'failed', rawInput: { command: 'npm test' } }
export const passing = {
  kind: 'execute',
  status: 'completed',
  rawInput: { command: 'npm test' },
  rawOutput: { exitCode: 0 },
}
