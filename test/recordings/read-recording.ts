import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createApp } from '../../src/app/app.ts'
import type { AppState } from '../../src/app/state/app-state.ts'
import { TraceInterpreter } from '../../src/app/exchange/trace-interpreter.ts'
import { documentUri, planSteps, planText } from '../../src/plans/kinds/plan-kinds.ts'
import { type Plan, planTitle } from '../../src/plans/plan.ts'
import { TraceReader } from '../../src/protocol/trace/read-trace.ts'
import type { TraceRecord } from '../../src/protocol/trace/trace-record.ts'

/** All recordings beside this file, by their names. */
export const recordingNames: readonly string[] = readdirSync(new URL('.', import.meta.url)).flatMap((file) =>
  file.endsWith('.ndjson') ? [file.slice(0, -'.ndjson'.length)] : [],
)

/** The lines of a recording (`name.ndjson` beside this file). */
export function recordedLines(name: string): readonly string[] {
  const path = fileURLToPath(new URL(`${name}.ndjson`, import.meta.url))
  return readFileSync(path, 'utf8').split('\n').slice(0, -1)
}

/** The state that a recording leaves behind: both of its directions are observed, and make the events of a run. */
export function readRecording(name: string): AppState {
  return observed(recordedRecords(recordedLines(name)))
}

/** What stands in the lines of a trace. */
export function recordedRecords(lines: readonly string[]): readonly TraceRecord[] {
  const reader = new TraceReader()
  return lines.flatMap((line) => [...reader.push(line)])
}

/** The state after the records; `onState`: each state on the way. */
export function observed(records: readonly TraceRecord[], onState?: (state: AppState) => void): AppState {
  const app = createApp()
  const interpreter = new TraceInterpreter()
  for (const record of records)
    for (const event of interpreter.read(record)) {
      app.dispatch(event)
      onState?.(app.state())
    }
  return app.state()
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
  if (body.type === 'opaque') return body.planType
  const steps = planSteps(body).map((entry) => `${entry.status} ${entry.content}`)
  return planText(body) ?? documentUri(body) ?? steps
}
