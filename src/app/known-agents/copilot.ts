import type { KnownAgent } from './known-agent.ts'

export const copilot: KnownAgent = {
  id: 'copilot',
  name: 'GitHub Copilot',
  packages: ['@github/copilot'],
  programs: [{ name: 'copilot' }],
  infoNames: ['Copilot'],
  infoTitles: [],
  plans: { type: 'sent' },
  approvals: 'never',
  replays: 'unknown',
  sources: [
    'measured with @github/copilot 1.0.102, `copilot --acp`: in plan mode no tool asks about the plan, and none leaves the mode',
    'https://github.com/github/copilot-cli/issues/2942: plan mode cannot be left over ACP',
  ],
}
