import { readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { errorCode } from '../lib/result.ts'
import { folderFault } from './own-folder.ts'

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

/** Where a tap listens, and the file that describes it. */
export interface TapAddress {
  readonly socket: string
  readonly description: string
}

/** Where a tap listens and describes itself; of the label only harmless characters are taken. */
export function tapAddress(folder: string, pid: number, label: string | null): TapAddress {
  const word = (label ?? 'tap').replaceAll(/[^\w.-]+/g, '-').slice(0, maxLabel)
  return addressOf(join(folder, `${pid}-${word}`), pid)
}

function addressOf(path: string, pid: number): TapAddress {
  const socket = process.platform === 'win32' ? `\\\\.\\pipe\\acp-plan-tui-${pid}` : `${path}.sock`
  return { socket, description: `${path}.json` }
}

/** Whether there is a process with this id, whoever it belongs to. */
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
    const [, path, digits] = /^((\d{1,10})-.*)\.json$/.exec(name) ?? []
    if (path === undefined) return []
    const pid = Number(digits)
    return [{ pid, ...addressOf(join(folder, path), pid) }]
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
