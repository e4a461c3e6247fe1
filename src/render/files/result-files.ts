import {
  causeWords,
  errorCode,
  type FileFault,
  openResultFile,
  ResultFile,
  type ResultSink,
} from './written-file.ts'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { fail, ok, type Result } from '../../lib/result.ts'
import { readingFlags } from '../../system/regular-file.ts'

/** A file that is written, or compared with what would be written. */
export interface WantedFile {
  readonly file: string
  readonly isCheck: boolean
}

export interface DifferingFile {
  readonly file: string
  readonly difference: FileDifference | 'missing'
}

/** Opens the files of all results, to write them or to compare them. */
export function openTargets(wanted: readonly WantedFile[]): Result<ResultTargets, FileFault> {
  const opened = new Map<WantedFile, ResultFile | ComparedFile>()
  const targets = new ResultTargets(opened)
  for (const result of wanted) {
    const target = result.isCheck ? openComparedFile(result.file) : openResultFile(result.file)
    if (!target.ok) {
      targets.discard()
      return target
    }
    opened.set(result, target.value)
  }
  return ok(targets)
}

/** Writes all results, or none; with `--check`, compares them with files. */
export class ResultTargets {
  readonly #targets: ReadonlyMap<WantedFile, ResultFile | ComparedFile>

  constructor(targets: ReadonlyMap<WantedFile, ResultFile | ComparedFile>) {
    this.#targets = targets
  }

  sinkOf(wanted: WantedFile): ResultSink {
    const target = this.#targets.get(wanted)
    if (target === undefined) throw new Error(`${wanted.file} is not open`)
    return target
  }

  /** The first failed write or read. */
  fault(): FileFault | null {
    for (const target of this.#targets.values()) {
      const fault = target.fault()
      if (fault !== null) return fault
    }
    return null
  }

  /** Call it when all results are complete: publishes the files, or returns those that differ. */
  finish(): Result<readonly DifferingFile[], FileFault> {
    const files = [...this.#targets.values()].filter((target) => target instanceof ResultFile)
    // All files are complete before the first one is published.
    for (const step of ['close', 'publish'] as const)
      for (const file of files) {
        const fault = file[step]()
        if (fault !== null) return fail(fault)
      }
    const differing: DifferingFile[] = []
    for (const [{ file }, target] of this.#targets) {
      const difference = target instanceof ComparedFile ? target.difference() : null
      const fault = target.fault()
      if (fault !== null) return fail(fault)
      if (difference !== null) differing.push({ file, difference })
    }
    return ok(differing)
  }

  /** Deletes temporary files and closes all. May be called at any time, more than once. */
  discard(): void {
    for (const target of this.#targets.values()) target.discard()
  }
}

/** The first difference between a file and the rendered result. */
export interface FileDifference {
  /** From 0. */
  readonly offset: number
  /** From 1. */
  readonly line: number
  /** What the file has there, and what it should have; a line at most. Raw. */
  readonly there: Buffer
  readonly rendered: Buffer
}

const excerptBytes = 160

/** Opens a file to compare it; it may be missing. */
export function openComparedFile(file: string): Result<ComparedFile, FileFault> {
  try {
    const fd = openSync(file, readingFlags)
    if (fstatSync(fd).isFile()) return ok(new ComparedFile(file, fd))
    closeSync(fd)
    return fail({ file, text: 'is not a regular file' })
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ok(new ComparedFile(file, null))
    return fail({ file, text: `cannot be read: ${causeWords(error)}` })
  }
}

/** A file that is compared piece by piece; nothing is written. */
export class ComparedFile implements ResultSink {
  readonly #file: string
  readonly #isMissing: boolean
  #fd: number | null
  #offset = 0
  #line = 1
  /** The offset of the current line. */
  #lineAt = 0
  #difference: FileDifference | null = null
  #fault: FileFault | null = null

  /** `fd`: null if the file is missing. */
  constructor(file: string, fd: number | null) {
    this.#file = file
    this.#isMissing = fd === null
    this.#fd = fd
  }

  write(piece: string | Uint8Array): void {
    if (this.#isMissing || this.#difference !== null || this.#fault !== null) return
    const rendered =
      typeof piece === 'string'
        ? Buffer.from(piece)
        : Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    const there = this.#read(this.#offset, rendered.length)
    if (there.equals(rendered)) return this.#skip(rendered)
    let same = 0
    while (same < there.length && there[same] === rendered[same]) same++
    this.#skip(rendered.subarray(0, same))
    this.#differ(rendered.subarray(same))
  }

  /** Call it after the last piece; null: no difference. */
  difference(): FileDifference | 'missing' | null {
    if (this.#isMissing) return 'missing'
    if (this.#difference === null && this.#read(this.#offset, 1).length > 0) this.#differ(Buffer.alloc(0))
    return this.#difference
  }

  fault(): FileFault | null {
    return this.#fault
  }

  discard(): void {
    if (this.#fd !== null) closeSync(this.#fd)
    this.#fd = null
  }

  #skip(bytes: Buffer): void {
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
      this.#line++
      this.#lineAt = this.#offset + at + 1
    }
    this.#offset += bytes.length
  }

  /** Includes a part of the same line before the difference. */
  #differ(rendered: Buffer): void {
    const from = Math.max(this.#lineAt, this.#offset - excerptBytes / 4)
    const before = this.#read(from, this.#offset - from)
    this.#difference = {
      offset: this.#offset,
      line: this.#line,
      there: firstLine(this.#read(from, excerptBytes)),
      rendered: firstLine(Buffer.concat([before, rendered.subarray(0, excerptBytes - before.length)])),
    }
  }

  #read(from: number, length: number): Buffer {
    const bytes = Buffer.alloc(length)
    let filled = 0
    try {
      while (this.#fd !== null && filled < length) {
        const count = readSync(this.#fd, bytes, filled, length - filled, from + filled)
        if (count === 0) break
        filled += count
      }
    } catch (error) {
      this.#fault ??= { file: this.#file, text: `cannot be read: ${causeWords(error)}` }
    }
    return bytes.subarray(0, filled)
  }
}

function firstLine(bytes: Buffer): Buffer {
  const end = bytes.indexOf(10)
  return end < 0 ? bytes : bytes.subarray(0, end)
}
