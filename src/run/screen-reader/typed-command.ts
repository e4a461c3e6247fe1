import type { ElicitationRequest } from '../../app/state/elicitation.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import type { AgentIntent } from '../../ui/intent.ts'
import type { SpokenForm } from './question-sentences.ts'

/** What a typed line asks for in screen-reader mode. */
export type SpokenCommand =
  | { readonly type: 'ask'; readonly intent: AgentIntent }
  | { readonly type: 'say'; readonly sentences: readonly SafeText[] }
  /** One more field is filled in. */
  | { readonly type: 'form'; readonly form: SpokenForm; readonly request: ElicitationRequest }
  | { readonly type: 'open-page'; readonly url: string; readonly intent: AgentIntent }
  | { readonly type: 'plans' }
  /** Asks for the agent's sessions, and says them when they are there. */
  | { readonly type: 'sessions' }
  /** Marks this moment in the recording. */
  | { readonly type: 'mark'; readonly text: string }
  | { readonly type: 'quit' }
