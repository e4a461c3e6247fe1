import type { KnownAgent } from './known-agent.ts'

/** The predecessor of @agentclientprotocol/codex-acp; its program has the same name, and is taken for the successor's. */
export const zedCodex: KnownAgent = {
  id: 'zed-codex',
  name: "Zed's Codex adapter",
  packages: ['@zed-industries/codex-acp'],
  programs: [],
  infoNames: ['codex-acp', '@zed-industries/codex-acp'],
  infoTitles: [],
  plans: { type: 'sent' },
  approvals: 'unknown',
  replays: 'nothing',
  sources: [
    'npm: @zed-industries/codex-acp 0.16.0',
    'measured with 0.16: plans are sent without any setting, and none is told again when a session is loaded',
  ],
}
