import { describe, expect, test } from 'vitest'
import type { Intent } from '../../../../src/ui/state/intent.ts'
import { act } from '../../../../src/ui/stack/act.ts'
import { completionOf, inputHint } from '../../../../src/ui/state/command-completion.ts'
import { nothingShown } from '../../../../src/ui/state/shown.ts'
import { startUiState, type UiState } from '../../../../src/ui/state/ui-state.ts'
import { initialState } from '../../../../src/app/state/app-state.ts'
import { makeKeyMap } from '../../../../src/ui/keys/key-map.ts'
import {
  commands,
  items,
  linked,
  opened,
  openedSession,
  over,
  planned,
  prompted,
  stateAfter,
} from '../../../support/app-states.ts'
import { ShownScreen } from '../../stack/shown-screen.ts'

const more = [
  { name: 'memory show', description: 'What is remembered.', hint: null },
  { name: 'bad\u001b[2J', description: 'Cannot be written.', hint: null },
  { name: '', description: 'Nothing.', hint: null },
]
const state = stateAfter(...opened(), openedSession('s1', { commands: [...commands, ...more] }))

interface Typed {
  readonly ui: UiState
  readonly text: string
  readonly names: readonly string[] | null
  readonly at: number | null
  readonly intents: readonly Intent[]
}

/** Types into the prompt: names of keys are pressed, other words are typed. */
function typed(...words: readonly string[]): Typed {
  return typedIn({ ...startUiState(80, 24), writing: { kind: 'prompt' } }, ...words)
}

function typedIn(start: UiState, ...words: readonly string[]): Typed {
  let ui = start
  const intents: Intent[] = []
  const keys = words.flatMap((word) => (isKey(word) ? [word] : word.split('')))
  for (const name of keys) {
    const press = { name: name === ' ' ? 'space' : name, text: isKey(name) ? '' : name }
    const acted = act(ui, press, { state, shown: nothingShown, nowMs: 0 })
    ;({ ui } = acted)
    intents.push(...acted.intents)
  }
  const completion = completionOf(ui, state)
  return {
    ui,
    text: ui.prompt.line.text,
    names: completion?.items.map(({ id }) => id) ?? null,
    at: completion?.at ?? null,
    intents,
  }
}

function isKey(name: string): boolean {
  return /^(?:up|down|tab|right|left|enter|escape|backspace|ctrl-.|alt-.)$/.test(name)
}

describe('slash commands', () => {
  test.each<[string, readonly string[] | null]>([
    ['/re', ['review', 'review-branch']],
    ['/review', ['review', 'review-branch']],
    ['/an', ['plan', 'review-branch']],
    ['/PLAN', ['plan']],
    ['/mem', ['memory show']],
    ['/memory s', ['memory show']],
    ['/review it', null],
    ['/nothing', null],
    ['re', null],
    [' /re', null],
  ])('%j matches %j', (text, names) => {
    expect(typed(text).names).toEqual(names)
  })

  test('a slash alone offers all commands with names that can be typed', () => {
    expect(typed('/').names).toEqual([...commands.map(({ name }) => name), 'memory show'])
  })

  test.each<[readonly string[], string]>([
    [['/re', 'tab'], '/review '],
    [['/re', 'right'], '/review '],
    [['/re', 'down', 'tab'], '/review-branch '],
    [['/re', 'down', 'down', 'up', 'tab'], '/review '],
    [['/pl', 'enter'], '/plan'],
    [['/re', 'left', 'right'], '/re'],
    [['/re', 'down', 'backspace', 'v', 'tab'], '/rv'],
  ])('%j completes to %j', (words, text) => {
    expect(typed(...words)).toMatchObject({ text, intents: [] })
  })

  test('enter sends a complete command, and text that is no command', () => {
    expect(typed('/pl', 'enter', 'enter').intents).toEqual([{ type: 'prompt', text: '/plan' }])
    expect(typed('/review', 'enter').intents).toEqual([{ type: 'prompt', text: '/review' }])
    expect(typed('/nothing', 'enter').intents).toEqual([{ type: 'prompt', text: '/nothing' }])
  })

  test('commands of the history are not completed: the arrows continue through the history', () => {
    const { ui } = typed('first', 'enter')
    const again: UiState = {
      ...ui,
      writing: { kind: 'prompt' },
      prompt: { ...ui.prompt, history: ['older', '/re'] },
    }
    const press = (from: UiState): UiState =>
      act(from, { name: 'up', text: '' }, { state, shown: nothingShown, nowMs: 0 }).ui
    const once = press(again)
    expect(once.prompt.line.text).toBe('/re')
    expect(completionOf(once, state)).toBeNull()
    expect(press(once).prompt.line.text).toBe('older')
  })

  test.each([
    ['/review', 'what to look at'],
    ['/review ', 'what to look at'],
    ['/review x', ''],
    ['/plan', ''],
    ['review', ''],
  ])('after %j the input hint is %j', (text, hint) => {
    expect(inputHint(typed(text).ui, state)).toBe(hint)
  })
})

describe('files', () => {
  const files = ['README.md', 'src/a.ts', 'src/b c.ts', 'src/deep/readme.txt', 'test/a.test.ts']
  const withFiles: UiState = { ...startUiState(80, 24), writing: { kind: 'prompt' }, files }

  test.each<[string, readonly string[] | null]>([
    ['see @', files],
    ['see @read', ['README.md', 'src/deep/readme.txt']],
    ['see @a.t', ['src/a.ts', 'test/a.test.ts']],
    ['see @src/', ['src/a.ts', 'src/b c.ts', 'src/deep/readme.txt']],
    ['see @nothing', null],
    ['me@read', null],
    ['see @src/a.ts and', null],
  ])('%j offers %j', (text, names) => {
    expect(typedIn(withFiles, text).names).toEqual(names)
  })

  test.each<[readonly string[], string]>([
    [['see @read', 'tab'], 'see @README.md '],
    [['see @b', 'tab', 'now'], 'see @"src/b c.ts" now'],
    [['see @src', 'down', 'down', 'enter'], 'see @src/deep/readme.txt '],
    [['x y', 'left', 'left', ' @a', 'tab'], 'x @src/a.ts y'],
    [['see @read', 'tab', 'ctrl-_'], 'see @read'],
  ])('%j gives %j', (words, text) => {
    expect(typedIn(withFiles, ...words)).toMatchObject({ text })
  })

  test('are looked for with each @, and enter sends one that is complete', () => {
    expect(typed('see @').intents).toEqual([{ type: 'list-files' }])
    expect(typed('me@x').intents).toEqual([])
    expect(typedIn(withFiles, '@src/a.ts', 'enter').intents).toEqual([
      { type: 'list-files' },
      { type: 'prompt', text: '@src/a.ts' },
    ])
  })
})

describe('the history is searched', () => {
  const history = ['Read the parser', 'plan it', 'read on', 'do it']
  const { prompt } = startUiState(80, 24)
  const start: UiState = {
    ...startUiState(80, 24),
    writing: { kind: 'prompt' },
    prompt: { ...prompt, history, line: { text: 'draft', cursor: 2 } },
  }

  test('by a text in any case, the newest first', () => {
    expect(typedIn(start, 'ctrl-r').names).toEqual(history)
    expect(typedIn(start, 'ctrl-r', 'read')).toMatchObject({ names: ['Read the parser', 'read on'], at: 1 })
    expect(typedIn(start, 'ctrl-r', 'xyz')).toMatchObject({ names: [], at: -1 })
  })

  test.each<[readonly string[], string]>([
    [['ctrl-r', 'read', 'enter'], 'read on'],
    [['ctrl-r', 'read', 'ctrl-r', 'tab'], 'Read the parser'],
    [['ctrl-r', 'up', 'up', 'down', 'enter'], 'read on'],
    [['ctrl-r', 'it', 'ctrl-r', 'ctrl-s', 'enter'], 'do it'],
    [['ctrl-r', 'read', 'escape'], 'draft'],
    [['ctrl-r', 'read', 'ctrl-g'], 'draft'],
    [['ctrl-r', 'xyz', 'enter'], 'draft'],
    [['ctrl-r', 'plan', 'enter', 'ctrl-_'], 'draft'],
    [['ctrl-r', 'plan', 'enter', '!'], 'plan it!'],
  ])('%j gives %j, and sends nothing', (words, text) => {
    expect(typedIn(start, ...words)).toMatchObject({ text, intents: [] })
  })
})

test('ctrl-g opens the editor with what is written', () => {
  expect(typed('a', 'ctrl-j', 'b', 'ctrl-g').intents).toEqual([
    { type: 'edit-text', into: 'prompt', text: 'a\nb' },
  ])
})

describe('before the first prompt', () => {
  const fresh = stateAfter(...opened())
  const written = (keys: string, on = fresh): string | null => {
    const { ui } = new ShownScreen(on).press(...Array.from(keys, (key) => (key === ' ' ? 'space' : key)))
    return ui.writing?.kind === 'prompt' ? ui.prompt.line.text : null
  }

  test.each(['fix it', '[plan] go', 'Test it', '/review', '1. read', 'é', 'quick', 'Run'])(
    'a letter without a use there begins the prompt: %s',
    (text) => {
      expect(written(text)).toBe(text)
    },
  )

  test('the agent may still be starting', () => {
    expect(written('fix it', initialState)).toBe('fix it')
    expect(written('fix it', stateAfter(linked({ state: 'shaking-hands', sinceMs: 0 })))).toBe('fix it')
  })

  test('a file is completed from the first letter on', () => {
    expect(new ShownScreen(fresh).press('@').intents).toEqual([{ type: 'list-files' }])
  })

  test.each([
    ['a', { panel: 'conversation' }],
    ['?', { panel: 'help' }],
    ['s', { picker: { topic: { kind: 'sessions' } } }],
    [':', { picker: { topic: { kind: 'commands' } } }],
  ])('the key %s, which is hinted or always there, keeps its meaning', (key, opens) => {
    expect(new ShownScreen(fresh, { columns: 40, rows: 12 }).press(key).ui).toMatchObject(opens)
  })

  test.each(['e', 'i', '!'])('so does %s, which opens the log', (key) => {
    expect(new ShownScreen(fresh).press(key).ui).toMatchObject({ writing: null })
  })

  test('so do q, and a key of the user', () => {
    expect(new ShownScreen(fresh).press('q', 'pause').intents).toEqual([{ type: 'quit', reason: 'quit' }])
    const keys = makeKeyMap(new Map([['wire', ['w']]]))
    const own = new ShownScreen(fresh).change((ui) => ({ ...ui, keys }))
    expect(own.press('w').ui).toMatchObject({ panel: 'wire', writing: null })
  })

  test.each([
    ['a plan', [planned(0, items('○ One'))]],
    ['a turn', [prompted(0)]],
    ['no agent any more', [over(0, { kind: 'closed' })]],
  ] as const)('with %s, letters are keys', (_, events) => {
    expect(written('fix it', stateAfter(...opened(), ...events))).toBeNull()
  })

  test('what was written is kept, and letters are keys beside it', () => {
    const screen = new ShownScreen(fresh).press('x', 'escape', 'i')
    expect(screen.ui).toMatchObject({ panel: 'wire', prompt: { line: { text: 'x' } } })
  })
})

describe('the manual over what is written', () => {
  const wrote = (on = stateAfter(...opened(), planned(0, items('○ One')))): ShownScreen =>
    new ShownScreen(on).press('enter', ...Array.from('fix it'))

  test.each([['f1'], ['q'], ['escape']])('%s leads back to the text, as it was', (key) => {
    const screen = wrote().press('left', 'f1')
    expect(screen.ui).toMatchObject({ panel: 'manual', writing: null })
    expect(screen.press('/', 'k', 'enter', 'escape', key, '!').ui).toMatchObject({
      panel: null,
      writing: { kind: 'prompt' },
      prompt: { line: { text: 'fix i!t' } },
    })
  })

  test('a comment goes on, too', () => {
    const screen = wrote().press('escape', 'C', 'a', 'f1', 'q', 'b', 'enter')
    expect(screen.text).toContain('you ▸ “ab”')
  })

  test('what is left by another key is opened by its own, and no other time', () => {
    const screen = wrote().press('f1', 'a', 'a')
    expect(screen.ui).toMatchObject({ panel: null, writing: null })
    expect(screen.press('f1', 'q').ui.writing).toBeNull()
  })

  test('a search stays where it is', () => {
    expect(wrote().press('escape', '/', 'f1').ui).toMatchObject({ panel: null, writing: { kind: 'search' } })
  })
})
