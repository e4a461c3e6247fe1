import type { KnownAgent } from './known-agent.ts'

export const codex: KnownAgent = {
  id: 'codex-acp',
  name: 'Codex',
  packages: ['@agentclientprotocol/codex-acp'],
  programs: [{ name: 'codex-acp' }],
  acpStart: { programs: ['codex'], command: 'npx @agentclientprotocol/codex-acp' },
  infoNames: ['@agentclientprotocol/codex-acp'],
  infoTitles: [],
  plans: {
    type: 'switched',
    by: {
      form: 'json',
      variable: 'CODEX_CONFIG',
      path: ['tools', 'update_plan', 'enabled'],
      since: 'Codex 0.152',
    },
  },
  approvals: 'asks',
  replays: 'documents',
  sources: [
    'README of @agentclientprotocol/codex-acp 2.6.0: CODEX_CONFIG is a JSON object, merged into the configuration',
    'measured with @agentclientprotocol/codex-acp 2.6.0: no checklist without tools.update_plan.enabled, one with it',
    'test/recordings/codex-v1-reload.ndjson and codex-v1-plan-reload.ndjson: only markdown plans are told again',
  ],
}
