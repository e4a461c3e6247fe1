import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acpCommand, agentOfCommand, nameOfCommand } from '../../../src/app/known-agents/agent-of-command.ts'
import { knownAgents } from '../../../src/app/known-agents/known-agents.ts'
import { anyCharacter } from '../../support/any-character.ts'

function recognised(line: string): string | null {
  return agentOfCommand(line.split(' '))?.agent.id ?? null
}

describe('an agent is recognised by its command', () => {
  test.each([
    // Its program.
    ['claude-agent-acp', 'claude-agent-acp'],
    ['/usr/local/bin/claude-agent-acp --flag', 'claude-agent-acp'],
    ['./claude-agent-acp.js', 'claude-agent-acp'],
    [String.raw`C:\npm\claude-agent-acp.cmd`, 'claude-agent-acp'],
    ['codex-acp.exe', 'codex-acp'],
    ['codex-acp -c model="o3"', 'codex-acp'],
    ['gemini --acp', 'gemini'],
    ['gemini --experimental-acp', 'gemini'],
    ['opencode acp', 'opencode'],
    ['qwen --acp', 'qwen'],
    ['kimi acp', 'kimi'],
    ['agent acp', 'cursor'],
    ['cursor-agent --model x acp', null],
    ['cursor-agent acp', 'cursor'],
    ['grok agent stdio', 'grok'],
    ['grok agent --always-approve --no-leader stdio', 'grok'],
    ['claude-code-acp', 'zed-claude'],
    // Its package, through a runner.
    ['npx @agentclientprotocol/claude-agent-acp', 'claude-agent-acp'],
    ['npx -y @agentclientprotocol/claude-agent-acp@0.100.0 --flag', 'claude-agent-acp'],
    ['npx --yes --registry http://localhost:1 @agentclientprotocol/codex-acp@latest', 'codex-acp'],
    ['npx claude-agent-acp', 'claude-agent-acp'],
    ['npx -- @agentclientprotocol/codex-acp', 'codex-acp'],
    ['npx -p @agentclientprotocol/codex-acp codex-acp', 'codex-acp'],
    ['npx --package=@zed-industries/codex-acp codex-acp', 'zed-codex'],
    ['npm exec @agentclientprotocol/claude-agent-acp', 'claude-agent-acp'],
    ['npm --silent exec --yes -- @agentclientprotocol/claude-agent-acp', 'claude-agent-acp'],
    ['npm x @google/gemini-cli -- --acp', 'gemini'],
    ['bunx --bun @agentclientprotocol/codex-acp', 'codex-acp'],
    ['bun x @qwen-code/qwen-code --acp', 'qwen'],
    ['pnpm dlx @agentclientprotocol/claude-agent-acp@^0.100', 'claude-agent-acp'],
    ['pnpx opencode-ai acp', 'opencode'],
    ['npx -y @moonshot-ai/kimi-code acp', 'kimi'],
    ['npx @kilocode/cli acp', 'kilo'],
    ['npx @xai-official/grok agent stdio', 'grok'],
    ['npx @jetbrains/junie --acp=true', 'junie'],
    ['kilocode acp', 'kilo'],
    ['yarn dlx -q @zed-industries/claude-code-acp', 'zed-claude'],
    ['npx claude@npm:@agentclientprotocol/claude-agent-acp@0.100.0', 'claude-agent-acp'],
    ['npx @zed-industries/codex-acp', 'zed-codex'],
    // The file of its package, through an interpreter or by itself.
    ['node node_modules/@agentclientprotocol/claude-agent-acp/dist/index.js', 'claude-agent-acp'],
    [
      'node --import ./hook.mjs /opt/x/node_modules/@agentclientprotocol/codex-acp/dist/index.js',
      'codex-acp',
    ],
    ['node.exe --max-old-space-size=4096 node_modules/.bin/claude-agent-acp', 'claude-agent-acp'],
    ['/x/node_modules/@google/gemini-cli/bundle/gemini.js --acp', 'gemini'],
    ['bun node_modules/@agentclientprotocol/codex-acp/dist/index.js', 'codex-acp'],
    // Behind variables.
    ['env A=B C=D npx @agentclientprotocol/codex-acp', 'codex-acp'],
    ['/usr/bin/env -- claude-agent-acp', 'claude-agent-acp'],
    // Behind a tap.
    ['acp-plan-tui tap -- claude-agent-acp', 'claude-agent-acp'],
    ['npx acp-plan-tui tap --label x -- npx @agentclientprotocol/codex-acp', 'codex-acp'],
    ['env A=B node bin/acp-plan-tui.js tap -- env C=D opencode acp', 'opencode'],
    ['acp-plan-tui tap claude-agent-acp', null],
    ['acp-plan-tui demo -- claude-agent-acp', null],
  ])('%s is %s', (line, id) => {
    expect(recognised(line)).toBe(id)
  })

  test.each([
    'my-agent',
    'my-claude-agent-acp',
    'claude-agent-acp-wrapper',
    'cat claude-agent-acp',
    'node agent.js claude-agent-acp',
    'node -e claude-agent-acp',
    'sh -c claude-agent-acp',
    '/home/claude-agent-acp/bin/run',
    'node /src/claude-agent-acp/dist/index.js',
    'node node_modules/codex-acp-tools/index.js',
    'npx @other/claude-agent-acp',
    'npx ./claude-agent-acp',
    'npx -c claude-agent-acp',
    'npx -p one -p two something',
    'npm run claude-agent-acp',
    'npm',
    'npx',
    'agent',
    'agent run acp',
    'grok chat',
    'kimi',
    'env',
    'env -i claude-agent-acp',
    'env A=B',
    'node',
    'node --inspect',
  ])('%s is no known agent', (line) => {
    expect(recognised(line)).toBeNull()
  })

  test('variables that the command sets itself are recognised', () => {
    const command = ['env', 'CODEX_CONFIG={"a":"b=c"}', 'env', 'X=', 'codex-acp']
    expect(agentOfCommand(command)?.variables).toEqual({ CODEX_CONFIG: '{"a":"b=c"}', X: '' })
  })

  test('commands of any length and with any characters are recognised', () => {
    expect(agentOfCommand([])).toBeNull()
    const word = fc.oneof(
      fc.constantFrom(
        'env',
        'npx',
        'node',
        'npm',
        'exec',
        '--',
        '-p',
        'A=B',
        '/',
        '',
        '__proto__',
        'constructor',
      ),
      fc.string({ unit: anyCharacter }),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const found = agentOfCommand(words)
        expect(found === null || knownAgents.includes(found.agent)).toBe(true)
      }),
    )
    expect(agentOfCommand(['codex-acp', ...Array.from({ length: 100_000 }, () => 'x')])?.agent.id).toBe(
      'codex-acp',
    )
  })
})

test.each([
  ['gemini', 'gemini --acp'],
  ['/usr/bin/gemini --yolo', 'gemini --acp'],
  ['npx @google/gemini-cli', 'gemini --acp'],
  ['gemini --acp', null],
  ['qwen', 'qwen --acp'],
  ['claude', 'npx @agentclientprotocol/claude-agent-acp'],
  ['droid', 'droid exec --output-format acp'],
  ['npx @factory/cli exec --output-format acp', null],
  ['codex --full-auto', 'npx @agentclientprotocol/codex-acp'],
  ['opencode', 'opencode acp'],
  ['opencode acp', null],
  ['kimi --verbose', 'kimi acp'],
  ['npx opencode-ai', 'opencode acp'],
  ['npx @kilocode/cli acp', null],
  ['grok agent', 'grok agent stdio'],
  ['npx @xai-official/grok', 'grok agent stdio'],
  ['npx @jetbrains/junie', 'junie --acp=true'],
  ['npx @agentclientprotocol/claude-agent-acp', null],
  ['cursor-agent', 'cursor-agent acp'],
  ['agent', null],
  ['my-agent', null],
  ['', null],
])('%s is started with %s', (command, expected) => {
  expect(acpCommand(command.split(' '))).toBe(expected)
})

test.each([
  ['npx @agentclientprotocol/claude-agent-acp', 'Claude Agent'],
  ['npx -y @scope/other-agent@1.2', '@scope/other-agent'],
  ['env A=1 node /srv/agents/my-agent.mjs --acp', 'my-agent'],
  ['/opt/bin/my-agent', 'my-agent'],
  ['node -e 1', null],
])('%s is called %s', (command, name) => {
  expect(nameOfCommand(command.split(' '))).toBe(name)
})
