import { expect, test } from 'vitest'
import type { Json, ReceivedMessage } from './puppet.ts'
import { openOnWire, runOnWire, type Wire, type WireRun } from './wire.ts'

const modes = {
  currentModeId: 'default',
  availableModes: [
    { id: 'default', name: 'Default' },
    { id: 'plan', name: 'Plan' },
  ],
}
const modeOption = {
  category: 'mode',
  type: 'select',
  name: 'Mode',
  currentValue: 'default',
  options: [
    { value: 'default', name: 'Default' },
    { value: 'plan', name: 'Plan' },
  ],
}
const fast = { type: 'boolean', name: 'Fast', currentValue: false }
const odd = { type: '_slider', name: 'Heat', currentValue: 7 }
const v1Options = [
  { id: 'mode', ...modeOption },
  { id: 'fast', ...fast },
  { id: 'heat', ...odd },
]
const v2Options = [
  { configId: 'mode', ...modeOption },
  { configId: 'fast', ...fast },
]

function asked({ method, params }: ReceivedMessage): unknown {
  return [method, params]
}

/** Opens a session with these settings for a run that has just begun. */
async function opens(run: WireRun, version: 1 | 2, session: Json): Promise<Wire> {
  const wire = await run.nextWire()
  await wire.open({ protocolVersion: version }, session)
  return wire
}

test('version 1: mode and options are set in order before the first prompt is sent', async () => {
  const config = [
    { id: 'fast', value: 'true' },
    { id: 'mode', value: 'default' },
  ]
  const run = runOnWire({ prompts: ['go'], mode: 'plan', config })
  const wire = await opens(run, 1, { modes, configOptions: v1Options })
  const mode = await wire.receives()
  expect(asked(mode)).toEqual(['session/set_mode', { sessionId: 's1', modeId: 'plan' }])
  run.agent.order({ type: 'prompt', text: 'and on' })
  wire.answer(mode, {})
  const boolean = await wire.receives()
  expect(asked(boolean)).toEqual([
    'session/set_config_option',
    { sessionId: 's1', configId: 'fast', type: 'boolean', value: true },
  ])
  wire.answer(boolean, { configOptions: [{ id: 'fast', ...fast, currentValue: true }, v1Options[0]] })
  const select = await wire.receives()
  expect(asked(select)).toEqual([
    'session/set_config_option',
    { sessionId: 's1', configId: 'mode', value: 'default' },
  ])
  wire.answer(select, {})
  expect((await wire.receives()).params).toMatchObject({ prompt: [{ text: 'go' }] })
  expect(run.state().sessions.get('s1')).toMatchObject({
    // The option `mode` is the mode once more.
    modes: { current: 'default' },
    configOptions: [
      { id: 'fast', value: true },
      { id: 'mode', value: 'default' },
    ],
  })
  expect(run.state().queuedPrompts).toEqual([{ sessionId: 's1', text: 'and on' }])
})

test('version 2: the mode is an option, and values carry their type', async () => {
  const run = runOnWire({ prompts: ['go'], mode: 'plan', config: [{ id: 'fast', value: 'false' }] })
  const wire = await opens(run, 2, { configOptions: v2Options })
  expect(asked(await wire.answersNext({ configOptions: v2Options }))).toEqual([
    'session/set_config_option',
    { sessionId: 's1', configId: 'mode', type: 'id', value: 'plan' },
  ])
  expect(asked(await wire.answersNext({ configOptions: v2Options }))).toEqual([
    'session/set_config_option',
    { sessionId: 's1', configId: 'fast', type: 'boolean', value: false },
  ])
  expect((await wire.receives()).method).toBe('session/prompt')
})

test('a mode of a second kind is found by its name', async () => {
  const collaboration = { ...modeOption, id: 'collaboration_mode', category: 'collaboration_mode' }
  const run = runOnWire({ mode: 'plan' })
  const wire = await opens(run, 1, {
    modes: { currentModeId: 'agent', availableModes: [{ id: 'agent', name: 'Agent' }] },
    configOptions: [collaboration],
  })
  expect(asked(await wire.receives())).toEqual([
    'session/set_config_option',
    { sessionId: 's1', configId: 'collaboration_mode', value: 'plan' },
  ])
})

const models = {
  currentModelId: 'small',
  availableModels: [
    { modelId: 'small', name: 'Small', description: 'Fast' },
    { modelId: 'large', name: 'Large' },
  ],
}

test('models that are told beside the options are an option, set by the method for models', async () => {
  const run = runOnWire({ config: [{ id: 'model', value: 'large' }] })
  const wire = await opens(run, 1, { models, configOptions: [v1Options[1]] })
  expect(asked(await wire.answersNext({}))).toEqual([
    'session/set_model',
    { sessionId: 's1', modelId: 'large' },
  ])
  await expect
    .poll(() => run.state().sessions.get('s1')?.configOptions)
    .toMatchObject([{ id: 'fast' }, { id: 'model', value: 'large' }])
})

test('models are the same once more where an option has them', async () => {
  const option = { ...modeOption, id: 'm', category: 'model' }
  const run = runOnWire({ config: [{ id: 'm', value: 'plan' }] })
  const wire = await opens(run, 1, { models, configOptions: [option] })
  expect((await wire.receives()).method).toBe('session/set_config_option')
  expect(run.state().sessions.get('s1')?.configOptions).toHaveLength(1)
})

const unknown = [
  {
    name: 'a mode that is not there',
    options: { mode: 'fly' },
    method: 'session/set_mode',
    message: 'there is no mode “fly”; the agent has default, plan',
  },
  {
    name: 'an option that is not there',
    options: { config: [{ id: 'speed', value: '9' }] },
    method: 'session/set_config_option',
    message: 'there is no option “speed”; the agent has mode, fast, heat',
  },
  {
    name: 'a choice that is not there',
    options: { config: [{ id: 'mode', value: 'fly' }] },
    method: 'session/set_config_option',
    message: 'the option “mode” cannot be “fly”; it takes default, plan',
  },
  {
    name: 'a word that is neither true nor false',
    options: { config: [{ id: 'fast', value: 'yes' }] },
    method: 'session/set_config_option',
    message: 'the option “fast” cannot be “yes”; it takes true or false',
  },
  {
    name: 'an option of a type that is not known',
    options: { config: [{ id: 'heat', value: '8' }] },
    method: 'session/set_config_option',
    message: 'the option “heat” is of the type “_slider”, which is not known here',
  },
]

test.each(unknown)('$name ends a run that cannot ask', async ({ options, method, message }) => {
  const run = runOnWire({ prompts: ['go'], canAsk: false, ...options })
  const wire = await opens(run, 1, { modes, configOptions: v1Options })
  expect(await run.ended()).toMatchObject({ kind: 'refused', method, code: null, message })
  expect(wire.lines).toHaveLength(2)
})

/** Why the session holds prompts back, and these prompts. */
function waitingIn(run: WireRun): readonly unknown[] {
  const { sessions, queuedPrompts } = run.state()
  return [sessions.get('s1')?.held?.message ?? null, queuedPrompts.map(({ text }) => text)]
}

test.each(unknown)('$name: no prompt goes before the user has chosen', async ({ options, message }) => {
  const run = runOnWire({ prompts: ['go'], ...options })
  const wire = await opens(run, 1, { modes, configOptions: v1Options })
  await run.event('session-held')
  expect(waitingIn(run)).toEqual([message, ['go']])
  expect(wire.lines).toHaveLength(2)
  run.agent.order({ type: 'set-mode', modeId: 'nosuch' })
  expect(waitingIn(run)).toEqual([message, ['go']])
  run.agent.order({ type: 'set-mode', modeId: 'plan' })
  const set = await wire.receives()
  expect(set.method).toBe('session/set_mode')
  expect(waitingIn(run)).toEqual([message, ['go']])
  wire.answer(set, {})
  expect((await wire.receives()).params).toMatchObject({ prompt: [{ text: 'go' }] })
  expect(waitingIn(run)).toEqual([null, []])
})

test('prompts that wait for an unknown mode are cancelled, or sent after the next prompt of the user', async () => {
  const run = runOnWire({ prompts: ['go'], mode: 'fly' })
  const wire = await opens(run, 1, { modes })
  await run.event('session-held')
  run.agent.order({ type: 'prompt', text: 'first this' })
  const first = await wire.receives()
  expect(first.params).toMatchObject({ prompt: [{ text: 'first this' }] })
  wire.answer(first, { stopReason: 'end_turn' })
  expect((await wire.receives()).params).toMatchObject({ prompt: [{ text: 'go' }] })
  const other = runOnWire({ prompts: ['go'], mode: 'fly' })
  const otherWire = await opens(other, 1, { modes })
  await other.event('session-held')
  other.agent.order({ type: 'cancel-turn' })
  expect(waitingIn(other)[1]).toEqual([])
  expect(otherWire.lines).toHaveLength(2)
})

test('two unknown settings are both reported', async () => {
  const run = runOnWire({ mode: 'fly', config: [{ id: 'speed', value: '9' }] })
  await opens(run, 1, { modes, configOptions: v1Options })
  const { message } = await run.event('session-held')
  expect(message).toBe(
    'there is no mode “fly”; the agent has default, plan; there is no option “speed”; the agent has mode, fast, heat',
  )
})

test('a mode for an agent without modes is reported; a refused mode ends a run that cannot ask', async () => {
  const none = runOnWire({ mode: 'plan', canAsk: false })
  await opens(none, 1, {})
  expect(none.state().link).toMatchObject({
    end: { message: 'the mode “plan” cannot be set: the agent has no modes' },
  })
  const run = runOnWire({ mode: 'plan', canAsk: false })
  const wire = await opens(run, 1, { modes })
  wire.fail(await wire.receives(), -32603, 'Internal error', { details: 'not now' })
  expect(await run.ended()).toMatchObject({
    kind: 'refused',
    method: 'session/set_mode',
    message: 'Internal error: not now',
  })
})

test('a setting that is not answered counts for the timeout of the session setup', async () => {
  const run = runOnWire({ prompts: ['go'], mode: 'plan', canAsk: false, timeoutMs: 5000 })
  const wire = await opens(run, 1, { modes })
  await wire.receives()
  run.clock.pass(5000)
  expect(run.state().link).toMatchObject({
    end: { kind: 'silent', waitingFor: 'the answer to session/set_mode' },
  })
})

test('a user changes the settings of the current session, also while it works', async () => {
  const { run, wire } = await openOnWire({}, { protocolVersion: 1 }, { modes, configOptions: v1Options })
  run.agent.order({ type: 'prompt', text: 'go' })
  await wire.receives()
  run.agent.order({ type: 'set-mode', modeId: 'plan' })
  await wire.answersNext({})
  await run.until((state) => state.sessions.get('s1')?.modes?.current === 'plan')
  run.agent.order({ type: 'set-config-option', optionId: 'fast', value: true })
  await wire.answersNext({ configOptions: 'all' })
  const { sessions } = await run.until(({ sessions: all }) =>
    (all.get('s1')?.configOptions ?? []).some((option) => option.value === true),
  )
  // An answer without options has changed what it was asked to change, and nothing else.
  expect(sessions.get('s1')?.configOptions.map(({ value }) => value)).toEqual(['plan', true, 7])
  expect(sessions.get('s1')?.modes?.current).toBe('plan')
  run.agent.order({ type: 'set-mode', modeId: 'fly' })
  run.agent.order({ type: 'set-config-option', optionId: 'mode', value: 'plan' })
  wire.fail(await wire.receives(), -32602, 'Invalid params')
  await run.event('remarked', ({ text }) => text.includes('Invalid'))
  expect(run.remarks()).toEqual([
    'Not set: there is no mode “fly”; the agent has default, plan.',
    'Not set: Invalid params.',
  ])
  expect(run.state().link.state).toBe('open')
})

test('the settings that the agent reports replace those that can be set', async () => {
  const { run, wire } = await openOnWire({}, { protocolVersion: 2 }, { configOptions: v2Options })
  const speed = {
    configId: 'speed',
    type: 'select',
    name: 'Speed',
    currentValue: 'slow',
    options: [{ value: 'slow', name: 'Slow' }],
  }
  wire.update({ sessionUpdate: 'config_option_update', configOptions: [speed] })
  run.agent.order({ type: 'set-config-option', optionId: 'fast', value: true })
  run.agent.order({ type: 'set-config-option', optionId: 'speed', value: 'slow' })
  expect(asked(await wire.receives())).toEqual([
    'session/set_config_option',
    { sessionId: 's1', configId: 'speed', type: 'id', value: 'slow' },
  ])
  expect(run.remarks()).toEqual(['Not set: there is no option “fast”; the agent has speed.'])
})
