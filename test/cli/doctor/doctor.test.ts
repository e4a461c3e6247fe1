import { describe, expect, test } from 'vitest'
import type { Diagnosis, Surroundings } from '../../../src/cli/doctor/doctor-check.ts'
import {
  doctorChecks,
  doctorJson,
  doctorText,
  examine,
  isMissing,
} from '../../../src/cli/commands/doctor-run.ts'
import { foundSession } from '../../support/observed-session.ts'

interface Given extends Partial<Surroundings> {
  readonly files?: Readonly<Record<string, string>>
  readonly programs?: readonly string[]
}

function surroundings({ files = {}, programs = [], ...given }: Given = {}): Surroundings {
  return {
    env: { TERM: 'xterm-kitty', LANG: 'C.UTF-8', PATH: '/usr/bin:/opt/bin' },
    platform: 'linux',
    nodeVersion: '22.1.0',
    isTerminal: true,
    columns: 80,
    rows: 24,
    homeFolder: '/home/user',
    nowMs: 10_000_000,
    configuration: () =>
      Promise.resolve({ file: '/home/user/.config/acp-plan-tui/config.json', isFileFound: true, faults: [] }),
    sessions: () => Promise.resolve([{ label: 'acpx', sessions: [] }]),
    refusedTapFolders: () => [],
    state: () =>
      Promise.resolve({ folder: '/home/user/.local/state/acp-plan-tui', bytes: 3000, fault: null }),
    textOf: (path) => files[path] ?? null,
    isExecutable: (path) => programs.includes(path),
    ...given,
  }
}

async function found(name: string, given: Given): Promise<readonly Diagnosis[]> {
  const check = doctorChecks.find((each) => each.name === name)
  return (await check?.run(surroundings(given))) ?? []
}

async function brief(name: string, given: Given): Promise<readonly string[]> {
  return (await found(name, given)).map((each) => `${each.health} ${each.subject}: ${each.found}`)
}

test('a good terminal, and what to do about others', async () => {
  expect(await brief('terminal', {})).toEqual([
    'good screen: TERM=xterm-kitty',
    'good size: 80x24',
    'good colours: yes',
    'good characters: Unicode',
    'good hyperlinks: yes',
    'good clipboard: kitty takes copies',
  ])
  expect(await brief('terminal', { env: { TERM: 'dumb', LANG: 'C' }, columns: 30 })).toEqual([
    'missing screen: TERM=dumb',
    'hint size: 30x24',
    'hint colours: no',
    'hint characters: ASCII only',
    'hint hyperlinks: not known to work here',
    'hint clipboard: none',
  ])
  expect(await brief('terminal', { env: { TERM: 'tmux-256color', TMUX: '/tmp/x' } })).toContain(
    'hint clipboard: through tmux',
  )
  expect(await brief('terminal', { isTerminal: false })).toEqual([
    'hint screen: standard output is not a terminal',
  ])
})

test('the version of Node', async () => {
  expect(await brief('node', { nodeVersion: '20.19.0' })).toEqual(['good version: 20.19.0'])
  expect(await brief('node', { nodeVersion: '20.18.3' })).toEqual(['missing version: 20.18.3'])
  expect(await brief('node', { nodeVersion: '18.20.0' })).toEqual(['missing version: 18.20.0'])
})

describe('agents on PATH', () => {
  test('are listed with the switch of their plans', async () => {
    const agents = await found('agents', { programs: ['/opt/bin/codex-acp', '/usr/bin/kimi'] })
    expect(agents.map(({ subject }) => subject)).toEqual(['Codex', 'Kimi Code CLI'])
    expect(agents[0]).toMatchObject({ found: '/opt/bin/codex-acp' })
    expect(agents[0]?.advice).toContain('CODEX_CONFIG=')
  })

  test('with another separator and ending on Windows', async () => {
    const given = {
      platform: 'win32',
      env: { Path: 'C:\\a;C:\\b' },
      programs: ['C:\\b\\codex-acp.cmd'],
    } as const
    expect(await brief('agents', given)).toEqual(['good Codex: C:\\b\\codex-acp.cmd'])
  })

  test('none, and how to start one all the same', async () => {
    const [none] = await found('agents', {})
    expect(none?.advice).toContain('npx @agentclientprotocol/claude-agent-acp')
  })
})

test('sessions: a folder of taps that is not safe', async () => {
  const why = '/tmp/acp-plan-tui-1000: it belongs to another user'
  expect(await brief('sessions', { refusedTapFolders: () => [why] })).toEqual([
    'good acpx: none',
    `hint folder of taps: ${why}`,
  ])
})

test('sessions: how many of each kind, and the newest', async () => {
  const session = foundSession({ id: 'abc', folder: '/srv', changedAtMs: 9_940_000 })
  const sessions = await found('sessions', {
    sessions: () => Promise.resolve([{ label: 'acpx', sessions: [session, session] }]),
  })
  expect(sessions).toEqual([
    {
      subject: 'acpx',
      health: 'good',
      found: '2, the newest 1m ago in /srv',
      advice: 'acp-plan-tui attach abc',
    },
  ])
})

describe('editors', () => {
  const zed = '/home/user/.config/zed/settings.json'
  const jetBrains = '/home/user/.jetbrains/acp.json'

  test('their agents, and which of them are behind a tap', async () => {
    const editors = await found('editors', {
      files: {
        [zed]: `{ // mine
          "agent_servers": {
            "Claude": { "command": "npx", "args": ["@agentclientprotocol/claude-agent-acp"], },
            "Tapped": { "command": "npx", "args": ["acp-plan-tui", "tap", "--", "agent"] },
          } }`,
        [jetBrains]:
          '{"agent_servers": {"Other": {"command": "/usr/bin/acp-plan-tui", "args": ["tap", "--", "agent"]}}}',
      },
    })
    expect(editors.map(({ subject, found: what }) => `${subject}: ${what}`)).toEqual([
      `Zed: Claude: ${zed}`,
      'Zed: Tapped: behind a tap',
      'JetBrains: Other: behind a tap',
    ])
    expect(editors[0]?.advice).toContain('acp-plan-tui tap --')
  })

  test.each([
    ['half-written', '{"agent_servers": {'],
    ['a list', '[]'],
    ['nested deeply', '['.repeat(100_000)],
    ['empty', ''],
  ])('settings that are %s', async (_, text) => {
    expect(await brief('editors', { files: { [zed]: text } })).toEqual([`hint Zed: ${zed} is not JSON`])
  })

  test.each(['{}', '{"agent_servers": []}', '{"agent_servers": {}}'])(
    'settings without agents: %s',
    async (text) => {
      expect(await brief('editors', { files: { [zed]: text } })).toEqual([
        `good Zed: ${zed} has no agents of its own`,
      ])
    },
  )

  test('servers of any shape', async () => {
    const text =
      '{"agent_servers": {"a": 1, "b": null, "c": {"command": 7, "args": "x"}, "d": {"args": [1]}}}'
    expect(await found('editors', { files: { [jetBrains]: text } })).toHaveLength(4)
  })

  test('the folder that XDG_CONFIG_HOME names', async () => {
    const given = { env: { XDG_CONFIG_HOME: '/cfg' }, files: { '/cfg/zed/settings.json': '{}' } }
    expect(await brief('editors', given)).toEqual([
      'good Zed: /cfg/zed/settings.json has no agents of its own',
    ])
  })

  test('none', async () => {
    expect(await brief('editors', {})).toEqual(['good settings: none of Zed or JetBrains'])
  })
})

describe('the report', () => {
  test('as text', async () => {
    const given = { programs: ['/opt/bin/codex-acp'], env: { ...surroundings().env, TERM: 'dumb' } }
    const parts = await examine(doctorChecks, surroundings(given))
    await expect(`${doctorText(parts, 80).join('\n')}\n`).toMatchFileSnapshot('golden/doctor.txt')
    expect(isMissing(parts)).toBe(true)
  })

  test('nothing that is found writes to the terminal', async () => {
    const parts = await examine(doctorChecks, surroundings({ env: { TERM: 'x\u001b[2J' } }))
    expect(doctorText(parts, 80).join('\n')).not.toContain('\u001b')
  })

  test('as JSON', async () => {
    const parts = await examine(doctorChecks, surroundings())
    expect(JSON.parse(doctorJson(parts))).toMatchObject({ doctor: 'acp-plan-tui', version: 1 })
    expect(isMissing(parts)).toBe(false)
    const [first] = parts
    const hostile = { subject: 'x', health: 'good', found: 'a\u007f\u009b2J\u202eb', advice: null } as const
    const json = doctorJson(first === undefined ? [] : [{ ...first, found: [hostile] }])
    expect(json).toContain(String.raw`a\u007f\u009b2J\u202eb`)
  })
})

test.each([
  [{ folder: '/s', bytes: null, fault: null }, 'good folder: /s, nothing yet'],
  [{ folder: '/s', bytes: 10, fault: null }, 'good folder: /s, 10 bytes'],
  [{ folder: '/s', bytes: 3000, fault: null }, 'good folder: /s, 3 KiB'],
  [
    { folder: '/s', bytes: null, fault: 'it is not a folder' },
    'hint folder: /s is not used: it is not a folder',
  ],
  [{ folder: null, bytes: null, fault: null }, 'hint folder: none, since there is no home folder'],
])('what is kept between runs: %j', async (facts, words) => {
  expect(await brief('state', { state: () => Promise.resolve(facts) })).toEqual([words])
})
