import { accessSync, constants, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, isAbsolute, resolve } from 'node:path'
import { fail, ok, type Result } from '../../lib/result.ts'
import { fileFault, fileFaultWords } from '../../system/regular-file.ts'
import { workingFolder } from '../../system/user-environment.ts'
import type { Host } from '../host/host.ts'
import type { AgentToWatch } from './agent-to-watch.ts'
import { shownCommand, shownText } from '../redaction/shown-command.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'

export interface AgentCommand {
  readonly command: string
  readonly args: readonly string[]
  /** The demo that it plays; null: any other agent. */
  readonly demo: (Pick<AgentToWatch, 'called' | 'defaultPrompts'> & { readonly isBuiltIn: boolean }) | null
}

/** An agent that we start. */
export function startedAgent(
  { command, args, demo }: AgentCommand,
  { openSpawned }: Pick<Host, 'openSpawned'>,
): AgentToWatch {
  const words = [command, ...args]
  const shown = shownCommand(words)
  return {
    called: demo?.called ?? shown.join(' '),
    fallbackName: basename(shown[0] ?? ''),
    startedAs: shown,
    command: words,
    isRemote: false,
    planTools: demo === null ? 'here' : 'nowhere',
    demo: demo === null ? null : demo.isBuiltIn ? 'built-in' : 'own',
    files: { type: 'here' },
    defaultPrompts: demo?.defaultPrompts ?? [],
    folder: demo === null ? localFolder : demoFolder,
    access: ({ cwd, env }) =>
      ok({
        open: (events) =>
          openSpawned({ command, args, cwd, env: env() })({
            ...events,
            // The whole command may be one word.
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

/** The absolute path of an accessible folder of this machine; null: the current one. */
export function localFolder(given: string | null): Result<string, UsageError> {
  const here = workingFolder()
  if (here === null && (given === null || !isAbsolute(given))) return fail(noFolderHere)
  const folder = resolve(here ?? '/', given ?? '.')
  const fault = folderFault(folder)
  return fault === null
    ? ok(folder)
    : fail({
        message: `--cwd ${given ?? folder}: ${fault}`,
        hint: 'Name an existing folder that you have access to.',
      })
}

/** The demo needs no folder: it also runs where the current one is gone. */
function demoFolder(given: string | null): Result<string, UsageError> {
  const folder = localFolder(given)
  return given === null && !folder.ok ? ok(tmpdir()) : folder
}

/** The current folder was deleted, or is not accessible. */
export const noFolderHere: UsageError = {
  message: 'the current folder does not exist any more, or is not readable',
  hint: 'Change to another one, or give one with --cwd and an absolute path.',
}

const notYours = 'you have no access to it'

function folderFault(folder: string): string | null {
  try {
    if (!statSync(folder).isDirectory()) return 'it is not a folder'
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
