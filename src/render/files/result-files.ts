import type { WantedResult } from '../render-request.ts'
import {
  causeWords,
  type FileFault,
  openResultFile,
  type ResultFile,
  type ResultSink,
} from './written-file.ts'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { fail, ok, type Result } from '../../lib/result.ts'
import { readingFlags } from '../../system/regular-file.ts'

/** A result that differs from its file. */
export interface DifferingFile {
  readonly file: string
  /** null: there is no such file. */
  readonly difference: FileDifference | null
}

/** Writes all results, or none; with `--check`, compares them with files. */
export interface ResultTargets {
  sinkOf(wanted: WantedResult): ResultSink
  /** The first failed write or read. */
  fault(): FileFault | null
  /** Call it when all results are complete: publishes the files, or returns those that differ. */
  finish(): Result<readonly DifferingFile[], FileFault>
  /** Deletes temporary files and closes all. May be called at any time, more than once. */
  discard(): void
}

type Target =
  | { readonly type: 'file'; readonly file: ResultFile }
  | { readonly type: 'compared'; readonly file: ComparedFile }
  | { readonly type: 'missing' }

export function openTargets(wanted: readonly WantedResult[]): Result<ResultTargets, FileFault> {
  const opened = new Map<WantedResult, Target>()
  const targets = new OpenTargets(opened)
  for (const result of wanted) {
    const target = openTarget(result)
    if (!target.ok) {
      targets.discard()
      return target
    }
    opened.set(result, target.value)
  }
  return ok(targets)
}

function openTarget({ file, isCheck }: WantedResult): Result<Target, FileFault> {
  if (!isCheck) {
    const opened = openResultFile(file)
    return opened.ok ? ok({ type: 'file', file: opened.value }) : opened
  }
  const opened = openComparedFile(file)
  if (!opened.ok) return opened
  return ok(opened.value === null ? { type: 'missing' } : { type: 'compared', file: opened.value })
}

class OpenTargets implements ResultTargets {
  readonly #targets: ReadonlyMap<WantedResult, Target>

  constructor(targets: ReadonlyMap<WantedResult, Target>) {
    this.#targets = targets
  }

  sinkOf(wanted: WantedResult): ResultSink {
    const target = this.#targets.get(wanted)
    return target === undefined || target.type === 'missing' ? { write() {} } : target.file
  }

  fault(): FileFault | null {
    for (const target of this.#targets.values()) {
      const fault = target.type === 'missing' ? null : target.file.fault()
      if (fault !== null) return fault
    }
    return null
  }

  finish(): Result<readonly DifferingFile[], FileFault> {
    const files = [...this.#targets.values()].flatMap((target) =>
      target.type === 'file' ? [target.file] : [],
    )
    // All files are complete before the first one is published.
    for (const step of ['close', 'publish'] as const)
      for (const file of files) {
        const fault = file[step]()
        if (fault !== null) return fail(fault)
      }
    const differing: DifferingFile[] = []
    for (const [{ file }, target] of this.#targets) {
      if (target.type === 'missing') differing.push({ file, difference: null })
      if (target.type !== 'compared') continue
      const difference = target.file.difference()
      const fault = target.file.fault()
      if (fault !== null) return fail(fault)
      if (difference !== null) differing.push({ file, difference })
    }
    return ok(differing)
  }

  discard(): void {
    for (const target of this.#targets.values()) {
      if (target.type === 'file') target.file.discard()
      if (target.type === 'compared') target.file.close()
    }
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

/** A file that is compared piece by piece; nothing is written. */
export interface ComparedFile extends ResultSink {
  /** Call it after the last piece; null: no difference. */
  difference(): FileDifference | null
  fault(): FileFault | null
  close(): void
}

const excerptBytes = 160

/** null: the file does not exist. */
export function openComparedFile(file: string): Result<ComparedFile | null, FileFault> {
  try {
    const fd = openSync(file, readingFlags)
    if (fstatSync(fd).isFile()) return ok(new OpenComparedFile(file, fd))
    closeSync(fd)
    return fail({ file, text: 'is not a regular file' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ok(null)
    return fail({ file, text: `cannot be read: ${causeWords(error)}` })
  }
}

class OpenComparedFile implements ComparedFile {
  readonly #file: string
  #fd: number | null
  #offset = 0
  #line = 1
  /** The offset of the current line. */
  #lineAt = 0
  #difference: FileDifference | null = null
  #fault: FileFault | null = null

  constructor(file: string, fd: number) {
    this.#file = file
    this.#fd = fd
  }

  write(piece: string | Uint8Array): void {
    if (this.#difference !== null || this.#fault !== null) return
    const rendered =
      typeof piece === 'string'
        ? Buffer.from(piece)
        : Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    const there = this.#read(this.#offset, rendered.length)
    if (there.equals(rendered)) {
      this.#skip(rendered)
      return
    }
    let same = 0
    while (same < there.length && there[same] === rendered[same]) same++
    this.#skip(rendered.subarray(0, same))
    this.#differ(rendered.subarray(same))
  }

  difference(): FileDifference | null {
    if (this.#difference === null && this.#read(this.#offset, 1).length > 0) this.#differ(Buffer.alloc(0))
    return this.#difference
  }

  fault(): FileFault | null {
    return this.#fault
  }

  close(): void {
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
