import type { KnownAgent } from './known-agent.ts'

/** The predecessor of @agentclientprotocol/claude-agent-acp; its program has the same name, and is taken for the successor's. */
export const zedClaude: KnownAgent = {
  id: 'zed-claude',
  name: "Zed's Claude adapter",
  packages: ['@zed-industries/claude-code-acp', '@zed-industries/claude-agent-acp'],
  programs: [{ name: 'claude-code-acp' }],
  infoNames: ['@zed-industries/claude-code-acp', '@zed-industries/claude-agent-acp', 'claude-code-acp'],
  infoTitles: [],
  plans: { type: 'sent' },
  approvals: 'asks',
  replays: 'unknown',
  sources: [
    'npm: @zed-industries/claude-code-acp 0.16.2 (program claude-code-acp), claude-agent-acp 0.23.1',
    'test/recordings/zedclaude-caps-todo.ndjson (0.23.1): plans are sent without any setting',
  ],
}
