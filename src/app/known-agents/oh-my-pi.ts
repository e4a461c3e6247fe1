import type { KnownAgent } from './known-agent.ts'

export const ohMyPi: KnownAgent = {
  id: 'oh-my-pi',
  name: 'Oh My Pi',
  packages: ['@oh-my-pi/pi-coding-agent'],
  programs: [{ name: 'omp', subcommand: ['acp'] }],
  infoNames: ['oh-my-pi'],
  infoTitles: ['Oh My Pi'],
  plans: { type: 'sent' },
  approvals: 'form',
  replays: 'unknown',
  sources: [
    'measured with oh-my-pi 18.2.3, `omp acp`: asks by a form with "Approve and execute" and "Refine plan", approves itself without one',
    'test/recordings/omp-plan-form.ndjson',
  ],
}
