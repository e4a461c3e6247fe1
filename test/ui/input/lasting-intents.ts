import type { Intent } from '../../../src/ui/state/intent.ts'

/** Intents that cannot be undone, or that the agent sees. */
export const lasting: ReadonlySet<Intent['type']> = new Set([
  'quit',
  'cancel-turn',
  'answer',
  'answer-elicitation',
  'open-url',
  'decide-proposal',
  'prompt',
  'new-session',
  'close-session',
  'delete-session',
  'set-mode',
  'set-config-option',
  'log-in',
  'restart',
  'switch-plans-on',
])
