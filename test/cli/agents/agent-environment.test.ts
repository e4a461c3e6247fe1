import { describe, expect, test } from 'vitest'
import type { SwitchState } from '../../../src/app/state/plan-tools.ts'
import {
  createAgentEnvironment,
  type AgentEnvironment,
  type EnvironmentNeeds,
} from '../../../src/cli/agents/agent-environment.ts'

const claude = 'CLAUDE_CODE_ENABLE_TODO_TOOLS'
const on = '{"tools":{"update_plan":{"enabled":true}}}'

function environment(line: string, needs: Partial<EnvironmentNeeds> = {}): AgentEnvironment {
  return createAgentEnvironment({
    planTools: 'here',
    mode: 'on',
    command: line.split(' '),
    own: {},
    added: {},
    ...needs,
  })
}

function stateOf({ planTools }: AgentEnvironment, agent: string): SwitchState | undefined {
  return planTools?.applied().switches.find((each) => each.agent === agent)?.state
}

describe('the environment of an agent known by its command', () => {
  test('has the variable that switches on its plans, and none for others', () => {
    const { variables, planTools } = environment('npx @agentclientprotocol/claude-agent-acp', {
      added: { A: 'b' },
    })
    expect(variables()).toEqual({ A: 'b', [claude]: '1' })
    expect(planTools?.applied()).toEqual({
      mode: 'on',
      startedAgent: 'claude-agent-acp',
      switches: [
        { agent: 'claude-agent-acp', state: { type: 'set' } },
        { agent: 'codex-acp', state: { type: 'unset' } },
      ],
    })
    expect(environment('codex-acp').variables()).toEqual({ CODEX_CONFIG: on })
  })

  test.each<[string, Partial<EnvironmentNeeds>]>([
    ['our own environment', { own: { [claude]: '0' } }],
    ['--env', { added: { [claude]: '0' } }],
    ['--env before our own', { own: { [claude]: '1' }, added: { [claude]: '0' } }],
  ])('keeps what the user has set: %s', (_, needs) => {
    const kept = environment('claude-agent-acp', needs)
    expect(kept.variables()).toEqual(needs.added ?? {})
    expect(stateOf(kept, 'claude-agent-acp')).toEqual({ type: 'kept-off', where: 'environment' })
  })

  test('adds a setting to the user’s settings', () => {
    const merged = environment('codex-acp', { own: { CODEX_CONFIG: '{"model":"x"}' } })
    expect(merged.variables()).toEqual({
      CODEX_CONFIG: '{"model":"x","tools":{"update_plan":{"enabled":true}}}',
    })
    expect(stateOf(merged, 'codex-acp')).toEqual({ type: 'merged' })
  })

  test('keeps invalid settings', () => {
    const unread = environment('codex-acp', { own: { CODEX_CONFIG: '{bad' } })
    expect(unread.variables()).toEqual({})
    expect(stateOf(unread, 'codex-acp')).toEqual({ type: 'unreadable', fault: 'no-json' })
    expect(unread.planTools?.switchOn('codex-acp')).toBe(false)
  })

  test('is unchanged with --plan-tools off', () => {
    const off = environment('claude-agent-acp', { mode: 'off' })
    expect(off.variables()).toEqual({})
    expect(off.planTools?.applied()).toMatchObject({ mode: 'off', startedAgent: 'claude-agent-acp' })
    expect(stateOf(off, 'claude-agent-acp')).toEqual({ type: 'unset' })
  })

  test('is unchanged if the command itself sets the variable', () => {
    const fixed = environment(`env ${claude}=0 claude-agent-acp`)
    expect(fixed.variables()).toEqual({})
    expect(stateOf(fixed, 'claude-agent-acp')).toEqual({ type: 'kept-off', where: 'command' })
    expect(fixed.planTools?.switchOn('claude-agent-acp')).toBe(false)
    expect(stateOf(environment(`env ${claude}=1 claude-agent-acp`), 'claude-agent-acp')).toEqual({
      type: 'own',
    })
  })
})

describe('the environment of an agent not known by its command', () => {
  test('is unchanged until the user switches on its plans', () => {
    const other = environment('./my-agent')
    expect(other.variables()).toEqual({})
    expect(other.planTools?.applied().startedAgent).toBeNull()
    expect(other.planTools?.switchOn('claude-agent-acp')).toBe(true)
    expect(other.variables()).toEqual({ [claude]: '1' })
    expect(stateOf(other, 'claude-agent-acp')).toEqual({ type: 'set' })
    expect(other.planTools?.applied().startedAgent).toBe('claude-agent-acp')
  })

  test('overrides former settings when the user switches on its plans', () => {
    const other = environment('./my-agent', { mode: 'off', own: { [claude]: '0' } })
    expect(other.planTools?.switchOn('claude-agent-acp')).toBe(true)
    expect(other.variables()).toEqual({ [claude]: '1' })
  })

  test('is unchanged for an agent without a switch, or an unknown one', () => {
    const other = environment('./my-agent')
    expect([other.planTools?.switchOn('gemini'), other.planTools?.switchOn('nobody')]).toEqual([false, false])
  })
})

test('reports an agent that was started elsewhere, and nothing for a scripted agent', () => {
  const remote = environment('', { planTools: 'elsewhere', command: [] })
  expect(remote.planTools?.applied()).toEqual({ mode: 'elsewhere', startedAgent: null, switches: [] })
  expect(remote.planTools?.switchOn('claude-agent-acp')).toBe(false)
  expect(environment('claude-agent-acp', { planTools: 'nowhere', added: { A: 'b' } }).planTools).toBeNull()
})
