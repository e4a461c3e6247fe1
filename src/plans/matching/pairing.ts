import type { PlanEntry } from '../../protocol/plans/plan-content.ts'

/** Two lists of entries while their partners are searched. */
export interface Pairing {
  readonly before: readonly PlanEntry[]
  readonly after: readonly PlanEntry[]
  /** For each entry after, the index of its partner before, or -1. */
  readonly partners: Int32Array
  /** 1 for each entry before that has a partner. */
  readonly isTaken: Uint8Array
}

/** A pairing in which nobody has a partner yet. */
export function newPairing(before: readonly PlanEntry[], after: readonly PlanEntry[]): Pairing {
  return {
    before,
    after,
    partners: new Int32Array(after.length).fill(-1),
    isTaken: new Uint8Array(before.length),
  }
}

/** Makes two entries partners; neither may have one. */
export function take({ partners, isTaken }: Pairing, afterIndex: number, beforeIndex: number): void {
  partners[afterIndex] = beforeIndex
  isTaken[beforeIndex] = 1
}

/** The indexes of the entries that have no partner yet, in order. */
export interface Unpaired {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

export function unpaired({ partners, isTaken }: Pairing): Unpaired {
  const before: number[] = []
  const after: number[] = []
  for (let index = 0; index < isTaken.length; index++) if (isTaken[index] === 0) before.push(index)
  for (let index = 0; index < partners.length; index++) if (partners[index] === -1) after.push(index)
  return { before, after }
}

/** The ids of two lists that have some in common. */
export interface SharedIds {
  readonly before: ReadonlyMap<string, number>
  readonly after: ReadonlyMap<string, number>
}

/**
 * Pairs the entries with the same id of the agent. Ids that stand twice in a list are none, and so are those that only
 * number the list and now stand at other texts. null: the lists share no ids.
 */
export function pairById(pairing: Pairing): SharedIds | null {
  const before = placesOfIds(pairing.before)
  if (before.size === 0) return null
  const after = placesOfIds(pairing.after)
  if (after.size === 0 || isRenumbered(pairing.before, pairing.after)) return null
  let isAnyPaired = false
  for (const [id, index] of after) {
    const partner = before.get(id)
    if (partner === undefined || partner === twice || index === twice) continue
    take(pairing, index, partner)
    isAnyPaired = true
  }
  return isAnyPaired ? { before, after } : null
}

/** Whether both entries have ids, and not the same: an agent that keeps its ids says that they are different steps. */
export function areOtherSteps(ids: SharedIds | null, one: PlanEntry, other: PlanEntry): boolean {
  if (ids === null || one.id === undefined || other.id === undefined || one.id === other.id) return false
  return ids.before.get(one.id) !== twice && ids.after.get(other.id) !== twice
}

/** The place of an id that several entries have. */
const twice = -1

function placesOfIds(entries: readonly PlanEntry[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (let index = 0; index < entries.length; index++) {
    const id = entries[index]?.id
    if (id !== undefined) places.set(id, places.has(id) ? twice : index)
  }
  return places
}

/** Both lists are numbered from 0 or 1 on, and a text has another number than before: the numbers are only positions. */
function isRenumbered(before: readonly PlanEntry[], after: readonly PlanEntry[]): boolean {
  if (!isNumbered(before) || !isNumbered(after)) return false
  const texts = new Set(before.map(({ content }) => content))
  return after.some(({ content }, index) => before[index]?.content !== content && texts.has(content))
}

function isNumbered(entries: readonly PlanEntry[]): boolean {
  const first = entries[0]?.id
  if (first !== '0' && first !== '1') return false
  const start = Number(first)
  return entries.every(({ id }, index) => id === String(start + index))
}
