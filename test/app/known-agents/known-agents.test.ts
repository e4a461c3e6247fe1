import { describe, expect, test } from 'vitest'
import { switchValue } from '../../../src/app/known-agents/known-agent.ts'
import {
  agentAnswering,
  agentNamed,
  knownAgent,
  knownAgents,
} from '../../../src/app/known-agents/known-agents.ts'
import { readRecording } from '../../recordings/read-recording.ts'

describe('the registry of known agents', () => {
  test('names each agent, package and answer once, with the source of its facts', () => {
    const ids = knownAgents.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const packages = knownAgents.flatMap((agent) => agent.packages ?? [])
    expect(new Set(packages).size).toBe(packages.length)
    const names = knownAgents.flatMap(({ infoNames }) => infoNames.map((name) => name.toLowerCase()))
    expect(new Set(names).size).toBe(names.length)
    for (const { sources, plans } of knownAgents) {
      expect(sources.length).toBeGreaterThan(0)
      if (plans.type === 'switched') expect(plans.by.since).toMatch(/\d/)
    }
  })

  test('finds an agent by its id only', () => {
    expect(knownAgent('codex-acp')?.name).toBe('Codex')
    expect([knownAgent(null), knownAgent('__proto__')]).toEqual([null, null])
  })

  test('knows what switches plans on', () => {
    const switches = knownAgents.flatMap(({ id, plans }) =>
      plans.type === 'switched' ? [[id, plans.by.variable, switchValue(plans.by)]] : [],
    )
    expect(switches).toEqual([
      ['claude-agent-acp', 'CLAUDE_CODE_ENABLE_TODO_TOOLS', '1'],
      ['codex-acp', 'CODEX_CONFIG', '{"tools":{"update_plan":{"enabled":true}}}'],
    ])
  })

  test.each([
    ['claude-probe', 'claude-agent-acp'],
    ['codex-probe', 'codex-acp'],
    ['gemini-probe', 'gemini'],
    ['kimi-caps-todo', 'kimi'],
    ['opencode-caps-todo', 'opencode'],
    ['zedclaude-caps-todo', 'zed-claude'],
    ['deepagents-caps-todo', 'deepagents'],
    ['droid-v1-plan', 'droid'],
    ['pi-todo-extension', 'pi'],
    ['goose-v1-asks', 'goose'],
    ['grok-v1-plan', 'grok'],
    ['nanocoder-v1-evidence', 'nanocoder'],
    ['mastracode-v1-plan', 'mastracode'],
    ['openclaw-v1-evidence', 'openclaw'],
    ['codebuddy-v1-evidence', 'codebuddy'],
    ['lody-codex-v1-plan', 'lody-codex'],
  ])('the agent of %s is recognised by its answer: %s', (recording, id) => {
    const { agent } = readRecording(recording)
    expect(agentNamed(agent?.name ?? '', agent?.title ?? null)?.id).toBe(id)
  })

  test.each([
    ['GEMINI-CLI', null, 'gemini'],
    ['something', 'Gemini CLI', 'gemini'],
    ['GitHub Copilot', null, 'copilot'],
    ['codex-acp', 'Codex', 'zed-codex'],
    ['my-codex-acp', 'Codex', null],
    ['', null, null],
    ['constructor', '__proto__', null],
  ])('the answer %j, %j: %s', (name, title, id) => {
    expect(agentNamed(name, title)?.id ?? null).toBe(id)
  })

  test.each([
    ['grok', { _meta: { grokShell: true, agentVersion: '1.0.41' } }],
    ['cursor', { authMethods: [{ id: 'cursor_login', name: 'Cursor Login' }] }],
    [null, { _meta: { grokShell: 'yes' }, authMethods: { id: 'cursor_login' } }],
    ['goose', { authMethods: [null, { id: 'goose-provider', name: 'Configure Provider' }] }],
    [null, { authMethods: [null, 'cursor_login', { id: 'login' }, 'goose-provider'] }],
  ])('%s gives no name, and is recognised by the rest of its answer', (id, answer) => {
    expect(agentAnswering(answer)?.id ?? null).toBe(id)
    const known = agentAnswering(answer)
    expect(known === null ? null : agentNamed(known.infoNames[0] ?? '', known.name)?.id).toBe(id)
  })
})
