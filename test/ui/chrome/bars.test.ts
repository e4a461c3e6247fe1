import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import type { LinkEnd } from '../../../src/app/state/link.ts'
import { endForms } from '../../../src/ui/chrome/notice.ts'
import { hintBar } from '../../../src/ui/chrome/shown-hints.ts'
import { tableKeys } from '../../../src/ui/keys/key-map.ts'
import { headerBar } from '../../../src/ui/chrome/header.ts'
import { hintsFor } from '../../../src/ui/chrome/hints.ts'
import { promptLine, type PromptFacts } from '../../../src/ui/chrome/prompt-line.ts'
import { rowWidth, rowText, type Row } from '../../../src/lib/cells/row.ts'
import { startUiState, type UiState } from '../../../src/ui/state/ui-state.ts'
import { layRows } from '../../../src/ui/rows/lay-rows.ts'
import { anyText, dark, plain } from '../paint/any-rows.ts'
import { rowOf } from '../rows/row-of.ts'
import {
  asked,
  ended,
  describedAs,
  opened,
  over,
  prompted,
  stateAfter,
  updated,
  wrong,
  linked,
} from '../../support/app-states.ts'
import { emptyLine } from '../../../src/ui/state/line-edit.ts'

const ui = startUiState(80, 24)

/** The text of a row, which has to fit. */
function textOf(row: Row, columns: number): string {
  expect(rowWidth(row)).toBeLessThanOrEqual(columns)
  return rowText(row).trimEnd()
}

describe('the header', () => {
  const header = (columns: number, nowMs: number, ...events: readonly AppEvent[]): string => {
    const look = { theme: dark, columns, nowMs }
    const bar = headerBar(stateAfter(...events), { isAnimated: true, title: null }, look)
    return textOf(rowOf(bar, look), columns)
  }
  const title = 'fix the parser and everything that hangs on it'
  const titled = updated(0, { type: 'session-titled', title })

  test.each([
    [40, ' claude-agent-acp · fix the…  working ◐'],
    [60, ' claude-agent-acp · fix the parser and ev…  working 1m12s ◐'],
    [80, ' claude-agent-acp · fix the parser and everything that hangs …  working 1m12s ◐'],
    [
      100,
      ' claude-agent-acp · 0.100.0 · fix the parser and everything that hangs on it          working 1m12s ◐',
    ],
    [
      120,
      ' claude-agent-acp · 0.100.0 · ACP v1 · fix the parser and everything that hangs on it          working 1m12s ◐',
    ],
  ])('in %i columns the title counts more than the numbers', (columns, expected) => {
    const text = header(columns, 72_000, ...opened(), titled, prompted(0))
    expect(text.replace(/ {2,}/, '  ')).toBe(expected.replace(/ {2,}/, '  '))
  })

  test.each<[string, readonly AppEvent[], string]>([
    ['before the agent answers', [], 'starting'],
    ['before anybody asks', opened(), 'ready'],
    ['after the turn', [...opened(), prompted(0), ended(61_000)], 'idle after 1m01s'],
    ['after a cancel', [...opened(), prompted(0), ended(1000, 'cancelled')], 'cancelled after 1s'],
    ['after less than a second', [...opened(), prompted(0), ended(400)], 'idle after <1s'],
    ['after a quick cancel', [...opened(), prompted(0), ended(400, 'cancelled')], 'cancelled after <1s'],
    ['after a second', [...opened(), prompted(0), ended(1000)], 'idle after 1s'],
    ['with a question', [...opened(), prompted(0), asked(1)], 'waits for you ?'],
    ['with problems', [...opened(), wrong(1, 'a'), wrong(1, 'b')], '! 2 problems  ready'],
    [
      'after the agent’s death',
      [...opened(), over(1, { kind: 'exited', code: 3, signal: null })],
      'stopped, status 3',
    ],
    [
      'a hostile stop reason',
      [...opened(), prompted(0), ended(1000, '\u001b[2J漢字漢字漢字漢字漢字漢字漢字漢字')],
      '␛[2J漢字漢字漢字漢字漢… after 1s',
    ],
  ])('%s', (_name, events, expected) => {
    expect(header(80, 0, ...events).endsWith(expected)).toBe(true)
  })

  test('the state of the turn is visible with any title and name, at any width', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.integer({ min: 40, max: 120 }), (name, title, columns) => {
        const events = [...opened(name), updated(0, { type: 'session-titled', title }), prompted(0)]
        expect(header(columns, 0, ...events)).toMatch(/working( 0s)? ◐$/)
      }),
    )
  })

  test('an agent without a visible name is called agent', () => {
    expect(header(80, 0, ...opened('\u200b \u202e'))).toMatch(/^ agent · /)
    expect(header(80, 0, ...opened('@scope/name'))).toMatch(/^ name · /)
    const droid = describedAs({ name: '@factory/cli', title: 'Factory Droid' })
    expect(header(80, 0, ...opened(), droid)).toMatch(/^ Factory Droid · /)
  })
})

describe('the prompt line', () => {
  const facts: PromptFacts = {
    matches: { here: 0, elsewhere: 0 },
    isAgentGone: false,
    isRemote: false,
    sessionName: null,
    hint: '',
    opens: 'at-once',
  }
  const rowsOf = (of: UiState, more: Partial<PromptFacts> = {}, theme = dark): readonly Row[] => {
    const look = { theme, columns: of.columns }
    return layRows(promptLine(of, { ...facts, ...more }, look), look).rows
  }
  const hasCursor = (row: Row): boolean => row.some(({ style }) => style.inverse)
  const widths = fc.integer({ min: 24, max: 120 })
  const anyLine = fc.tuple(fc.array(anyText, { maxLength: 4 }), fc.nat()).map(([parts, at]) => {
    const text = parts.join(' ')
    return { text, cursor: text === '' ? 0 : at % (text.length + 1) }
  })

  test('always shows the cursor, and fits its columns', () => {
    fc.assert(
      fc.property(
        fc.record({
          line: anyLine,
          columns: widths,
          kind: fc.constantFrom('prompt' as const, 'search' as const),
          matches: fc.nat({ max: 99_999 }),
        }),
        ({ line, columns, kind, matches }) => {
          const state: UiState = {
            ...ui,
            columns,
            writing: { kind },
            search: line,
            query: 'x',
            prompt: { ...ui.prompt, line },
          }
          const rows = rowsOf(state, { matches: { here: matches, elsewhere: matches } })
          for (const row of rows) expect(textOf(row, columns)).not.toMatch(/[\u0000-\u001f\u2028\u2029]/)
          expect(rows.filter(hasCursor)).toHaveLength(1)
        },
      ),
    )
  })

  test('shows few lines of a long text in a low terminal, including the one with the cursor', () => {
    const text = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n')
    for (const [rows, most] of [
      [12, 2],
      [24, 4],
      [60, 5],
    ] as const) {
      for (const at of [0, 60, 100, text.length]) {
        const state: UiState = {
          ...ui,
          rows,
          writing: { kind: 'prompt' },
          prompt: { ...ui.prompt, line: { text, cursor: at } },
        }
        const shown = rowsOf(state)
        expect(shown).toHaveLength(most)
        expect(shown.filter(hasCursor)).toHaveLength(1)
      }
    }
  })

  test.each([
    [null, '', ' enter to write to the agent'],
    [null, 'draft', ' draft: draft'],
    ['prompt', 'draft', ' › draft'],
    ['search', 'dra', ' / dra' + ' '.repeat(64) + '3 matches'],
  ] as const)('%s with %j', (kind, text, expected) => {
    const line = { text, cursor: text.length }
    const writing = kind === null ? null : { kind }
    const state: UiState = { ...ui, writing, search: line, query: text, prompt: { ...ui.prompt, line } }
    const [row] = rowsOf(state, { matches: { here: 3, elsewhere: 0 } })
    expect(row === undefined ? null : textOf(row, 80)).toBe(expected)
  })

  test.each([
    [80, ' the agent has ended: R starts it again'],
    [40, ' agent ended: R restarts'],
  ])('after the agent has ended says what to do, in %i columns', (columns, expected) => {
    const shown = (text: string): string => {
      const state: UiState = { ...ui, columns, prompt: { ...ui.prompt, line: { text, cursor: 0 } } }
      const [row] = rowsOf(state, { isAgentGone: true })
      return row === undefined ? '' : textOf(row, columns)
    }
    expect(shown('')).toBe(expected)
    expect(shown('draft')).toBe(' draft: draft')
  })

  test('is ASCII in an ASCII terminal', () => {
    for (const isAgentGone of [false, true]) {
      const [row] = rowsOf({ ...ui, prompt: { ...ui.prompt, line: emptyLine } }, { isAgentGone }, plain)
      expect(rowText(row ?? [])).toMatch(/^[\x20-\x7e]*$/)
    }
  })
})

describe('the hints', () => {
  const checklist = {
    isChecklist: true,
    hasPast: false,
    hasTimes: true,
    tabCount: 2,
    view: null,
    matchCount: 2,
    isQuestionLong: true,
  }

  test('are shown as far as they fit, the first one always', () => {
    const state = stateAfter(...opened(), prompted(0), wrong(1, 'x'))
    for (let columns = 20; columns <= 140; columns++) {
      const bar = hintBar(hintsFor(state, { ...ui, columns }, checklist), columns)
      const row = rowOf(bar, { theme: dark, columns })
      expect(textOf(row, columns)).toMatch(/^ \? help/)
    }
  })

  interface Shown {
    readonly on: string
    readonly state?: Partial<UiState>
    readonly events?: readonly AppEvent[]
    readonly expected: string
  }

  test.each<Shown>([
    {
      on: 'a plan at rest',
      expected: ' ? help  tab plans  q quit  n N doubts  enter ask  a conversation',
    },
    {
      on: 'a plan at work',
      events: [prompted(0)],
      expected: ' ? help  tab plans  esc esc cancel  q quit  n N doubts  enter ask',
    },
    {
      on: 'a prompt',
      state: { writing: { kind: 'prompt' } },
      expected: ' enter send  esc back  alt-enter new line',
    },
    { on: 'a search', state: { writing: { kind: 'search' } }, expected: ' enter go  esc stop searching' },
    {
      on: 'a question',
      events: [prompted(0), asked(0)],
      expected: ' enter choose  ↑↓ options  f feedback  esc later',
    },
    {
      on: 'a list of the log',
      state: { panel: 'stderr' },
      expected: ' esc close  tab other tab  ↑↓ select  / filter  G newest  y copy',
    },
    {
      on: 'a panel that is searched',
      state: { panel: 'help', isHelpWhole: true, query: 'x' },
      expected: ' esc close  ↑↓ scroll  / search  n N matches  G end',
    },
    {
      on: 'a dead agent',
      events: [over(1, { kind: 'closed' })],
      expected: ' ? help  tab plans  q quit  n N doubts  R restart',
    },
  ])('on $on', ({ state = {}, events = [], expected }) => {
    const hints = hintsFor(stateAfter(...opened(), ...events), { ...ui, ...state }, checklist)
    const text = textOf(rowOf(hintBar(hints, 80), { theme: dark, columns: 80 }), 80)
    expect(text.slice(0, expected.length)).toBe(expected)
  })
})

describe('the end of the agent', () => {
  const ends: readonly (readonly [LinkEnd, string])[] = [
    [
      { kind: 'not-started', command: 'x', cause: 'there is no command "x" on the PATH' },
      'cannot be started: there is no command "x" on the PATH. Check',
    ],
    [{ kind: 'exited', code: 3, signal: null }, 'ended with status 3 after 2m10s. Its last lines on stderr:'],
    [{ kind: 'exited', code: null, signal: 'SIGKILL' }, 'was killed (SIGKILL) after 2m10s.'],
    [{ kind: 'exited', code: 137, signal: null }, 'ended with status 137 (as with SIGKILL) after 2m10s.'],
    [{ kind: 'closed-output' }, 'closed its stdout after 2m10s, and can send nothing more.'],
    [
      { kind: 'silent', forMs: 30_000, waitingFor: 'initialize' },
      'was silent for 30s, and initialize did not come.',
    ],
    [
      {
        kind: 'wants-authentication',
        methods: [{ id: 'l', name: 'Log in', description: null, how: { type: 'agent' } }],
      },
      'It offers: Log in.',
    ],
    [{ kind: 'wants-authentication', methods: [] }, 'log in first. It names no login method;'],
    [
      { kind: 'wants-authentication', methods: [], message: 'token *** has expired' },
      'log in first: token *** has expired. It names no login method',
    ],
    [
      { kind: 'refused', method: 'session/new', code: -32603, message: 'Internal error' },
      'answered session/new with error -32603: Internal error. ',
    ],
    [{ kind: 'broke-protocol', text: 'no protocolVersion' }, 'broke the protocol: no protocolVersion.'],
    [{ kind: 'closed' }, 'The agent was ended.'],
  ]
  const noise: readonly AppEvent[] = [
    'one',
    '',
    'two',
    'three',
    'Error: connect ECONNREFUSED \u001b[31m',
  ].map((line): AppEvent => ({ type: 'stderr-written', atMs: 129_500, line }))

  const endTexts = (state: AppState, columns: number, rows: number): readonly string[] => {
    const look = { theme: dark, columns, keys: tableKeys, isTyping: false }
    return endForms(state, look, rows).flatMap((form) =>
      layRows(form, look).rows.map((each) => textOf(each, columns)),
    )
  }

  test.each(ends)('%j', (end, sentence) => {
    const state = stateAfter(...opened(), prompted(0), ...noise, over(130_000, end))
    for (const columns of [40, 60, 80, 200])
      for (let rows = 2; rows <= 12; rows++) {
        const drawn = endTexts(state, columns, rows)
        expect(drawn.length).toBeLessThanOrEqual(rows)
        expect(drawn.at(-1)).toMatch(/^ R .*q quit$/)
        // stderr is announced only where it is quoted.
        const sentences = drawn.slice(0, -1).join(' ')
        if (sentences.includes('last lines on stderr:'))
          expect(sentences).toContain('Error: connect ECONNREFUSED ␛[31m')
      }
    const wide = endTexts(state, 200, 10)
    expect(`${wide.join(' ')} `).toContain(sentence)
  })

  const drawn = (columns: number, ...events: readonly AppEvent[]): readonly string[] =>
    endTexts(stateAfter(...events), columns, 8)

  const sentenceAfter = (lineAtMs: number): string => {
    const line: AppEvent = { type: 'stderr-written', atMs: lineAtMs, line: 'listening on 3000' }
    const exited = over(20_000, { kind: 'exited', code: 1, signal: null })
    return drawn(100, ...opened(), line, exited)
      .slice(0, -1)
      .map((row) => row.trim())
      .join(' ')
  }

  test('stderr of its last seconds is quoted, with its age', () => {
    expect(sentenceAfter(16_000)).toBe(
      'The agent ended with status 1 after 20s. Its last lines on stderr, 4s before: listening on 3000',
    )
    expect(sentenceAfter(19_900)).toBe(
      'The agent ended with status 1 after 20s. Its last lines on stderr: listening on 3000',
    )
  })

  test('stderr of its start is not quoted', () => {
    expect(sentenceAfter(9999)).toBe(
      'The agent ended with status 1 after 20s. It wrote nothing on stderr in its last 10s; e shows what came before.',
    )
  })

  test('an empty stderr is mentioned', () => {
    expect(drawn(80, ...opened(), over(1, { kind: 'exited', code: 0, signal: null }))).toEqual([
      ' The agent ended with status 0 after <1s. It wrote nothing on stderr.',
      ' R restart it   q quit',
    ])
  })

  test('an agent that was connected to has no stderr, and is not started again', () => {
    const planTools = { mode: 'elsewhere', startedAgent: null, switches: [] } as const
    const message = 'token *** has expired'
    const end = over(1, { kind: 'wants-authentication', methods: [], message })
    expect(drawn(80, { type: 'plan-tools-told', atMs: 0, planTools }, ...opened(), end)).toEqual([
      ' The agent wants you to log in first: token *** has expired. It names no login',
      ' method; its own program may have one.',
      ' R try again   q quit',
    ])
  })

  test('the time that it ran does not depend on its turns, and starts at 0 with each start', () => {
    const exited = { kind: 'exited', code: 3, signal: null } as const
    const sentence = (...events: readonly AppEvent[]): string => drawn(80, ...opened(), ...events).join(' ')
    const twoTurns = [prompted(1000), ended(5000), prompted(60_000), over(61_000, exited)]
    expect(sentence(...twoTurns)).toContain('status 3 after 1m01s.')
    expect(sentence(over(4000, exited))).toContain('status 3 after 4s.')
    const again: AppEvent = linked({ state: 'shaking-hands', sinceMs: 70_000 }, 70_000)
    expect(sentence(...twoTurns, again, over(72_000, exited))).toContain('status 3 after 2s.')
  })

  test('there is no notice while it runs', () => {
    expect(drawn(80, ...opened())).toEqual([])
  })
})
