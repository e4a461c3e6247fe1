import { accessSync, constants, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, isAbsolute, resolve } from 'node:path'
import { fail, ok, type Result } from '../../lib/result.ts'
import { fileFault, fileFaultWords } from '../../system/regular-file.ts'
import { workingFolder } from '../../system/surroundings.ts'
import type { Host } from '../host.ts'
import type { AgentToWatch } from './agent-to-watch.ts'
import { shownCommand, shownText } from './shown-command.ts'
import type { UsageError } from '../../lib/usage-error.ts'

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
export function startedAgent(
  { command, args, called, defaultPrompts, planTools, isDemo = false }: AgentCommand,
  { openSpawned }: Pick<Host, 'openSpawned'>,
): AgentToWatch {
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
    folder: isDemo ? demoFolder : localFolder,
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

/** A folder of this machine that can be worked in, as a whole path. null: the one that we work in. */
export function localFolder(given: string | null): Result<string, UsageError> {
  const here = workingFolder()
  if (here === null && (given === null || !isAbsolute(given))) return fail(noFolderHere)
  const folder = resolve(here ?? '/', given ?? '.')
  const fault = folderFault(folder)
  return fault === null
    ? ok(folder)
    : fail({
        message: `--cwd ${given ?? folder}: ${fault}`,
        hint: 'Name one that exists, and is yours to work in.',
      })
}

/** The demo works in none: it is shown wherever somebody stands. */
function demoFolder(given: string | null): Result<string, UsageError> {
  const folder = localFolder(given)
  return given === null && !folder.ok ? ok(tmpdir()) : folder
}

/** Where somebody stands in a folder that was deleted, or that they may not look at. */
export const noFolderHere: UsageError = {
  message: 'the folder that you are in is gone, or may not be looked at',
  hint: 'Go to another one, or name one with --cwd and its whole path.',
}

const notYours = 'you may not work in it'

function folderFault(folder: string): string | null {
  try {
    if (!statSync(folder).isDirectory()) return 'it is no folder'
  } catch (cause) {
    const fault = fileFault(cause)
    return fault.kind === 'missing'
      ? 'there is no such folder'
      : fault.kind === 'forbidden'
        ? notYours
        : fileFaultWords(fault)
  }
  try {
    accessSync(folder, constants.X_OK)
    return null
  } catch {
    return notYours
  }
}
