import { describe, expect, test } from 'vitest'
import { act, actHeld } from '../../../src/ui/stack/act.ts'
import { keysOf } from '../../../src/ui/stack/key-help.ts'
import { keyName } from '../../../src/ui/keys/key-press.ts'
import type { UiState } from '../../../src/ui/state/ui-state.ts'
import { ShownScreen } from './shown-screen.ts'
import {
  helpedContexts,
  otherContexts,
  shownAt,
  working,
  type KeyContextCase,
} from '../input/key-contexts.ts'

const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
const named =
  'space enter escape tab shift-tab up down left right pageup pagedown home end delete backspace alt-enter'
const candidates: readonly string[] = [
  ...letters,
  ...letters.map((letter) => letter.toUpperCase()),
  ...Array.from('0123456789`~!@#$%^&*()-_=+[]{};:\'",.<>/?|\\'),
  ...letters.map((letter) => `ctrl-${letter}`),
  ...named.split(' '),
]

/** The state of the screen without what only guards against typing. */
function effect({ message, guard: { armed }, ...rest }: UiState): string {
  // A map shows its entries.
  const json = JSON.stringify(rest, (_, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value,
  )
  return `${json}\n${message?.text ?? ''}\n${armed?.key ?? ''}`
}

/** What a recording says of commands that it cannot carry out, which its help leaves out. */
const refusal = 'This is a recording: nothing can be sent.'

/** Whether a key does or says something. */
function works(context: KeyContextCase, key: string): boolean {
  const { ui, drawn } = placeOf(context)
  const at = { state: context.state, shown: drawn.shown, nowMs: 10_000 }
  const text = key === 'space' ? ' ' : key.length === 1 ? key : ''
  const acted = act(ui, { name: key, text }, at)
  const { ui: after, intents } = acted.ui.guard.held === null ? acted : actHeld(acted.ui, at)
  return after.message?.text !== refusal && (effect(after) !== effect(ui) || intents.length > 0)
}

/** The screen at a place, made once: keys are pressed on its state. */
function placeOf(context: KeyContextCase): ShownScreen {
  const known = screens.get(context) ?? shownAt(context)
  screens.set(context, known)
  return known
}

const screens = new Map<KeyContextCase, ShownScreen>()

function isCharacter(key: string): boolean {
  return key.length === 1 || key === 'space'
}

/** The keys that the help lists, as the screen names them. */
function listedIn(context: KeyContextCase): ReadonlySet<string> {
  const screen = placeOf(context)
  const labels = keysOf(context.state, screen.ui, true).flatMap(({ keys }) => keys.map(({ label }) => label))
  const words = labels.flatMap((label) => label.split(' '))
  return new Set(
    words.flatMap((word) => [word, ...(labels.includes('1 … 9') ? Array.from('123456789') : [])]),
  )
}

describe.each(helpedContexts)('in $name', (context) => {
  test('every key that works is in the help', () => {
    const listed = listedIn(context)
    const unlisted = candidates.filter(
      (key) =>
        works(context, key) && !listed.has(keyName(key)) && !(context.isTyped === true && isCharacter(key)),
    )
    expect(unlisted).toEqual([])
  })
})

test('every key that the help lists does something somewhere, or says why not', () => {
  const words = new Set(helpedContexts.flatMap((context) => [...listedIn(context)]))
  const dead = [...words].filter((word) => {
    const keys = candidates.filter((key) => keyName(key) === word)
    if (keys.length === 0) return false
    return ![...helpedContexts, ...otherContexts].some((context) => keys.some((key) => works(context, key)))
  })
  expect(dead).toEqual([])
})

describe.each([...helpedContexts, ...otherContexts])('the first page of the help, over $name', (context) => {
  test('names at most twelve keys, all of which are among all keys', () => {
    const screen = shownAt(context, { columns: 80, rows: 300 })
    if (screen.ui.panel !== 'help') screen.press('?')
    // Elsewhere it is typed, or the help lists all keys already.
    if (screen.ui.panel !== 'help' || screen.ui.isHelpWhole) return
    const rows = screen.text.split('\n')
    const from = rows.findIndex((row) => row.startsWith(' Here and now'))
    const listed = rows.slice(from + 1).filter((row) => /^ {3}\S/.test(row))
    expect(listed.length).toBeGreaterThan(1)
    expect(listed.length).toBeLessThanOrEqual(12)
    expect(listed.at(-1)).toContain('again: all keys')
    const all = new Set(
      keysOf(context.state, screen.ui, true).flatMap(({ keys }) =>
        keys.flatMap(({ label }) => label.split(' ')),
      ),
    )
    const named = listed.flatMap((row) => row.slice(3, 21).trim().split(' '))
    expect(named.filter((key) => !all.has(key) && !all.has(key.charAt(0)))).toEqual([])
  })
})

test('the key of the help shows all keys when it is pressed again, and then closes it', () => {
  const screen = new ShownScreen(working, { rows: 300 })
  expect(screen.press('?').text).not.toContain('Looking back')
  expect(screen.press('?').text).toContain('Looking back')
  expect(screen.press('?').ui.panel).toBeNull()
})

test('a search in the help searches all keys', () => {
  const screen = new ShownScreen(working, { rows: 24 }).press('?', '/', ...Array.from('timeline'), 'enter')
  expect(screen.text).toContain('zoom in on the timeline')
})

describe('the groups of the help', () => {
  const titlesAt = (name: string): readonly string[] => {
    const context = helpedContexts.find((each) => each.name === name)
    if (context === undefined) throw new Error(name)
    return keysOf(context.state, shownAt(context).press('?').ui, true).map(({ title }) => title)
  }

  test('begin with the place that it was opened from', () => {
    expect(titlesAt('the wire panel')[0]).toBe('In the wire panel')
    expect(titlesAt('a problem of a message')[0]).toBe('In the log')
    expect(titlesAt('the past')[0]).toBe('In the past of a plan')
    expect(titlesAt('a question that was put aside')[0]).toBe('At a question')
  })

  test('have every place, though it is not open', () => {
    expect(titlesAt('a checklist')).toEqual(
      expect.arrayContaining([
        'At a question',
        'In the past of a plan',
        'In the log',
        'In the wire panel',
        'In the palette',
        'In a list',
        'With the mouse',
      ]),
    )
    expect(titlesAt('a recording')).not.toContain('At a question')
  })

  test('name the mouse only where the terminal reports it', () => {
    const helped = (hasMouse: boolean): string => {
      const screen = new ShownScreen(working, { hasMouse, rows: 300 }).press('?', '?')
      return screen.text
    }
    expect(helped(true)).toContain('With the mouse')
    expect(helped(false)).not.toContain('With the mouse')
  })
})
