import type { PlanEntry } from './plan-content.ts'

/** A task that waits for others, by their ids. */
export interface WaitingTask {
  readonly id: string
  readonly content: string
  readonly status: string
  readonly waitsFor: readonly string[]
}

/** A step for each task, with the numbers of the steps that it still waits for. */
export function waitingEntries(tasks: readonly WaitingTask[]): readonly PlanEntry[] {
  const places = new Map(tasks.map(({ id, status }, index) => [id, isDone(status) ? null : index + 1]))
  return tasks.map(({ id, content, status, waitsFor }) => {
    const open = isDone(status) ? [] : waitsFor.flatMap((other) => places.get(other) ?? [])
    return {
      content,
      status,
      priority: '',
      id,
      ...(open.length === 0 ? {} : { waitsFor: open.toSorted((one, other) => one - other) }),
    }
  })
}

function isDone(status: string): boolean {
  return status === 'completed' || status === 'cancelled'
}
