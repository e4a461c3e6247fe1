import type { KnownAgent } from './known-agent.ts'

export const claude: KnownAgent = {
  id: 'claude-agent-acp',
  name: 'Claude Agent',
  packages: ['@agentclientprotocol/claude-agent-acp'],
  programs: [{ name: 'claude-agent-acp' }],
  acpStart: { programs: ['claude'], command: 'npx @agentclientprotocol/claude-agent-acp' },
  infoNames: ['@agentclientprotocol/claude-agent-acp', 'claude-agent-acp'],
  infoTitles: [],
  plans: {
    type: 'switched',
    by: {
      form: 'flag',
      variable: 'CLAUDE_CODE_ENABLE_TODO_TOOLS',
      value: '1',
      since: 'Claude Code 2.1.233',
    },
  },
  approvals: 'asks',
  replays: 'all',
  sources: [
    'https://code.claude.com/docs/en/tools-reference (task tool availability: left out for newer models)',
    'measured with @agentclientprotocol/claude-agent-acp 0.100.0: no plan without the variable, a plan with it',
    'test/recordings/claude-v1-reload.ndjson: every plan is told again',
  ],
}
