import { fail, ok, type Result } from '../../lib/result.ts'
import { openComparedFile, type ComparedFile, type FileDifference } from './compared-file.ts'
import type { WantedResult } from '../render-request.ts'
import { openResultFile, type FileFault, type ResultFile, type ResultSink } from './written-file.ts'

/** A result that differs from the file it should be. */
export interface DifferingFile {
  readonly file: string
  /** null: there is no such file. */
  readonly difference: FileDifference | null
}

/** Where the results go: to files, or into comparisons with files. All of them or none. */
export interface ResultTargets {
  sinkOf(wanted: WantedResult): ResultSink
  /** Set as soon as one of them cannot be written, or read. */
  fault(): FileFault | null
  /** All is made: gives the files their names, or tells what differs. */
  finish(): Result<readonly DifferingFile[], FileFault>
  /** Leaves nothing behind. May be called at any time, more than once. */
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
    // No file gets its name before all are whole.
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
