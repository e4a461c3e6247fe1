import { expect, test } from 'vitest'
import type { TrackedEntry } from '../../../src/plans/steps/tracked-entry.ts'
import { rowText } from '../../../src/lib/cells/row.ts'
import { safe } from '../../../src/lib/text/safe-text.ts'
import { changeBits, noWords } from '../../../src/ui/plan-panes/change-bars.ts'
import { noTimes } from '../../../src/plans/steps/step-times.ts'
import { entryRow, unfoldedRows, type EntryLook } from '../../../src/ui/plan-panes/items-rows.ts'
import { dark, plainAscii } from '../stack/shown-screen.ts'

function entry(): TrackedEntry {
  return {
    content: 'Split the tokenizer out of parser.ts',
    status: 'in_progress',
    priority: 'high',
    key: 0,
    times: { ...noTimes, running: { atMs: 1000, work: { workedMs: 1000, waitedMs: 0 } } },
    change: { type: 'changed', atMs: 1000 },
  }
}

const look: EntryLook = {
  theme: dark,
  columns: 80,
  work: { workedMs: 1000, waitedMs: 0 },
  isAtWork: true,
  isPicked: false,
  asked: null,
  isStalled: false,
  isHeld: false,
  mark: null,
  doubt: safe``,
  done: null,
  changes: 0,
  words: noWords,
}

test.each<[string, EntryLook]>([
  ['a second later', { ...look, work: { workedMs: 2000, waitedMs: 0 } }],
  ['narrower', { ...look, columns: 50 }],
  ['in another theme', { ...look, theme: plainAscii }],
  ['at rest', { ...look, isAtWork: false }],
  ['marked', { ...look, mark: 'changed' }],
  ['behind a bar', { ...look, changes: changeBits.added }],
  [
    'with another word at its right',
    { ...look, changes: changeBits.moved, words: [safe`moved from 1`, safe`moved`] },
  ],
  ['stalled', { ...look, isStalled: true }],
  ['stalled and narrow', { ...look, columns: 40, isStalled: true }],
])('an entry that is drawn again %s is drawn as one that is drawn for the first time', (_, other) => {
  const one = entry()
  const first = entryRow(one, look)
  expect(entryRow(one, other)).toEqual(entryRow(entry(), other))
  expect(entryRow(one, other)).not.toEqual(first)
  expect(entryRow(one, look)).toEqual(first)
})

test.each(['', ' \n', '\u200B'])('a status that nobody sees is said to be none: %j', (status) => {
  expect(rowText(entryRow({ ...entry(), status }, look))).toMatch(/no status +high/)
})

test('a status of the agent’s own is shown in its words, as in every output', () => {
  const row = rowText(entryRow({ ...entry(), status: 'needs_a_review' }, look))
  expect(row).toMatch(/needs a review +high/)
})

test.each(['', ' \n', '\u200B'])('a step in whose words nobody sees anything has a name: %j', (content) => {
  const lone = { ...entry(), content }
  expect(rowText(entryRow(lone, look))).toContain('(no words)')
  expect(unfoldedRows(lone, look).map(rowText).join('')).toContain('(no words)')
})
