import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { Proposal, ProposalOutcome } from '../../../src/app/state/proposal.ts'
import { openQuestion } from '../../../src/app/state/question.ts'
import type { PlanContent } from '../../../src/protocol/plan-kinds/plan-kinds.ts'
import {
  after,
  answered,
  asked,
  ended,
  exited,
  linkOpen,
  opened,
  plansOf,
  said,
  saidIn,
  sent,
  session,
  sessionIn,
  state,
} from '../events.ts'

function markdown(text: string): Extract<PlanContent, { type: 'markdown' }> {
  return { type: 'markdown', text }
}

const file = { type: 'file', uri: 'file:///plan.md' } as const
const block = (text: string): string => `<proposed_plan>\n${text}\n</proposed_plan>\n`

function outcomeOf(...events: readonly AppEvent[]): ProposalOutcome | null | undefined {
  return session(sent(), ...events).proposal?.outcome
}

test('a request that asks about a plan proposes it', () => {
  const now = session(sent(), asked(markdown('# A')))
  expect(plansOf(now)).toEqual({ proposed: '1: # A' })
  expect(now.proposal).toEqual<Proposal>({
    planKey: 'proposed',
    from: 'request',
    requestKey: 1,
    callId: null,
    proposedAtMs: 5,
    revision: 1,
    ownText: null,
    isWhole: true,
    previousText: null,
    outcome: null,
  })
  expect(now.counts.planUpdates).toBe(0)
})

test('a request without a plan proposes nothing', () => {
  expect(session(sent(), asked(null)).proposal).toBeNull()
})

test.each<[string, readonly AppEvent[], Pick<ProposalOutcome, 'kind' | 'by' | 'words' | 'atMs'> | null]>([
  ['not answered', [], null],
  ['approved', [answered('yes')], { kind: 'approved', by: 'user', words: 'Yes, go on', atMs: 9 }],
  [
    'approved for ever',
    [answered('always')],
    { kind: 'approved', by: 'user', words: 'Yes, always', atMs: 9 },
  ],
  ['rejected', [answered('no')], { kind: 'rejected', by: 'user', words: 'No, keep planning', atMs: 9 }],
  [
    'by an option without a kind',
    [answered('odd')],
    { kind: 'approved', by: 'user', words: 'Something else', atMs: 9 },
  ],
  [
    'by an option that was not offered',
    [answered('x')],
    { kind: 'approved', by: 'user', words: 'x', atMs: 9 },
  ],
  ['cancelled', [answered(null)], { kind: 'cancelled', words: '', atMs: 9 }],
  ['another request answered', [answered('yes', 7)], null],
  // Mastra Code ends its turn when it asks.
  ['the turn ended', [ended(11)], null],
  ['the agent rests', [state('idle', 11)], null],
  ['the turn ended, then cancelled', [ended(11), answered(null)], { kind: 'cancelled', words: '', atMs: 9 }],
  ['the turn was cancelled', [ended(11, 'cancelled')], { kind: 'cancelled', words: '', atMs: 11 }],
  ['the agent is gone', [exited], { kind: 'cancelled', words: '', atMs: 90 }],
  [
    'answered, then the turn ended',
    [answered('no'), ended(11)],
    { kind: 'rejected', by: 'user', words: 'No, keep planning', atMs: 9 },
  ],
  [
    'the turn ended, then answered',
    [state('idle', 8), answered('yes')],
    { kind: 'approved', by: 'user', words: 'Yes, go on', atMs: 9 },
  ],
])('its outcome: %s', (_, events, outcome) => {
  const expected = outcome === null ? null : { ...outcome, feedback: null }
  expect(outcomeOf(asked(markdown('# A')), ...events)).toEqual(expected)
})

test('the feedback of an answer comes in a later event', () => {
  const outcome: ProposalOutcome = { kind: 'rejected', words: 'No', atMs: 10, feedback: 'Add tests' }
  const told: AppEvent = { type: 'proposal-answered', atMs: 10, sessionId: 's', outcome }
  expect(outcomeOf(asked(markdown('# A')), answered('no'), told)).toEqual(outcome)
})

describe('another proposal', () => {
  test('is one more revision, and knows the text before', () => {
    const now = session(sent(), asked(markdown('# A')), answered('no'), asked(markdown('# B'), 2, 12))
    expect(plansOf(now)).toEqual({ proposed: '2: # B' })
    expect(now.proposal).toMatchObject({
      requestKey: 2,
      proposedAtMs: 12,
      previousText: '# A',
      outcome: null,
    })
  })

  test('of the same text after an answer differs by nothing', () => {
    const now = session(sent(), asked(markdown('# A')), answered('no'), asked(markdown('# A'), 2))
    expect(plansOf(now)).toEqual({ proposed: '1: # A' })
    expect(now.proposal).toMatchObject({ requestKey: 2, previousText: '# A', outcome: null })
  })

  test('that is a file knows the text before, and one after a file none', () => {
    const now = session(sent(), asked(markdown('# A')), answered('no'), asked(file, 2))
    expect(plansOf(now)).toEqual({ proposed: '2: file:///plan.md' })
    expect(now.proposal?.previousText).toBe('# A')
    expect(session(sent(), asked(file), asked(markdown('# A'), 2)).proposal?.previousText).toBeNull()
  })

  test('of the same file is the next revision, unless the first was not answered', () => {
    const again = session(sent(), asked(file), answered('no'), asked(file, 2, 12))
    expect(plansOf(again)).toEqual({ proposed: '2: file:///plan.md' })
    expect(again.proposal).toMatchObject({ requestKey: 2, proposedAtMs: 12, outcome: null })
    const still = session(sent(), asked(file), asked(file, 2, 12))
    expect(plansOf(still)).toEqual({ proposed: '1: file:///plan.md' })
    expect(still.proposal).toMatchObject({ requestKey: 2, proposedAtMs: 5 })
  })

  test('keeps the answer to the one before', () => {
    const now = session(sent(), asked(markdown('# A')), asked(markdown('# B'), 2), answered('yes', 1))
    expect(now.proposal).toMatchObject({ requestKey: 2, outcome: null })
    expect(now.answered).toHaveLength(1)
  })
})

describe('a plan in a message that the agent asks about', () => {
  const both = [linkOpen, opened(), sent(), said(block('# A')), asked(markdown('# A'))]

  test('is one proposal, and the agent asks', () => {
    const now = sessionIn(after(...both))
    expect(plansOf(now)).toEqual({ proposed: '1: # A' })
    expect(now.proposal).toMatchObject({ from: 'request', requestKey: 1, previousText: null })
    expect(openQuestion(after(...both))?.kind).toBe('permission')
    expect(openQuestion(after(...both, answered('yes'), ended(11)))).toBeNull()
  })

  test('is the one of a request without a plan', () => {
    const meant = [linkOpen, opened(), sent(), said(block('# A')), asked(null)]
    expect(sessionIn(after(...meant)).proposal).toMatchObject({ from: 'request', requestKey: 1 })
    const now = after(...meant, answered('yes'), ended(11))
    expect(sessionIn(now).proposal?.outcome).toMatchObject({ kind: 'approved' })
    expect(openQuestion(now)).toBeNull()
  })

  test('with another text is another one', () => {
    const now = session(sent(), said(block('# A')), asked(markdown('# B')))
    expect(plansOf(now)).toEqual({ proposed: '2: # B' })
    expect(now.proposal).toMatchObject({ from: 'request', previousText: '# A\n' })
  })

  test('the rest of the message is text', () => {
    const now = session(
      sent(),
      said('<proposed_plan>\n# A'),
      asked(markdown('# B')),
      said('\n- more\n</proposed_plan>'),
    )
    expect(plansOf(now)).toEqual({ proposed: '2: # B' })
    expect(saidIn(now)).toEqual(['user go', 'agent \n- more\n'])
    expect(now.proposal).toMatchObject({ from: 'request', isWhole: true })
  })

  test('while a request is open, a message proposes nothing', () => {
    const now = session(sent(), asked(markdown('# A')), said(block('# B')))
    expect(plansOf(now)).toEqual({ proposed: '1: # A' })
    expect(saidIn(now)).toEqual(['user go', 'agent # B\n'])
    const later = session(sent(), asked(markdown('# A')), answered('no'), said(block('# B')), ended(12))
    expect(plansOf(later)).toEqual({ proposed: '2: # B\n' })
    expect(later.proposal).toMatchObject({ from: 'message', previousText: '# A', outcome: null })
  })
})

test('a plan of a megabyte is read', () => {
  const text = `# A\n${'- [ ] x\n'.repeat(130_000)}`
  expect(session(sent(), asked(markdown(text))).plans.get('proposed')?.body).toMatchObject({
    heading: 'A',
    boxes: { checked: 0, total: 130_000 },
  })
})

test('a request of an unknown session is read', () => {
  const now = sessionIn(after(asked(markdown('# A'))))
  expect(now).toMatchObject({ phase: 'reported', proposal: { from: 'request' } })
})
