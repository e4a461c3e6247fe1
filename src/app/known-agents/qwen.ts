import type { KnownAgent } from './known-agent.ts'

export const qwen: KnownAgent = {
  id: 'qwen',
  name: 'Qwen Code',
  packages: ['@qwen-code/qwen-code'],
  programs: [{ name: 'qwen' }],
  acpStart: { programs: ['qwen'], command: 'qwen --acp' },
  infoNames: ['qwen-code', '@qwen-code/qwen-code'],
  infoTitles: ['Qwen Code'],
  plans: { type: 'sent' },
  approvals: 'asks',
  replays: 'all',
  sources: [
    'npm: @qwen-code/qwen-code 0.24.4 (program qwen)',
    'measured: plans are sent without any setting, and every plan is told again when a session is loaded',
  ],
}
