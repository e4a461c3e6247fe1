import { expect, test } from 'vitest'
import { acpCommand } from '../../../src/app/known-agents/acp-command.ts'

test.each([
  ['gemini', 'gemini --acp'],
  ['/usr/bin/gemini --yolo', 'gemini --acp'],
  ['npx @google/gemini-cli', 'gemini --acp'],
  ['gemini --acp', null],
  ['qwen', 'qwen --acp'],
  ['claude', 'npx @agentclientprotocol/claude-agent-acp'],
  ['codex --full-auto', 'npx @agentclientprotocol/codex-acp'],
  ['opencode', 'opencode acp'],
  ['opencode acp', null],
  ['kimi --verbose', 'kimi acp'],
  ['grok agent', 'grok agent stdio'],
  ['npx @agentclientprotocol/claude-agent-acp', null],
  ['my-agent', null],
  ['', null],
])('%s is started with %s', (command, expected) => {
  expect(acpCommand(command.split(' '))).toBe(expected)
})
