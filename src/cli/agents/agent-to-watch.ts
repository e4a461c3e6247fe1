import type { Concealer } from '../../app/conceal/concealer.ts'
import { nameOfCommand } from '../../app/known-agents/agent-of-command.ts'
import type { OpenTransport } from '../../app/ports/transport.ts'
import { type Result, fail, ok } from '../../lib/result.ts'
import type { DocumentFiles } from '../../sources/plan-file/locate-document.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'
import { accessSync, constants, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, isAbsolute, resolve } from 'node:path'
import { fileFault, fileFaultWords } from '../../system/regular-file.ts'
import type { KeptUse } from '../../system/kept-state.ts'
import { workingFolder } from '../../system/user-environment.ts'
import type { Settings } from '../configuration/settings.ts'
import type { Host } from '../host/host.ts'
import { shownCommand, shownText } from '../redaction/shown-command.ts'

/** The agent of a run: its names, and how to connect to it. */
export interface AgentToWatch {
  /** Its name while it starts. Raw. */
  readonly called: string
  /** Its name if it does not name itself. Raw. */
  readonly fallbackName: string
  /** Its command or address, with credentials removed. */
  readonly startedAs: readonly string[]
  /** Its command, which may contain secrets: only to recognise the agent. Empty for a remote agent. */
  readonly command: readonly string[]
  /** It runs without us: a lost connection is retried, and its files may be on another machine. */
  readonly isRemote: boolean
  /** How this program opens it again, for the start screen; null: its arguments hold a credential, or nobody needs to. */
  readonly again: Pick<KeptUse, 'name' | 'argv'> | null
  /** Where the variable that switches its plans on is set: `here`, where we start it, or `elsewhere`. `nowhere`: it has no such switch. */
  readonly planTools: 'here' | 'elsewhere' | 'nowhere'
  /** A demo of this program or of the user; null: a real agent. Plans of a demo are saved in a temporary folder, and its sessions cannot be continued. */
  readonly demo: 'built-in' | 'own' | null
  /** Settings for runs with it, below those of the command line and the environment; absent: none. */
  readonly settings?: Settings
  /** How the documents of its file plans are found. */
  readonly files: DocumentFiles
  /** Sent one after another if the command line has no prompt. */
  readonly defaultPrompts: readonly string[]
  /** The absolute path of the agent's working folder; `given`: `--cwd`. */
  folder(given: string | null): Result<string, UsageError>
  access(needs: AccessNeeds): Result<AgentAccess, UsageError>
}

export interface AgentAccess {
  readonly open: OpenTransport
  /**
   * Removes the credentials that we send to a remote agent from documents and crash reports. Messages are covered by the transport.
   * An agent that we start gets none from us.
   */
  readonly concealer: Pick<Concealer, 'text' | 'document'>
}

export interface AccessNeeds {
  readonly cwd: string
  /** Added to our own environment for an agent that we start; called at each start. */
  readonly env: () => Readonly<Record<string, string>>
  /** The file with the token for a remote agent; null: none. */
  readonly tokenFile: string | null
  /** How long the agent may be silent; null: the default of each wait. */
  readonly timeoutMs: number | null
}

interface AgentCommand {
  readonly command: string
  readonly args: readonly string[]
  /** The demo that it plays; null: any other agent. */
  readonly demo: (Pick<AgentToWatch, 'called' | 'defaultPrompts'> & { readonly isBuiltIn: boolean }) | null
}

export function startedAgent(
  { command, args, demo }: AgentCommand,
  { openSpawned }: Pick<Host, 'openSpawned'>,
): AgentToWatch {
  const words = [command, ...args]
  const shown = shownCommand(words)
  const fallbackName = nameOfCommand(shown) ?? basename(shown[0] ?? '')
  const isOpen = words.every((word, at) => word === shown[at])
  return {
    called: demo?.called ?? shown.join(' '),
    fallbackName,
    again: demo === null && isOpen ? { name: fallbackName, argv: ['--', ...words] } : null,
    startedAs: shown,
    command: words,
    isRemote: false,
    planTools: demo === null ? 'here' : 'nowhere',
    demo: demo === null ? null : demo.isBuiltIn ? 'built-in' : 'own',
    files: { type: 'here' },
    defaultPrompts: demo?.defaultPrompts ?? [],
    folder: demo === null ? (given) => localFolder(given) : demoFolder,
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

/** The absolute path of an accessible folder of this machine; null: the current one. `place`: where it was given, for messages. */
export function localFolder(given: string | null, place = '--cwd'): Result<string, UsageError> {
  const here = workingFolder()
  if (here === null && (given === null || !isAbsolute(given))) return fail(noFolderHere)
  const folder = resolve(here ?? '/', given ?? '.')
  const fault = folderFault(folder)
  return fault === null
    ? ok(folder)
    : usage(`${place} ${given ?? folder}: ${fault}`, 'Name an existing folder that you have access to.')
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
