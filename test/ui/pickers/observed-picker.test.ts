import { expect, test } from 'vitest'
import type { FoundList, HostState } from '../../../src/app/state/observed.ts'
import { observedPicker } from '../../../src/ui/pickers/observed-picker.ts'
import { opened, stateAfter } from '../../support/app-states.ts'
import { ShownScreen } from '../stack/shown-screen.ts'

function machine(name: string, state: HostState['state']): HostState {
  return { name, state, heardAtMs: null, why: '', needsUser: false }
}

function pickerOf(more: Partial<FoundList>): ReturnType<typeof observedPicker> {
  const found = { sessions: [], isLooking: false, sinceMs: 0, ...more }
  return observedPicker({ ...stateAfter(), observed: { found, shown: [] } })
}

test.each([
  [undefined, 'Nothing was written here lately.'],
  [[machine('box', 'connected')], 'Nothing was written here or on box lately.'],
  [[machine('box', 'connecting')], 'Nothing was written here lately. No answer from 1 machine.'],
  [
    [machine('a', 'connected'), machine('b', 'away'), machine('c', 'connecting')],
    'Nothing was written here or on a lately. No answer from 2 machines.',
  ],
])('a list without sessions says which machines it is about: %j', (hosts, words) => {
  const { notes } = pickerOf(hosts === undefined ? {} : { hosts })
  expect(notes?.[0]).toMatchObject({ text: words })
})

test('a list names folders that are closed to the user, also on the start screen', () => {
  const closed = ['/home/me/.codex/sessions']
  const note = {
    text: expect.stringContaining('/home/me/.codex/sessions cannot be read') as string,
    role: 'warning',
  }
  expect(pickerOf({ closed }).notes?.[0]).toMatchObject(note)
  expect(pickerOf({ closed, offers: { all: [], isLooking: false } }).notes?.[0]).toMatchObject(note)
})

test('the start screen names sessions of other machines as such', () => {
  const offers = { all: [], isLooking: false }
  const groups = pickerOf({ hosts: [machine('box', 'connecting')], offers }).items.map(({ group }) => group)
  expect(groups).toEqual(['Sessions'])
})

test('the command of an agent is shown whole in a narrow terminal too, and copied by a key', () => {
  const command = `npx agent${' --add-dir /home/user/project'.repeat(12)} --last`
  const offer = {
    group: 'agents',
    name: 'mine',
    about: 'configured',
    changedAtMs: null,
    argv: ['-a'],
  } as const
  const found = { sessions: [], isLooking: false, sinceMs: 0 }
  const offers = { all: [{ ...offer, detail: command, command }], isLooking: false }
  const state = { ...stateAfter(), observed: { found: { ...found, offers }, shown: [] } }
  const screen = new ShownScreen(state, { columns: 40, rows: 24 })
  expect(screen.text.replaceAll(/\s+/g, ' ')).toContain(command)
  expect(screen.press('ctrl-y').intents).toEqual([
    { type: 'copy', taken: { type: 'text', title: 'command', text: command } },
  ])
})

/** A tap of process 7, in the list or, if it is shown, observed. */
function screenOfTap(label: string | null, isShown: boolean): ShownScreen {
  const tap = { kind: 'tap', path: '/x', pid: 7, agent: 'my-agent', folder: '/work', changedAtMs: 0 } as const
  const session = { ...tap, id: label ?? 'tap 7', label }
  const told = { session, label: 'tap', isInferred: false }
  const sessions = isShown ? [] : [{ ...told, id: 'one', summary: null }]
  const shown = isShown ? [{ ...told, status: { state: 'following' } as const }] : []
  const found = { sessions, isLooking: false, sinceMs: 0 }
  return new ShownScreen({ ...stateAfter(...opened()), observed: { found, shown } })
}

test.each([
  [null, ' tap, process 7\n'],
  ['mine', ' tap mine, process 7\n'],
])('a tap called %s is named once', (label, words) => {
  expect(screenOfTap(label, false).text).toContain(words)
})

test('where nothing can be sent, the help names no key that cancels a turn', () => {
  const screen = screenOfTap(null, true).press('?')
  expect(screen.text).toMatch(/esc +close, go back\n/)
  expect(screen.press('?', '/', ...Array.from('twice:')).text).toContain('0 matches')
  expect(
    new ShownScreen(stateAfter(...opened())).press('?', '?', '/', ...Array.from('twice:')).text,
  ).toContain('1 match')
})
