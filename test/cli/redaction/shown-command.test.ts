import { expect, test } from 'vitest'
import { shownCommand, shownText } from '../../../src/cli/redaction/shown-command.ts'

test.each<[readonly string[], readonly string[]]>([
  [
    ['agent', '--api-key', 'hunter-two', '-v'],
    ['agent', '--api-key', '***', '-v'],
  ],
  [
    ['agent', '--token=hunter'],
    ['agent', '--token=***'],
  ],
  [
    ['env', 'ANTHROPIC_API_KEY=hunter', 'DEBUG=1', 'agent'],
    ['env', 'ANTHROPIC_API_KEY=***', 'DEBUG=1', 'agent'],
  ],
  [
    ['agent', '--header', 'Authorization: Bearer hunter'],
    ['agent', '--header', 'Authorization: ***'],
  ],
  [
    ['curl', '-u', 'me:hunter'],
    ['curl', '-u', 'me:***'],
  ],
  [
    ['agent', 'https://me:hunter2@host/?token=hunter2&x=1'],
    ['agent', 'https://me:***@host/?token=***&x=1'],
  ],
  [
    ['agent', 'sk-ant-api03-abcdefgh123456'],
    ['agent', '***'],
  ],
  [
    ['sh', '-c', 'agent --api-key hunter22 --dir /srv'],
    ['sh', '-c', 'agent --api-key *** --dir /srv'],
  ],
  [
    ['agent', '{"api_key":"hunter22"}'],
    ['agent', '{"api_key":"***"}'],
  ],
])('%j', (words, shown) => {
  expect(shownCommand(words)).toEqual(shown)
})

test.each<[readonly string[]]>([
  [['npx', '@agentclientprotocol/claude-agent-acp', '--max-tokens', '4096']],
  [['agent', '--token-file', 'token.txt', '--auth', 'oauth', '--key', '--verbose']],
  [['env', 'CLAUDE_CODE_ENABLE_TODO_TOOLS=1', 'agent', 'http://localhost:3000/acp?x=1']],
])('%j is shown as it is', (words) => {
  expect(shownCommand(words)).toEqual(words)
})

test('a text that may contain a command', () => {
  expect(shownText('there is no command "agent --api-key hunter22" on the PATH')).toBe(
    'there is no command "agent --api-key ***" on the PATH',
  )
})
