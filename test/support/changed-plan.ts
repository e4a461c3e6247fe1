// A plan that the user approves, and that the agent changes afterwards.
import type { AppEvent } from '../../src/app/state/app-event.ts'
import { asked, chosen, ended, planned, prompted } from './app-states.ts'

const text = '# Design\n\n1. Split the tokenizer\n2. Write the tests\n3. Keep the old lexer\n'

/** The text of the changed plan: a step is new, one is reworded, and one is gone. */
export const changedText =
  '# Design\n\n1. Split the tokenizer\n2. Write a benchmark of the parser\n3. Keep the old lexer for a release\n'

/** The agent asks about a plan, and the user approves it. */
export const approvedPlan: readonly AppEvent[] = [
  prompted(10, 'plan it'),
  planned(15, { type: 'markdown', text }, 'p'),
  asked(20, { plan: { type: 'markdown', text } }),
  chosen(30, 1, 'once'),
]

/** The agent sends another text, and the turn ends at 2000. */
export const changedPlan: readonly AppEvent[] = [
  planned(1500, { type: 'markdown', text: changedText }, 'p'),
  ended(2000),
]
