import type { KnownAgent } from './known-agent.ts'

export const gemini: KnownAgent = {
  id: 'gemini',
  name: 'Gemini CLI',
  packages: ['@google/gemini-cli'],
  programs: [{ name: 'gemini' }],
  acpStart: { programs: ['gemini'], command: 'gemini --acp' },
  infoNames: ['gemini-cli', '@google/gemini-cli'],
  infoTitles: ['Gemini CLI'],
  plans: {
    type: 'never',
    instead: 'What its todo tool holds is in none of its messages; plans that it asks about are shown.',
  },
  approvals: 'asks',
  replays: 'nothing',
  sources: [
    'measured with @google/gemini-cli 0.61.0: --acp (before that --experimental-acp) starts the agent',
    'measured with @google/gemini-cli 0.61.0, with useWriteTodos and experimental.plan set: tool calls, no plan',
    'test/recordings/gemini-caps-todo.ndjson, gemini-v1-reload.ndjson',
  ],
}
