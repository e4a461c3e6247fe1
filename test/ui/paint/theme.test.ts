import { describe, expect, test } from 'vitest'
import { displayWidth } from '../../../src/lib/text/width.ts'
import { glyphs, statusLook } from '../../../src/ui/paint/glyphs.ts'
import { alternateScreen, normalScreen } from '../../../src/ui/screen-terminal.ts'
import type { Theme } from '../../../src/ui/paint/theme.ts'
import { allThemes, dark, plain } from './any-rows.ts'

function signsOf(theme: Theme): readonly string[] {
  const { working, ...single } = glyphs(theme)
  return [...Object.values(single), ...working]
}

const statuses = ['completed', 'in_progress', 'pending', 'cancelled', 'blocked', 'awaiting review', '']

describe('signs', () => {
  test('each is one column wide, and ASCII in an ASCII terminal', () => {
    for (const theme of [dark, plain]) {
      const signs = signsOf(theme)
      expect(signs.filter((sign) => displayWidth(sign) !== 1)).toEqual([])
    }
    expect(signsOf(plain).join('')).toMatch(/^[\x20-\x7e]+$/)
  })

  test('none has two meanings in one view', () => {
    const statuses = [
      'completed',
      'active',
      'unfinished',
      'pending',
      'cancelled',
      'blocked',
      'unknown',
    ] as const
    const bars = ['changeBar', 'goneBelow', 'goneAbove'] as const
    const views = {
      list: [...statuses, ...bars, 'selected', 'asked', 'prompt', 'waiting', 'ellipsis'],
      diff: [...statuses, 'minus', 'moved', 'prompt', 'ellipsis'],
      tabs: [
        'active',
        'unfinished',
        'completed',
        'changed',
        'removed',
        'missing',
        'differs',
        'waiting',
        'child',
        'before',
        'hiddenBefore',
        'hiddenAfter',
        'ellipsis',
      ],
      revisions: [
        'rule',
        'changed',
        'completed',
        'differs',
        'pending',
        'mark',
        'after',
        'unknown',
        'removed',
      ],
      plans: ['waiting', 'active', 'unfinished', 'removed', 'completed', 'child', 'differs', 'prompt'],
    } as const
    for (const [view, names] of Object.entries(views)) {
      const signs = glyphs(plain)
      const shown = names.map((name) => signs[name])
      expect(new Set(shown).size, `${view}: ${shown.join(' ')}`).toBe(names.length)
    }
  })

  test('every status has a different sign, so that colour is not needed', () => {
    for (const theme of [dark, plain]) {
      const signs = statuses.slice(0, 6).map((status) => statusLook(theme, status, true).glyph)
      const left = statusLook(theme, 'in_progress', false).glyph
      expect(new Set([...signs, left]).size).toBe(7)
    }
  })

  test('a status whose sign is not clear is shown in words', () => {
    const known = statuses.filter((status) => statusLook(dark, status, true).isKnown)
    expect(known).toEqual(['completed', 'in_progress', 'pending'])
    expect(statusLook(dark, 'in_progress', false).isKnown).toBe(false)
  })
})

test('in all themes no role looks like normal text without colour', () => {
  for (const theme of allThemes)
    for (const role of ['strong', 'accent', 'bad', 'inverse', 'heading', 'link', 'struck'] as const)
      expect(theme.styles[role].sgr, role).not.toBe('')
})

test.each([
  ['the whole screen', alternateScreen],
  ['the normal screen', normalScreen(24)],
])(
  'setting and restoring the modes of the terminal: %s: every mode that is switched is switched back',
  (_name, { enter, leave }) => {
    const switched = [...enter.matchAll(/\u001b\[\?(\d+)([hl])/g)].map(([, mode, on]) => `${mode}${on}`)
    const back = [...leave.matchAll(/\u001b\[\?(\d+)([hl])/g)].map(
      ([, mode, on]) => `${mode}${on === 'h' ? 'l' : 'h'}`,
    )
    expect(back.toSorted()).toEqual(switched.toSorted())
    expect(leave).toContain('\u001b[0m\u001b[r')
  },
)
