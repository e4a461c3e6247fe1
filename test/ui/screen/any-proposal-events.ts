import fc from 'fast-check'
import type { ProposedContent } from '../../../src/app/state/permission.ts'
import type { ProposalOutcome } from '../../../src/app/state/proposal.ts'
import { anySession, anyText, maybe } from './any-text.ts'

const anyLine = fc.oneof(
  fc.constantFrom(
    '# Plan',
    '- one',
    '1. two',
    '2. two',
    '   - three',
    '```',
    '| a | b |',
    '|---|---|',
    '',
    'Text.',
  ),
  anyText,
)

/** Texts that have lines in common. */
const anyPlanText: fc.Arbitrary<string> = fc
  .array(anyLine, { minLength: 1, maxLength: 14 })
  .map((lines) => lines.join('\n'))

/** What a permission request may ask about. */
export const anyProposed: fc.Arbitrary<ProposedContent> = fc.oneof(
  { weight: 4, arbitrary: anyPlanText.map((text) => ({ type: 'markdown' as const, text })) },
  { weight: 1, arbitrary: anyText.map((text) => ({ type: 'file' as const, uri: `file:///tmp/${text}` })) },
)

/** A message with a plan in it. */
export const anyProposingMessage: fc.Arbitrary<string> = anyPlanText.map(
  (text) => `First.\n<proposed_plan>\n${text}\n</proposed_plan>\nThen.`,
)

const anyOutcome: fc.Arbitrary<ProposalOutcome> = fc.record({
  kind: fc.constantFrom('approved', 'rejected', 'refined', 'kept', 'cancelled'),
  words: anyText,
  atMs: fc.nat({ max: 5000 }),
  feedback: maybe,
})

export const anyProposalAnswered = fc.record({
  type: fc.constant('proposal-answered' as const),
  sessionId: anySession,
  outcome: anyOutcome,
})
