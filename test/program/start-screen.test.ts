import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '../support/empty-folder.ts'
import { openInProcess, type InProcessAppOptions, type InProcessScreen } from '../support/in-process-app.ts'
import { openApp } from '../support/open-app.ts'
import { openKeptState } from '../../src/system/kept-state.ts'
import { launcher } from '../support/surroundings.ts'
import { virtualTime } from '../support/virtual-time.ts'
import { home } from './attach-stage.ts'

const recording = fileURLToPath(new URL('../recordings/claude-caps-todo.ndjson', import.meta.url))
const hostile = 'ev\u001B[31mil\u202E'

/** A folder with two recordings, changed one and two hours ago, and what only looks like one. */
function workFolder(): string {
  const folder = emptyFolder()
  for (const [at, name] of ['new.ndjson', `-${hostile}.jsonl`].entries()) {
    copyFileSync(recording, path.join(folder, name))
    const seconds = virtualTime().clock.wallMs() / 1000 - (at + 1) * 3600
    utimesSync(path.join(folder, name), seconds, seconds)
  }
  writeFileSync(path.join(folder, 'numbers.jsonl'), '1\n2\n')
  writeFileSync(path.join(folder, 'empty.ndjson'), '')
  mkdirSync(path.join(folder, 'folder.ndjson'))
  spawnSync('mkfifo', [path.join(folder, 'pipe.ndjson')])
  return folder
}

/** The folders of a user who has configured agents, and has a known one on PATH. */
function userEnv(agents: object): Record<string, string> {
  const { folder } = home()
  const [config, bin] = [path.join(folder, 'config', 'acp-plan-tui'), path.join(folder, 'bin')]
  mkdirSync(config, { recursive: true })
  writeFileSync(path.join(config, 'config.json'), JSON.stringify({ agents }))
  mkdirSync(bin)
  writeFileSync(path.join(bin, 'codex-acp'), '#!/bin/sh\n')
  chmodSync(path.join(bin, 'codex-acp'), 0o755)
  return { HOME: folder, XDG_CONFIG_HOME: path.dirname(config), XDG_RUNTIME_DIR: folder, PATH: bin }
}

const agents = {
  mine: { command: 'my-agent', args: ['--acp', '--api-key', 'sk-1234567890abcdef1234567890'] },
  [hostile]: { command: 'other' },
}

async function opened(
  options: Partial<InProcessAppOptions> = {},
  given: object = agents,
): Promise<InProcessScreen> {
  const { env, ...rest } = options
  return await openInProcess({
    columns: 80,
    rows: 24,
    cwd: workFolder(),
    ...rest,
    env: { ...userEnv(given), ACP_PLAN_TUI_ANIMATION: 'off', ...env },
  })
}

const played = {
  played: {
    command: process.execPath,
    args: [launcher, 'demo', 'checklist', '--stdio', '--speed', 'max'],
  },
  failing: { command: process.execPath, args: ['-e', 'process.exit(3)'] },
}

const sizes = [
  [40, 12],
  [80, 24],
  [120, 40],
  [200, 60],
] as const

describe('the program alone on a terminal', () => {
  test('ctrl-s draws a picture of the selected recording, under a new name each time, and says where it is', async () => {
    const cwd = workFolder()
    const screen = await opened({ cwd })
    await screen.shows('new.ndjson')
    await screen.type('new.nd').shows('ctrl-s picture')
    for (const name of ['new.svg', 'new-2.svg']) {
      await screen.press('ctrl-s').receives(`${path.sep}${name}`)
      const picture = readFileSync(path.join(cwd, name), 'utf8')
      expect(picture).toMatch(/^<svg /)
    }
    await screen.type('\u0015recordings ev').gone('new.ndjson')
    await screen.press('ctrl-s').receives(`${path.sep}-ev[31mil.svg`)
  })

  for (const [columns, rows] of sizes)
    test(`shows what can be begun here, in ${columns}x${rows}`, async () => {
      const screen = await opened({ columns, rows })
      await screen.shows('mine')
      await screen.gone('Looking for')
      await screen.shows(`2 sessions`)
      if (rows > 12) await screen.shows('4/4')
      expect(screen.text()).not.toContain('sk-1234567890')
      await expect(`${screen.text()}\n`).toMatchFileSnapshot(`golden/start-${columns}x${rows}.txt`)
      screen.press('escape', 'escape')
      expect(await screen.exit()).toMatchObject({ code: 0 })
      expect(screen.modes()).toEqual([])
    })

  test('needs ASCII only, where the terminal does', async () => {
    const screen = await opened({ env: { ACP_PLAN_TUI_ASCII: 'on' } })
    await screen.shows('4/4')
    await screen.shows('new.ndjson')
    expect(screen.text().replaceAll('␛', '')).toMatch(/^[\n\x20-\x7e]*$/)
    screen.press('ctrl-c')
    expect(await screen.exit()).toMatchObject({ code: 130 })
  })

  test('lists the last five agents without a name that can still be started, with what starts them', async () => {
    const [folder, state] = [emptyFolder(), emptyFolder()]
    const kept = openKeptState({
      folder: path.join(state, 'acp-plan-tui'),
      wallMs: virtualTime().clock.wallMs,
      isPrivate: () => false,
      terminal: 'xterm',
      onFault: () => {},
    })
    const keep = (argv: readonly string[], name = 'agent'): void =>
      kept.keepUse({ kind: 'agent', name, argv, atMs: virtualTime().clock.wallMs() })
    for (const name of ['one', 'two', 'three', 'four']) {
      writeFileSync(path.join(folder, name), '')
      chmodSync(path.join(folder, name), 0o755)
      keep(['--cwd', folder, '--', `./${name}`])
    }
    keep(['--', process.execPath, '/srv/agents/planner.mjs', '--api-key', 'sk-1234567890abcdef1234567890'])
    keep(['connect', 'tcp://build:7000'], 'tcp://build:7000')
    for (let at = 0; at < 8; at++) keep(['--', `/gone/${at}/agent`])
    keep(['--', 'no-such-program'])
    keep(['--agent=no-such-name'])
    const screen = await opened({ columns: 200, env: { XDG_STATE_HOME: state } }, {})
    await screen.shows('tcp://build:7000')
    const rows = screen.text().split('\n')
    const at = rows.findIndex((row) => row.includes('tcp://build:7000'))
    expect(rows.slice(at, at + 7).map((row) => row.trim().replaceAll(/ {2,}/g, '  '))).toEqual([
      expect.stringMatching(/^› · tcp:\/\/build:7000  by its address/),
      'tcp://build:7000',
      expect.stringMatching(/^· planner  .* --api-key \*\*\*/),
      expect.stringMatching(/^· four  \.\/four/),
      expect.stringMatching(/^· three  \.\/three/),
      expect.stringMatching(/^· two  \.\/two/),
      expect.stringMatching(/^· codex  Codex/),
    ])
    await screen.press('down', 'down').shows(`./four in ${folder}`)
  })

  test('says how any agent is started where none is known', async () => {
    const screen = await opened({ env: { PATH: emptyFolder() } }, {})
    await screen.shows('No known agent is on PATH, nor is npx.')
    expect(screen.text()).toContain('acp-plan-tui -- COMMAND')
  })

  test('plays a recording, and comes back when that is quit', async () => {
    const screen = await opened()
    await screen.shows('new.ndjson')
    await screen.type('recordings ev').gone('new.ndjson')
    await screen.press('enter').shows('Read the parser')
    await screen.type('q').shows('start an agent, or watch what runs here')
    await screen.type('recordings ev').gone('new.ndjson')
    await screen.press('enter').shows('Read the parser')
    await screen.press('escape').shows('start an agent, or watch what runs here')
    screen.press('ctrl-c')
    expect(await screen.exit()).toMatchObject({ code: 130 })
    expect(screen.modes()).toEqual([])
  })

  test('watches a session in place: escape and q come back', async () => {
    const screen = await opened()
    await screen.shows('4/4')
    for (const key of ['escape', 'q'] as const) {
      await screen.type('subagents').gone('codex')
      await screen.press('enter').shows('Put both together')
      if (key === 'q') screen.type(key)
      else screen.press(key)
      await screen.shows('codex')
    }
    screen.press('escape', 'escape')
    expect(await screen.exit()).toMatchObject({ code: 0 })
  })

  test('starts an agent by its name, again and again; one that fails ends it with its message', async () => {
    const env = userEnv(played)
    const screen = await openApp({
      columns: 80,
      rows: 24,
      cwd: workFolder(),
      env: { ...env, PATH: process.env['PATH'] },
    })
    for (let time = 0; time < 2; time++) {
      await screen.shows('played')
      await screen.press('enter').shows('No prompt was sent')
      if (time === 0) screen.type('q')
      else {
        await screen.press('escape').shows('esc again ends the agent')
        screen.press('escape')
      }
      await screen.shows('start an agent')
    }
    await screen.type('failing').gone('played')
    await screen.press('enter').shows('stopped, status 3')
    screen.type('q')
    expect(await screen.exit()).toMatchObject({ code: 7 })
    expect(screen.scrollback()).toContain('the agent ended with status 3')
  })
})

describe('without a screen', () => {
  test.each([
    ['keys from a pipe', { piped: '' }],
    ['output into a pipe', { hasPipedOutput: true }],
    ['a screen reader', { env: { ACP_PLAN_TUI_SCREEN_READER: 'on' } }],
    ['a configured format', { env: { ACP_PLAN_TUI_FORMAT: 'text' } }],
  ])('%s: it says how it is used', async (_, options) => {
    const screen = await opened(options)
    expect(await screen.exit()).toMatchObject({ code: 2 })
    expect(screen.scrollback()).toContain('acp-plan-tui shows the plans of an ACP agent')
  })
})
