import { excerptOf, type ProblemCode, type WireProblem } from '../wire/wire-problem.ts'

/** Where the problems of one value go: the first few in words, the rest as a number, so that a bad list cannot flood. */
export interface Faults {
  readonly code: ProblemCode
  readonly problems: WireProblem[]
  shown: number
  rest: number
}

const faultsShown = 10

export function faultsInto(problems: WireProblem[], code: ProblemCode): Faults {
  return { code, problems, shown: 0, rest: 0 }
}

export interface Fault {
  readonly path: string
  readonly text: string
  readonly weight: WireProblem['weight']
  readonly came: unknown
}

export function reportFault(faults: Faults, { path, text, weight, came }: Fault): void {
  if (faults.shown >= faultsShown) {
    faults.rest++
    return
  }
  faults.shown++
  faults.problems.push({ code: faults.code, text, path, weight, excerpt: excerptOf(came) })
}

/** Says how many more there were; call it once, when the value is read. */
export function closeFaults(faults: Faults, path: string): void {
  if (faults.rest === 0) return
  const text = `${faults.rest} more of it ${faults.rest === 1 ? 'is' : 'are'} wrong`
  faults.problems.push({ code: faults.code, text, path, weight: 'rejected' })
}

/** What is read, and where its faults go. */
export interface Place {
  readonly path: string
  readonly faults: Faults
}

/** How the items of a list are read. */
export interface ItemReader<T> extends Place {
  /** Items kept; the rest is left out, and reported. */
  readonly limit: number
  /** Empty where the item is bad, which it reports; several where it is a group. */
  readonly read: (item: unknown, at: Place) => readonly T[]
  /** What tells items apart: of two with the same the first counts. */
  readonly keyOf: (item: T) => string
}

/** The good items of a list, each once, and never more than the limit, whatever the list's length. */
export function readItems<T>(list: readonly unknown[], how: ItemReader<T>): readonly T[] {
  const { path, limit, faults } = how
  const items = new Map<string, T>()
  // Bad items are looked at too, but not for ever.
  const lookedAt = Math.min(list.length, limit * 2)
  let isCut = lookedAt < list.length
  for (let index = 0; index < lookedAt; index++) {
    const at = `${path}[${index}]`
    for (const item of how.read(list[index], { path: at, faults })) {
      const key = how.keyOf(item)
      if (items.has(key)) {
        const text = `the second with the name ${excerptOf(key).slice(0, 80)}: left out`
        reportFault(faults, { path: at, text, weight: 'noted', came: list[index] })
      } else if (items.size < limit) items.set(key, item)
      else isCut = true
    }
    if (isCut && items.size === limit) break
  }
  if (isCut) {
    const text = `more than the ${limit} that are kept: ${items.size} of ${list.length} are shown`
    faults.problems.push({ code: faults.code, text, path, weight: 'rejected' })
  }
  return [...items.values()]
}
