import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlanSwitch } from '../../../src/app/known-agents/known-agent.ts'
import { knownAgent } from '../../../src/app/known-agents/known-agents.ts'
import { switchIn } from '../../../src/app/plan-advice/switch-in.ts'

function switchOf(id: string): PlanSwitch {
  const plans = knownAgent(id)?.plans
  if (plans?.type !== 'switched') throw new Error('it has no switch')
  return plans.by
}

const flag = switchOf('claude-agent-acp')
const settings = switchOf('codex-acp')

describe('a variable that is a switch', () => {
  test.each([undefined, ''])('%j is not set, and can be', (current) => {
    expect(switchIn(flag, current)).toEqual({
      state: { type: 'unset' },
      switchedOn: { value: '1', state: { type: 'set' } },
    })
  })

  test.each(['1', 'true', 'YES', ' on '])('%j has switched plans on', (current) => {
    expect(switchIn(flag, current)).toEqual({ state: { type: 'own' }, switchedOn: null })
  })

  test.each(['0', 'false', 'no', 'whatever'])('%j keeps them off', (current) => {
    expect(switchIn(flag, current).state).toEqual({ type: 'kept-off', where: 'environment' })
  })
})

describe('a variable that holds settings', () => {
  test('that is not set gets the one setting', () => {
    expect(switchIn(settings, undefined).switchedOn).toEqual({
      value: '{"tools":{"update_plan":{"enabled":true}}}',
      state: { type: 'set' },
    })
  })

  test.each([
    ['{}', '{"tools":{"update_plan":{"enabled":true}}}'],
    ['{"model":"x"}', '{"model":"x","tools":{"update_plan":{"enabled":true}}}'],
    [
      '{"tools":{"web_search":true,"update_plan":{"style":"short"}},"a":[1]}',
      '{"tools":{"web_search":true,"update_plan":{"style":"short","enabled":true}},"a":[1]}',
    ],
    ['{"__proto__":{"x":1}}', '{"__proto__":{"x":1},"tools":{"update_plan":{"enabled":true}}}'],
  ])('%s becomes %s', (current, value) => {
    expect(switchIn(settings, current)).toEqual({
      state: { type: 'unset' },
      switchedOn: { value, state: { type: 'merged' } },
    })
  })

  test('the settings of the user in it are read', () => {
    expect(switchIn(settings, '{"tools":{"update_plan":{"enabled":true}}}').state).toEqual({ type: 'own' })
    for (const enabled of ['false', 'null', '"yes"'])
      expect(switchIn(settings, `{"tools":{"update_plan":{"enabled":${enabled}}}}`).state).toEqual({
        type: 'kept-off',
        where: 'environment',
      })
  })

  test.each([
    ['{bad', 'no-json'],
    ['tools.update_plan.enabled=true', 'no-json'],
    ['[]', 'no-object'],
    ['null', 'no-object'],
    ['"x"', 'no-object'],
    ['{"tools":true}', 'no-object'],
    ['{"tools":null}', 'no-object'],
    ['{"tools":{"update_plan":true}}', 'no-object'],
    [`{"a":"${'x'.repeat(100_000)}"}`, 'too-large'],
    [`{"a":${'['.repeat(128)}${']'.repeat(128)}}`, 'too-deep'],
    [`${'['.repeat(40_000)}${']'.repeat(40_000)}`, 'too-deep'],
  ])('%.40s is left as it is: %s', (current, fault) => {
    expect(switchIn(settings, current)).toEqual({ state: { type: 'unreadable', fault }, switchedOn: null })
  })

  test('brackets in strings do not count as nesting', () => {
    expect(switchIn(settings, `{"a":"\\"${'['.repeat(500)}"}`).state).toEqual({ type: 'unset' })
  })

  test('nothing else is changed by what is added', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (object) => {
        const { switchedOn } = switchIn(settings, JSON.stringify(object))
        if (switchedOn === null) return
        const { tools, ...rest } = JSON.parse(switchedOn.value) as Record<string, unknown>
        const { tools: _tools, ...before } = JSON.parse(JSON.stringify(object)) as Record<string, unknown>
        expect(rest).toEqual(before)
        expect(tools).toMatchObject({ update_plan: { enabled: true } })
      }),
    )
  })
})
