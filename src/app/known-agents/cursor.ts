import type { KnownAgent } from './known-agent.ts'

export const cursor: KnownAgent = {
  id: 'cursor',
  name: 'Cursor',
  packages: [],
  programs: [
    { name: 'cursor-agent', subcommand: ['acp'] },
    { name: 'agent', subcommand: ['acp'] },
  ],
  infoNames: ['cursor', 'cursor-agent'],
  infoTitles: ['Cursor', 'Cursor Agent'],
  plans: { type: 'sent' },
  approvals: 'asks',
  replays: 'unknown',
  sources: [
    'https://cursor.com/docs/cli/acp: `agent acp`, before that `cursor-agent acp`; plans come in requests of its own',
  ],
}
