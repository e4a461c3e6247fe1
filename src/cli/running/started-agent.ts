import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fail, ok, type Result } from '../../lib/result.ts'
import { openSpawned } from '../../sources/spawned/open-spawned.ts'
import type { AgentToWatch } from './agent-to-watch.ts'
import { shownCommand, shownText } from './shown-command.ts'
import type { UsageError } from '../usage-error.ts'

export interface AgentCommand {
  readonly command: string
  readonly args: readonly string[]
  /** Absent: as it is written. */
  readonly called?: string
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
  const shown = shownCommand(words)
  return {
    called: called ?? shown.join(' '),
    fallbackName: basename(shown[0] ?? ''),
    startedAs: shown,
    command: words,
    isRemote: false,
    planTools,
    isDemo,
    files: { type: 'here' },
    defaultPrompts,
    folder: localFolder,
    way: async ({ cwd, env }) =>
      ok({
        open: (events) =>
          openSpawned({ command, args, cwd, env: env() })({
            ...events,
            // All words of a command may have been put into one.
            onEnded: (end) =>
              events.onEnded(
                end.kind === 'not-started'
                  ? { ...end, command: shownText(end.command), cause: shownText(end.cause) }
                  : end,
              ),
          }),
        concealer: { text: (text) => text, document: (text) => text },
      }),
  }
}

/** A folder of this machine, as a whole path. */
export function localFolder(given: string | null): Result<string, UsageError> {
  const folder = resolve(given ?? '.')
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return ok(folder)
  return fail({ message: `--cwd ${given ?? folder}: there is no such folder`, hint: 'Name one that exists.' })
}
