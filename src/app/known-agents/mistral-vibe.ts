import type { KnownAgent } from './known-agent.ts'

export const mistralVibe: KnownAgent = {
  id: 'mistral-vibe',
  name: 'Mistral Vibe',
  packages: [],
  programs: [{ name: 'vibe-acp' }],
  infoNames: ['@mistralai/mistral-vibe'],
  infoTitles: ['Mistral Vibe'],
  plans: { type: 'sent' },
  approvals: 'never',
  replays: 'unknown',
  sources: [
    'source of mistral-vibe, July 2026: exit_plan_mode and ask_user_question are among the tools that are disabled over ACP; plans are sent',
  ],
}
