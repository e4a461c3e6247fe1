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
import { errorCode, fail, ok, type Result } from '../../lib/result.ts'
import { writeErrorWords } from '../../outputs/new-file.ts'
import { absolutePath } from '../../system/user-environment.ts'

export interface ResultSink {
  /** Copies bytes: the caller may reuse its buffer. */
  write(piece: string | Uint8Array): void
}

/** Why a file cannot be written or read. Raw. */
export interface FileFault {
  readonly file: string
  readonly text: string
}

const bufferedBytes = 256 * 1024

/** Creates the temporary file. */
export function openResultFile(file: string): Result<ResultFile, FileFault> {
  const place = placeOf(file)
  if (!place.ok) return place
  const { target, mode } = place.value
  const part = path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}.part`)
  try {
    const fd = openSync(part, 'wx', 0o666)
    if (mode !== null) chmodSync(part, mode)
    return ok(new ResultFile({ file, target, part }, fd))
  } catch (error) {
    return fail({ file, text: openWords(error, path.dirname(target)) })
  }
}

interface Place {
  /** With symbolic links resolved. */
  readonly target: string
  /** Of the existing file; null: there is none. */
  readonly mode: number | null
}

function placeOf(file: string): Result<Place, FileFault> {
  const whole = absolutePath(file)
  if (whole === null)
    return fail({ file, text: 'cannot be written: the current folder does not exist any more' })
  if (/[/\\]$/.test(file)) return fail({ file, text: 'is the name of a folder' })
  try {
    const there = statSync(whole, { throwIfNoEntry: false })
    if (there === undefined) return ok({ target: endOfLinks(whole), mode: null })
    if (there.isDirectory()) return fail({ file, text: 'is a folder' })
    if (!there.isFile()) return fail({ file, text: 'is not a regular file' })
    accessSync(whole, constants.W_OK)
    return ok({ target: realpathSync(whole), mode: there.mode & 0o777 })
  } catch (error) {
    return fail({ file, text: openWords(error, path.dirname(whole)) })
  }
}

/** The target of a dangling link. `statSync` has followed it before, so there is no loop of links. */
function endOfLinks(name: string): string {
  try {
    return endOfLinks(path.resolve(path.dirname(name), readlinkSync(name)))
  } catch {
    return name
  }
}

/** The names of a result: as it was given, with links resolved, and of the temporary file. */
interface ResultNames {
  readonly file: string
  readonly target: string
  readonly part: string
}

/** A result that is written beside its file: `publish` renames it, so that the old file stays as it is until the new one is complete. */
export class ResultFile implements ResultSink {
  readonly #names: ResultNames
  readonly #pieces: Buffer[] = []
  #waitingBytes = 0
  #fd: number | null
  #fault: FileFault | null = null
  #exists = true

  constructor(names: ResultNames, fd: number) {
    this.#names = names
    this.#fd = fd
  }

  write(piece: string | Uint8Array): void {
    const bytes = Buffer.from(piece)
    this.#pieces.push(bytes)
    this.#waitingBytes += bytes.length
    if (this.#waitingBytes >= bufferedBytes) this.#flush()
  }

  /** The first failed write; nothing is written after it. */
  fault(): FileFault | null {
    return this.#fault
  }

  /** Flushes everything to the temporary file. */
  close(): FileFault | null {
    this.#flush()
    this.#try(() => {
      if (this.#fd !== null) closeSync(this.#fd)
    })
    this.#fd = null
    return this.#fault
  }

  /** Renames it over the old file. */
  publish(): FileFault | null {
    if (this.#fault !== null) return this.#fault
    this.#try(() => {
      renameSync(this.#names.part, this.#names.target)
      this.#exists = false
    })
    return this.#fault
  }

  /** Deletes the temporary file. No effect after `publish`. */
  discard(): void {
    if (!this.#exists) return
    this.#exists = false
    try {
      if (this.#fd !== null) closeSync(this.#fd)
      this.#fd = null
      unlinkSync(this.#names.part)
    } catch {
      // It was deleted by someone else.
    }
  }

  #flush(): void {
    const fd = this.#fd
    if (fd !== null && this.#fault === null)
      this.#try(() => {
        let rest = Buffer.concat(this.#pieces)
        while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest))
      })
    this.#pieces.length = 0
    this.#waitingBytes = 0
  }

  #try(step: () => void): void {
    try {
      step()
    } catch (error) {
      this.#fault ??= { file: this.#names.file, text: `cannot be written: ${writeErrorWords(error)}` }
    }
  }
}

function openWords(error: unknown, folder: string): string {
  const code = errorCode(error)
  if (code === 'ENOENT')
    return `cannot be written: ${existsSync(folder) ? 'no file can be made in' : 'there is no folder'} ${folder}`
  if (code === 'ENOTDIR') return `cannot be written: ${folder} is not a folder`
  return `cannot be written: ${writeErrorWords(error)}`
}
