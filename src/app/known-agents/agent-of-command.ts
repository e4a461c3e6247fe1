import { acpWords, type KnownAgent } from './known-agent.ts'
import { knownAgents } from './known-agents.ts'

/** An agent that was recognised by its command, before it is started. */
export interface RecognisedCommand {
  readonly agent: KnownAgent
  /** Variables that the command sets itself (`env NAME=VALUE agent`): they override the environment. */
  readonly variables: Readonly<Record<string, string>>
}

/**
 * The agent that a command starts; null if it is unknown. Packages and programs are compared by whole names, so a
 * folder or an argument that contains a name does not match.
 */
export function agentOfCommand(words: readonly string[]): RecognisedCommand | null {
  const started = startedProgram(words)
  if (started === null) return null
  const { packageName, program, args, variables } = started
  const agent =
    (packageName === null
      ? undefined
      : knownAgents.find(({ packages }) => packages?.includes(packageName))) ??
    // A program of a scoped package is another one, even if its name is known.
    (program === null || packageName?.startsWith('@') === true
      ? undefined
      : knownAgents.find(({ programs }) =>
          programs.some(({ name, subcommand = [] }) => name === program && hasSubcommand(args, subcommand)),
        ))
  return agent === undefined ? null : { agent, variables }
}

/** What an agent is called by its command, behind `env`, package runners and interpreters; null: that is unknown. */
export function nameOfCommand(words: readonly string[]): string | null {
  const started = startedProgram(words)
  return agentOfCommand(words)?.agent.name ?? started?.packageName ?? started?.program ?? null
}

/** Compares the first words that are not options. */
function hasSubcommand(args: readonly string[], subcommand: readonly string[]): boolean {
  const words = args.filter((word) => !word.startsWith('-'))
  return subcommand.every((word, index) => words[index] === word)
}

/**
 * How the agent behind a program is started that speaks ACP only with a switch, or by another program; null: it is not known, or the
 * command has that switch.
 */
export function acpCommand(words: readonly string[]): string | null {
  const started = startedProgram(words)
  if (started === null) return null
  const { program, packageName, args } = started
  for (const { programs, packages = [], cli } of knownAgents) {
    if (cli !== undefined && cli === program) return `npx ${packages[0] ?? ''}`
    const known =
      programs.find(({ name, isCommonName }) => name === program && isCommonName !== true) ??
      (packages.includes(packageName ?? '') ? programs[0] : undefined)
    const words = known === undefined ? [] : acpWords(known)
    if (known !== undefined && words.length > 0)
      return words.every((word) => args.includes(word)) ? null : [known.name, ...words].join(' ')
  }
  return null
}

/** What a command finally starts, after resolving `env`, package runners and interpreters. */
export interface StartedProgram {
  /** The npm name; null if the command names a program only. */
  readonly packageName: string | null
  /** Without folder and extension; null if only the package is known. */
  readonly program: string | null
  /** The remaining words. */
  readonly args: readonly string[]
  /** Variables set by `env`. */
  readonly variables: Readonly<Record<string, string>>
}

/** null if it is unknown. Of `acp-plan-tui tap … -- agent` it is the agent. Never throws, whatever the words are. */
export function startedProgram(words: readonly string[]): StartedProgram | null {
  const started = firstProgram(words)
  const isTap = started?.args[0] === 'tap' && (started.packageName ?? started.program) === 'acp-plan-tui'
  if (started === null || !isTap) return started
  const end = started.args.indexOf('--')
  const tapped = end < 0 ? null : firstProgram(started.args.slice(end + 1))
  return tapped === null ? null : { ...tapped, variables: { ...started.variables, ...tapped.variables } }
}

/** What the command starts itself, which may be a tap. */
function firstProgram(words: readonly string[]): StartedProgram | null {
  const [command, ...args] = words
  if (command === undefined) return null
  const name = programName(command)
  if (name === 'env') return throughEnv(args)
  const run = throughRunner(name, args)
  if (run !== undefined) return run
  if (interpreters.has(name)) return throughInterpreter(args)
  return { ...ofPath(command), args, variables: {} }
}

/** The last part of a path, without the extensions of Windows and of scripts. */
function programName(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? '').replace(/\.(?:[cm]?js|cmd|exe|bat|ps1)$/i, '')
}

function throughEnv(args: readonly string[]): StartedProgram | null {
  const at = args.findIndex((word) => !/^[^=-][^=]*=/s.test(word))
  const [next] = args.slice(at)
  // With options, `env` may clear the environment or split the command.
  if (at < 0 || next === undefined || (next.startsWith('-') && next !== '--')) return null
  const started = firstProgram(args.slice(next === '--' ? at + 1 : at))
  if (started === null) return null
  const set = Object.fromEntries(
    args.slice(0, at).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  )
  return { ...started, variables: { ...set, ...started.variables } }
}

/** Package runners: the words after which a package follows. */
const runners: Readonly<Record<string, readonly string[]>> = {
  npx: [''],
  pnpx: [''],
  bunx: [''],
  npm: ['exec', 'x'],
  pnpm: ['dlx', 'exec'],
  yarn: ['dlx'],
  bun: ['x'],
}

/** Their options that take the next word as a value. */
const withValue: ReadonlySet<string> = new Set(
  '--registry --cache --userconfig --prefix --loglevel --workspace -w --dir -C --node-options'.split(' '),
)

/** undefined: not a runner. null: what it runs is unknown. */
function throughRunner(name: string, args: readonly string[]): StartedProgram | null | undefined {
  const subcommands = Object.hasOwn(runners, name) ? runners[name] : undefined
  if (subcommands === undefined) return undefined
  let rest = args
  if (!subcommands.includes('')) {
    const { words } = skipOptions(args)
    const [subcommand, ...after] = words
    if (subcommand === undefined || !subcommands.includes(subcommand))
      return name === 'bun' ? undefined : null
    rest = after
  }
  const { packages, words, isShell } = skipOptions(rest)
  const [spec, ...more] = words
  if (isShell || spec === undefined) return null
  const [first] = packages
  if (first === undefined) return { ...ofSpec(spec), args: more, variables: {} }
  // `npx -p PACKAGE PROGRAM`: with several packages it is unknown which one has the program.
  const packageName = packages.length === 1 ? ofSpec(first).packageName : null
  return { packageName, program: programName(spec), args: more, variables: {} }
}

interface Skipped {
  readonly words: readonly string[]
  /** The values of `--package`. */
  readonly packages: readonly string[]
  /** A shell command follows. */
  readonly isShell: boolean
}

function skipOptions(args: readonly string[]): Skipped {
  const packages: string[] = []
  let isShell = false
  let at = 0
  for (; at < args.length; at++) {
    const word = args[at] ?? ''
    if (word === '--') return { words: args.slice(at + 1), packages, isShell }
    if (!word.startsWith('-')) break
    if (word === '-p' || word === '--package') packages.push(args[++at] ?? '')
    else if (word.startsWith('--package=')) packages.push(word.slice('--package='.length))
    else if (/^(?:-c|--call|--shell-mode)(?:=|$)/.test(word)) isShell = true
    else if (withValue.has(word)) at++
  }
  return { words: args.slice(at), packages, isShell }
}

/** `@scope/name@version`, `name@version`, `alias@npm:name@version`, or a path. */
function ofSpec(spec: string): Pick<StartedProgram, 'packageName' | 'program'> {
  const real = spec.replace(/^(?:@[^/@]+\/)?[^/@]+@npm:/, '')
  const [, named] = /^((?:@[\w.~-]+\/)?[\w.~-]+)(?:@[^/]*)?$/.exec(real) ?? []
  if (named === undefined || named.startsWith('.')) return { packageName: null, program: null }
  // An installed package runs by its program's name, which is mostly the package's without its scope.
  return { packageName: named, program: named.includes('/') ? null : named }
}

const interpreters: ReadonlySet<string> = new Set(['node', 'nodejs', 'bun', 'deno', 'tsx'])

/** Options of Node and Bun that take the next word as a value. */
const interpreterValues: ReadonlySet<string> = new Set(
  '-r --require --import --loader --experimental-loader -C --conditions --env-file --title'.split(' '),
)

function throughInterpreter(args: readonly string[]): StartedProgram | null {
  let at = 0
  for (; at < args.length; at++) {
    const word = args[at] ?? ''
    if (/^(?:-e|-p|-pe|-c|--eval|--print|--check)(?:=|$)/.test(word)) return null
    if (interpreterValues.has(word)) at++
    else if (word !== 'run' && !word.startsWith('-')) break
  }
  const script = args[at]
  return script === undefined ? null : { ...ofPath(script), args: args.slice(at + 1), variables: {} }
}

/** A path into an installed package identifies that package; other folders do not count. */
function ofPath(path: string): Pick<StartedProgram, 'packageName' | 'program'> {
  const parts = path.split(/[/\\]/)
  const at = parts.lastIndexOf('node_modules')
  const first = at < 0 ? undefined : parts[at + 1]
  const program = programName(path)
  if (first === undefined || first === '.bin') return { packageName: null, program }
  const packageName = first.startsWith('@') ? `${first}/${parts[at + 2] ?? ''}` : first
  return { packageName, program: null }
}
