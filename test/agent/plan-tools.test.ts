import { expect, test } from 'vitest'
import type { PlanToolsSwitch } from '../../src/agent/agent-options.ts'
import type { SwitchState } from '../../src/app/state/plan-tools.ts'
import { openOnWire, runOnWire, type WireRun } from './wire.ts'

const name = '@agentclientprotocol/claude-agent-acp'
const greeting = {
  protocolVersion: 1,
  agentInfo: { name, version: '0.100.0' },
  agentCapabilities: { loadSession: true },
}

/** An environment whose switch is off until it is asked for. */
function offAtFirst(): PlanToolsSwitch & { readonly asked: string[] } {
  const asked: string[] = []
  let state: SwitchState = { type: 'unset' }
  return {
    asked,
    applied: () => ({ mode: 'on', startedAgent: null, switches: [{ agent: 'claude-agent-acp', state }] }),
    switchOn(agentId) {
      asked.push(agentId)
      state = { type: 'set' }
      return agentId === 'claude-agent-acp'
    },
  }
}

function found(run: WireRun): readonly (string | undefined)[] {
  return run.eventsOf('plan-tools-told').map(({ planTools }) => planTools.switches[0]?.state.type)
}

test('the event about plan tools comes before the agent starts', async () => {
  const run = runOnWire({ planTools: offAtFirst() })
  expect(run.events.map(({ type }) => type).slice(0, 2)).toEqual(['plan-tools-told', 'link-changed'])
  await run.nextWire()
})

test('the agent is restarted with its plan tools on, and its session is loaded', async () => {
  const planTools = offAtFirst()
  const { run, wire } = await openOnWire({ planTools }, greeting)
  run.agent.order({ type: 'switch-plans-on' })
  expect([planTools.asked, found(run)]).toEqual([['claude-agent-acp'], ['unset', 'set']])
  const again = await run.nextWire()
  expect(wire.isClosed).toBe(true)
  await again.answersNext(greeting)
  expect((await again.answersNext({})).method).toBe('session/load')
  const state = await run.opened()
  expect([...state.sessions.values()].map(({ phase, origin }) => [phase, origin])).toEqual([
    ['open', 'loaded'],
  ])
})

test('open requests are answered before a restart', async () => {
  const { run, wire } = await openOnWire({ planTools: offAtFirst() }, greeting)
  const params = { mode: 'form', sessionId: 's1', message: 'Which?' }
  const requestedSchema = { type: 'object', properties: {} }
  wire.send({ id: 1, method: 'elicitation/create', params: { ...params, requestedSchema } })
  await run.event('elicitation-asked')
  run.agent.order({ type: 'switch-plans-on' })
  expect(await wire.receives()).toMatchObject({ id: 1, result: { action: 'cancel' } })
  expect(run.state().elicitations).toEqual([])
  await run.nextWire()
})

test('an agent that has ended can be restarted', async () => {
  const { run, wire } = await openOnWire({ planTools: offAtFirst() }, greeting)
  wire.lose({ kind: 'exited', code: 1, signal: null })
  await run.ended()
  run.agent.order({ type: 'switch-plans-on' })
  await run.nextWire()
  expect(run.state().link.state).not.toBe('ended')
})

test.each([
  ['that has no switch', offAtFirst(), { ...greeting, agentInfo: { name: 'gemini-cli', version: '1' } }],
  ['that is not known', offAtFirst(), { ...greeting, agentInfo: { name: 'mine', version: '1' } }],
  ['that was not started from here', null, greeting],
])('nothing happens to an agent %s', async (_, planTools, answer) => {
  const { run, wire } = await openOnWire({ planTools }, answer)
  const before = run.events.length
  run.agent.order({ type: 'switch-plans-on' })
  expect([run.events.length, wire.isClosed]).toEqual([before, false])
})
