import type { KnownAgent } from './known-agent.ts'

export const kimi: KnownAgent = {
  id: 'kimi',
  name: 'Kimi Code CLI',
  packages: [],
  programs: [{ name: 'kimi', subcommand: ['acp'] }],
  infoNames: ['Kimi Code CLI'],
  infoTitles: [],
  plans: { type: 'sent' },
  approvals: 'asks',
  replays: 'nothing',
  sources: [
    'https://moonshotai.github.io/kimi-code/en/reference/kimi-acp.html',
    'test/recordings/kimi-caps-todo.ndjson (2.1.0): plans are sent without any setting, a moment after the tool call',
    'measured with 2.1.0: no plan is told again when a session is loaded',
  ],
}
