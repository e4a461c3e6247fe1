import type { KnownAgent } from './known-agent.ts'

/** Version 1.1 sent plans, 1.18 sends none: plans that a run has seen count more. */
export const opencode: KnownAgent = {
  id: 'opencode',
  name: 'OpenCode',
  packages: ['opencode-ai'],
  programs: [{ name: 'opencode', subcommand: ['acp'] }],
  infoNames: ['opencode'],
  infoTitles: ['OpenCode'],
  plans: { type: 'never', instead: 'What its todo tool is given is shown as an inferred plan.' },
  approvals: 'unknown',
  replays: 'unknown',
  sources: [
    'measured with opencode-ai 1.18.33: todo tool calls, no plan',
    'test/recordings/opencode-caps-todo.ndjson',
  ],
}
