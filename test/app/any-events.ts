import fc from 'fast-check'
import type { AppEvent } from '../../src/app/state/app-event.ts'
import { anyEventOf } from '../support/any-events.ts'

const text = fc.constantFrom('a', 'b', '', '__proto__', 'Read x', 'Reading x', '# H\n- [ ] a', '\ud800')
const sessionId = fc.constantFrom('s', 't', '__proto__')
const long = '# A plan of some length\n\n1. One\n2. Two\n3. Three\n'

/** Any event that a run may bring, of values so few that they meet. */
export const anyEvent: fc.Arbitrary<AppEvent> = anyEventOf({
  text,
  // Lines of which some are tags of a proposed plan; also pieces of them.
  speech: fc.oneof(
    text,
    fc.constantFrom(
      '<proposed_plan>\n',
      '</proposed_plan>\n',
      '<proposed_',
      'plan>\n',
      '\n',
      ' ',
      '- [x] a\n',
    ),
  ),
  planText: fc.oneof(text, fc.constantFrom(long, long.trim(), long.slice(0, 45), `${long}4. Four\n`)),
  detail: text,
  sessionId,
  planName: fc.constantFrom(
    { dialect: 'plan', id: null } as const,
    { dialect: 'id', id: 'a' } as const,
    { dialect: 'planId', id: '__proto__' } as const,
    { dialect: 'planId', id: 'item-1' } as const,
    { dialect: 'planId', id: 'item-2' } as const,
  ),
  settingId: text,
  atMs: fc.integer({ min: -5, max: 1000 }),
  elicitation: fc.record({
    key: fc.nat(4),
    sessionId: fc.option(sessionId),
    message: text,
    mode: fc.constant({ type: 'url', url: 'x', elicitationId: null } as const),
    askedAtMs: fc.integer({ min: -5, max: 1000 }),
  }),
  longest: 6,
  updateWeight: 20,
})
