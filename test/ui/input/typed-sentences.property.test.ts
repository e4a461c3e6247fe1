import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { fields } from '../../app/elicitation-fields.ts'
import { askedWith, formOf } from '../questions/asked-forms.ts'
import {
  asked,
  described,
  ended,
  items,
  listedAs,
  modes,
  opened,
  openedSession,
  options,
  over,
  planned,
  prompted,
  said,
  selectedSession,
  stateAfter,
  wantsLogin,
} from '../../support/app-states.ts'
import { loadedDocumentCache, ShownScreen } from '../stack/shown-screen.ts'
import { lasting } from './lasting-intents.ts'

/**
 * Somebody who believes the prompt has the focus types a sentence on the plan. It may open something, but has no intent that cannot be
 * undone.
 */

const words = [
  'quick',
  'quit',
  'equip',
  'queue',
  'Iraq',
  'q',
  'Read',
  'R',
  'Rename',
  'Delete',
  'Dynamic',
  'Dy',
  'D',
  'y',
  'yes',
  'anyDy',
  'my',
  'no,',
  'fix',
  'docs',
  'parser.ts',
  'open',
  'o',
  'stop!',
  '12',
  '(3)',
  'what?',
  '/all',
  "don't",
  'x',
]

const anyWord = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...words) },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.constantFrom(...Array.from('abcdefhjkmoqrsuwyDGMNR123.,!?/')),
      minLength: 1,
      maxLength: 8,
    }),
  },
)

/** Words do not have these letters twice in a row: pressing one of them twice is deliberate. */
const isWord = (text: string): boolean => !/qq|RR|yy|oo/.test(text)

const anySentence = fc
  .tuple(
    fc.constantFrom(...words.filter((word) => new Set(word).size > 1)),
    fc.array(anyWord, { minLength: 1, maxLength: 8 }),
  )
  .map(([first, more]) => [first, ...more].join(' '))
  .filter(isWord)

const ready = [
  ...opened(),
  described(),
  openedSession('s2', { modes, configOptions: options }),
  selectedSession('s1'),
  listedAs({ state: 'listed', sessions: [{ id: 'old', title: 'from before', cwd: null, updatedAtMs: 0 }] }),
  planned(0, items('✓ One', '» Two', '○ Three')),
]
const after = (...events: readonly AppEvent[]): AppState => stateAfter(...ready, ...events)
const { text, choice, boolean } = fields

const states: Readonly<Record<string, AppState>> = {
  'an agent at rest': after(),
  'an agent that was asked nothing': stateAfter(...opened(), described()),
  'an agent at work': after(prompted(0)),
  'a question in a turn': after(prompted(0), asked(0)),
  'a question without a running turn': after(asked(0)),
  'a plan that was proposed in a message': after(
    prompted(0),
    said(1, '<proposed_plan>\n# P\n</proposed_plan>\n'),
    ended(2),
  ),
  'a form': askedWith(formOf(choice(), boolean(), text())),
  'a form of a text': askedWith(formOf(text())),
  'a page': askedWith({ type: 'url', url: 'https://example.org/', elicitationId: 'e' }),
  'an agent that has ended': after(prompted(0), over(1, { kind: 'exited', code: 1, signal: null })),
  'a login': stateAfter(
    ...opened(),
    described(),
    wantsLogin([{ id: 'a', name: 'First', description: null, how: { type: 'agent' } }]),
  ),
}

/** Keys that open something before the sentence. */
const before: Readonly<Record<string, readonly string[]>> = {
  nothing: [],
  'a panel': ['a'],
  'the help': ['?'],
  'the sessions': ['s', 'down'],
  'a session with an armed deletion': ['s', 'down', 'D'],
  'the settings': ['M'],
  'a question that was put aside': ['escape'],
}

const documentCache = await loadedDocumentCache()

const anyTyping = fc.record({
  sentence: anySentence,
  gapMs: fc.integer({ min: 0, max: 290 }),
  isEntered: fc.boolean(),
})

test.each(Object.entries(states))(
  'on %s, whatever is open, a typed sentence has no lasting effect',
  (_, state) => {
    // Another sentence for each of them.
    const typings = fc.tuple(...Object.values(before).map(() => anyTyping))
    fc.assert(
      fc.property(typings, (all) => {
        for (const [at, { sentence, gapMs, isEntered }] of all.entries()) {
          const [open, keys = []] = Object.entries(before)[at] ?? []
          const screen = new ShownScreen(state, { columns: 80, rows: 24, documentCache, nowMs: 0 })
          screen.press(...keys)
          const already = screen.intents.length
          let nowMs = 10_000
          for (const character of sentence)
            screen.pressAt(character === ' ' ? 'space' : character, (nowMs += gapMs))
          const isInLine = screen.ui.writing !== null || screen.ui.picker !== null
          // An enter at the end of the sentence must not answer anything.
          if (isEntered && !isInLine) screen.pressAt('enter', nowMs + gapMs)
          screen.pressAt('pause', nowMs + 5000)
          const effects = screen.intents.slice(already).filter(({ type }) => lasting.has(type))
          expect([open, effects]).toEqual([open, []])
        }
      }),
      { numRuns: 3 },
    )
  },
)
