import { expect, test } from 'vitest'
import { noSetup, type AppEvent } from '../../../src/app/state/app-event.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { ConfigOption, SessionModes } from '../../../src/protocol/session/session-settings.ts'
import { after, sessionIn, updated } from '../events.ts'

const modes: SessionModes = {
  current: 'default',
  available: [
    { id: 'default', name: 'Default', description: null },
    { id: 'plan', name: 'Plan', description: null },
  ],
}

function choices(
  ...values: readonly string[]
): readonly { value: string; name: string; description: null; group: null }[] {
  return values.map((value) => ({ value, name: value, description: null, group: null }))
}

function option(id: string, value: string, category: string): Extract<ConfigOption, { type: 'select' }> {
  return {
    id,
    name: id,
    description: null,
    category,
    type: 'select',
    value,
    choices: choices('default', 'plan', 'x'),
  }
}

const mode = option('mode', 'default', 'mode')
const other = option('model', 'default', 'model')
const setup = {
  modes,
  configOptions: [mode, other],
  commands: [{ name: 'plan', description: '', hint: null }],
}
const opened: AppEvent = { type: 'session-opened', atMs: 0, sessionId: 's', how: 'new', setup }

test('a session begins with the settings of the answer that opened it', () => {
  expect(sessionIn(after(opened))).toMatchObject(setup)
})

test('settings that were reported before the session was open are kept, unless the answer has them', () => {
  const commands = [{ name: 'early', description: '', hint: null }]
  const now = after(updated({ type: 'commands', commands }), { ...opened, setup: { ...noSetup, modes } })
  expect(sessionIn(now)).toMatchObject({ commands, modes, configOptions: [], phase: 'open', origin: 'new' })
})

test('a change of the mode changes its option, and nothing else', () => {
  const { modes: now, configOptions } = sessionIn(
    after(opened, updated({ type: 'mode-changed', modeId: 'plan' })),
  )
  expect(now).toEqual({ ...modes, current: 'plan' })
  expect(configOptions).toEqual([{ ...mode, value: 'plan' }, other])
})

test('a change of the option changes the mode', () => {
  const options = [{ ...mode, value: 'plan' }, other]
  const now = sessionIn(after(opened, updated({ type: 'config-options', options })))
  expect(now).toMatchObject({ modes: { current: 'plan' }, configOptions: options })
})

test('an option with other choices is not the mode', () => {
  const collaboration: ConfigOption = {
    ...mode,
    type: 'select',
    value: 'plan',
    choices: choices('plan', 'x'),
  }
  const now = sessionIn(after(opened, updated({ type: 'config-options', options: [collaboration] })))
  expect(now.modes).toEqual(modes)
})

test('a mode of an agent without modes is not kept', () => {
  expect(
    sessionIn(after({ ...opened, setup: noSetup }, updated({ type: 'mode-changed', modeId: 'plan' }))).modes,
  ).toBeNull()
})

test('usage: a cost is kept until another one comes, or null', () => {
  const cost = { amount: 0.5, currency: 'USD' }
  const events = [
    opened,
    updated({ type: 'usage', usage: { used: 1, size: 9, cost } }),
    updated({ type: 'usage', usage: { used: 2, size: 9 } }),
  ]
  expect(sessionIn(after(...events)).usage).toEqual({ used: 2, size: 9, cost })
  const cleared = updated({ type: 'usage', usage: { used: 3, size: 9, cost: null } })
  expect(sessionIn(after(...events, cleared)).usage).toEqual({ used: 3, size: 9, cost: null })
})

test('a title can be cleared', () => {
  const titled = updated({ type: 'session-titled', title: 'T' })
  expect(sessionIn(after(opened, titled)).title).toBe('T')
  expect(sessionIn(after(opened, titled, updated({ type: 'session-titled', title: null }))).title).toBeNull()
})

test.each<[string, AppEvent]>([
  ['modes', updated({ type: 'mode-changed', modeId: 'plan' })],
  ['options', updated({ type: 'config-options', options: [other, mode] })],
  ['commands', updated({ type: 'commands', commands: [] })],
  ['usage', updated({ type: 'usage', usage: { used: 1, size: 2 } })],
  ['a title', updated({ type: 'session-titled', title: null })],
])('%s said twice give the same state back', (_, event) => {
  const before = after(opened, event)
  expect(reduce(before, structuredClone(event))).toBe(before)
})
