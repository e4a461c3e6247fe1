import type { Unseen } from '../state/permission.ts'

/** Why a policy does not allow what an agent asks for: half a sentence. */
export function unseenWords(unseen: Unseen): string {
  switch (unseen) {
    case 'plan':
      return 'the whole text of the plan is not known'
    case 'action':
      return 'the agent did not say what it is for'
  }
}
