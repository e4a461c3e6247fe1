import { todoStatus, waitingEntries, type PlanEntry } from '../../../protocol/plans/plan-content.ts'
import { stringAt, type JsonObject, listIn } from '../../../protocol/wire/message.ts'

/** A task as Claude Code keeps it. Raw. */
export interface Task {
  readonly id: string
  readonly subject: string
  readonly status: string
  /** The ids of the tasks that must be completed before. */
  readonly blockedBy: readonly string[]
}

/** More tasks are left out. */
export const maxTasks = 2000

/** Reads a file of `tasks/<session>`; null: it holds no task. */
export function readTask(value: JsonObject): Task | null {
  const id = idIn(value['id'])
  const subject = stringAt(value, 'subject') ?? stringAt(value, 'content')
  if (id === null || subject === undefined) return null
  return { id, subject, status: todoStatus(value) ?? 'pending', blockedBy: idsIn(value['blockedBy']) }
}

/** The tasks of a session, as its tool calls change them. */
export class TaskList {
  #tasks = new Map<string, Task>()
  /** Tasks that its files do not hold any more. They are ahead of the lines that change and delete these. */
  readonly #gone = new Set<string>()
  /** All tasks are completed, and the user has asked for something else since: the next task begins another list. */
  #isOver = false

  created(id: string, subject: string): void {
    if (this.#isOver) this.#tasks.clear()
    this.#isOver = false
    if (this.#tasks.size >= maxTasks || this.#tasks.has(id)) return
    this.#tasks.set(id, { id, subject, status: 'pending', blockedBy: [] })
  }

  /** Applies the input of a TaskUpdate; false: there was no such task. */
  updated(input: JsonObject): boolean {
    const id = idIn(input['taskId']) ?? idIn(input['id'])
    const before = id === null ? undefined : this.#tasks.get(id)
    if (id === null || before === undefined) return id !== null && this.#gone.has(id)
    if (input['status'] === 'deleted') {
      this.#tasks.delete(id)
      return true
    }
    const blockedBy = [...new Set([...before.blockedBy, ...idsIn(input['addBlockedBy'])])]
    this.#tasks.set(id, {
      id,
      subject: stringAt(input, 'subject') ?? before.subject,
      status: todoStatus(input) ?? before.status,
      blockedBy,
    })
    for (const other of idsIn(input['addBlocks'])) {
      const blocked = this.#tasks.get(other)
      if (blocked !== undefined && !blocked.blockedBy.includes(id))
        this.#tasks.set(other, { ...blocked, blockedBy: [...blocked.blockedBy, id] })
    }
    return true
  }

  prompted(): void {
    this.#isOver = this.#tasks.size > 0 && [...this.#tasks.values()].every(isDone)
  }

  /** The tasks as the files hold them now; false: nothing has changed. Files that are gone do not clear a completed list. */
  replaced(tasks: readonly Task[]): boolean {
    if (tasks.length === 0) return false
    const sorted = tasks.slice(0, maxTasks).toSorted((one, other) => Number(one.id) - Number(other.id))
    const before = [...this.#tasks.values()]
    if (before.length === sorted.length && before.every((task, index) => isSame(task, sorted[index])))
      return false
    this.#tasks = new Map(sorted.map((task) => [task.id, task]))
    for (const { id } of before) if (!this.#tasks.has(id) && this.#gone.size < maxTasks) this.#gone.add(id)
    this.#isOver = false
    return true
  }

  /** A step for each task, with the numbers of the steps that it still waits for. */
  entries(): readonly PlanEntry[] {
    return waitingEntries(
      [...this.#tasks.values()].map(({ id, subject, status, blockedBy }) => ({
        id,
        content: subject,
        status,
        waitsFor: blockedBy,
      })),
    )
  }
}

function isDone({ status }: Task): boolean {
  return status === 'completed' || status === 'cancelled'
}

function isSame(one: Task, other: Task | undefined): boolean {
  return (
    other !== undefined &&
    one.id === other.id &&
    one.subject === other.subject &&
    one.status === other.status &&
    one.blockedBy.join('\n') === other.blockedBy.join('\n')
  )
}

const maxBlockers = 100

function idsIn(value: unknown): readonly string[] {
  return listIn(value)
    .slice(0, maxBlockers)
    .flatMap((id) => idIn(id) ?? [])
}

/** The id of a task, which may be a number; null: it is none. */
export function idIn(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' && value.length <= 200 ? value : null
}
