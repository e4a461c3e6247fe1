import { describe, expect, test } from 'vitest'
import { rowText } from '../../../src/lib/cells/row.ts'
import { firstKey, keyWords, makeKeyMap, type OwnKeys } from '../../../src/ui/keys/key-map.ts'
import { keyTable } from '../../../src/ui/keys/key-table.ts'
import { commandNames, readOwnKeys } from '../../../src/ui/keys/own-keys.ts'
import { hintsFor } from '../../../src/ui/chrome/hints.ts'
import { keysOf } from '../../../src/ui/stack/key-help.ts'
import { startUiState } from '../../../src/ui/state/ui-state.ts'
import { asked, items, opened, over, planned, prompted, stateAfter } from '../../support/app-states.ts'
import { askedWith, everyKind } from '../questions/asked-forms.ts'
import { ShownScreen } from '../stack/shown-screen.ts'

function faultsOf(value: unknown): readonly string[] {
  return readOwnKeys(value).faults.map(({ path, text, hint }) => `${path.join('.')}: ${text}. ${hint}`)
}

function commandOfTable(key: string): string | undefined {
  return keyTable.find(({ keys }) => keys.includes(key))?.command
}

function own(value: unknown): OwnKeys {
  const { keys, faults } = readOwnKeys(value)
  expect(faults).toEqual([])
  return keys
}

describe('what is wrong with own keys is named', () => {
  test.each<[unknown, RegExp]>([
    [[], /^: “keys” has a wrong value\. It must be an object/],
    [null, /^: “keys” has a wrong value/],
    ['q', /^: “keys” has a wrong value/],
    [{ quit: 'q' }, /^quit: “quit” has a wrong value\. It must be a list of keys/],
    [{ quit: [1] }, /^quit: “quit” has a wrong value/],
    [{ quti: ['q'] }, /^quti: there is no command “quti”\. Did you mean “quit”\?/],
    [{ xyzzy: ['q'] }, /^xyzzy: there is no command “xyzzy”\. The commands are next-plan,/],
    [{ constructor: ['q'] }, /^constructor: there is no command/],
    [{ 'pick-plan': ['0'] }, /^pick-plan: “pick-plan” keeps its keys/],
    [{ interrupt: [] }, /^interrupt: “interrupt” keeps its keys/],
    [{ quit: ['ctrl-c'] }, /^quit\.0: “ctrl-c” always quits/],
    [{ quit: ['7'] }, /^quit\.0: “7” always goes to a plan/],
    [{ quit: ['x', 'ctrl-i'] }, /^quit\.1: “ctrl-i” is sent as tab by terminals\. Write “tab”/],
    [{ quit: ['ctrl-m'] }, /is sent as enter/],
    [{ quit: ['ctrl-Q'] }, /is sent as ctrl-q by terminals\. Write “ctrl-q”/],
    [{ quit: ['ctrl-shift-q'] }, /“ctrl-shift-q” is a key that most terminals do not send/],
    [{ quit: ['ctrl-f5'] }, /is a key that most terminals do not send/],
    [{ quit: ['shift-up'] }, /is a key that most terminals do not send/],
    [{ quit: ['cmd-q'] }, /is a key that most terminals do not send/],
    [{ quit: ['option-q'] }, /Write “alt-q”/],
    [{ quit: ['alt-['] }, /like the beginning of another key/],
    [{ quit: ['alt-enter'] }, /is a key that most terminals do not send/],
    [{ quit: ['shift-q'] }, /is no key\. A letter with shift is written as itself/],
    [{ quit: ['f13'] }, /is no key\. The function keys are f1 to f12/],
    [{ quit: ['ctrl-1'] }, /is a key that most terminals do not send/],
    [{ quit: ['qqq-q'] }, /is no key/],
    [{ quit: [''] }, /“” is no key/],
    [{ quit: [' '] }, /“ ” is no key/],
    [{ quit: ['\u001b'] }, /is no key/],
    [{ quit: ['esc'] }, /“esc” is no key\. Did you mean “escape”\?|is no key/],
    [{ quit: ['qq'] }, /“qq” is no key/],
    [
      { quit: ['d'] },
      /^quit\.0: “d” is a key of “show-changes” too\. Give “show-changes” other keys, or \[\] for none/,
    ],
    [{ quit: ['x'], search: ['x'] }, /\.0: “x” is a key of “(?:quit|search)” too/],
    [{ faster: ['-'] }, /^faster\.0: “-” is a key of “slower” too/],
  ])('%j', (value, fault) => {
    const faults = faultsOf(value)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(fault)
  })

  test('but never more than a few', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`none${at}`, ['q']]))
    expect(faultsOf(many)).toHaveLength(20)
    expect(faultsOf({ quit: new Array(5000).fill('ctrl-c') })).toHaveLength(20)
  })

  test('and a key that another command gives away is free', () => {
    own({ quit: ['d'], 'show-changes': ['D'] })
    own({ quit: ['d'], 'show-changes': [] })
    // The player's keys take precedence over those of the plan.
    own({ quit: ['t'] })
  })

  test('function keys, alt and a character, and keys with a name can be used', () => {
    const keys = [
      'f1',
      'f12',
      'insert',
      'home',
      'end',
      'delete',
      'shift-tab',
      'alt-x',
      'alt-X',
      'alt-left',
      'ctrl-home',
    ]
    for (const key of keys) own({ mark: [key], [commandOfTable(key) ?? 'edit']: ['ctrl-o'] })
  })

  test('every command can have a key, and none', () => {
    for (const command of commandNames) {
      own({ [command]: ['ctrl-o'] })
      own({ [command]: [] })
    }
  })
})

describe('own keys', () => {
  const state = stateAfter(...opened(), planned(1000, items('» One', '○ Two')))

  function screen(value: unknown, shown = state): ShownScreen {
    const keys = makeKeyMap(own(value))
    return new ShownScreen(shown).change((ui) => ({ ...ui, keys }))
  }

  test('do what the keys of the table did, which do nothing any more', () => {
    const moved = screen({ timeline: ['ctrl-t'], search: ['x'] })
    expect(moved.press('T').ui.timeline).toBeNull()
    expect(moved.press('ctrl-t').ui.timeline).not.toBeNull()
    expect(moved.press('/').ui.writing).toBeNull()
    expect(moved.press('x').ui.writing?.kind).toBe('search')
  })

  test('stand in hints, help and palette, and in sentences', () => {
    const moved = screen({ search: ['x'], quit: ['ctrl-q'], plans: [] })
    const hints = hintsFor(state, moved.ui, {
      isChecklist: true,
      hasPast: false,
      hasTimes: false,
      tabCount: 2,
      view: null,
      matchCount: 2,
      isQuestionLong: true,
    })
    expect(hints).toContainEqual({ key: 'x', does: 'search', command: 'search' })
    expect(hints).toContainEqual({ key: 'ctrl-q', does: 'quit', command: 'quit' })
    const help = keysOf(state, moved.ui).flatMap(({ keys }) => keys)
    expect(help).toContainEqual(expect.objectContaining({ label: 'x', does: 'search' }))
    expect(help.some(({ does }) => does === 'list all plans of all sessions')).toBe(false)
    expect(
      moved
        .press(':', ...'close the panel'.split(''))
        .rows.map(rowText)
        .join('\n'),
    ).toMatch(/quit +ctrl-q/)
    expect(screen({ search: ['x'] }).press('n').ui.message?.text).toBe('No search yet: x starts one.')
    expect(screen({ search: [] }).press('n').ui.message?.text).toBe(
      'No search yet: ctrl-p “search” starts one.',
    )
    expect(screen({ search: [], palette: [':'] }).press('n').ui.message?.text).toContain(': “search” starts')
  })

  test('stand in what the screen says about the agent and its plans', () => {
    const value = { restart: ['x'], 'write-prompt': ['ctrl-o'], quit: ['ctrl-q'], leave: ['ctrl-g'] }
    const gone = stateAfter(...opened(), over(1, { kind: 'exited', code: 3, signal: null }))
    expect(screen(value, gone).text).toMatch(
      /x restart it .* ctrl-q quit[^]*the agent has ended: x starts it again/,
    )
    const unasked = stateAfter(...opened())
    expect(screen(value, unasked).text).toMatch(
      /press ctrl-o and tell the agent[^]*ctrl-o to write to the agent/,
    )
    expect(screen(value).press('space', 'space').text).toContain('X do · ctrl-g none')
  })

  test('are words where the key was taken away, not names of commands', () => {
    const value = { 'write-prompt': [], leave: [], restart: [] }
    expect(screen(value).press('!').text).toContain(
      'ctrl-p “close, go back”, then ctrl-p “write a prompt” to write',
    )
    // A question is put aside with escape all the same.
    const asking = stateAfter(...opened(), prompted(0), asked(0))
    expect(screen(value, asking).text).toContain('esc, then ctrl-p “write a prompt” to write')
    const gone = stateAfter(...opened(), over(1, { kind: 'exited', code: 3, signal: null }))
    expect(screen(value, gone).text).toContain('ctrl-p “restart the agent” restart it')
  })

  test('are read in lists and forms too, where they type nothing', () => {
    const value = { redraw: ['ctrl-r'] }
    expect(screen(value).press('p', 'ctrl-r').intents).toEqual([{ type: 'redraw' }])
    expect(screen(value, askedWith(everyKind)).press('ctrl-r').intents).toEqual([{ type: 'redraw' }])
  })

  test('with alt are keys of their own; the others are escape and a letter', () => {
    const moved = screen({ timeline: ['alt-t', 'f5'] })
    expect(moved.press('alt-t').ui.timeline).not.toBeNull()
    expect(moved.press('f5').ui.timeline).toBeNull()
    expect(moved.press('f5', 'alt-j').ui.timeline).toBeNull()
    expect(moved.press('enter', 'alt-t', 'f5').ui.prompt.line.text).toBe('')
    expect(keyWords(moved.ui.keys, 'timeline')).toBe('alt-t')
    expect(keyWords(screen({ timeline: ['f5'] }).ui.keys, 'timeline')).toBe('F5')
  })

  test('of the player and the wire panel are theirs alone', () => {
    const keys = makeKeyMap(own({ play: ['P'], 'raw-message': ['c'] }))
    expect([keys.player.commandOf('P'), keys.player.commandOf('space')]).toEqual(['play', undefined])
    expect([keys.plan.commandOf('P'), keys.plan.commandOf('space')]).toEqual([
      'switch-plans-on',
      'select-step',
    ])
    expect([keys.wire.commandOf('c'), keys.plan.commandOf('c')]).toEqual(['raw-message', 'collapse'])
  })

  test('ctrl-c quits whatever they are', () => {
    const none = screen({ quit: [], leave: [], stop: [] }, stateAfter())
    expect(none.press('ctrl-c').intents).toEqual([{ type: 'quit', reason: 'interrupted' }])
    expect(none.press('ctrl-z', 'q').intents).toHaveLength(1)
    expect(none.text).toContain('ctrl-c quit')
  })

  test('are named as the screen names keys', () => {
    const keys = makeKeyMap(
      own({ quit: ['escape'], leave: ['ctrl-g'], palette: [], 'page-down': ['pagedown'] }),
    )
    expect(
      ['quit', 'leave', 'page-down', 'palette', 'up'].map((command) => keyWords(keys, command as 'quit')),
    ).toEqual(['esc', 'ctrl-g', 'PgDn', '“palette: find a command by its words” (no key)', '↑'])
    expect(firstKey(keys, 'palette')).toBeNull()
    expect(startUiState(80, 24, keys).keys).toBe(keys)
  })
})
