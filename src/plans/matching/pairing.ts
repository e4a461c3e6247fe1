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

export function newPairing(before: readonly PlanEntry[], after: readonly PlanEntry[]): Pairing {
  return {
    before,
    after,
    partners: new Int32Array(after.length).fill(-1),
    isTaken: new Uint8Array(before.length),
  }
}

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
