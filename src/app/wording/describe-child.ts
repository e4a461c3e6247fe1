import { safe } from '../../lib/text/safe-text.ts'
import type { RunningWork } from '../../plans/plan-progress.ts'
import type { Child } from '../state/children.ts'

/** What a sub-agent or a task is doing. `asked`: who has to answer it. Raw. */
export function childWords({ doing }: Pick<Child, 'doing'>, asked: string): string {
  switch (doing.state) {
    case 'running':
      return 'running'
    case 'waiting':
      return doing.what === null ? 'waits for an answer' : `waits for ${asked}: ${doing.what}`
    case 'ended':
      if (doing.how === null) return 'not heard of since the turn ended'
      return endWords.get(doing.how) ?? `ended: ${doing.how.replaceAll('_', ' ')}`
  }
}

const endWords: ReadonlyMap<string, string> = new Map([
  ['', 'ended'],
  ['end_turn', 'ended'],
  ['completed', 'ended'],
  ['cancelled', 'cancelled'],
  ['lost', 'lost with the agent'],
  ['failed', 'failed'],
])

/** Follows a step that the agent reports as over while something runs that was begun while it was in progress. */
export const stepStillRuns = safe`said to be done, still runs`

/** Why a plan is not complete, or a step not done, that the agent reports as such: `1 sub-agent still runs`. */
export function stillRunsWords(running: readonly RunningWork[]): string {
  const { length } = running
  const what = running.every(({ isSubagent }) => isSubagent) ? 'sub-agent' : 'task'
  return length === 1 ? `1 ${what} still runs` : `${length} ${what}s still run`
}
