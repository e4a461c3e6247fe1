import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConfigText } from '../../../src/cli/configuration/check-config.ts'
import { configPath, readConfig } from '../../../src/cli/configuration/config-file.ts'
import { resolveRun } from '../../../src/cli/configuration/resolve-run.ts'
import { environmentSettings } from '../../../src/cli/configuration/settings.ts'
import { configSchema } from '../../../src/cli/published-schemas.ts'
import { findJsonFault } from '../../../src/lib/json/json-fault.ts'
import type { Hook } from '../../../src/app/state/hook.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

describe('the configuration file', () => {
  test('sets the named settings', () => {
    const text =
      '\ufeff{"$schema": "x", "theme": "light", "animation": false, "timeout": 2.5, "protocol": 1}\n'
    const value = { theme: 'light', animation: false, timeoutMs: 2500, protocol: 1 }
    const read = (text: string): readonly unknown[] => {
      const { settings, faults } = readConfigText(text, 'c')
      return [settings, faults]
    }
    expect(read(text)).toEqual([value, []])
    expect(read('{}')).toEqual([{}, []])
  })

  test('everything that is wrong is told, and the rest is used', () => {
    const text = '{\n  "theem": "dark",\n  "ascii": true,\n  "notify": "blue"\n}'
    const { settings, faults } = readConfigText(text, 'c.json')
    expect(settings).toEqual({ ascii: true })
    expect(faults.map(({ message }) => message)).toEqual([
      'c.json:2:3 there is no setting “theem”',
      'c.json:4:13 “notify” has a wrong value',
    ])
  })

  test('of thousands of wrong keys, the first twenty are told', () => {
    const wrong = Array.from({ length: 5000 }, (_, at) => [`k${at}`, 1])
    const { faults } = readConfigText(JSON.stringify(Object.fromEntries(wrong)), 'c.json')
    expect(faults).toHaveLength(20)
    expect(faults[19]?.message).toBe('c.json:1:144 there is no setting “k19”')
  })

  test('a wrong key is quoted with 100 characters', () => {
    const { faults } = readConfigText(JSON.stringify({ ['x'.repeat(500_000)]: 1 }), 'c.json')
    expect(faults[0]?.message).toBe(`c.json:1:2 there is no setting “${'x'.repeat(100)}”`)
  })

  test.each([
    ['{"theme": "light",\n  "theme": "dark"}', 'c.json:2:3 “theme” is there twice', 'Remove one of the two.'],
    [
      '{"keys": {"quit": ["ctrl-q"], "quit": ["x"]}}',
      'c.json:1:31 “quit” is there twice',
      'Remove one of the two.',
    ],
    ['{"theem": "dark"}', 'c.json:1:2 there is no setting “theem”', 'Did you mean “theme”?'],
    ['{"exit-on": "idle"}', 'c.json:1:2 there is no setting “exit-on”', 'Did you mean “exitOn”?'],
    [
      '{"colour": 1}',
      'c.json:1:2 there is no setting “colour”',
      'The keys are protocol, planCapability, planTools, permissions, timeout, exitOn, strict, format, theme, animation, ascii, altScreen, mouse, screenReader, title, state, notify, mode, inferredPlans, historyLimit, doubts, staleCalls, staleAfter, wireLimit, tokenFile, hosts, keys, lint, on, agents.',
    ],
    ['{"agents": {"a": {"comand": "x"}}}', 'c.json:1:19 agents have no “comand”', 'Did you mean “command”?'],
    [
      '{"agents": {"a": {"command": "x", "cwd": "y"}}}',
      'c.json:1:42 “cwd” has a wrong value',
      'It must be an absolute path, or one that begins with ~/.',
    ],
    ['{"protocol": "blue"}', 'c.json:1:14 “protocol” has a wrong value', 'It must be "auto", 1 or 2.'],
    [
      '{"theme": ""}',
      'c.json:1:11 “theme” has a wrong value',
      'It must be auto, dark, light, high-contrast, or a file.',
    ],
    [
      '{"timeout": 0}',
      'c.json:1:13 “timeout” has a wrong value',
      'It must be a number of seconds above 0, and at most 604800 (7 days).',
    ],
    ['{"mode": 1}', 'c.json:1:10 “mode” has a wrong value', "It must be the id of an agent's mode."],
    [
      '{"historyLimit": 32}',
      'c.json:1:18 “historyLimit” has a wrong value',
      'It must be 0 or a size up to 4GB, for example 32MB or 500KB.',
    ],
    ['{"ascii": "yes"}', 'c.json:1:11 “ascii” has a wrong value', 'It must be true or false.'],
    ['[]', 'c.json contains no settings', 'It must contain one object, for example {"theme": "light"}.'],
    [
      '',
      'c.json:1:1 is not JSON: a value was expected',
      'Fix that line, or move the file away to start without it.',
    ],
    [
      '{\n  "theme": "dark",\n  "ascii": yes\n}',
      'c.json:3:12 is not JSON: a value was expected',
      'Fix that line, or move the file away to start without it.',
    ],
    [
      '{"a": 1,}',
      'c.json:1:9 is not JSON: a key in double quotes was expected',
      'Fix that line, or move the file away to start without it.',
    ],
  ])('%j', (text, message, hint) => {
    expect(readConfigText(text, 'c.json').faults[0]).toEqual({ message, hint })
  })

  test('is in XDG_CONFIG_HOME if that is absolute, else in ~/.config', () => {
    expect(configPath({ XDG_CONFIG_HOME: '/etc/x' })).toBe(path.join('/etc/x/acp-plan-tui/config.json'))
    const ordinary = path.join(homedir(), '.config/acp-plan-tui/config.json')
    expect(configPath({}, 'linux')).toBe(ordinary)
    expect(configPath({ XDG_CONFIG_HOME: 'relative' }, 'linux')).toBe(ordinary)
    expect(configPath({ APPDATA: path.resolve('/roaming') }, 'linux')).toBe(ordinary)
  })

  test('is in APPDATA on Windows', () => {
    const [roaming, named] = [path.resolve('/roaming'), path.resolve('/named')]
    const inFolder = (folder: string): string => path.join(folder, 'acp-plan-tui', 'config.json')
    expect(configPath({ APPDATA: roaming }, 'win32')).toBe(inFolder(roaming))
    expect(configPath({ APPDATA: roaming, XDG_CONFIG_HOME: named }, 'win32')).toBe(inFolder(named))
    expect(configPath({ APPDATA: 'relative' }, 'win32')).toBe(inFolder(path.join(homedir(), '.config')))
  })

  test('is read if it exists, and may not be a folder', async () => {
    const folder = emptyFolder()
    const file = path.join(folder, 'config.json')
    expect(await readConfig(file)).toEqual({ ok: true, value: {} })
    writeFileSync(file, '{"ascii": true}')
    expect(await readConfig(file)).toEqual({ ok: true, value: { ascii: true } })
    writeFileSync(file, Buffer.from('{"theme": "light"}', 'utf16le'))
    writeFileSync(file, Buffer.concat([Buffer.from([0xff, 0xfe]), readFileSync(file)]))
    expect(await readConfig(file)).toMatchObject({
      ok: false,
      problem: { message: `the configuration ${file}: it is not in UTF-8` },
    })
    mkdirSync(path.join(folder, 'other'))
    expect(await readConfig(path.join(folder, 'other'))).toMatchObject({
      ok: false,
      problem: { message: `the configuration ${path.join(folder, 'other')}: it is a folder` },
    })
  })
})

describe('hooks in the configuration file', () => {
  const read = (text: string): ReturnType<typeof readConfigText> => readConfigText(text, 'c.json')

  test('are read with the settings, each with its place', () => {
    const { hooks, settings, faults } = read(
      '{"ascii": true,\n"on": {"waits": ["play", "a b"], "plan-done": ["x"]}}',
    )
    expect([settings, faults]).toEqual([{ ascii: true }, []])
    expect(hooks).toMatchObject([
      { event: 'waits', command: ['play', 'a b'], place: { line: 2, column: 8 } },
      { event: 'plan-done', command: ['x'], place: { line: 2 } },
    ])
  })

  test.each([
    ['{"on": 1}', 'c.json:1:8 “on” has a wrong value'],
    ['{"on": {"wait": ["x"]}}', 'c.json:1:9 there is no event “wait”'],
    ['{"on": {"waits": "play it"}}', 'c.json:1:9 “waits” has a wrong value'],
    ['{"on": {"waits": []}}', 'c.json:1:9 “waits” has a wrong value'],
    ['{"on": {"waits": [""]}}', 'c.json:1:9 “waits” has a wrong value'],
    ['{"on": {"waits": ["x", 1]}}', 'c.json:1:9 “waits” has a wrong value'],
  ])('%s is told', (text, message) => {
    expect(read(text).faults).toEqual([expect.objectContaining({ message })])
    expect(configSchema.safeParse(JSON.parse(text)).success).toBe(false)
  })

  test('give way to those of the command line for the same event, and to the hook that the program runs in', () => {
    const [plain, other] = [
      { event: 'waits', command: ['a'] },
      { event: 'stalled', command: ['b'] },
    ] as const
    const resolved = (hooks: readonly Hook[], environment = {}): readonly Hook[] => {
      const config = { hooks: [plain, other] }
      const given = { flags: {}, environmentSettings: {}, config, environment, hooks, isOutputTerminal: true }
      const read = resolveRun({ ...given, hasKeyboard: true, promptCount: 0, continuesSession: false })
      return read.ok ? read.value.hooks : []
    }
    expect(resolved([])).toEqual([plain, other])
    const mine: Hook = { event: 'waits', command: ['c'] }
    expect(resolved([mine, mine])).toEqual([mine, mine, other])
    expect(resolved([mine], { ACP_PLAN_TUI_EVENT: 'waits' })).toEqual([mine])
  })
})

describe('own keys in the configuration file', () => {
  async function read(text: string): Promise<Awaited<ReturnType<typeof readConfig>>> {
    const folder = emptyFolder()
    writeFileSync(path.join(folder, 'config.json'), text)
    return readConfig(path.join(folder, 'config.json'))
  }

  test('are read with the settings', async () => {
    const ownKeys = new Map([['quit', ['ctrl-q']]])
    expect(await read('{"keys": {"quit": ["ctrl-q", "ctrl-q"]}, "ascii": true}')).toEqual({
      ok: true,
      value: { ascii: true, ownKeys },
    })
  })

  test.each([
    ['{\n  "keys": 1\n}', ':2:11 “keys” has a wrong value'],
    ['{"keys": {\n  "quti": ["q"]\n}}', ':2:3 there is no command “quti”'],
    ['{"keys": {\n  "quit": "q"\n}}', ':2:11 “quit” has a wrong value'],
    ['{"keys": {\n  "quit": ["x", "ctrl-m"]\n}}', ':2:17 “ctrl-m” is sent as enter by terminals'],
    ['{"keys": {\n  "quit": ["x",\n  "d"]\n}}', ':3:3 “d” is a key of “show-changes” too'],
  ])('have faults with a line and a column: %j', async (text, message) => {
    const found = await read(text)
    expect(found.ok ? null : found.problem.message.replace(/^.*config\.json/, '')).toBe(message)
  })
})

describe('faults in JSON', () => {
  test('valid JSON has none', () => {
    fc.assert(fc.property(fc.json(), (text) => findJsonFault(text) === null))
  })

  test('a text has a fault exactly if JSON.parse fails', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"a"',
      ':',
      ',',
      '1',
      '-',
      '0.5e3',
      'null',
      'tru',
      ' ',
      '\n',
      '"',
      '\\',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join('')
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        expect(findJsonFault(text) === null).toBe(isJson)
      }),
    )
  })

  test('too deep nesting is a fault, at the first level that is too deep', () => {
    const lists = (levels: number): string => `{\n"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
    expect(findJsonFault(lists(127))).toBeNull()
    const text = 'is nested too deeply: 128 levels are read'
    expect(findJsonFault(lists(128))).toEqual({ line: 2, column: 132, text })
    for (const deep of [lists(100_000), '['.repeat(100_000), `{"a":${'{"a":'.repeat(100_000)}`])
      expect(findJsonFault(deep)?.text).toBe(text)
    expect(readConfigText(lists(20_000), 'config.json').faults).toMatchObject([
      { message: `config.json:2:132 ${text}` },
    ])
  })

  test('long texts are supported', () => {
    const long = String.raw`a\n\u0041`.repeat(2_000_000)
    expect(findJsonFault(`{"${long}":"${long}"}`)).toBeNull()
    expect(findJsonFault(`["${long}`)).toMatchObject({ line: 1, column: 2 })
    expect(findJsonFault(String.raw`["\x"]`)).toMatchObject({ column: 2 })
  })
})

describe('the environment', () => {
  test('sets the named settings, in both spellings of a switch', () => {
    const environment = {
      ACP_PLAN_TUI_THEME: 'light',
      ACP_PLAN_TUI_EXIT_ON: 'never',
      ACP_PLAN_TUI_TIMEOUT: '3',
      ACP_PLAN_TUI_NO_ANIMATION: '1',
      ACP_PLAN_TUI_ASCII: 'true',
      ACP_PLAN_TUI_ALT_SCREEN: '0',
      ACP_PLAN_TUI_TITLE: '',
      ACP_PLAN_TUI_MODE: 'plan',
      ACP_PLAN_TUI_NOTIFY: 'osc9',
      ACP_PLAN_TUI_NO_INFERRED_PLANS: '1',
      ACP_PLAN_TUI_HISTORY_LIMIT: '1.5gb',
      ACP_PLAN_TUI_TOKEN_FILE: '/run/secrets/token',
      ACP_PLAN_TUI_UNKNOWN: 'x',
    }
    const value = {
      theme: 'light',
      exitOn: 'never',
      timeoutMs: 3000,
      animation: false,
      ascii: true,
      altScreen: false,
      mode: 'plan',
      notify: 'osc9',
      inferredPlans: false,
      historyLimit: 1_610_612_736,
      tokenFile: '/run/secrets/token',
    }
    expect(environmentSettings(environment)).toEqual({ ok: true, value })
  })

  test('supports Ink’s variable for screen readers, overridden by ACP_PLAN_TUI_SCREEN_READER', () => {
    expect(environmentSettings({ INK_SCREEN_READER: 'true' })).toEqual({
      ok: true,
      value: { screenReader: true },
    })
    const both = { INK_SCREEN_READER: 'true', ACP_PLAN_TUI_SCREEN_READER: '0' }
    expect(environmentSettings(both)).toEqual({ ok: true, value: { screenReader: false } })
  })

  test('says what is wrong', () => {
    expect(environmentSettings({ ACP_PLAN_TUI_PERMISSIONS: 'yes' })).toEqual({
      ok: false,
      problem: {
        message: 'the environment variable ACP_PLAN_TUI_PERMISSIONS is “yes”',
        hint: 'It must be ask, allow or deny.',
      },
    })
  })
})
