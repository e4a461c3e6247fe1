import { describe, expect, test } from 'vitest'
import { currentSession } from '../../../src/app/state/app-state.ts'
import type { SessionSetup } from '../../../src/app/state/app-event.ts'
import { modeWords } from '../../../src/ui/chrome/header.ts'
import { usageWords } from '../../../src/ui/chrome/status.ts'
import { glyphs } from '../../../src/ui/paint/glyphs.ts'
import { dark } from '../paint/any-rows.ts'
import { modelOption, modes, opened, openedSession, stateAfter } from '../../support/app-states.ts'

const usd = (amount: number): { readonly amount: number; readonly currency: string } => ({
  amount,
  currency: 'USD',
})
test.each([
  [{ used: 42_400, size: 200_000, cost: usd(0.1349) }, 'ctx 42k/200k · $0.13'],
  [{ used: 950, size: 1_000_000, cost: null }, 'ctx 950/1M'],
  [{ used: 999_400, size: 1_200_000, cost: usd(0.0012) }, 'ctx 999k/1.2M · $0.0012'],
  [{ used: 10, size: 0, cost: { amount: 3, currency: 'CHF' } }, 'ctx 10 · 3.00 CHF'],
  [{ used: -5, size: 10, cost: { amount: 0, currency: '__proto__' } }, 'ctx 0/10 · 0.00 __proto_'],
  [{ used: 1, size: 1, cost: { amount: 1, currency: '\u001b[2J' } }, 'ctx 1/1 · 1.00 ␛[2J'],
])('usage: %j', (usage, words) => {
  expect(usageWords(usage, glyphs(dark))).toBe(words)
})

describe('modes', () => {
  const wordsOf = (setup: Partial<SessionSetup>): readonly string[] => {
    const session = currentSession(stateAfter(...opened(), openedSession('s1', setup)))
    if (session === null) throw new Error('no session')
    return modeWords(session).map(({ text, isDangerous }) => (isDangerous ? `! ${text}` : text))
  }
  const option = (category: string, value: string): SessionSetup['configOptions'][number] =>
    modelOption.type === 'select' ? { ...modelOption, category, value } : modelOption

  const planSwitch = (value: boolean): SessionSetup['configOptions'][number] => {
    return { id: 'p', name: 'Plan Mode', description: null, category: null, type: 'boolean', value }
  }

  const codexModes = {
    current: 'agent',
    available: [
      { id: 'read-only', name: 'Read-only', description: null },
      { id: 'workspace-write', name: 'Workspace access', description: null },
      { id: 'agent', name: 'Auto review', description: null },
    ],
  }

  test.each<[string, Partial<SessionSetup>, readonly string[]]>([
    ['the default mode is not shown', { modes }, []],
    ['another mode is', { modes: { ...modes, current: 'plan' } }, ['Plan mode']],
    [
      'a dangerous mode is marked',
      { modes: { ...modes, current: 'bypassPermissions' } },
      ['! Bypass permissions'],
    ],
    ['a mode that is not in the list is shown by its id', { modes: { ...modes, current: 'x' } }, ['x mode']],
    ['the default of codex is the third of its list', { modes: codexModes }, []],
    [
      'another mode of codex is shown',
      { modes: { ...codexModes, current: 'read-only' } },
      ['Read-only mode'],
    ],
    ['without a known id the first mode is the default', { configOptions: [option('mode', 'small')] }, []],
    [
      'an option is a mode by its category',
      { configOptions: [option('collaboration_mode', 'large')] },
      ['Large 5.5 mode'],
    ],
    ['an option may be a mode that is on', { configOptions: [planSwitch(true)] }, ['Plan Mode']],
    ['one that is off is not shown', { configOptions: [planSwitch(false)] }, []],
    ['a model is not a mode', { configOptions: [option('model', 'large')] }, []],
    [
      'modes that are also a config option count once',
      { modes: { ...modes, current: 'plan' }, configOptions: [option('mode', 'small')] },
      [],
    ],
  ])('%s', (_name, setup, words) => {
    expect(wordsOf(setup)).toEqual(words)
  })

  test.each([
    ['plan', true, ['mode not told']],
    ['plan', false, ['Plan mode']],
    ['bypassPermissions', true, ['Bypass permissions']],
  ] as const)('after a plan was approved in %s, gone on %s: %s', (current, hasGoneOn, words) => {
    const session = currentSession(
      stateAfter(...opened(), openedSession('s1', { modes: { ...modes, current } })),
    )
    const untoldMode = { callId: 'c', hasGoneOn }
    expect(session === null ? [] : modeWords({ ...session, untoldMode }).map(({ text }) => text)).toEqual(
      words,
    )
  })
})
