import { safe } from '../../lib/text/safe-text.ts'
import type { Panel } from './panel.ts'

/** What is wrong with the agent's messages. `ui/lint` draws it. */
export const problems: Panel = {
  title: safe`Problems`,
  keys: ['!'],
  does: 'problems: errors in the protocol',
  isHinted: ({ problemCount }) => problemCount > 0,
  opensAt: 'end',
  draws: 'itself',
}
