import type { FuzzCase } from './fuzz-case.ts'
import { smallerLines } from './smaller-lines.ts'

/** How often a case is run at most for having fewer lines and inputs, and then for having less in its lines. */
const runsAllowed = { fewer: 60, less: 60 } as const

/**
 * The smallest case found that still fails in the same way: fewer lines, then fewer inputs, half of
 * them at a time and at last one by one; then less in each line.
 */
export async function shrink(
  fuzzed: FuzzCase,
  stillFails: (smaller: FuzzCase) => Promise<boolean>,
): Promise<FuzzCase> {
  let best = fuzzed
  let runsLeft: number = runsAllowed.fewer
  const tries = async (smaller: FuzzCase): Promise<boolean> => {
    if (runsLeft === 0) return false
    runsLeft--
    if (!(await stillFails(smaller))) return false
    best = smaller
    return true
  }
  await tries({ ...best, inputs: [] })
  await fewer(fuzzed.lines, async (lines) => await tries({ ...best, lines }))
  await fewer(best.inputs, async (inputs) => await tries({ ...best, inputs }))
  runsLeft = runsAllowed.less
  for (let at = 0; at < best.lines.length;) {
    const line = best.lines[at]
    const smaller = line === undefined ? [] : smallerLines(line)
    // Where anything could be left out, the rest is looked at anew.
    if (!(await some(smaller, async (less) => await tries({ ...best, lines: best.lines.with(at, less) }))))
      at++
  }
  return best
}

async function fewer<T>(all: readonly T[], tries: (some: readonly T[]) => Promise<boolean>): Promise<void> {
  let left = all
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < left.length;) {
      const some = [...left.slice(0, at), ...left.slice(at + size)]
      if (some.length < left.length && (await tries(some))) left = some
      else at += size
    }
}

/** One of them has it, in this order. */
async function some<T>(all: readonly T[], has: (one: T) => Promise<boolean>): Promise<boolean> {
  for (const one of all) if (await has(one)) return true
  return false
}
