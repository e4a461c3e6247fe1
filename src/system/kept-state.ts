import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { jsonIn } from '../lib/json/read-json.ts'
import { writeJson } from '../lib/json/write-json.ts'
import { fileFault, fileFaultWords, readRegularFile } from './regular-file.ts'
import { folderFault, makeFolders } from './own-folder.ts'
import { userFolder } from './user-environment.ts'

/** What the user has opened: an agent by the arguments that start it, or a recording. */
export interface KeptUse {
  readonly kind: 'agent' | 'recording'
  /** What it is called. Raw. */
  readonly name: string
  /** Of an agent the arguments of this program, of a recording its absolute path alone. */
  readonly argv: readonly string[]
  /** Wall clock. */
  readonly atMs: number
}

/** A number that is kept: how often a hint was shown, or a size that the user has changed. */
export type KeptNumber = 'prompt-hint' | 'side-columns' | 'side-hidden'

export type Background = 'dark' | 'light'

/** What is kept between runs. Nothing here throws; what cannot be kept is told once, and the run goes on without. */
export interface KeptState {
  /** The oldest first, each once. */
  prompts(): readonly string[]
  keepPrompt(text: string): void
  /** What was kept for a plan of a session, as it was given; undefined: nothing. */
  comments(session: string, plan: string): unknown
  /** Takes the place of what was kept for this plan. */
  keepComments(session: string, plan: string, comments: readonly unknown[]): void
  /** Of each kind the newest first, at most `mostUses`. */
  uses(): readonly KeptUse[]
  keepUse(use: KeptUse): void
  /** The last one of each name; read anew at each call. */
  numbers(): Readonly<Partial<Record<KeptNumber, number>>>
  keepNumber(name: KeptNumber, value: number): void
  /** What this terminal, or one of its name, has told last; null: nothing. Read anew at each call. */
  background(): Background | null
  keepBackground(background: Background): void
}

export interface KeptStateParts {
  readonly folder: string
  readonly wallMs: () => number
  /** What the terminal calls itself; '': nothing. */
  readonly terminal: string
  /** Whether a text holds a credential: it is not kept then. */
  readonly isPrivate: (text: string) => boolean
  /** Told once what is wrong. Raw. */
  readonly onFault: (words: string) => void
}

/** Agents that are remembered, and recordings. */
const mostUses = 20
/** Prompts that are read. */
const mostPrompts = 1000
/** Characters of a prompt, and of the comments on a plan, that are kept. */
const longest = 50_000
/** A file that has reached this is put beside, and a new one begun. */
const fileBytes = 256 * 1024
/** Of a kind. A file is deleted when the newer ones hold so much. */
const mostBytes = 4 * fileBytes

/** `acp-plan-tui` in the folder for what programs keep; null: there is none. */
export function stateFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform = process.platform,
): string | null {
  const folder = userFolder(
    env,
    ['XDG_STATE_HOME', platform === 'win32' && 'LOCALAPPDATA'],
    join('.local', 'state'),
  )
  return folder === null ? null : join(folder, 'acp-plan-tui')
}

/** Opens the folder. It is made with the first thing that is kept. */
export function openKeptState({ folder, wallMs, terminal, isPrivate, onFault }: KeptStateParts): KeptState {
  const log = new StateLog(folder, wallMs, onFault)
  const isKept = (text: string): boolean => text.length <= longest && !isPrivate(text)
  return {
    prompts() {
      const texts = log.read('prompts').map(({ text }) => text)
      // The last use of a text counts.
      const last = new Set(texts.filter((text) => typeof text === 'string').toReversed())
      return [...last].slice(0, mostPrompts).toReversed()
    },
    keepPrompt(text) {
      if (isKept(text)) log.add('prompts', { text })
    },
    comments: (session, plan) =>
      log.read('comments').findLast((record) => record['session'] === session && record['plan'] === plan)?.[
        'comments'
      ],
    keepComments(session, plan, comments) {
      const kept = comments.filter((comment) => isKept(writeJson(comment)))
      log.add('comments', { session, plan, comments: kept })
    },
    uses() {
      const uses = new Map<string, KeptUse>()
      for (const record of log.read('used').toReversed()) {
        const use = readUse(record)
        if (use !== null && !uses.has(keyOf(use))) uses.set(keyOf(use), use)
      }
      const all = [...uses.values()]
      return [...new Set(all.map(({ kind }) => kind))].flatMap((kind) =>
        all.filter((use) => use.kind === kind).slice(0, mostUses),
      )
    },
    keepUse(use) {
      if (!use.argv.some(isPrivate)) log.add('used', { ...use })
    },
    numbers: () =>
      Object.fromEntries(
        log
          .read('numbers')
          .flatMap(({ name, value }) =>
            typeof name === 'string' && typeof value === 'number' ? [[name, value]] : [],
          ),
      ),
    keepNumber: (name, value) => log.add('numbers', { name, value }),
    background() {
      const last = log.read('numbers').findLast(({ name }) => name === `light ${terminal}`)
      return last === undefined ? null : last['value'] === 1 ? 'light' : 'dark'
    },
    keepBackground: (background) =>
      log.add('numbers', { name: `light ${terminal}`, value: Number(background === 'light') }),
  }
}

function keyOf({ kind, argv }: KeptUse): string {
  return writeJson([kind, argv])
}

function readUse({ kind, name, argv, atMs }: StateRecord): KeptUse | null {
  const words = Array.isArray(argv) ? argv.filter((word) => typeof word === 'string') : []
  if ((kind !== 'agent' && kind !== 'recording') || typeof name !== 'string' || words.length === 0)
    return null
  return { kind, name, argv: words, atMs: typeof atMs === 'number' ? atMs : 0 }
}

const kinds = ['prompts', 'comments', 'used', 'numbers'] as const

type Kind = (typeof kinds)[number]

type StateRecord = Readonly<Record<string, unknown>>

/**
 * Records in files of JSON lines, by kind. A record is added with one write at the end of a file, and what is written is never
 * changed: runs at the same time need no lock, and cannot undo what another one has kept. A long file gets another name, and the
 * oldest of those are deleted. What is read while that happens may be read twice, and is never left out.
 */
class StateLog {
  readonly #folder: string
  readonly #wallMs: () => number
  readonly #onFault: (words: string) => void
  #isToldOf = false
  #isOpen = false
  #count = 0

  constructor(folder: string, wallMs: () => number, onFault: (words: string) => void) {
    this.#folder = folder
    this.#wallMs = wallMs
    this.#onFault = onFault
  }

  /** The oldest first. A file with lines that are no records is put aside, and its records are kept. */
  read(kind: Kind): readonly StateRecord[] {
    const fault = folderFault(this.#folder)
    if (fault !== null) {
      if (!fault.isMissing) this.#tell(`nothing is remembered: ${this.#folder}: ${fault.words}`)
      return []
    }
    // Before the names of the others are looked for: it may get another name in between.
    const newest = this.#recordsIn(this.#newest(kind), kind)
    const older = filesOf(this.#folder, kind).filter((file) => file !== this.#newest(kind))
    return [...older.flatMap((file) => this.#recordsIn(file, kind)), ...newest]
  }

  add(kind: Kind, record: StateRecord): void {
    try {
      this.#open()
      const file = this.#newest(kind)
      const length = append(file, lineOf({ atMs: this.#wallMs(), ...record }))
      if (length > fileBytes) this.#putBeside(file, kind)
    } catch (cause) {
      this.#tell(`not remembered: ${cause instanceof Error ? cause.message : String(cause)}`)
    }
  }

  #newest(kind: Kind): string {
    return join(this.#folder, `${kind}.jsonl`)
  }

  #open(): void {
    if (this.#isOpen) return
    makeFolders(this.#folder)
    const fault = folderFault(this.#folder)
    if (fault !== null) throw new Error(`${this.#folder}: ${fault.words}`)
    this.#isOpen = true
  }

  #recordsIn(file: string, kind: Kind): readonly StateRecord[] {
    const { good, fault } = recordsOf(file)
    if (fault === null) return good
    const aside = `${file}.damaged`
    try {
      renameSync(file, aside)
      // With what another run has added since, or has put in its place.
      const lines = new Set([...good, ...recordsOf(aside).good].map(lineOf))
      if (lines.size > 0) append(this.#newest(kind), [...lines].join(''))
      this.#tell(`${file} is damaged: ${fault}; it is now ${aside}`)
    } catch (cause) {
      // Otherwise another run does the same just now.
      if (fileFault(cause).kind !== 'missing')
        this.#tell(`${file} is damaged, and stays: ${cause instanceof Error ? cause.message : String(cause)}`)
    }
    return good
  }

  /**
   * Another run may do the same at the same time: each name is new, so nothing is written over. But the second one puts a file beside
   * that was only just begun, so it is bytes that are counted and not files.
   */
  #putBeside(file: string, kind: Kind): void {
    try {
      renameSync(file, join(this.#folder, `${kind}.${this.#wallMs()}-${process.pid}-${this.#count++}.jsonl`))
    } catch (cause) {
      // It was done just now.
      if (fileFault(cause).kind !== 'missing') throw cause
    }
    let newerBytes = 0
    for (const old of filesOf(this.#folder, kind).toReversed()) {
      if (newerBytes >= mostBytes) rmSync(old, { force: true })
      else newerBytes += lstatSync(old, { throwIfNoEntry: false })?.size ?? 0
    }
  }

  #tell(words: string): void {
    if (this.#isToldOf) return
    this.#isToldOf = true
    this.#onFault(words)
  }
}

/** What can be read of a file, and what is wrong with it. Of a missing file nothing is: it may have got another name just now. */
function recordsOf(file: string): { readonly good: readonly StateRecord[]; readonly fault: string | null } {
  const read = readRegularFile(file, 8 * fileBytes)
  if (!read.ok)
    return { good: [], fault: read.problem.kind === 'missing' ? null : fileFaultWords(read.problem) }
  // What follows the last line break is being written.
  const lines = read.value.toString('utf8').split('\n').slice(0, -1)
  const records = lines.filter((line) => line !== '').map(recordIn)
  const good = records.filter((record) => record !== null)
  return { good, fault: good.length === records.length ? null : 'what is readable of it is kept' }
}

/** null: the line is none. */
function recordIn(line: string): StateRecord | null {
  const value = jsonIn(line)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

/** With a line break before it: what a full disk has left of the line before damages no other. */
function lineOf(record: StateRecord): string {
  return `\n${writeJson(record)}\n`
}

/** Windows has neither links that these are for, nor pipes. */
const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const addingFlags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | careful

/** Adds to a file of this user, and never through a link. Returns its length. Throws. */
function append(file: string, text: string): number {
  const fd = openSync(file, addingFlags, 0o600)
  try {
    if (!fstatSync(fd).isFile()) throw new Error(`${file} is no regular file`)
    const bytes = Buffer.from(text)
    if (writeSync(fd, bytes) < bytes.length) throw new Error(`${file}: the disk is full`)
    return fstatSync(fd).size
  } finally {
    closeSync(fd)
  }
}

/** The files of a kind, the oldest first. */
function filesOf(folder: string, kind: Kind): readonly string[] {
  let names: readonly string[] = []
  try {
    names = readdirSync(folder)
  } catch {
    // It is gone.
  }
  const older = names
    .filter((name) => new RegExp(String.raw`^${kind}\.\d+-\d+-\d+\.jsonl$`).test(name))
    .toSorted()
  return [...older, ...(names.includes(`${kind}.jsonl`) ? [`${kind}.jsonl`] : [])].map((name) =>
    join(folder, name),
  )
}

/** How large a folder is, and why nothing is kept in it; a null: there is no such folder yet, or nothing is wrong. */
export function stateFolderFacts(folder: string): {
  readonly bytes: number | null
  readonly fault: string | null
} {
  const fault = folderFault(folder)
  if (fault !== null) return { bytes: null, fault: fault.isMissing ? null : fault.words }
  const files = kinds.flatMap((kind) => filesOf(folder, kind))
  const reads = files.map((file) => ({ file, read: readRegularFile(file, 8 * fileBytes) }))
  const bad = reads.find(({ read }) => !read.ok)
  return {
    bytes: reads.reduce((sum, { read }) => sum + (read.ok ? read.value.length : 0), 0),
    fault: bad === undefined || bad.read.ok ? null : `${bad.file}: ${fileFaultWords(bad.read.problem)}`,
  }
}
