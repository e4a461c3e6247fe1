import type { KnownAgent } from './known-agent.ts'

export const cline: KnownAgent = {
  id: 'cline',
  name: 'Cline',
  packages: ['cline'],
  programs: [{ name: 'cline' }],
  infoNames: ['cline'],
  infoTitles: ['Cline'],
  plans: { type: 'never', instead: 'Its plan is in its messages.' },
  approvals: 'never',
  replays: 'unknown',
  sources: [
    'measured with cline 3.0.65, `cline --acp`: the modes plan and act, no plan, and no question about one',
  ],
}
