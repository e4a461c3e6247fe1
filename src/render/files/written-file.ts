import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { fail, ok, type Result } from '../../lib/result.ts'
import { wholePath } from '../../system/surroundings.ts'

/** Takes a result piece by piece. */
export interface ResultSink {
  /** Bytes are not kept: they may be used again. */
  write(piece: string | Uint8Array): void
}

/** Why a file cannot be written or read, in a line. Raw. */
export interface FileFault {
  readonly file: string
  readonly text: string
}

/** A result on its way into a file: what has that name stays as it is until the new one is whole. */
export interface ResultFile extends ResultSink {
  /** Set when something could not be written; nothing is, from then on. */
  fault(): FileFault | null
  /** All is written: nothing is left but to give it its name. */
  close(): FileFault | null
  /** Gives it its name, in place of what had it. */
  publish(): FileFault | null
  /** Takes away what was written. Does nothing once it is published. */
  discard(): void
}

const bufferedBytes = 256 * 1024

/** Begins a file beside the one of that name. */
export function openResultFile(file: string): Result<ResultFile, FileFault> {
  const place = placeOf(file)
  if (!place.ok) return place
  const { target, mode } = place.value
  const part = path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}.part`)
  try {
    const fd = openSync(part, 'wx', 0o666)
    if (mode !== null) chmodSync(part, mode)
    return ok(new PartFile({ file, target, part }, fd))
  } catch (error) {
    return fail({ file, text: openWords(error, path.dirname(target)) })
  }
}

interface Place {
  /** Behind all links. */
  readonly target: string
  /** Of the file that is there; null: there is none. */
  readonly mode: number | null
}

function placeOf(file: string): Result<Place, FileFault> {
  const whole = wholePath(file)
  if (whole === null) return fail({ file, text: 'cannot be written: the folder that you are in is gone' })
  if (/[/\\]$/.test(file)) return fail({ file, text: 'is the name of a folder' })
  try {
    const there = statSync(whole, { throwIfNoEntry: false })
    if (there === undefined) return ok({ target: endOfLinks(whole), mode: null })
    if (there.isDirectory()) return fail({ file, text: 'is a folder' })
    if (!there.isFile()) return fail({ file, text: 'is no regular file' })
    accessSync(whole, constants.W_OK)
    return ok({ target: realpathSync(whole), mode: there.mode & 0o777 })
  } catch (error) {
    return fail({ file, text: openWords(error, path.dirname(whole)) })
  }
}

/** Where a name leads that leads to nothing yet. The system has followed it before, so that the links do end. */
function endOfLinks(name: string): string {
  try {
    return endOfLinks(path.resolve(path.dirname(name), readlinkSync(name)))
  } catch {
    return name
  }
}

class PartFile implements ResultFile {
  readonly #names: { readonly file: string; readonly target: string; readonly part: string }
  readonly #pieces: Buffer[] = []
  #waitingBytes = 0
  #fd: number | null
  #fault: FileFault | null = null
  #isThere = true

  constructor(names: { readonly file: string; readonly target: string; readonly part: string }, fd: number) {
    this.#names = names
    this.#fd = fd
  }

  write(piece: string | Uint8Array): void {
    const bytes = Buffer.from(piece)
    this.#pieces.push(bytes)
    this.#waitingBytes += bytes.length
    if (this.#waitingBytes >= bufferedBytes) this.#flush()
  }

  fault(): FileFault | null {
    return this.#fault
  }

  close(): FileFault | null {
    this.#flush()
    this.#try(() => {
      if (this.#fd !== null) closeSync(this.#fd)
    })
    this.#fd = null
    return this.#fault
  }

  publish(): FileFault | null {
    if (this.#fault !== null) return this.#fault
    this.#try(() => {
      renameSync(this.#names.part, this.#names.target)
      this.#isThere = false
    })
    return this.#fault
  }

  discard(): void {
    if (!this.#isThere) return
    this.#isThere = false
    try {
      if (this.#fd !== null) closeSync(this.#fd)
      this.#fd = null
      unlinkSync(this.#names.part)
    } catch {
      // Somebody else has taken it away.
    }
  }

  #flush(): void {
    const fd = this.#fd
    if (fd !== null && this.#fault === null)
      this.#try(() => {
        let rest =
          this.#pieces.length === 1 ? (this.#pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#pieces)
        while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest))
      })
    this.#pieces.length = 0
    this.#waitingBytes = 0
  }

  #try(step: () => void): void {
    try {
      step()
    } catch (error) {
      this.#fault ??= { file: this.#names.file, text: `cannot be written: ${causeWords(error)}` }
    }
  }
}

function openWords(error: unknown, folder: string): string {
  const code = codeOf(error)
  if (code === 'ENOENT')
    return `cannot be written: ${existsSync(folder) ? 'no file can be made in' : 'there is no folder'} ${folder}`
  if (code === 'ENOTDIR') return `cannot be written: ${folder} is no folder`
  return `cannot be written: ${causeWords(error)}`
}

/** What the system says, in words. */
export function causeWords(error: unknown): string {
  const code = codeOf(error)
  switch (code) {
    case 'ENOENT':
      return 'there is no such file'
    case 'EACCES':
    case 'EPERM':
      return 'you may not'
    case 'EROFS':
      return 'the disk is read-only'
    case 'ENOSPC':
      return 'the disk is full'
    case 'EDQUOT':
      return 'your share of the disk is full'
    case 'EFBIG':
      return 'files may not be so large here'
    case 'EISDIR':
      return 'it is a folder'
    case 'ELOOP':
      return 'it is a link that leads back to itself'
    case 'ENAMETOOLONG':
      return 'its name is too long'
    case 'EIO':
      return 'the disk has failed (EIO)'
    default:
      return code ?? (error instanceof Error ? error.message : String(error))
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
