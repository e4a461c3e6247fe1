import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  readCommands,
  readConfigOptions,
  readModels,
  readSessionModes,
  readUsage,
} from '../../../src/protocol/session/session-settings.ts'
import { readSessionUpdate } from '../../../src/protocol/session/session-update.ts'
import type {
  ConfigOption,
  SessionModes,
  SlashCommand,
} from '../../../src/protocol/session/session-settings.ts'
import type { WireProblem } from '../../../src/protocol/wire/wire-problem.ts'

interface Read<T> {
  readonly value: T
  /** As `weight path: text`. */
  readonly problems: readonly string[]
}

function read<T>(
  reader: (value: unknown, path: string, problems: WireProblem[]) => T,
  value: unknown,
): Read<T> {
  const problems: WireProblem[] = []
  const result = reader(value, 'at', problems)
  return { value: result, problems: problems.map(({ weight, path, text }) => `${weight} ${path}: ${text}`) }
}

const named = { id: 'mode', name: 'Mode', description: null, category: null }
const select = { name: 'Mode', type: 'select', currentValue: 'a', options: [{ value: 'a', name: 'A' }] }
const choice = { value: 'a', name: 'A', description: null, group: null }
const selected = { ...named, type: 'select', value: 'a', choices: [choice] } as const

describe('models beside the options', () => {
  const small = { value: 'small', name: 'small', description: null, group: null }
  test.each<[string, unknown, readonly unknown[], readonly string[]]>([
    ['none', null, [], []],
    ['of another form', ['small'], [], []],
    ['without the current one', { availableModels: [{ modelId: 'small' }] }, [], []],
    ['without any', { currentModelId: 'small', availableModels: [] }, [], []],
    [
      'with one that has no id',
      { currentModelId: 'x', availableModels: [{ modelId: 'small' }, { name: 'Large' }] },
      [
        {
          id: 'model',
          name: 'Model',
          description: null,
          category: 'model',
          type: 'select',
          value: 'x',
          choices: [small],
          isOfModels: true,
        },
      ],
      ['rejected at.availableModels[1].modelId: modelId is missing, a string is expected'],
    ],
  ])('%s', (_, value, expected, problems) => {
    expect(read(readModels, value)).toEqual({ value: expected, problems })
  })
})

describe('config options', () => {
  test.each<[string, object, ConfigOption]>([
    ['v1', { id: 'mode', ...select }, selected],
    ['v2', { configId: 'mode', ...select }, selected],
    [
      'with all that it may say',
      {
        id: 'mode',
        ...select,
        description: 'How',
        category: 'mode',
        options: [{ value: 'a', name: 'A', description: 'B' }],
      },
      { ...selected, description: 'How', category: 'mode', choices: [{ ...choice, description: 'B' }] },
    ],
    ['with nulls', { id: 'mode', ...select, description: null, category: null, _meta: null }, selected],
    [
      'v1: groups',
      { id: 'mode', ...select, options: [{ group: 'g', name: 'Group', options: select.options }] },
      { ...selected, choices: [{ ...choice, group: 'Group' }] },
    ],
    [
      'v2: groups, and the same choice in two',
      {
        configId: 'mode',
        ...select,
        options: [
          { groupId: 'g', name: 'G', options: select.options },
          { groupId: 'h', options: select.options },
        ],
      },
      {
        ...selected,
        choices: [
          { ...choice, group: 'G' },
          { ...choice, group: 'h' },
        ],
      },
    ],
    [
      'a value that is not among its choices',
      { id: 'mode', ...select, currentValue: 'own' },
      { ...selected, value: 'own' },
    ],
    [
      'a boolean',
      { id: 'mode', name: 'Mode', type: 'boolean', currentValue: false },
      { ...named, type: 'boolean', value: false },
    ],
    [
      'an unknown type',
      { configId: 'mode', name: 'Mode', type: '_slider', currentValue: 4, max: 9 },
      { ...named, type: 'other', valueType: '_slider', value: 4 },
    ],
    ['no type, choices', { id: 'mode', ...select, type: undefined }, selected],
    [
      'no type, true',
      { id: 'mode', name: 'Mode', currentValue: true },
      { ...named, type: 'boolean', value: true },
    ],
    [
      'no name',
      { id: 'mode', type: 'boolean', currentValue: true },
      { ...named, name: 'mode', type: 'boolean', value: true },
    ],
  ])('%s', (_, option, value) => {
    expect(read(readConfigOptions, [option])).toEqual({ value: [value], problems: [] })
  })

  test('a malformed one is left out, the others are read', () => {
    const good = { id: 'mode', ...select }
    const bad = [
      null,
      { name: 'Mode' },
      { id: 4 },
      { ...good, id: 'b', currentValue: null },
      { ...good, id: 'c', options: 'x' },
      { id: 'd', type: 'boolean', currentValue: 'on' },
      { ...good, id: 'e', type: 4 },
      { ...good, id: 'f', options: [{ name: 'A' }, ...select.options, 'x'] },
      { ...good },
    ]
    const { value, problems } = read(readConfigOptions, [good, ...bad])
    expect(value.map((option) => [option.id, option.type === 'select' ? option.choices.length : 0])).toEqual([
      ['mode', 1],
      ['c', 0],
      ['f', 1],
    ])
    expect(problems).toEqual([
      'rejected at[1]: an object is expected, and it is null',
      'rejected at[2].configId: configId is missing, a string is expected',
      'rejected at[3].id: id is the number 4, a string is expected',
      'rejected at[4].currentValue: currentValue is null, a string is expected',
      'rejected at[5].options: a list is expected, and it is a string',
      'rejected at[6].currentValue: currentValue is a string, true or false is expected',
      'rejected at[7].type: type is the number 4, a string is expected',
      'rejected at[8].options[0].value: value is missing, a string is expected',
      'rejected at[8].options[2]: an object is expected, and it is a string',
      'noted at[9]: the second with the name mode: left out',
    ])
  })

  test('none, and no list', () => {
    expect(read(readConfigOptions, undefined)).toEqual({ value: [], problems: [] })
    expect(read(readConfigOptions, null)).toEqual({ value: [], problems: [] })
    expect(read(readConfigOptions, 'x')).toEqual({
      value: [],
      problems: ['rejected at: a list is expected, and it is a string'],
    })
  })

  test('hostile lists are cut, and that is reported', () => {
    const options = Array.from({ length: 100_000 }, (_, index) => ({ ...select, id: `o${index}` }))
    const many = read(readConfigOptions, options)
    expect(many.value).toHaveLength(100)
    expect(many.problems).toEqual(['rejected at: more than the 100 that are kept: 100 of 100000 are shown'])
    const choices = Array.from({ length: 100_000 }, (_, index) => ({ value: `v${index}` }))
    const [wide] = read(readConfigOptions, [{ ...select, id: 'a', options: choices }]).value
    expect(wide?.type === 'select' && wide.choices.length).toBe(5000)
    const grouped = [
      { group: 'g', name: 'G', options: choices },
      { group: 'h', options: choices },
    ]
    const groups = read(readConfigOptions, [{ ...select, id: 'a', options: grouped }])
    expect(groups.value[0]?.type === 'select' && groups.value[0].choices.length).toBe(5000)
    expect(groups.problems.length).toBeLessThanOrEqual(4)
    const bad = read(
      readConfigOptions,
      Array.from({ length: 100_000 }, () => ({ id: 4 })),
    )
    expect(bad.value).toEqual([])
    expect(bad.problems).toHaveLength(12)
    expect(bad.problems.slice(-2)).toEqual([
      'rejected at: more than the 100 that are kept: 0 of 100000 are shown',
      'rejected at: 190 more of it are wrong',
    ])
  })

  test('an id that is too long is ignored, and a text that is too long is cut', () => {
    const long = 'x'.repeat(5000)
    const { value, problems } = read(readConfigOptions, [
      { id: long, ...select },
      { id: 'a', ...select, name: long, description: long },
    ])
    expect(value.map(({ id, name, description }) => [id, name.length, description?.length])).toEqual([
      ['a', 4000, 4000],
    ])
    expect(problems).toEqual(['rejected at[0].id: id is 5000 characters long, a string is expected'])
  })
})

describe('modes', () => {
  const modes = {
    currentModeId: 'a',
    availableModes: [
      { id: 'a', name: 'A', description: 'B' },
      { id: 'b', description: null },
    ],
  }
  const asRead: SessionModes = {
    current: 'a',
    available: [
      { id: 'a', name: 'A', description: 'B' },
      { id: 'b', name: 'b', description: null },
    ],
  }

  test.each<[string, unknown, SessionModes | null, readonly string[]]>([
    ['all', modes, asRead, []],
    ['none', null, null, []],
    ['not said', undefined, null, []],
    ['no object', 'plan', null, ['rejected at: an object is expected, and it is a string']],
    [
      'without the current one',
      { availableModes: [] },
      null,
      ['rejected at.currentModeId: currentModeId is missing, a string is expected'],
    ],
    [
      'without a list',
      { currentModeId: 'a' },
      { current: 'a', available: [] },
      ['rejected at.availableModes: a list is expected, and it is missing'],
    ],
    [
      'one bad one',
      { ...modes, availableModes: [...modes.availableModes, {}, { id: 'a' }] },
      asRead,
      [
        'rejected at.availableModes[2].id: id is missing, a string is expected',
        'noted at.availableModes[3]: the second with the name a: left out',
      ],
    ],
  ])('%s', (_, came, value, problems) => {
    expect(read(readSessionModes, came)).toEqual({ value, problems })
  })
})

test.each<[string, unknown, SlashCommand | null, readonly string[]]>([
  [
    'v1',
    { name: 'plan', description: 'Plan', input: null },
    { name: 'plan', description: 'Plan', hint: null },
    [],
  ],
  [
    'v1, with input',
    { name: 'a b', description: 'B', input: { hint: 'what' } },
    { name: 'a b', description: 'B', hint: 'what' },
    [],
  ],
  [
    'v2, with input',
    { type: 'command', name: 'a', description: 'B', input: { type: 'text', hint: 'what' } },
    { name: 'a', description: 'B', hint: 'what' },
    [],
  ],
  [
    'v2, without input',
    { type: 'command', name: 'a', description: 'B' },
    { name: 'a', description: 'B', hint: null },
    [],
  ],
  [
    'v2, with an input to come',
    { name: 'a', input: { type: '_file' } },
    { name: 'a', description: '', hint: '' },
    [],
  ],
  ['a command of another type', { type: '_menu', name: 'a', description: 'B' }, null, []],
  ['with its slash', { name: '/plan' }, { name: 'plan', description: '', hint: null }, []],
  [
    'without a name',
    { description: 'B' },
    null,
    ['rejected at[0].name: name is missing, a string is expected'],
  ],
  ['no command', 'plan', null, ['rejected at[0]: an object is expected, and it is a string']],
])('a command: %s', (_, command, value, problems) => {
  expect(read(readCommands, [command])).toEqual({ value: value === null ? [] : [value], problems })
})

test.each<[string, object, ReturnType<typeof readUsage>, readonly string[]]>([
  ['tokens', { used: 10, size: 200 }, { used: 10, size: 200 }, []],
  [
    'with the cost',
    { used: 10, size: 200, cost: { amount: 0.5, currency: 'USD' } },
    { used: 10, size: 200, cost: { amount: 0.5, currency: 'USD' } },
    [],
  ],
  ['with no cost any more', { used: 0, size: 0, cost: null }, { used: 0, size: 0, cost: null }, []],
  ['with a bad cost', { used: 1, size: 2, cost: { amount: '4' } }, { used: 1, size: 2 }, ['update.cost']],
  ['without tokens', { size: 200 }, null, ['update.used']],
  ['with a negative size', { used: 1, size: -1 }, null, ['update.size']],
])('usage: %s', (_, update, value, paths) => {
  const problems: WireProblem[] = []
  expect(readUsage({ ...update }, problems)).toEqual(value)
  expect(problems.map(({ path }) => path)).toEqual(paths)
})

test('any input is read and never throws', () => {
  const key = fc.constantFrom(
    'id',
    'configId',
    'name',
    'type',
    'options',
    'currentValue',
    'availableModes',
    '__proto__',
  )
  const any = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'xsmall' },
      fc.jsonValue(),
      fc.constantFrom('select', 'boolean', true),
      fc.array(tie('value')),
      fc.dictionary(key, tie('value')),
    ),
  })).value
  fc.assert(
    fc.property(any, (value) => {
      for (const reader of [readConfigOptions, readSessionModes, readCommands]) {
        for (const problem of read<unknown>(reader, value).problems)
          expect(problem).toMatch(/^(rejected|noted) at/)
      }
    }),
    { numRuns: 200 },
  )
})

test('a malformed option is reported with its path, the others are read', () => {
  const option = { id: 'fast', type: 'boolean', currentValue: true }
  const update = {
    sessionUpdate: 'config_option_update',
    configOptions: [option, option, { ...option, id: 'slow', currentValue: 'on' }],
  }
  const { events, problems } = readSessionUpdate({ sessionId: 's', update })
  expect(events.map((event) => (event.type === 'config-options' ? event.options.length : 0))).toEqual([1])
  expect(problems.map(({ code, path, weight }) => [code, path, weight])).toEqual([
    ['bad-setting', 'update.configOptions[1]', 'noted'],
    ['bad-setting', 'update.configOptions[2].currentValue', 'rejected'],
  ])
})
