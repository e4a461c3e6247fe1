import fc from 'fast-check'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { keyTable } from '../../../src/ui/keys/key-table.ts'
import { anyEventOf } from '../../support/any-events.ts'
import { anyElicitation } from '../questions/any-elicitation.ts'
import { anySession, anyText } from './any-text.ts'

const anyLine = fc.oneof(
  fc.constantFrom('# Plan', '- [x] one', '- [ ] two', '1. two', '2. two', '   - three', '```', '| a | b |'),
  fc.constantFrom('|---|---|', '', 'Text.'),
  anyText,
)
/** Texts that have lines in common. */
const anyPlanText = fc.array(anyLine, { minLength: 1, maxLength: 14 }).map((lines) => lines.join('\n'))
const anyProposingMessage = anyPlanText.map(
  (text) => `First.\n<proposed_plan>\n${text}\n</proposed_plan>\nThen.`,
)

/** An event with hostile texts, and how long after the one before it. */
export const anyEvent: fc.Arbitrary<{ readonly event: AppEvent; readonly afterMs: number }> = fc.record({
  event: anyEventOf({
    text: anyText,
    speech: fc.oneof(anyText, anyProposingMessage),
    planText: anyPlanText,
    detail: fc.oneof(anyText, fc.constant('+ new\n- old\n'.repeat(40))),
    sessionId: anySession,
    planName: fc
      .constantFrom(null, 'a', 'b', 'design', '\u0000')
      .map((id) => ({ dialect: id === null ? 'plan' : 'planId', id })),
    settingId: fc.oneof(anyText, fc.constantFrom('plan', 'default', 'bypass', 'review it')),
    atMs: fc.constantFrom(0, 0, 1000, 60_000),
    elicitation: anyElicitation,
    longest: 30,
    updateWeight: 10,
  }),
  afterMs: fc.constantFrom(0, 50, 400, 1000, 2000),
})

export function timed(event: AppEvent, atMs: number): AppEvent {
  return { ...event, atMs }
}

/** Every key of the table, and some that type. */
export const anyKey: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...keyTable.flatMap(({ keys }) => keys)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('s', 'm', 'M', 'ctrl-x', 'D', 'y', 'ctrl-d', 'ctrl-n', 'down', 'enter'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('a', 'x', '日', '🚀', '\u0301', 'backspace', 'alt-enter', 'ctrl-w'),
  },
)

/** Terminals of any size, often of one where the layout changes. */
export const anySize = fc.record({
  columns: fc.oneof(fc.integer({ min: 20, max: 200 }), fc.constantFrom(40, 59, 60, 80)),
  rows: fc.oneof(fc.integer({ min: 6, max: 60 }), fc.constantFrom(12, 15, 16, 24)),
})
