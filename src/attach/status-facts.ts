import type { ListedSession } from '../app/state/observed.ts'
import { summaryOf } from '../app/observed/session-summary.ts'
import type { Clock } from '../lib/clock.ts'
import { factsOf, type StatusFacts } from '../outputs/status-line/status-line.ts'
import type { FoundSession, ObservedKind } from '../app/ports/observed-source.ts'
import { Observation } from './observation.ts'

/** What a status line tells of all sessions of a list; null: nothing. */
export function factsOfList(sessions: readonly ListedSession[], nowMs: number): StatusFacts | null {
  const read = sessions.flatMap(({ session: { agent, changedAtMs }, summary }) =>
    summary === null ? [] : [{ ...summary, agent, changedAtMs }],
  )
  return factsOf(read, nowMs)
}

/** What a status line tells of one session, without looking for others; null: nothing, or it cannot be read within that time. */
export async function factsAt(
  kind: ObservedKind,
  found: FoundSession,
  { clock, patienceMs }: { readonly clock: Clock; readonly patienceMs: number },
): Promise<StatusFacts | null> {
  let isRead: () => void = () => undefined
  const read = new Promise<void>((resolve) => (isRead = resolve))
  const observation: Observation = new Observation({
    kind,
    found,
    clock,
    start: { infersPlans: true, historyBytes: 0 },
    times: 'wall',
    onEvent: () => undefined,
    onChange: () => {
      if (observation.status.state !== 'reading-past') isRead()
    },
  })
  const cancelTimer = clock.after(patienceMs, isRead, 'alive')
  await read
  cancelTimer()
  const isWhole = observation.status.state !== 'reading-past'
  const { doing, about, plan } = summaryOf(observation.state())
  observation.close()
  const isTold = isWhole && (plan !== null || doing === 'waits')
  return isTold ? { doing, about, plan, agent: found.agent, waiting: doing === 'waits' ? 1 : 0 } : null
}
