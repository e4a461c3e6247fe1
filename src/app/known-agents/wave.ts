import type { KnownAgent } from './known-agent.ts'

/** Its ACP mode was removed in August 2026. */
export const wave: KnownAgent = {
  id: 'wave',
  name: 'Wave',
  packages: ['wave-code'],
  programs: [],
  infoNames: ['wave-agent'],
  infoTitles: [],
  plans: { type: 'sent' },
  approvals: 'asks',
  replays: 'unknown',
  sources: [
    'source of wave-agent before commit 53a999c3: wave/create_plan, and request_permission where a client refuses it',
  ],
}
