// What the tests of looking back share.
import { rowText } from '../../../src/lib/cells/row.ts'
import { opened, prompted, updated } from '../../support/app-states.ts'
import type { ShownScreen } from './shown-screen.ts'

export const begun = [
  ...opened(),
  updated(0, { type: 'session-titled', title: 'fix the parser' }),
  prompted(0),
]

/** The rows between head and foot of the past. */
export function planOf(screen: ShownScreen): string {
  return screen.drawn.mainRows
    .map((each) => rowText(each).trim())
    .join('\n')
    .trim()
}

export function head(screen: ShownScreen): string {
  return screen.text.split('\n').find((line) => line.endsWith(' past')) ?? ''
}
