import type { Unseen } from '../state/permission.ts'

/** Why a policy does not allow what an agent asks for: half a sentence. */
export function unseenWords(unseen: Unseen): string {
  switch (unseen) {
    case 'plan':
      return 'the agent did not send the text of the plan'
    case 'file':
      return 'the file of the plan could not be read'
    case 'action':
      return 'the agent did not say what it is for'
  }
}
