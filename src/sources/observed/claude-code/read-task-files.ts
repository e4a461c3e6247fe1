import { basename, join } from 'node:path'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { isObject } from '../../../protocol/wire/message.ts'
import { smallText, statsAt } from '../log/small-files.ts'
import { WatchedFolder } from '../log/watched-folder.ts'
import { maxTasks, readTask, type Task } from './task-list.ts'

export interface TaskFiles {
  readonly tasks: readonly Task[]
  /** When the last of them changed; wall clock. */
  readonly changedAtMs: number
  /** Names of files that hold no task. */
  readonly broken: readonly string[]
}

const maxTaskBytes = 256 * 1024

/** Reads the task files of a session when they have changed since the last look. */
export class TaskFilesReader {
  readonly #path: string
  readonly #folder: WatchedFolder
  #seen = ''

  constructor(home: string, transcript: string) {
    this.#path = join(home, 'tasks', basename(transcript, '.jsonl'))
    this.#folder = new WatchedFolder(this.#path, maxTasks + 100)
  }

  /** null: nothing has changed. */
  async look(): Promise<TaskFiles | null> {
    const names = ((await this.#folder.entries()) ?? []).map(({ name }) => name)
    const files = names.filter((name) => /^[\w-]{1,100}\.json$/.test(name))
    let seen = ''
    let changedAtMs = 0
    for (const name of files) {
      const stats = await statsAt(join(this.#path, name))
      if (stats === null) continue
      seen += `${name} ${stats.mtimeMs} ${stats.size}\n`
      changedAtMs = Math.max(changedAtMs, stats.mtimeMs)
    }
    if (seen === this.#seen) return null
    const tasks: Task[] = []
    const broken: string[] = []
    for (const name of files) {
      const text = smallText(join(this.#path, name), maxTaskBytes)
      const value = text === null ? undefined : jsonIn(text)
      const task = isObject(value) ? readTask(value) : null
      if (task !== null) tasks.push(task)
      // Gone since, or being written.
      else if (text !== null && text.trim() !== '') broken.push(join(this.#path, name))
    }
    this.#seen = seen
    return { tasks, changedAtMs, broken }
  }
}
