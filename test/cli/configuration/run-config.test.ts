import { describe, expect, test } from 'vitest'
import { nothingRead, readConfigText } from '../../../src/cli/configuration/check-config.ts'
import {
  configJson,
  configText,
  settingsInForce,
  type ConfigurationInForce,
  type SettingInForce,
} from '../../../src/cli/configuration/run-config.ts'
import {
  readEnvironmentSettings,
  configKey,
  settingKeys,
  settingSpecs,
} from '../../../src/cli/configuration/settings.ts'
import { resolveRun } from '../../../src/cli/configuration/resolve-run.ts'

const noFile = nothingRead()

function inForce(
  name: string,
  environment: Readonly<Record<string, string>>,
  config = noFile,
): Pick<SettingInForce, 'value' | 'words' | 'from'> | undefined {
  const found = settingsInForce(readEnvironmentSettings(environment), config).find(
    (each) => each.name === name,
  )
  return found === undefined ? undefined : { value: found.value, words: found.words, from: found.from }
}

describe('a setting in force', () => {
  const file = readConfigText(
    '{\n  "theme": "light", "timeout": 2.5,\n  "historyLimit": "1536KB"\n}',
    'c.json',
  )

  test('comes from its variable first', () => {
    const variable = 'ACP_PLAN_TUI_THEME'
    expect(inForce('theme', { [variable]: 'dark' }, file)).toEqual({
      value: 'dark',
      words: null,
      from: { type: 'environment', variable },
    })
  })

  test('may come from the negated form of a switch, and from the variable of Ink', () => {
    expect(inForce('animation', { ACP_PLAN_TUI_NO_ANIMATION: '1' })).toMatchObject({
      value: false,
      from: { variable: 'ACP_PLAN_TUI_NO_ANIMATION' },
    })
    expect(inForce('screenReader', { INK_SCREEN_READER: 'true' })).toMatchObject({
      value: true,
      from: { variable: 'INK_SCREEN_READER' },
    })
  })

  test.each([
    ['theme', 'light', 2],
    ['timeout', 2.5, 2],
    ['historyLimit', '1536KB', 3],
  ])('comes from the file, which has %s as %s', (name, value, line) => {
    expect(inForce(name, {}, file)).toEqual({ value, words: null, from: { type: 'file', line } })
  })

  test('has its default without both, or words for it', () => {
    expect(inForce('permissions', {})).toEqual({ value: 'ask', words: null, from: { type: 'default' } })
    expect(inForce('timeout', {})).toEqual({ value: null, words: 'no limit', from: { type: 'default' } })
  })

  test('that is wrong in the environment is told, and the file is used', () => {
    const environment = readEnvironmentSettings({ ACP_PLAN_TUI_NOTIFY: 'blue', ACP_PLAN_TUI_ASCII: 'maybe' })
    expect(environment.faults.map(({ message }) => message)).toEqual([
      'the environment variable ACP_PLAN_TUI_ASCII is “maybe”',
      'the environment variable ACP_PLAN_TUI_NOTIFY is “blue”',
    ])
    expect(inForce('notify', { ACP_PLAN_TUI_NOTIFY: 'blue' }, file)).toMatchObject({ value: 'title' })
  })
})

test('a run with all defaults in the file is a run without a file', () => {
  const presets = settingKeys.flatMap((key) => {
    const { preset } = settingSpecs[key]
    return 'value' in preset ? [[configKey(key), preset.value] as const] : []
  })
  const { settings, faults } = readConfigText(JSON.stringify(Object.fromEntries(presets)), 'c.json')
  expect(faults).toEqual([])
  const given = {
    flags: {},
    environmentSettings: {},
    environment: { TERM: 'xterm-256color' },
    isOutputTerminal: true,
    hasKeyboard: true,
    promptCount: 0,
    continuesSession: false,
  }
  expect(resolveRun({ ...given, config: settings })).toEqual(resolveRun({ ...given, config: {} }))
})

describe('the report', () => {
  const config = readConfigText('{\n  "theme": "light",\n  "theem": 1\n}', '/home/x/config.json')
  const found = {
    file: '/home/x/config.json',
    isFileFound: true,
    settings: settingsInForce(readEnvironmentSettings({ ACP_PLAN_TUI_ASCII: '1' }), config),
    ownKeys: [],
    lint: [],
    hooks: [],
    agents: [{ name: 'claude', command: ['npx', '@agentclientprotocol/claude-agent-acp'], line: 4 }],
    noColor: null,
    faults: config.faults,
  }

  test('is a table, with faults before it', async () => {
    await expect(`${configText(found).join('\n')}\n`).toMatchFileSnapshot('golden/config.txt')
  })

  test('says that there is no file', () => {
    const [first] = configText({ ...found, isFileFound: false })
    expect(first).toBe('configuration file: /home/x/config.json (there is none)')
    const [none] = configText({ ...found, file: null, isFileFound: false })
    expect(none).toBe('configuration file: none, since there is no home folder')
  })

  test('tells of a variable that leaves out the colours of themes', () => {
    const words = (text: ConfigurationInForce): string => configText(text).join('\n')
    expect(words({ ...found, noColor: 'NO_COLOR' })).toContain('\nNO_COLOR is set: themes have no colours')
    expect(words(found)).not.toContain('colours')
    expect(JSON.parse(configJson({ ...found, noColor: 'NO_COLOR' }))).toMatchObject({ noColor: 'NO_COLOR' })
  })

  test('keeps its columns beside a very long value, and cuts it in a fault', () => {
    const long = 'x'.repeat(5000)
    const environment = readEnvironmentSettings({ ACP_PLAN_TUI_TITLE: long })
    const lines = configText({
      ...found,
      settings: settingsInForce(environment, config),
      faults: [{ message: `“${long}”`, hint: long }],
    })
    expect(lines.filter((line) => line.length > 400)).toEqual([`title           ${long}  ACP_PLAN_TUI_TITLE`])
    expect(lines.find((line) => line.startsWith('theme'))?.length).toBeLessThan(90)
  })

  test('as JSON it contains no terminal control', () => {
    const json = configJson({ ...found, faults: [{ message: 'a\u007f\u009b2J\u202eb', hint: '\u2066' }] })
    expect(json).toContain(String.raw`{"message":"a\u007f\u009b2J\u202eb","hint":"\u2066"}`)
  })

  test('is one JSON document', () => {
    const json = JSON.parse(configJson(found)) as { readonly settings: readonly object[] }
    expect(json).toMatchObject({ file: '/home/x/config.json', isFileFound: true, faults: [{}] })
    expect(json.settings).toContainEqual({
      name: 'theme',
      option: 'theme',
      variable: 'ACP_PLAN_TUI_THEME',
      value: 'light',
      from: { type: 'file', line: 2 },
    })
  })

  test('shows no escape sequences of a file', () => {
    const hostile = readConfigText('{"mode": "\\u001b[31mred"}', '/x\u001b[2J.json')
    const lines = configText({
      ...found,
      file: '/x\u001b[2J.json',
      settings: settingsInForce(readEnvironmentSettings({}), hostile),
    })
    expect(lines.join('\n')).not.toContain('\u001b')
  })
})
