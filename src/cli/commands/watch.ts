import { ok, type Result } from '../../lib/result.ts'
import { createAgentEnvironment } from '../agents/agent-environment.ts'
import { type AgentToWatch, localFolder } from '../agents/agent-to-watch.ts'
import type { Host } from '../host/host.ts'
import { watchEnds } from '../../system/end-watch.ts'
import type { Flags, PromptSource } from '../arguments/flags.ts'
import { readRunOptions } from '../configuration/resolve-run.ts'
import { telemetryOf } from './open-watchers.ts'
import type { Prepared, RunObserver } from './watch-run.ts'
import { createTerminalGuard, captureConsole } from '../../terminal/terminal-guard.ts'
import { usage, type UsageError } from '../../lib/text/usage-error.ts'
import type { OpenTransport, TransportEvents } from '../../app/ports/transport.ts'
import { fileFaultWords, readRegularFile } from '../../system/regular-file.ts'

/** Connects to the agent and shows its plans until the run is over. Returns the exit status; nothing is left running. */
export async function watchAgent(
  agent: AgentToWatch,
  flags: Flags,
  host: Host,
  observer: RunObserver | null = null,
): Promise<Result<number, UsageError>> {
  const keyboard = observer === null ? host.findKeyboard() : null
  const prepared = await prepare(agent, flags, { host, hasKeyboard: keyboard !== null })
  if (!prepared.ok) return prepared
  const { open, concealer } = prepared.value

  // Before anything exists that a signal could leave behind.
  const guard = createTerminalGuard(host)
  const ends = watchEnds({
    guard,
    kept: captureConsole(host.process),
    host,
    conceal: (text) => concealer.text(text),
  })
  // Before the rest is loaded, which takes a part of the time in which the agent starts; but not where a file may be refused first.
  const early = flags.record === null && flags.redact.length === 0 ? openEarly(open) : null
  if (early !== null) ends.killAtEnd(early.killNow)
  const { watchRun } = await import('./watch-run.ts')
  const opened = { ...prepared.value, open: early?.open ?? open }
  return await watchRun({ agent, flags, host, observer, keyboard, prepared: opened, guard, ends })
}

async function prepare(
  agent: AgentToWatch,
  flags: Flags,
  { host, hasKeyboard }: { readonly host: Host; readonly hasKeyboard: boolean },
): Promise<Result<Prepared, UsageError>> {
  const hasDefaults = flags.prompts.length === 0
  const resolved = await readRunOptions(flags.settings, host, {
    hasKeyboard,
    promptCount: hasDefaults ? agent.defaultPrompts.length : flags.prompts.length,
    continuesSession: flags.first.type !== 'new',
    hooks: flags.hooks,
    isBuiltInDemo: agent.demo === 'built-in',
    ...(agent.settings === undefined ? {} : { agentSettings: agent.settings }),
  })
  if (!resolved.ok) return resolved
  const cwd = agent.folder(flags.cwd)
  if (!cwd.ok) return cwd
  const prompts = await promptTexts(flags.prompts, {
    isTerminal: host.isTerminal(0),
    chunks: () => host.process.stdin,
  })
  if (!prompts.ok) return prompts
  const files = agent.isRemote && flags.offersFiles ? filesHere(cwd.value) : ok(null)
  if (!files.ok) return files
  const { tokenFile, timeoutMs } = resolved.value
  const environment = createAgentEnvironment({
    planTools: agent.planTools,
    mode: resolved.value.planTools,
    command: agent.command,
    own: host.process.env,
    added: flags.env,
  })
  const access = agent.access({ cwd: cwd.value, env: environment.variables, tokenFile, timeoutMs })
  if (!access.ok) return access
  const telemetry = await telemetryOf(flags.telemetry, host)
  if (!telemetry.ok) return telemetry
  const given = hasDefaults ? agent.defaultPrompts : prompts.value
  const { planTools } = environment
  const started = { ...access.value, planTools, telemetry: telemetry.value }
  return ok({ options: resolved.value, cwd: cwd.value, prompts: given, ...started })
}

/** The folder of --allow-fs must exist on this machine, also for a remote agent. */
function filesHere(cwd: string): Result<string, UsageError> {
  const folder = localFolder(cwd)
  if (folder.ok) return folder
  return usage(
    `--allow-fs: there is no folder ${cwd} on this machine`,
    'Leave it out, or give a --cwd that exists on both machines.',
  )
}

/** A transport that is opened before what reads from it is loaded. */
export interface EarlyTransport {
  /** Gives that transport, whose reports have waited; each further time it opens another one. */
  readonly open: OpenTransport
  readonly killNow: () => void
}

/** Opens a transport before there is a client: what it tells until then is kept for whoever takes it. */
export function openEarly(open: OpenTransport): EarlyTransport {
  let events: TransportEvents | null = null
  let isTaken = false
  const waiting: ((to: TransportEvents) => void)[] = []
  const report = (one: (to: TransportEvents) => void): void => {
    if (events === null) waiting.push(one)
    else one(events)
  }
  const transport = open({
    onBytes: (chunk) => report((to) => to.onBytes(chunk)),
    onFrame: (frame, kind, from) => report((to) => to.onFrame(frame, kind, from)),
    onStderr: (chunk) => report((to) => to.onStderr(chunk)),
    onStalled: (isStalled) => report((to) => to.onStalled(isStalled)),
    onEnded: (end) => report((to) => to.onEnded(end)),
  })
  return {
    open(to) {
      if (isTaken) return open(to)
      isTaken = true
      // A transport reports nothing on the tick that opened it.
      process.nextTick(() => {
        events = to
        for (const one of waiting.splice(0)) one(to)
      })
      return transport
    },
    killNow: () => transport.killNow(),
  }
}

/** Standard input, as far as prompts are read from it. */
export interface PromptInput {
  readonly isTerminal: boolean
  chunks(): AsyncIterable<Buffer>
}

/** The texts of the prompts, in their order; files and standard input are read to their end. */
export async function promptTexts(
  sources: readonly PromptSource[],
  input: PromptInput,
): Promise<Result<readonly string[], UsageError>> {
  const texts: string[] = []
  for (const source of sources) {
    const text = await readPrompt(source, input)
    if (!text.ok) return text
    texts.push(text.value)
  }
  return ok(texts)
}

async function readPrompt(source: PromptSource, input: PromptInput): Promise<Result<string, UsageError>> {
  switch (source.type) {
    case 'text':
      return ok(source.text)
    case 'file':
      return readFile(source.path)
    case 'stdin': {
      if (input.isTerminal) {
        const hint = 'Pipe the prompt in, for example `acp-plan-tui --prompt-file - -- AGENT < prompt.txt`.'
        return usage('--prompt-file -: standard input is a terminal', hint)
      }
      return await readStdin(input.chunks())
    }
  }
}

/** Agents have a limit for lines too. */
const limitBytes = 4 * 1024 * 1024

/** A pipe may have no end. */
async function readStdin(pieces: AsyncIterable<Buffer>): Promise<Result<string, UsageError>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of pieces) {
    length += chunk.length
    if (length > limitBytes)
      return usage(
        `--prompt-file -: ${fileFaultWords({ kind: 'too-long', limitBytes })}`,
        'Name the file in the prompt, and let the agent read it.',
      )
    chunks.push(chunk)
  }
  return filled(Buffer.concat(chunks).toString('utf8'), 'standard input')
}

function readFile(path: string): Result<string, UsageError> {
  const read = readRegularFile(path, limitBytes)
  if (read.ok) return filled(read.value.toString('utf8'), path)
  return usage(
    `--prompt-file ${path}: ${fileFaultWords(read.problem)}`,
    'Name a text file, or - for standard input.',
  )
}

function filled(raw: string, name: string): Result<string, UsageError> {
  // The line break at the end belongs to the file, not to the prompt.
  const text = raw.replace(/^\ufeff/, '').replace(/\r?\n$/, '')
  if (text.trim() !== '') return ok(text)
  return usage(`--prompt-file: ${name} is empty`, 'Put the prompt into it, or use --prompt TEXT.')
}
