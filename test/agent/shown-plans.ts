import type { WireRun } from './wire.ts'

/** A session's plans, by their keys, with what their steps say. */
export function shownPlans({ run }: { readonly run: Pick<WireRun, 'state'> }, sessionId = 's1'): unknown {
  const plans = [...(run.state().sessions.get(sessionId)?.plans.values() ?? [])]
  return plans.map(({ key, body, removedAtMs }) => [
    removedAtMs === null ? key : `${key} removed`,
    body.type === 'items' ? body.entries.map(({ content, status }) => `${content}: ${status}`) : body.type,
  ])
}
