import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type EndSignal, signalStatus } from '../../src/system/end-signals.ts'
import { patienceMs } from '../support/changes.ts'
import { emptyFolder } from '../support/empty-folder.ts'
import { openApp, type OpenAppOptions, type PtyScreen } from '../support/open-app.ts'
import { scriptedAgent, type Outlives, type ScriptedAgent } from '../support/scripted-agent.ts'
import { launcher, surroundings } from '../support/surroundings.ts'

const trace = fileURLToPath(new URL('../recordings/claude-caps-todo.ndjson', import.meta.url))
const stubborn: readonly Outlives[] = ['stdin-end', 'SIGTERM', 'SIGINT', 'SIGHUP']
/** For a program that waits for such an agent while the test does something. */
const patient = {
  NODE_OPTIONS: `--import=${new URL('../support/programs/patient.mjs', import.meta.url).href}`,
}

async function open(options: Partial<OpenAppOptions>): Promise<PtyScreen> {
  return openApp({ columns: 80, rows: 24, ...options })
}

/** The program has ended with the status of the signal, restored the terminal, and left no process of its run. */
async function expectEnd(screen: PtyScreen, signal: EndSignal): Promise<void> {
  expect(await screen.exit(20_000)).toMatchObject({ code: signalStatus(signal) })
  expect(screen.modes()).toEqual([])
  expect(screen.hasTerminalRestored()).toBe(true)
  // Node opens a debugger on SIGUSR1, unless the program handles it.
  expect(screen.raw().includes('Debugger')).toBe(false)
  await screen.surroundings.noProcesses()
}

async function runsTurn(agent: ScriptedAgent): Promise<void> {
  await agent.answerHandshake()
  await agent.prompted()
}

/** What starts the agent. */
const agents = {
  plain: [],
  shell: ['/bin/sh', '-c', '"$@"; exit $?', 'sh'],
  /** The agent has a child in its group that ignores signals. */
  'with-child': ['/bin/sh', '-c', `(trap '' HUP INT TERM QUIT; exec sleep 600) & exec "$@"`, 'sh'],
} as const

interface Moment {
  readonly args: readonly string[]
  readonly agent: keyof typeof agents
  readonly outlives?: readonly Outlives[]
  readonly reach: (agent: ScriptedAgent, screen: PtyScreen) => Promise<unknown>
}

describe('a signal gives the terminal back, ends the agent and all it has started, and its number is the status', () => {
  test.each<[EndSignal, string, Moment]>([
    [
      'SIGUSR1',
      'when the agent has just started',
      { args: [], agent: 'shell', reach: (agent) => agent.started() },
    ],
    [
      'SIGUSR2',
      'in the handshake, with --format text',
      { args: ['--format', 'text'], agent: 'plain', reach: (agent) => agent.received('initialize') },
    ],
    [
      'SIGALRM',
      'while the session opens, with --screen-reader',
      {
        args: ['--screen-reader'],
        agent: 'with-child',
        async reach(agent) {
          const initialize = await agent.received('initialize')
          await agent.respond(initialize, { protocolVersion: 1, agentCapabilities: {} })
          await agent.received('session/new')
        },
      },
    ],
    [
      'SIGQUIT',
      'in an open session, with --format json',
      { args: ['--format', 'json'], agent: 'shell', reach: (agent) => agent.answerHandshake() },
    ],
    [
      'SIGABRT',
      'while the program waits for the agent to end',
      {
        args: [],
        agent: 'with-child',
        outlives: stubborn,
        async reach(agent, screen) {
          await runsTurn(agent)
          await screen.shows('q quit')
          screen.type('qq')
          await agent.stdinEnded()
        },
      },
    ],
  ])('%s %s', async (signal, _, { args, agent: kind, outlives = [], reach }) => {
    const agent = await scriptedAgent({ outlives })
    const command = [...agents[kind], ...agent.command]
    const env = outlives.length > 0 ? patient : {}
    const screen = await open({ args: [...args, '--prompt', 'go'], command, env })
    await reach(agent, screen)
    await screen.signal(signal)
    await expectEnd(screen, signal)
  })

  test.each<[EndSignal, EndSignal]>([
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGQUIT'],
    ['SIGHUP', 'SIGTERM'],
  ])('%s, %s: the second one does not wait for the agent, and the recording is whole', async (one, two) => {
    const agent = await scriptedAgent({ outlives: stubborn })
    const recording = path.join(surroundings().folder, 'run.ndjson')
    const args = ['--record', recording, '--prompt', 'go']
    const screen = await open({ args, command: agent.command, env: patient })
    await runsTurn(agent)
    await screen.signal(one)
    await agent.stdinEnded()
    await screen.signal(two)
    await expectEnd(screen, two)
    const lines = readFileSync(recording, 'utf8').split('\n')
    expect(lines.pop()).toBe('')
    for (const line of lines) JSON.parse(line)
  })

  test('SIGINT in a demo', async () => {
    const screen = await open({ args: ['demo', 'checklist'] })
    await screen.shows('working')
    await screen.signal('SIGINT')
    await expectEnd(screen, 'SIGINT')
  })

  test('SIGHUP in a replay', async () => {
    const screen = await open({ args: ['replay', trace, '--paused'] })
    await screen.shows('paused')
    await screen.signal('SIGHUP')
    await expectEnd(screen, 'SIGHUP')
  })

  test('SIGTERM while render waits for its recording', async () => {
    const { folder } = surroundings()
    const pipe = path.join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const screen = await open({ args: ['render', pipe, '-o', path.join(folder, 'run.txt')] })
    await readerOf(pipe)
    await screen.signal('SIGTERM')
    await expectEnd(screen, 'SIGTERM')
  })
})

test.each([
  ['the launcher', launcher],
  ['the demo agent', fileURLToPath(new URL('../../dist/demo-agent.js', import.meta.url))],
])('an inspector that SIGUSR1 has opened before the first line is closed by it: %s', (_, file) => {
  const loaded = JSON.stringify(pathToFileURL(file).href)
  const lines = [
    `import inspector from 'node:inspector'`,
    'inspector.open(0)',
    // The first line has run when its listener is there and its module gives way.
    `const told = () => process.exit(inspector.url() === undefined ? 0 : 9)`,
    `process.on('newListener', (name) => name === 'SIGUSR1' && process.nextTick(told))`,
    `await import(${loaded})`,
  ]
  const folder = emptyFolder()
  const wrapper = path.join(folder, 'wrapper.mjs')
  writeFileSync(wrapper, lines.join('\n'))
  const { NODE_OPTIONS: _options, ...env } = process.env
  expect(spawnSync(process.execPath, [wrapper], { env, input: '' }).status).toBe(0)
})

test.each<[string, readonly string[]]>([
  ['screen', []],
  ['screen-reader', ['--screen-reader']],
])('a terminal that is closed ends the run on it, and no process stays: %s', async (_, args) => {
  const agent = await scriptedAgent({ outlives: ['stdin-end', 'SIGTERM'] })
  const file = path.join(surroundings().folder, 'run.ndjson')
  const screen = await open({ args: ['--record', file, ...args], command: agent.command })
  await agent.answerHandshake()
  screen.hangUp()
  await screen.surroundings.noProcesses()
  expect(readFileSync(file, 'utf8')).toMatch(/"end":\{"status":129,"reason":"interrupted"\}\}\n$/)
})

/** Resolves when somebody reads from a pipe: only then it can be opened for writing without waiting. It stays open. */
async function readerOf(pipe: string): Promise<void> {
  const deadlineMs = performance.now() + patienceMs
  while (performance.now() < deadlineMs) {
    try {
      const fd = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
      onTestFinished(() => closeSync(fd))
      return
    } catch {
      await pause(5)
    }
  }
  throw new Error(`nobody reads from ${pipe}`)
}
