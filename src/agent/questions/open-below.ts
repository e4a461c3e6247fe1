import { existsSync } from 'node:fs'
import { constants, lstat, mkdir, open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { errorCode } from '../../lib/result.ts'

/** Why a file is not opened; the message goes to the agent and to the user. */
export class FileRefused extends Error {
  readonly reason: 'outside' | 'missing' | 'no-file' | 'failed'

  constructor(reason: FileRefused['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * Opens a regular file below `root`: the only way to open a path of an agent's. Neither `..` nor a symbolic link leads out: the
 * path is resolved first; then each folder and the file are opened without following links, relative to each other where the
 * system can do that, and the opened file is checked again. So a folder that is replaced by a link meanwhile is detected. For
 * writing, the file and missing folders are created. Throws `FileRefused`. The caller closes the file.
 */
export async function openBelow(root: string, path: string, how: 'read' | 'write'): Promise<FileHandle> {
  try {
    const top = await realpath(root)
    const { real, missing } = await locate(top, path)
    if (how === 'read' && missing.length > 0) throw new FileRefused('missing', 'there is no such file')
    if (real === top && missing.length === 0) throw new FileRefused('no-file', 'it is a folder')
    // An existing file is opened by its real name.
    const names = missing.length > 0 ? missing : [basename(real)]
    return await openIn(top, missing.length > 0 ? real : dirname(real), names, how)
  } catch (cause) {
    throw isOfSystem(cause) ? refusalOf(cause) : cause
  }
}

interface Place {
  /** The real path of the deepest part that exists. */
  readonly real: string
  /** The missing names below it. */
  readonly missing: readonly string[]
}

/** Resolves a path that has to be below `top`. Reveals nothing about what exists elsewhere. */
async function locate(top: string, path: string): Promise<Place> {
  let at = resolve(path)
  const missing: string[] = []
  let obstacle: FileRefused | null = null
  for (;;) {
    const followed = await follow(at)
    if (typeof followed === 'string') {
      if (!isBelow(top, followed))
        throw new FileRefused('outside', `only files below ${top} can be read and written`)
      if (obstacle !== null) throw obstacle
      return { real: followed, missing }
    }
    // An obstacle is reported only if it is below `top`.
    obstacle ??= followed
    missing.unshift(basename(at))
    at = dirname(at)
  }
}

/** The real path, why it cannot be resolved, or null if it does not exist yet. */
async function follow(path: string): Promise<string | FileRefused | null> {
  try {
    return await realpath(path)
  } catch (cause) {
    if (dirname(path) === path || !isOfSystem(cause)) throw cause
    if (errorCode(cause) !== 'ENOENT') return refusalOf(cause)
    const isThere = await lstat(path).then(
      () => true,
      () => false,
    )
    return isThere ? new FileRefused('no-file', 'it is a dangling link') : null
  }
}

function isBelow(top: string, path: string): boolean {
  const relativePath = relative(top, path)
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath)
}

/** `names`: folders, and the file last. */
async function openIn(
  top: string,
  folder: string,
  names: readonly string[],
  how: 'read' | 'write',
): Promise<FileHandle> {
  let inner = await openFolder(top, folder)
  try {
    for (const name of names.slice(0, -1)) {
      await mkdir(join(inner.path, name)).catch(unlessThere)
      const next = await openFolder(top, join(inner.path, name))
      await inner.close()
      inner = next
    }
    const path = join(inner.path, names.at(-1) ?? '')
    const file = await open(path, how === 'read' ? readFlags : writeFlags, 0o666)
    try {
      if (!(await file.stat()).isFile()) throw new FileRefused('no-file', 'it is not a regular file')
      if (!hasDescriptors) await checkOpened(top, path, file)
      return file
    } catch (cause) {
      await file.close()
      throw cause
    }
  } finally {
    await inner.close()
  }
}

// Windows hardly has links, and no such flags. Non-blocking: the other end of a pipe may never be opened.
const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const readFlags = constants.O_RDONLY | careful
const writeFlags = constants.O_WRONLY | constants.O_CREAT | careful
/** An open folder has its own path, so that its contents can be opened even if it is renamed. */
const hasDescriptors = process.platform === 'linux' && existsSync('/proc/self/fd')

interface OpenFolder {
  readonly path: string
  close(): Promise<void>
}

async function openFolder(top: string, path: string): Promise<OpenFolder> {
  if (!hasDescriptors) {
    const real = await realpath(path)
    if (!isBelow(top, real)) throw moved()
    return { path: real, close: async () => {} }
  }
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | careful)
  const own = `/proc/self/fd/${folder.fd}`
  if (!isBelow(top, await readlink(own))) {
    await folder.close()
    throw moved()
  }
  return { path: own, close: async () => folder.close() }
}

/** Without such paths: checks that the opened file is the one that the path leads to now, and that it is below `top`. */
async function checkOpened(top: string, path: string, file: FileHandle): Promise<void> {
  const real = await realpath(path)
  const [opened, found] = await Promise.all([file.stat(), stat(real)])
  if (!isBelow(top, real) || opened.ino !== found.ino || opened.dev !== found.dev) throw moved()
}

function moved(): FileRefused {
  return new FileRefused('outside', 'it was moved while it was opened')
}

function unlessThere(cause: unknown): void {
  if (errorCode(cause) !== 'EEXIST') throw cause
}

/** An error of the file system; anything else is a bug. */
export function isOfSystem(cause: unknown): cause is NodeJS.ErrnoException {
  return errorCode(cause) !== null
}

function refusalOf(cause: NodeJS.ErrnoException): FileRefused {
  return new FileRefused(...(refusals[cause.code ?? ''] ?? (['failed', cause.message] as const)))
}

const refusals: Readonly<Record<string, ConstructorParameters<typeof FileRefused>>> = {
  ENOENT: ['missing', 'there is no such file'],
  EISDIR: ['no-file', 'it is a folder'],
  ENOTDIR: ['no-file', 'a part of the path is a file'],
  ELOOP: ['no-file', 'it contains a link, or a loop of links'],
  ENXIO: ['no-file', 'it is not a regular file'],
  EACCES: ['failed', 'the system does not allow it'],
  EPERM: ['failed', 'the system does not allow it'],
}
