import type { ElicitationRequest } from '../../app/state/elicitation.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import type { AgentIntent } from '../../ui/state/intent.ts'
import type { FormInput } from './question-sentences.ts'

/** The meaning of a typed line. */
export type TypedCommand =
  | { readonly type: 'ask'; readonly intent: AgentIntent }
  | { readonly type: 'say'; readonly sentences: readonly SafeText[] }
  /** One more field of the form is filled in. */
  | { readonly type: 'form'; readonly form: FormInput; readonly request: ElicitationRequest }
  | { readonly type: 'open-page'; readonly url: string; readonly intent: AgentIntent }
  | { readonly type: 'plans' }
  /** Tells when the steps of all plans were worked on. */
  | { readonly type: 'timeline' }
  /** Copies the plan, or saves it to a new file. */
  | { readonly type: 'take-plan'; readonly path: string | null }
  /** Opens the plan in the user's editor. */
  | { readonly type: 'edit-plan' }
  /** Sends what was changed in the editor. */
  | { readonly type: 'send-edited' }
  /** Lists the agent's sessions, once it has sent them. */
  | { readonly type: 'sessions' }
  /** Adds a mark to the recording. */
  | { readonly type: 'mark'; readonly text: string }
  | { readonly type: 'quit' }
