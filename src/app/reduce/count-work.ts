import { memoLast } from '../../lib/memo.ts'
import { withEntry, withoutEntry } from '../../lib/shared-map.ts'
import { lineDiff } from '../../plans/comparison/line-diff.ts'
import type { LineCounts, SentDiff } from '../../protocol/session/call-evidence.ts'
import {
  changingKinds,
  isCommand,
  maxFiles,
  noStepWork,
  outcomeOf,
  type FileChange,
  type FileWork,
  type StepWork,
  type WorkCall,
} from '../state/step-work.ts'

/** The counts of a step, with a call as it is now in place of what it was. `others`: the other calls of the step that are kept. */
export function recounted(
  step: StepWork,
  before: WorkCall | null,
  after: WorkCall,
  others: () => readonly WorkCall[],
): StepWork {
  const counted = counting(before === null ? step : counting(step, before, -1), after, 1)
  const was = endOf(before)
  if (was === endOf(after)) return counted
  // It rarely has had another end before.
  const [calls, from] = was === 'open' ? [[after], step] : [[...others(), after], noStepWork]
  return {
    ...counted,
    lastFailure: lastOf(calls, 'failed', from.lastFailure),
    lastSuccess: lastOf(calls, 'not-failed', from.lastSuccess),
  }
}

type End = 'open' | 'failed' | 'not-failed'

/** How a call ended, as far as it is work. */
function endOf(call: WorkCall | null): End {
  if (call === null || call.isAboutPlan) return 'open'
  const outcome = outcomeOf(call)
  if (outcome === 'open' || outcome === 'failed') return outcome
  return outcome === 'rejected' || outcome === 'cancelled' ? 'open' : 'not-failed'
}

function lastOf(calls: readonly WorkCall[], end: End, from: number): number {
  return calls.reduce((last, call) => (endOf(call) === end ? Math.max(last, call.number) : last), from)
}

/** The counts with a call more (1) or less (-1). */
function counting(step: StepWork, call: WorkCall, by: 1 | -1): StepWork {
  if (call.isAboutPlan) return step
  const outcome = outcomeOf(call)
  const command = isCommand(call) && outcome !== 'rejected'
  const { files, moreFiles } = countingFiles(step, call, by)
  return {
    ...step,
    calls: step.calls + by,
    shared: call.steps.length > 1 ? step.shared + by : step.shared,
    childs: call.isChilds ? step.childs + by : step.childs,
    kinds:
      outcome === 'rejected'
        ? step.kinds
        : withEntry(step.kinds, call.kind, (step.kinds.get(call.kind) ?? 0) + by),
    rejected: outcome === 'rejected' ? step.rejected + by : step.rejected,
    failed: outcome === 'failed' ? step.failed + by : step.failed,
    commands: command ? step.commands + by : step.commands,
    failedCommands: command && outcome === 'failed' ? step.failedCommands + by : step.failedCommands,
    untoldExits: outcome === 'untold' ? step.untoldExits + by : step.untoldExits,
    files,
    moreFiles,
  }
}

const reading: ReadonlySet<string> = new Set(['read', 'search'])
const noFile: FileWork = { reads: 0, changes: 0, added: 0, removed: 0, untold: 0 }

/** Only of calls that are done: others have done nothing yet, or nothing that is known. */
function countingFiles(step: StepWork, call: WorkCall, by: 1 | -1): Pick<StepWork, 'files' | 'moreFiles'> {
  let { files, moreFiles } = step
  if (outcomeOf(call) !== 'done') return { files, moreFiles }
  for (const [path, one] of filesOf(call)) {
    const before = files.get(path)
    // One that is counted no longer, and is not listed, was one of those beyond the limit.
    if (before === undefined && (by < 0 || files.size >= maxFiles)) {
      moreFiles += by
      continue
    }
    const now = sumOf(before ?? noFile, one, by)
    files = now.reads + now.changes > 0 ? withEntry(files, path, now) : withoutEntry(files, path)
  }
  return { files, moreFiles }
}

function filesOf({ kind, paths, changes }: WorkCall): ReadonlyMap<string, FileWork> {
  const files = new Map<string, FileWork>()
  if (changes.length === 0 && reading.has(kind))
    for (const path of paths) files.set(path, { ...noFile, reads: 1 })
  if (changingKinds.has(kind)) for (const path of paths) files.set(path, { ...noFile, changes: 1, untold: 1 })
  for (const { path, lines } of changes)
    files.set(path, { ...noFile, changes: 1, ...(lines ?? { untold: 1 }) })
  return files
}

function sumOf(one: FileWork, other: FileWork, by: 1 | -1): FileWork {
  return {
    reads: one.reads + by * other.reads,
    changes: one.changes + by * other.changes,
    added: one.added + by * other.added,
    removed: one.removed + by * other.removed,
    untold: one.untold + by * other.untold,
  }
}

/** The lines that each file has got and lost. A file of several diffs has the sum of them. */
export function changesIn(diffs: readonly SentDiff[]): readonly FileChange[] {
  const changes = new Map<string, LineCounts | null>()
  for (const diff of diffs) {
    const { path } = diff
    const before = changes.get(path)
    const lines = 'lines' in diff ? diff.lines : changedLines(diff.oldText ?? '', diff.newText)
    if (before === undefined || lines === null) changes.set(path, lines)
    else if (before !== null)
      changes.set(path, { added: before.added + lines.added, removed: before.removed + lines.removed })
  }
  return [...changes].map(([path, lines]) => ({ path, lines }))
}

/** Characters of both texts of a diff that are compared: it takes some 60 ms then. */
const longestDiff = 500_000

/** Cached: agents send a diff again with each update of its call. */
const changedLines = memoLast((oldText: string, newText: string): LineCounts | null => {
  if (oldText.length + newText.length > longestDiff) return null
  let [added, removed] = [0, 0]
  for (const hunk of lineDiff(linesOf(oldText), linesOf(newText))) {
    added += hunk.newEnd - hunk.newStart
    removed += hunk.oldEnd - hunk.oldStart
  }
  return { added, removed }
})

/** The end of the last line begins no other one. */
function linesOf(text: string): readonly string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}
