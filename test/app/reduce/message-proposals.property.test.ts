import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { Proposal } from '../../../src/app/state/proposal.ts'
import type { Session } from '../../../src/app/state/session.ts'
import { ended, said, saidIn, sent, session, whole } from '../events.ts'
import { piecesOf } from './pieces.ts'

const line = fc.constantFrom(
  '<proposed_plan>',
  '</proposed_plan>',
  ' <proposed_plan>\t',
  '</proposed_plan> x',
  '<proposed',
  '',
  '  ',
  '- [x] a',
  '# Title',
  'é🚀',
)
const message = fc.array(line, { maxLength: 14 }).map((lines) => lines.join('\n'))
const lengths = fc.array(fc.nat(12), { maxLength: 40 })

interface Shown {
  readonly said: readonly string[]
  readonly plan: object | null
  readonly proposal: Proposal | null
  readonly hasSecondPlan: boolean
}

function shown(one: Session): Shown {
  const plan = one.plans.get('proposed')
  return {
    // A message that is told to be empty is as good as none.
    said: saidIn(one).filter((words) => words !== 'agent '),
    plan: plan === undefined ? null : { body: plan.body, revision: plan.revision },
    proposal: one.proposal,
    hasSecondPlan: one.reading.hasSecondPlan,
  }
}

function turn(...events: readonly AppEvent[]): Shown {
  return shown(session(sent(), ...events, ended(9)))
}

test.each([
  ['without an id', {}],
  ['with an id', { messageId: 'm' }],
])('a message gives the same text and the same proposal in any pieces: %s', (_, more) => {
  fc.assert(
    fc.property(message, lengths, (text, cuts) => {
      const pieces = piecesOf(text, cuts).map((piece) => said(piece, more))
      expect(turn(...pieces)).toEqual(turn(said(text, more)))
    }),
    { numRuns: 150 },
  )
})

test('the whole message replaces any pieces', () => {
  fc.assert(
    fc.property(message, message, lengths, (text, streamed, cuts) => {
      const pieces = piecesOf(streamed, cuts).map((piece) => said(piece, { messageId: 'm' }))
      const expected = turn(whole(text))
      const now = turn(...pieces, whole(text))
      expect({ ...now, hasSecondPlan: false }).toEqual({ ...expected, hasSecondPlan: false })
      expect(turn(...pieces, whole(text), whole(text))).toEqual(now)
    }),
    { numRuns: 150 },
  )
})

test('two alternating messages with ids give the same text as one after the other', () => {
  fc.assert(
    fc.property(message, fc.constantFrom('Hi', 'Hi\n- a', '< b'), lengths, (one, other, cuts) => {
      const left = piecesOf(one, cuts).map((text) => said(text, { messageId: 'm' }))
      const right = piecesOf(other, cuts).map((text) => said(text, { messageId: 'n' }))
      const mixed = left.flatMap((event, index) => [event, right[index] ?? event])
      const sorted = ({ said: lines, ...rest }: Shown): object => ({ ...rest, said: lines.toSorted() })
      expect(sorted(turn(...mixed))).toEqual(sorted(turn(...left, ...right)))
    }),
    { numRuns: 150 },
  )
})
