import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { errorCode, fail, ok, type Result } from '../lib/result.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The longest path of a socket that all systems take (macOS: 104 bytes). */
const maxSocketPath = 100
/** What follows the folder at most: a slash, a pid, a dash, a label and `.sock`. */
const maxLabel = 32
const maxName = 1 + 10 + 1 + maxLabel + 5

/**
 * The folders in which taps may have their sockets, the preferred one first: they differ where an editor is started with another
 * environment than a terminal.
 */
export function tapFolders(env: Env): readonly string[] {
  if (process.platform === 'win32') return [join(tmpdir(), 'acp-plan-tui')]
  const given = env['XDG_RUNTIME_DIR'] ?? ''
  const common = join('/tmp', `acp-plan-tui-${process.getuid?.() ?? 0}`)
  const own = join(given, 'acp-plan-tui')
  const isUsable = isAbsolute(given) && Buffer.byteLength(own) + maxName <= maxSocketPath
  return isUsable ? [own, common] : [common]
}

/** Who has to own the folder; undefined: Windows, which has no such ids. */
type Owner = number | undefined

const ownUser = (): Owner => process.getuid?.()

/** The first of the folders that can be used, made if it is missing; else why none can. */
export function openTapFolder(folders: readonly string[], owner = ownUser()): Result<string, string> {
  let problem = ''
  for (const folder of folders) {
    const fault = makeFolder(folder) ?? folderFault(folder, owner)
    if (fault === null) return ok(folder)
    // The next one only where there is nothing at all: a folder of somebody else's is never evaded in silence.
    problem = `${folder}: ${fault.words}`
    if (!fault.isMissing) break
  }
  return fail(problem)
}

/** Why folders that exist are refused: no tap listens there, and none is looked for. A sentence for each. */
export function refusedTapFolders(folders: readonly string[], owner = ownUser()): readonly string[] {
  return folders.flatMap((folder) => {
    const fault = folderFault(folder, owner)
    return fault === null || fault.isMissing ? [] : [`${folder}: ${fault.words}`]
  })
}

interface FolderFault {
  readonly words: string
  readonly isMissing: boolean
}

function makeFolder(folder: string): FolderFault | null {
  try {
    makeIfMissing(folder)
    return null
  } catch (cause) {
    return { words: `it cannot be made (${codeWords(cause)})`, isMissing: errorCode(cause) === 'ENOENT' }
  }
}

function makeIfMissing(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (cause) {
    // Another program may have made it just now.
    if (errorCode(cause) !== 'EEXIST') throw cause
  }
}

/** Makes a folder and those above it, for their owner only. Throws. Node's own way never ends where none can be made, as below /proc. */
export function makeFolders(folder: string): void {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolders(parent)
  makeIfMissing(folder)
}

function codeWords(cause: unknown): string {
  return errorCode(cause) ?? 'unknown'
}

/** Why a folder is not safe for what only its owner may open; null: it is. */
export function folderFault(folder: string, owner: Owner = ownUser()): FolderFault | null {
  let stats
  try {
    stats = lstatSync(folder, { throwIfNoEntry: false })
  } catch (cause) {
    // What it stands in is no folder, or belongs to another user.
    return { words: `it cannot be reached (${codeWords(cause)})`, isMissing: false }
  }
  const fault = (words: string): FolderFault => ({ words, isMissing: stats === undefined })
  if (stats === undefined) return fault('there is no such folder')
  if (!stats.isDirectory()) return fault('it is not a folder')
  if (owner === undefined) return null
  if (stats.uid !== owner) return fault('it belongs to another user')
  const mode = stats.mode & 0o777
  if ((mode & 0o077) !== 0)
    return fault(`other users may open it (its mode is ${mode.toString(8)}); chmod 700 mends that`)
  return null
}

/** Where a tap listens, and the file that describes it. */
export interface TapAddress {
  readonly socket: string
  readonly description: string
}

export function tapAddress(folder: string, pid: number, label: string | null): TapAddress {
  const word = (label ?? 'tap').replaceAll(/[^\w.-]+/g, '-').slice(0, maxLabel)
  const name = join(folder, `${pid}-${word}`)
  const socket = process.platform === 'win32' ? `\\\\.\\pipe\\acp-plan-tui-${pid}` : `${name}.sock`
  return { socket, description: `${name}.json` }
}

/** The name of a description, as its pid; null: the file is none. */
function pidOfDescription(name: string): number | null {
  const [, pid] = /^(\d{1,10})-.*\.json$/.exec(name) ?? []
  return pid === undefined ? null : Number(pid)
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return errorCode(cause) === 'EPERM'
  }
}

export interface TapFile extends TapAddress {
  readonly pid: number
}

/** The descriptions in a folder; none where it cannot be read, or is not safe. */
export async function tapFilesIn(folder: string): Promise<readonly TapFile[]> {
  if (folderFault(folder) !== null) return []
  const names = await readdir(folder).catch(() => [])
  return names.flatMap((name) => {
    const pid = pidOfDescription(name)
    if (pid === null) return []
    const description = join(folder, name)
    const socket =
      process.platform === 'win32' ? `\\\\.\\pipe\\acp-plan-tui-${pid}` : `${description.slice(0, -5)}.sock`
    return [{ pid, description, socket }]
  })
}

/** Whether somebody listens on a socket; it is connected to and left again. */
async function isListening(socket: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const connection = connect(socket)
    const done = (isThere: boolean): void => {
      connection.destroy()
      resolve(isThere)
    }
    connection.once('connect', () => done(true))
    connection.once('error', ({ code }: NodeJS.ErrnoException) => done(code === 'EAGAIN'))
  })
}

/** Removes what taps have left behind that were killed. */
export async function removeStaleTaps(folder: string): Promise<void> {
  for (const file of await tapFilesIn(folder)) await removeIfStale(file)
}

/** Whether it was stale: its process is gone, or is another one that does not listen. */
export async function removeIfStale({ pid, socket, description }: TapFile): Promise<boolean> {
  // One that starts now has its socket before its description.
  if (isRunning(pid) && (await isListening(socket))) return false
  await Promise.all(
    [socket, description].map(async (file) => await rm(file, { force: true }).catch(() => null)),
  )
  return true
}
