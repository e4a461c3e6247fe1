// A plan that comments are written on.
import type { AppEvent } from '../../../../src/app/state/app-event.ts'
import { items, opened, planned, prompted, stateAfter } from '../../../support/app-states.ts'
import { ShownScreen } from '../../stack/shown-screen.ts'

export const list = items('✓ Read the parser', '» Split it', '○ Test it', '○ Ship it')
export const design = '# Design\n\nWhy we do it.\n\n1. Read it\n2. Split it\n3. Ship it\n'
export const begun = [...opened(), prompted(0)]

export function screenOn(...events: readonly AppEvent[]): ShownScreen {
  return new ShownScreen(stateAfter(...begun, ...events))
}

export function markdown(text: string, atMs = 0): AppEvent {
  return planned(atMs, { type: 'markdown', text })
}

/** The rows from the first one of the plan on, without blank ones. */
export function planRows({ text }: ShownScreen): readonly string[] {
  return text
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each.includes('you ▸') || /^(?:›? ?[✓»○☐]|›?\d\.|comments on|on )/u.test(each))
}
