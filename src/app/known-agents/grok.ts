import type { KnownAgent } from './known-agent.ts'

export const grok: KnownAgent = {
  id: 'grok',
  name: 'Grok Build',
  packages: [],
  programs: [{ name: 'grok', subcommand: ['agent', 'stdio'] }],
  infoNames: ['grok', 'grok-build'],
  infoTitles: ['Grok Build'],
  plans: { type: 'sent' },
  approvals: 'asks',
  replays: 'unknown',
  sources: [
    'https://github.com/xai-org/grok-build, user guide "Agent mode": `grok agent stdio`, options may stand between',
    'https://zed.dev/acp/agent/grok-build',
  ],
}
