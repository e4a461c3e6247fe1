import type { FuzzCase } from './fuzz-case.ts'

/** How often a case is run at most for making it smaller. */
const runsAllowed = 60

/**
 * The smallest case found that still fails in the same way: fewer lines, then fewer inputs, half of
 * them at a time and at last one by one.
 */
export async function shrink(
  fuzzed: FuzzCase,
  stillFails: (smaller: FuzzCase) => Promise<boolean>,
): Promise<FuzzCase> {
  let best = fuzzed
  let runs = 0
  const tries = async (smaller: FuzzCase): Promise<boolean> => {
    if (runs >= runsAllowed) return false
    runs++
    if (!(await stillFails(smaller))) return false
    best = smaller
    return true
  }
  await tries({ ...best, inputs: [] })
  await fewer(fuzzed.lines, async (lines) => await tries({ ...best, lines }))
  await fewer(best.inputs, async (inputs) => await tries({ ...best, inputs }))
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
