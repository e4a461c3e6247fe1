import { basename, resolve } from 'node:path'
import type { AttachRequest } from '../../attach/find-sessions.ts'
import type { Offer } from '../../app/state/observed.ts'
import { nameOfCommand } from '../../app/known-agents/agent-of-command.ts'
import { agentWord } from '../../app/known-agents/known-agents.ts'
import { ok, type Result } from '../../lib/result.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import type { RunEnd } from '../../outputs/run-end-words.ts'
import type { RunOptions } from '../../run/run.ts'
import type { Source } from '../../shows/source.ts'
import { observedKinds } from '../../sources/observed/observed-kinds.ts'
import { findRecordings } from '../../sources/observed/trace-files.ts'
import type { KeptUse } from '../../system/kept-state.ts'
import { isRegularFile } from '../../system/regular-file.ts'
import { isExecutable } from '../../system/program-path.ts'
import { watchEnds } from '../../system/end-watch.ts'
import { workingFolder } from '../../system/user-environment.ts'
import { createTerminalGuard, captureConsole, type Keyboard } from '../../terminal/terminal-guard.ts'
import { hasProgram, startableAgents } from '../agents/named-agent.ts'
import { configPath, readConfig } from '../configuration/config-file.ts'
import { readRunOptions } from '../configuration/resolve-run.ts'
import type { Host } from '../host/host.ts'
import { shownCommand } from '../redaction/shown-command.ts'
import { placesOf } from './attach-run.ts'
import { onScreen, openStateFolder, statusAfter } from './on-screen.ts'

/**
 * A list of what can be started, watched and played here. What is chosen is `run` with its arguments, as if they had been typed; the list
 * comes back after each run that ends with status 0. Returns the exit status; null: the settings want no screen.
 */
export async function startScreen(
  host: Host,
  run: (argv: readonly string[]) => Promise<number>,
): Promise<Result<number, UsageError> | null> {
  const keyboard = host.findKeyboard()
  if (keyboard === null) return null
  const resolved = await readRunOptions({}, host, { hasKeyboard: true })
  if (!resolved.ok) return resolved
  const options = resolved.value
  if (options.format !== 'tui' || options.screenReader) return null
  for (;;) {
    const { argv, isWatching, end } = await choose(host, keyboard, options)
    if (argv !== null) {
      const status = await run(argv)
      if (status !== 0) return ok(status)
    } else if (!isWatching || end.kind !== 'done') return statusAfter(end, host)
  }
}

interface Left {
  /** What was chosen; null: nothing. */
  readonly argv: readonly string[] | null
  /** The user has quit while a session was shown. */
  readonly isWatching: boolean
  readonly end: RunEnd
}

async function choose(host: Host, keyboard: Keyboard, options: RunOptions): Promise<Left> {
  const guard = createTerminalGuard(host)
  const ends = watchEnds({ guard, kept: captureConsole(host.process), host })
  const request: AttachRequest = { kinds: observedKinds, places: () => placesOf(host) }
  let argv: readonly string[] | null = null
  let source: Source | null = null
  let fault: string | null = null
  const load = async (): Promise<() => Source> => {
    const [{ attachSource }, agents, uses] = await Promise.all([
      import('../../attach/attach-source.ts'),
      agentOffers(host),
      options.keepsState ? lastUses(host, (words) => void (fault = words)) : [],
    ])
    const offers = {
      first: [...withLastUsed(agents, uses, host), demoOffer],
      more: async () => withLastRecordings(await recordingOffers(), uses),
      choose: (chosen: readonly string[]) => void (argv = chosen),
      picture: async (recording: string) =>
        await (await import('./open-report.ts')).drawPicture(recording, host),
    }
    const parts = { request, target: { type: 'list' }, clock: host.clock, options, watcher: null } as const
    return () => (source = attachSource({ ...parts, offers }))
  }
  const at = { host, ends, guard, keyboard, options, doing: 'looking around', stateFault: () => fault }
  const end = await onScreen(load, at).catch((cause: unknown) => ends.crash(cause))
  ends.closing()
  return { argv, isWatching: isWatching(source), end }
}

function isWatching(source: Source | null): boolean {
  return (source?.app.state().observed?.shown.length ?? 0) > 0
}

const demoOffer: Offer = {
  group: 'demo',
  name: 'demo',
  about: 'a scripted agent',
  detail: 'acp-plan-tui demo --list names the other scenarios.',
  changedAtMs: null,
  argv: ['demo'],
}

/** The agents of the configuration file, then those that are known and can be started here. */
async function agentOffers(host: Host): Promise<readonly Offer[]> {
  const config = await readConfig(configPath(host.process.env))
  const named = config.ok ? (config.value.agents ?? []) : []
  const own = named.map(({ name, command }) => agentOffer(name, 'configured', command))
  const known = startableAgents(host).map(({ agent, command, isInstalled }) =>
    agentOffer(agentWord(agent), isInstalled ? agent.name : `${agent.name} (npx)`, command),
  )
  return [...own, ...known.filter(({ name }) => named.every((each) => each.name !== name))]
}

function agentOffer(name: string, about: string, command: readonly string[]): Offer {
  const detail = shownCommand(command).join(' ')
  const argv = [`--agent=${name}`]
  return { group: 'agents', name, about, detail, command: detail, changedAtMs: null, argv }
}

async function lastUses(host: Host, onFault: (words: string) => void): Promise<readonly KeptUse[]> {
  return (await openStateFolder(host, onFault))?.uses() ?? []
}

/** Those without a name of the user's or ours: each folder has its own agents, and tests start many. */
const mostTyped = 5

/** The agents that were used last come first, also those without a name, if they can still be started. */
function withLastUsed(agents: readonly Offer[], uses: readonly KeptUse[], host: Host): readonly Offer[] {
  let typed = 0
  const used = uses
    .filter(({ kind }) => kind === 'agent')
    .flatMap((use): readonly Offer[] => {
      const named = agents.find(({ argv }) => argv.join('\0') === use.argv.join('\0'))
      const offer = named ?? (typed < mostTyped ? typedOffer(use, host) : null)
      if (offer === null) return []
      if (named === undefined) typed += 1
      return [{ ...offer, changedAtMs: use.atMs }]
    })
  return [
    ...used,
    ...agents.filter(({ argv }) => used.every((each) => each.argv.join('\0') !== argv.join('\0'))),
  ]
}

/** An agent that was opened by its command or its address; null: its name or its program is none any more. */
function typedOffer({ name, argv }: KeptUse, host: Host): Offer | null {
  const at = argv.indexOf('--')
  if (at < 0)
    return argv[0] === 'connect' ? { ...agentOffer(name, 'by its address', argv.slice(1)), argv } : null
  const words = argv.slice(at + 1)
  const [program = ''] = words
  const isThere = /[\\/]/.test(program)
    ? isExecutable(resolve(folderIn(argv), program))
    : hasProgram(host)(program)
  if (!isThere) return null
  const command = shownCommand(words).join(' ')
  const detail = at === 0 ? command : `${command} in ${folderIn(argv)}`
  return { ...agentOffer(nameOfCommand(words) ?? name, command, words), detail, argv }
}

/** The folder of `--cwd`, else the current one. */
function folderIn([option, folder = '/']: readonly string[]): string {
  return option === '--cwd' ? folder : (workingFolder() ?? '/')
}

/** The recordings of other folders that were opened last and are still there come after those of this folder. */
function withLastRecordings(here: readonly Offer[], uses: readonly KeptUse[]): readonly Offer[] {
  const elsewhere = uses.flatMap(({ kind, name, argv, atMs }): readonly Offer[] => {
    const [path = ''] = argv
    const isListed =
      kind === 'recording' && isRegularFile(path) && !here.some(({ detail }) => detail === path)
    return isListed
      ? [{ group: 'recent', name, about: '', detail: path, changedAtMs: atMs, argv: ['replay', path] }]
      : []
  })
  return [...here, ...elsewhere]
}

async function recordingOffers(): Promise<readonly Offer[]> {
  const folder = workingFolder()
  const found = folder === null ? [] : await findRecordings(folder)
  return found.map(({ path, agent, label, changedAtMs }) => {
    const name = basename(path)
    return {
      group: 'recordings',
      name,
      about: label ?? (agent === 'agent' ? '' : agent),
      detail: path,
      changedAtMs,
      // It may look like an option.
      argv: ['replay', name.startsWith('-') ? `./${name}` : name],
    }
  })
}
