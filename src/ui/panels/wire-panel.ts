import { safe } from '../../lib/text/safe-text.ts'
import type { Panel } from './panel.ts'

/** The messages between client and agent. `ui/wire` draws the rows that are visible. */
export const wire: Panel = {
  title: safe`Wire`,
  keys: ['i'],
  does: 'wire: all messages of the protocol',
  opensAt: 'end',
  draws: 'itself',
}
