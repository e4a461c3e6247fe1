import { excerptOf, type ProblemCode, type WireProblem } from './wire-problem.ts'

/**
 * Collects the problems of one value: the first few as texts, the rest as a count, so that a bad list cannot flood the problems.
 */
export interface Faults {
  readonly code: ProblemCode
  readonly problems: WireProblem[]
  listed: number
  /** How many more there were. */
  readonly more: Record<WireProblem['weight'], number>
}

const maxFaultsListed = 10

export function faultsInto(problems: WireProblem[], code: ProblemCode): Faults {
  return { code, problems, listed: 0, more: { rejected: 0, noted: 0 } }
}

export interface Fault {
  readonly path: string
  readonly text: string
  readonly weight: WireProblem['weight']
  readonly value: unknown
}

export function reportFault(faults: Faults, { path, text, weight, value }: Fault): void {
  if (faults.listed === maxFaultsListed) {
    faults.more[weight]++
    return
  }
  faults.listed++
  faults.problems.push({ code: faults.code, text, path, weight, excerpt: excerptOf(value) })
}

/** Reports how many more there were; to be called once, when the value was read. */
export function closeFaults(faults: Faults, path: string): void {
  const more = faults.more.rejected + faults.more.noted
  if (more === 0) return
  const text = `${more} more of it ${more === 1 ? 'is' : 'are'} wrong`
  faults.problems.push({ code: faults.code, text, path, weight: 'rejected' })
}

/** The path of what is read, and where its problems go. */
export interface ReadPosition {
  readonly path: string
  readonly faults: Faults
}

/** How to read the items of a list. */
export interface ItemReader<T> extends ReadPosition {
  /** Items kept; the rest is left out, and reported. */
  readonly limit: number
  /** Empty for an invalid item, which it reports; several items for a group. */
  readonly read: (item: unknown, at: ReadPosition) => readonly T[]
  /** Identifies items: of two with the same key the first counts. */
  readonly keyOf: (item: T) => string
}

/** The valid items of a list, without duplicates, up to the limit. */
export function readItems<T>(list: readonly unknown[], how: ItemReader<T>): readonly T[] {
  const { path, limit, faults } = how
  const items = new Map<string, T>()
  // Invalid items are examined, too, but not without limit.
  const lookedAt = Math.min(list.length, limit * 2)
  let isCut = lookedAt < list.length
  for (let index = 0; index < lookedAt; index++) {
    const at = `${path}[${index}]`
    for (const item of how.read(list[index], { path: at, faults })) {
      const key = how.keyOf(item)
      if (items.has(key)) {
        const text = `the second with the name ${excerptOf(key).slice(0, 80)}: left out`
        reportFault(faults, { path: at, text, weight: 'noted', value: list[index] })
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
