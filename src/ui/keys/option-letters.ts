import { keyTable } from './key-table.ts'
import { replayKeys } from './replay-keys.ts'

/** Confirms a deletion: nothing else is to be taken by habit with it. */
const confirms = 'y'

/** The letters of a question's options, in their order: those that mean nothing anywhere else. More options have none. */
export const optionLetters: readonly string[] = Array.from('abcdefghijklmnopqrstuvwxyz').filter(
  (letter) => letter !== confirms && [...keyTable, ...replayKeys].every(({ keys }) => !keys.includes(letter)),
)
