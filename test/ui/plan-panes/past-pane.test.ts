import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { items, opened, planned, prompted, stateAfter } from '../../support/app-states.ts'
import { ShownScreen } from '../stack/shown-screen.ts'

const list = items('✓ Read the parser', '» Split it', '○ Test it', '○ Ship it')
const design = '# Design\n\nWhy we do it.\n\n1. Read it\n2. Split it\n3. Ship it\n'
const begun = [...opened(), prompted(0)]

function screenOn(...events: readonly AppEvent[]): ShownScreen {
  return new ShownScreen(stateAfter(...begun, ...events))
}

function markdown(text: string, atMs = 0): AppEvent {
  return planned(atMs, { type: 'markdown', text })
}

/** The rows from the first one of the plan on, without blank ones. */
function planRows({ text }: ShownScreen): readonly string[] {
  return text
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each.includes('you ▸') || /^(?:›? ?[✓»○☐]|›?\d\.|comments on|on )/u.test(each))
}

describe('a comment, looking back', () => {
  test('it stands at its place in the revision that it was written on, and not in one before', () => {
    const first = items('» Read the parser', '○ Split it', '○ Test it', '○ Ship it')
    const screen = screenOn(planned(0, first), planned(1, list)).press('space', 'j', 'C', 'a', 'enter')
    const without = items('✓ Read the parser', '✓ Split it', '○ Ship it', '○ Tell them')
    screen.show(stateAfter(...begun, planned(0, first), planned(1, list), planned(2, without)), 10_000)
    expect(planRows(screen.press('[')).slice(0, 5)).toEqual([
      expect.stringMatching(/^✓ Read the parser/) as string,
      expect.stringMatching(/^» Split it/) as string,
      expect.stringMatching(/^›? ?○ Test it/) as string,
      'you ▸ “a”',
      '○ Ship it',
    ])
    expect(screen.press('[').text).not.toContain('you ▸')
    expect(screen.press('L').text).toContain('comments on steps that are gone')
  })

  test('in a text it stands at its line, which was reworded or moved since', () => {
    const screen = screenOn(markdown(design)).press('space', 'j', 'C', 'a', 'enter')
    const later = '# Design\n\n1. Ship it first\n2. Split each of them into parts\n3. Read it\n'
    screen.show(stateAfter(...begun, markdown(design), markdown(later, 1)), 10_000)
    expect(planRows(screen.press('['))).toEqual(['1. Read it', '2. Split it', 'you ▸ “a”', '3. Ship it'])
    expect(planRows(screen.press('L'))).not.toContain('you ▸ “a”')
  })

  test('no step is selected or has the cursor', () => {
    const screen = screenOn(markdown(design)).press('space', 'C', 'a', 'enter', 'space')
    screen.show(stateAfter(...begun, markdown(design), markdown(`${design}4. Tell them\n`, 5000)), 10_000)
    expect(planRows(screen)).toEqual([
      '1.◆Read it',
      'you ▸ “a”',
      '›2. Split it',
      '3. Ship it',
      '4. Tell them',
    ])
    expect(planRows(screen.press('['))).toEqual(['1. Read it', 'you ▸ “a”', '2. Split it', '3. Ship it'])
  })
})
