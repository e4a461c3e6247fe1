import type { KnownAgent } from './known-agent.ts'

export const copilot: KnownAgent = {
  id: 'copilot',
  name: 'GitHub Copilot',
  packages: ['@github/copilot'],
  programs: [{ name: 'copilot' }],
  infoNames: ['Copilot'],
  infoTitles: [],
  plans: {
    type: 'never',
    instead:
      'Its to-do list, which it keeps in a database, and the file in which it writes its plan are shown as inferred plans.',
  },
  approvals: 'never',
  replays: 'all',
  sources: [
    'measured with @github/copilot 1.0.102, `copilot --acp`: in plan mode no tool asks about the plan, and none leaves the mode',
    'https://github.com/github/copilot-cli/issues/2942: plan mode cannot be left over ACP',
    'test/recordings/copilot-v1-todo.ndjson (1.0.102): one plan without entries, and SQL in the calls of its tool',
    'test/recordings/copilot-v1-reload.ndjson: these calls are told again',
  ],
}
