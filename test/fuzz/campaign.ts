import type { FuzzCase, TargetName } from './fuzz-case.ts'
import { makeCase } from './make-case.ts'
import type { Finding } from './outcome.ts'
import type { Recording } from './recordings.ts'
import { runCase, type Verdict } from './run-case.ts'
import type { Programs } from './run-context.ts'
import { shrink } from './shrink.ts'

export interface CampaignOptions {
  readonly seed: number
  /** The first run's number, and how many there are. */
  readonly from: number
  readonly runs: number
  /** Ends earlier when so much time has passed. */
  readonly minutes: number
  readonly only: readonly TargetName[]
  /** Runs at a time. */
  readonly jobs: number
  readonly shrinks: boolean
  readonly recordings: readonly Recording[]
  readonly programs: Programs
  readonly readme: string
  readonly onRun: (run: number, verdict: Verdict) => void
  /** What was found did not hold when it was tried again. */
  readonly onOnce: (run: number, finding: Finding) => void
  readonly onFinding: (kept: KeptFinding) => void
}

export interface KeptFinding extends Finding {
  readonly run: number
  /** The smallest case that was found to fail so. */
  readonly case: FuzzCase
}

export interface Tally {
  readonly runs: number
  /** Lines that the program was given. */
  readonly lines: number
  readonly byTarget: ReadonlyMap<TargetName, number>
  /** How often something was looked at that not every run can show. */
  readonly looks: ReadonlyMap<string, number>
  /** How often each was found, what repeats what was found before too. */
  readonly byKind: ReadonlyMap<string, number>
  /** How often something was found that was not so when it was tried again alone: a busy machine, or a matter of chance. */
  readonly once: ReadonlyMap<string, number>
  readonly kept: readonly KeptFinding[]
}

/** Runs case after case. What fails is run again alone, so that a busy machine is no finding, then made smaller and kept. */
export async function campaign(options: CampaignOptions): Promise<Tally> {
  const untilMs = performance.now() + options.minutes * 60_000
  const byTarget = new Map<TargetName, number>()
  const looks = new Map<string, number>()
  const byKind = new Map<string, number>()
  const once = new Map<string, number>()
  const kept: KeptFinding[] = []
  const suspects: { readonly run: number; readonly fuzzed: FuzzCase; readonly finding: Finding }[] = []
  let next = options.from
  let lines = 0
  let runs = 0
  const judge = async (fuzzed: FuzzCase): Promise<Verdict> =>
    await runCase(fuzzed, options.programs, options.readme)
  const isOver = (): boolean => next >= options.from + options.runs || performance.now() > untilMs

  /** Alone: nothing else runs meanwhile. */
  const lookInto = async (): Promise<void> => {
    for (let suspect = suspects.pop(); suspect !== undefined; suspect = suspects.pop()) {
      const { run, fuzzed, finding } = suspect
      const again = await failsSo(judge, fuzzed, finding)
      if (again === null) {
        count(once, finding.kind)
        options.onOnce(run, finding)
        continue
      }
      count(byKind, finding.kind)
      if (kept.some((known) => isLike(known, again))) continue
      const smallest = options.shrinks
        ? await shrink(fuzzed, async (smaller) => (await failsSo(judge, smaller, finding)) !== null)
        : fuzzed
      const found = { ...again, run, case: smallest }
      kept.push(found)
      options.onFinding(found)
    }
  }
  const work = async (): Promise<void> => {
    while (!isOver() && suspects.length === 0) {
      const run = next++
      const fuzzed = makeCase({ ...options, run })
      const verdict = await judge(fuzzed)
      runs++
      lines += fuzzed.lines.length
      count(byTarget, fuzzed.target)
      for (const look of looksOf(verdict)) count(looks, look)
      options.onRun(run, verdict)
      for (const finding of verdict.findings) suspects.push({ run, fuzzed, finding })
    }
  }
  do {
    await Promise.all(Array.from({ length: options.jobs }, async () => await work()))
    await lookInto()
  } while (!isOver())
  return { runs, lines, byTarget, looks, byKind, once, kept }
}

function looksOf({ outcome }: Verdict): readonly string[] {
  const { showsGoodPlan, answersKeys, recording, log, case: fuzzed } = outcome
  return [
    ...(showsGoodPlan === null ? [] : ['a good plan after bad lines']),
    ...(answersKeys === null ? [] : ['keys']),
    ...(recording === null ? [] : ['recordings']),
    ...fuzzed.inputs.flatMap((input) => ('signal' in input ? [input.signal] : [])),
    ...log.flatMap(({ type }) => (type === 'answered' ? ['answers to requests'] : [])),
  ]
}

/** The finding that a case has of that kind; null: none. */
async function failsSo(
  judge: (fuzzed: FuzzCase) => Promise<Verdict>,
  fuzzed: FuzzCase,
  { kind }: Finding,
): Promise<Finding | null> {
  const { findings } = await judge(fuzzed)
  return findings.find((found) => found.kind === kind) ?? null
}

/** Most of what is found is found again and again: where it is said in the same words, numbers aside. */
function isLike(one: Finding, other: Finding): boolean {
  return one.kind === other.kind && outline(one.text) === outline(other.text)
}

function outline(text: string): string {
  return text.replace(/\d+/g, '0').slice(0, 120)
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
