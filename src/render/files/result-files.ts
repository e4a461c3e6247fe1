import { type FileFault, openResultFile, ResultFile, type ResultSink } from './written-file.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { fileFaultWords, readRegularFile } from '../../system/regular-file.ts'

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

  fault(): FileFault | null {
    return this.#files.map((file) => file.fault()).find((fault) => fault !== null) ?? null
  }

  get #files(): readonly ResultFile[] {
    return [...this.#targets.values()].filter((target) => target instanceof ResultFile)
  }

  /** Call it when all results are complete: publishes the files, or returns those that differ. */
  finish(): Result<readonly DifferingFile[], FileFault> {
    const files = this.#files
    // All files are complete before the first one is published.
    for (const step of ['close', 'publish'] as const)
      for (const file of files) {
        const fault = file[step]()
        if (fault !== null) return fail(fault)
      }
    const differing: DifferingFile[] = []
    for (const [{ file }, target] of this.#targets) {
      const difference = target instanceof ComparedFile ? target.difference() : null
      if (difference !== null) differing.push({ file, difference })
    }
    return ok(differing)
  }

  /** Deletes temporary files and closes all. May be called at any time, more than once. */
  discard(): void {
    for (const file of this.#files) file.discard()
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
/** What is rendered is kept in memory, and far shorter. */
const longestCompared = 1024 ** 3

/** Reads a file to compare it; it may be missing. */
export function openComparedFile(file: string): Result<ComparedFile, FileFault> {
  const read = readRegularFile(file, longestCompared)
  if (read.ok) return ok(new ComparedFile(read.value))
  const { problem } = read
  if (problem.kind === 'missing' && problem.isImpossible !== true) return ok(new ComparedFile(null))
  const isOther = problem.kind === 'folder' || problem.kind === 'irregular'
  return fail({
    file,
    text: isOther ? 'is not a regular file' : `cannot be compared: ${fileFaultWords(problem)}`,
  })
}

/** What would be written to a file, and what it holds; nothing is written. */
export class ComparedFile implements ResultSink {
  /** null: the file is missing. */
  readonly #there: Buffer | null
  readonly #rendered: Buffer[] = []

  constructor(there: Buffer | null) {
    this.#there = there
  }

  write(piece: string | Uint8Array): void {
    this.#rendered.push(Buffer.from(piece))
  }

  /** Call it after the last piece; null: no difference. */
  difference(): FileDifference | 'missing' | null {
    const there = this.#there
    if (there === null) return 'missing'
    const rendered = Buffer.concat(this.#rendered)
    if (there.equals(rendered)) return null
    let offset = 0
    while (offset < there.length && there[offset] === rendered[offset]) offset++
    const linesBefore = there.toString('latin1', 0, offset).split('\n')
    const lineAt = offset - (linesBefore.at(-1)?.length ?? 0)
    // Includes a part of the same line before the difference.
    const from = Math.max(lineAt, offset - excerptBytes / 4)
    const excerpt = (bytes: Buffer): Buffer => firstLine(bytes.subarray(from, from + excerptBytes))
    return { offset, line: linesBefore.length, there: excerpt(there), rendered: excerpt(rendered) }
  }
}

function firstLine(bytes: Buffer): Buffer {
  const end = bytes.indexOf(10)
  return end < 0 ? bytes : bytes.subarray(0, end)
}
