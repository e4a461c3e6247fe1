import { describe, expect, test } from 'vitest'
import { items, planned, stateAfter } from '../../support/app-states.ts'
import { begun, design, list, markdown, planRows, screenOn } from '../input/plan/comment-stage.ts'

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
