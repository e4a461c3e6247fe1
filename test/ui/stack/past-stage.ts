// What the tests of looking back share.
import { rowText } from '../../../src/lib/cells/row.ts'
import { isRoomy } from '../../../src/ui/paint/look.ts'
import { opened, prompted, updated } from '../../support/app-states.ts'
import type { ShownScreen } from './shown-screen.ts'

export const begun = [
  ...opened(),
  updated(0, { type: 'session-titled', title: 'fix the parser' }),
  prompted(0),
]

/** The rows of the plan: around them are the head and the foot of a past moment, and a rule each where the terminal is not low. */
export function planOf(screen: ShownScreen): string {
  const around = (head(screen) === '' ? 0 : 1) + (isRoomy(screen.ui.rows) ? 1 : 0)
  return screen.drawn.view.parts
    .flatMap(({ kind, rows }) => (kind === 'plan-pane' ? rows.slice(around, rows.length - around) : []))
    .map((each) => rowText(each).trim())
    .join('\n')
    .trim()
}

export function head(screen: ShownScreen): string {
  return screen.text.split('\n').find((line) => line.endsWith(' past')) ?? ''
}
