// Where keys have a meaning: states of the app, and the keys that lead to a place in them.
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { TraceInterpreter } from '../../../src/app/exchange/trace-interpreter.ts'
import type { Playback } from '../../../src/app/playback/playback.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import { initialState, type AppState } from '../../../src/app/state/app-state.ts'
import { sourceOfLog } from '../../../src/app/wire/wire-log.ts'
import type { TraceRecord } from '../../../src/protocol/trace/trace-record.ts'
import { loadedLint, loadedWirePanel } from '../wire/loaded-readers.ts'
import { entries, exchange, loggedAll, update } from '../../app/wire/wire-lines.ts'
import {
  asked,
  described,
  items,
  opened,
  openedSession,
  over,
  planned,
  prompted,
  removed,
  stateAfter,
  wantsLogin,
  wrong,
} from '../../support/app-states.ts'
import { askedWith, everyKind } from '../questions/asked-forms.ts'
import { ShownScreen, type ShowOptions } from '../stack/shown-screen.ts'

/** A place of the screen. */
export interface KeyContextCase {
  readonly name: string
  readonly state: AppState
  /** The keys of the key table that lead there. */
  readonly keys: readonly string[]
  readonly options?: ShowOptions
  /** Characters are typed into a text or a filter. */
  readonly isTyped?: boolean
}

const steps = (...signs: readonly string[]): ReturnType<typeof items> =>
  items(...signs.map((sign, at) => `${sign} Step ${at + 1}`))
const lines = Array.from({ length: 60 }, (_, at) => `Line ${at + 1}`).join('\n\n')
const past: readonly AppEvent[] = [
  ...opened(),
  prompted(0),
  planned(1, steps('✓', '○', '○'), 'a'),
  planned(2, { type: 'markdown', text: '# Design\n' }, 'b'),
  planned(3, steps('○'), 'gone'),
  removed(4, 'gone'),
  planned(5000, steps('✓', '»', '○', '○'), 'a'),
  planned(6000, { type: 'markdown', text: `# Design\n\n${lines}\n` }, 'b'),
  wrong(6500, 'the URI is relative', 'update.plan.uri'),
]
/** Two plans that have changed, and one that was removed. */
export const working = stateAfter(...past)
/** The same, while the agent asks for a permission. */
const questioned = stateAfter(...past, asked(7000))

const playback: Playback = {
  state: 'paused',
  speed: 1,
  isLooping: false,
  change: 2,
  extent: { durationMs: 192_000, changes: 31, markers: [{ atMs: 60_000, text: 'first' }], isWhole: true },
}
const recorded = reduce(working, { type: 'playback-changed', atMs: 0, playback })

/** Frame 7 is no message, and frame 9 goes back. */
const records: readonly TraceRecord[] = [
  ...exchange.slice(0, 9),
  { t: 8_300, type: 'frame', dir: 'from-agent', line: '{"half' },
  update(9_000, 'plan', { entries: entries('completed') }),
  update(10_000, 'plan', { entries: entries('pending') }),
]

function received(): Pick<KeyContextCase, 'state' | 'options'> {
  const interpreter = new TraceInterpreter()
  const source = sourceOfLog(loggedAll(records))
  return {
    state: records.flatMap((record) => interpreter.read(record)).reduce(reduce, initialState),
    options: {
      wire: loadedWirePanel(source),
      lint: loadedLint(source),
    },
  }
}
const exchanged = received()

/** Where every key that works is in the help. */
export const helpedContexts: readonly KeyContextCase[] = [
  { name: 'a checklist', state: working, keys: ['1'] },
  { name: 'a step', state: working, keys: ['1', 'j'] },
  { name: 'a document', state: working, keys: ['2', 'g'] },
  { name: 'the past', state: working, keys: ['1', '['] },
  { name: 'the changes', state: working, keys: ['1', 'd'] },
  { name: 'the timeline', state: working, keys: ['1', 'T'] },
  { name: 'the activity', state: working, keys: ['a'] },
  { name: 'the problems', state: working, keys: ['!'] },
  { name: 'a problem of a message', ...exchanged, keys: ['!'] },
  { name: 'the wire panel', ...exchanged, keys: ['i', 'k', 'k'] },
  { name: 'a message', ...exchanged, keys: ['i', 'k', 'k', 'k', 'enter', 'j'] },
  { name: 'a message as it came', ...exchanged, keys: ['i', 'g', 'enter', 'v'] },
  { name: 'a question', state: questioned, keys: [] },
  { name: 'a question that was put aside', state: questioned, keys: ['escape'] },
  { name: 'the palette', isTyped: true, state: working, keys: [':'] },
  { name: 'the palette with a filter', isTyped: true, state: working, keys: [':', 'p', 'l', 'a', 'n'] },
  {
    name: 'the list of sessions',
    isTyped: true,
    state: stateAfter(...past, described(), openedSession('s2')),
    keys: ['s', 'down'],
  },
  { name: 'a form', isTyped: true, state: askedWith(everyKind), keys: [] },
  {
    name: 'the prompt',
    isTyped: true,
    state: working,
    keys: ['1', 'enter', 'h', 'i', 'space', 'y', 'ctrl-w', 'x', 'left'],
  },
  { name: 'the search', isTyped: true, state: working, keys: ['1', '/', 'S', 't', 'left'] },
  { name: 'a recording', state: recorded, keys: [] },
  { name: 'the past of a recording', state: recorded, keys: ['1', '['] },
]

/** Further places, where keys say something, or are named. */
export const otherContexts: readonly KeyContextCase[] = [
  { name: 'the help', state: working, keys: ['?'] },
  { name: 'the help with all keys', state: working, keys: ['?', '?'] },
  { name: 'the list of plans', state: working, keys: ['p'] },
  { name: 'a selection of steps', state: working, keys: ['1', 'j', 'space'] },
  { name: 'a comment', state: working, keys: ['1', 'j', 'C', 'h', 'i', 'enter'] },
  { name: 'a filter that nothing fits', ...exchanged, keys: ['i', '/', 'z', 'z', 'z', 'enter'] },
  {
    name: 'an ended agent',
    state: stateAfter(...past, over(9000, { kind: 'exited', code: 3, signal: null })),
    keys: [],
  },
  { name: 'no plan', state: stateAfter(...opened()), keys: [] },
  { name: 'an agent that wants a login', state: stateAfter(wantsLogin([])), keys: [] },
]

/** The screen at a place. */
export function shownAt(
  { state, keys, options }: KeyContextCase,
  size: Pick<ShowOptions, 'columns' | 'rows'> = {},
): ShownScreen {
  return new ShownScreen(state, { nowMs: 10_000, ...options, ...size }).press(...keys)
}
