import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fail, ok, type Result } from '../../lib/result.ts'
import { openSpawned } from '../../sources/spawned/open-spawned.ts'
import type { AgentToWatch } from './agent-to-watch.ts'
import type { UsageError } from '../usage-error.ts'

export interface AgentCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly called: string
  readonly defaultPrompts: readonly string[]
  readonly planTools: AgentToWatch['planTools']
  /** Absent: it is a real one. */
  readonly isDemo?: boolean
}

/** An agent that we start. */
export function startedAgent({
  command,
  args,
  called,
  defaultPrompts,
  planTools,
  isDemo = false,
}: AgentCommand): AgentToWatch {
  const words = [command, ...args]
  return {
    called,
    fallbackName: basename(command),
    startedAs: words,
    command: words,
    isRemote: false,
    planTools,
    isDemo,
    files: { type: 'here' },
    defaultPrompts,
    folder: localFolder,
    way: async ({ cwd, env }) => ok((events) => openSpawned({ command, args, cwd, env: env() })(events)),
  }
}

/** A folder of this machine, as a whole path. */
export function localFolder(given: string | null): Result<string, UsageError> {
  const folder = resolve(given ?? '.')
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return ok(folder)
  return fail({ message: `--cwd ${given ?? folder}: there is no such folder`, hint: 'Name one that exists.' })
}
