import type { KnownAgent } from './known-agent.ts'

export const vtcode: KnownAgent = {
  id: 'vtcode',
  name: 'VT Code',
  packages: [],
  programs: [{ name: 'vtcode', subcommand: ['acp'] }],
  infoNames: ['vtcode'],
  infoTitles: ['VT Code'],
  plans: {
    type: 'never',
    instead: 'It sends the same three steps for every prompt, which say nothing about the work.',
  },
  madeUpSteps: [
    'Review the latest user request and conversation context',
    'Gather referenced workspace files when required',
    'Compose and send the assistant response',
  ],
  approvals: 'never',
  replays: 'unknown',
  sources: [
    'source of VT Code, src/acp/zed/constants.rs: the tools for plan mode and for questions are not offered over ACP',
    'the same file: the three steps of the plan that it makes up',
  ],
}
