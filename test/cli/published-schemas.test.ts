import { describe, expect, test } from 'vitest'
import { readConfigText } from '../../src/cli/configuration/check-config.ts'
import { configSchema, publishedSchemas } from '../../src/cli/published-schemas.ts'
import { configKey, settingKeys } from '../../src/cli/configuration/settings.ts'

const numbers = [0, 1, 2, 3, -1, 2.5, 1e9]
const words = ['', 'auto', 'on', 'off', 'ask', 'deny', 'idle', 'tui', 'dark', 'title', 'bell']
const sizes = ['0', '32MB', ' 1.5gb ', '500 KB', '32', '9GB', '0x10']
const values = [...numbers, ...words, ...sizes, true, false, null, [], {}]

describe('the schema of the configuration file', () => {
  test.each(settingKeys.map((key) => [configKey(key)]))('accepts for %s what the program accepts', (name) => {
    const differing = values.filter((value) => {
      const text = JSON.stringify({ [name]: value })
      return (
        (readConfigText(text, 'c').faults.length === 0) !== configSchema.safeParse({ [name]: value }).success
      )
    })
    // A pattern cannot say how large a number is, and a size without its unit is only right if it is 0.
    expect(differing.filter((value) => value !== '32' && value !== '9GB')).toEqual([])
  })

  test('accepts no other key but $schema', () => {
    expect(configSchema.safeParse({ theem: 'dark' }).success).toBe(false)
    expect(configSchema.safeParse({ $schema: './config-schema.json', theme: 'dark' }).success).toBe(true)
  })

  test('accepts the keys of known commands', () => {
    expect(configSchema.safeParse({ keys: { quit: ['ctrl-q'], search: [] } }).success).toBe(true)
    expect(configSchema.safeParse({ keys: { quit: 'ctrl-q' } }).success).toBe(false)
    expect(configSchema.safeParse({ keys: { quite: ['q'] } }).success).toBe(false)
  })

  test('accepts the levels of known rules', () => {
    const accepts = (lint: unknown): boolean => configSchema.safeParse({ lint }).success
    expect([{}, { rules: {} }, { rules: { stale: 'off', 'entries-lost': 'error' } }].map(accepts)).toEqual([
      true,
      true,
      true,
    ])
    expect([[], { rule: {} }, { rules: { stale: 'info' } }, { rules: { mine: 'off' } }].map(accepts)).toEqual(
      [false, false, false, false],
    )
  })

  test.each([
    [{ command: 'npx', args: ['x'], env: { A: '1' }, type: 'custom' }],
    [{ command: 'x', cwd: '~/a', mode: 'plan', config: { model: 'm' }, permissions: 'deny' }],
    [{ command: '' }],
    [{ args: ['x'] }],
    [{ command: 'x', args: 'y' }],
    [{ command: 'x', env: { A: 1 } }],
    [{ command: 'x', cwd: 'a' }],
    [{ command: 'x', permissions: 'never' }],
    [{ command: 'x', arguments: [] }],
    ['x'],
  ])('accepts of agents what the program accepts: %j', (entry) => {
    const config = { agents: { mine: entry } }
    expect(configSchema.safeParse(config).success).toBe(
      readConfigText(JSON.stringify(config), 'c').faults.length === 0,
    )
  })

  test('is published with a description of every key', () => {
    const { properties } = publishedSchemas['config-schema.json'] as {
      readonly properties: Readonly<Record<string, { readonly description?: string }>>
    }
    const undescribed = Object.entries(properties).filter(
      ([, { description = '' }]) => description.length < 10,
    )
    expect(undescribed).toEqual([])
    expect(Object.keys(properties)).toEqual([
      '$schema',
      ...settingKeys.map(configKey),
      'keys',
      'lint',
      'on',
      'agents',
    ])
  })
})
