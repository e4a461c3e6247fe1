import { describe, expect, test } from 'vitest'
import { agentWord, agentWords, knownAgents, startOf } from '../../../src/app/known-agents/known-agents.ts'
import { agentOfCommand } from '../../../src/app/known-agents/agent-of-command.ts'

describe('a known agent', () => {
  test('has a name of its own', () => {
    expect(new Set(agentWords).size).toBe(agentWords.length)
    expect(agentWords).toEqual(expect.arrayContaining(['claude', 'codex', 'gemini', 'copilot']))
  })

  test('is started by a command that is recognised as its own', () => {
    for (const agent of knownAgents.filter(({ programs }) => programs.length > 0))
      for (const has of [() => true, (program: string) => program === 'npx']) {
        const command = startOf(agent, has)
        if (command !== null) expect(agentOfCommand(command)?.agent.id).toBe(agent.id)
      }
  })

  test.each([
    ['claude', ['npx'], ['npx', '@agentclientprotocol/claude-agent-acp']],
    ['claude', ['npx', 'claude-agent-acp'], ['claude-agent-acp']],
    ['gemini', ['gemini', 'npx'], ['gemini', '--acp']],
    ['gemini', ['npx'], ['npx', '@google/gemini-cli', '--acp']],
    ['opencode', ['npx'], ['npx', 'opencode-ai', 'acp']],
    ['kimi', ['npx'], ['npx', '@moonshot-ai/kimi-code', 'acp']],
    ['grok', ['npx'], ['npx', '@xai-official/grok', 'agent', 'stdio']],
    ['junie', ['npx'], ['npx', '@jetbrains/junie', '--acp=true']],
    ['devin', ['npx'], null],
    ['claude', [], null],
  ])('%s is started with what PATH has of %j', (word, programs, command) => {
    const agent = knownAgents.find((each) => agentWord(each) === word)
    if (agent === undefined) throw new Error(word)
    expect(startOf(agent, (program) => programs.includes(program))).toEqual(command)
  })
})
