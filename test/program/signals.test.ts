import { describe, expect, test } from 'vitest'
import { openApp } from '../support/open-app.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'
import {
  agentKinds,
  moments,
  otherCommands,
  signalRun,
  signalSometime,
  watchingCommands,
  type Moment,
} from '../support/signal-run.ts'

/** Those that people and systems send. */
const signals = [
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGABRT',
  'SIGUSR1',
  'SIGUSR2',
  'SIGALRM',
  'SIGTERM',
] as const

describe('a signal gives the terminal back, ends the agent and all it has started, and tells its number', () => {
  test.each(signals)('%s', async (signal) => {
    expect(await signalRun({ command: 'screen', signals: [signal], agent: 'with-child' })).toEqual([])
  })

  test.each(moments)('at any moment: %s', async (moment) => {
    expect(await signalRun({ command: 'screen', signals: ['SIGQUIT'], moment })).toEqual([])
  })

  test.each(agentKinds)('whatever the agent is: %s', async (agent) => {
    expect(await signalRun({ command: 'screen', signals: ['SIGQUIT'], agent })).toEqual([])
  })

  test.each([...watchingCommands, ...otherCommands])('whatever the command is: %s', async (command) => {
    expect(await signalRun({ command, signals: ['SIGQUIT'], agent: 'in-shell' })).toEqual([])
  })

  test.each([
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGQUIT'],
    ['SIGHUP', 'SIGTERM'],
  ] as const)('a second one does not wait for the agent: %s, then %s', async (...both) => {
    expect(await signalRun({ command: 'record', signals: both, agent: 'stubborn' })).toEqual([])
  })
})

test('a window that is closed tells so twice, and the agent still has its time to end', async () => {
  const agent = await scriptedAgent()
  const screen = await openApp({ columns: 80, rows: 24, args: ['--prompt', 'go'], command: agent.command })
  await agent.answerHandshake()
  await agent.prompted()
  await screen.signal('SIGHUP')
  await screen.signal('SIGHUP')
  await agent.received('session/cancel')
  await agent.stdinEnded()
  expect(await screen.exit()).toMatchObject({ code: 129 })
  await screen.surroundings.noProcesses()
})

test('SIGUSR1 opens no door for a debugger, from the first line of the program on', async () => {
  const agent = await scriptedAgent()
  const screen = await openApp({ columns: 80, rows: 24, command: agent.command })
  await agent.started()
  await screen.signal('SIGUSR1')
  await screen.exit()
  expect(screen.raw().toString('latin1')).not.toContain('Debugger')
})

describe('a terminal that is closed', () => {
  test.each<[string, readonly string[]]>([
    ['screen', []],
    ['screen-reader', ['--screen-reader']],
  ])('ends the run on it, and nothing of it stays: %s', async (_, args) => {
    const agent = await scriptedAgent({ outlives: ['stdin-end', 'SIGTERM'] })
    const screen = await openApp({ columns: 80, rows: 24, args, command: agent.command })
    await agent.answerHandshake()
    screen.hangUp()
    await screen.surroundings.noProcesses()
  })
})

/** By hand: `SIGNAL_RUNS=300 SEED=1 npx vitest run … test/program/signals.test.ts -t mixed`. */
const runs = Number(process.env['SIGNAL_RUNS'] ?? 0)

describe.runIf(runs > 0)('mixed', () => {
  const next = randomNumbers(Number(process.env['SEED'] ?? 1))
  const pick = <T>(from: readonly [T, ...T[]] | readonly T[]): T => from[next(from.length)] as T
  for (let run = 0; run < runs; run++) {
    const command = pick([...watchingCommands, ...otherCommands])
    const agent = pick(agentKinds)
    const moment: Moment = pick(moments)
    const given = [pick(signals), ...(agent === 'stubborn' && next(2) === 0 ? [pick(signals)] : [])]
    const isAlone = otherCommands.some((each) => each === command)
    const story = isAlone
      ? { command, signals: given.slice(0, 1) }
      : { command, signals: given, agent, moment }
    test(`${run} ${JSON.stringify(story)}`, async () => {
      expect(await signalRun(story)).toEqual([])
    })
  }
})

/** By hand: `SIGNAL_RUNS=300 SEED=1 npx vitest run … test/program/signals.test.ts -t sometime`. */
describe.runIf(runs > 0)('sometime', () => {
  const next = randomNumbers(Number(process.env['SEED'] ?? 1))
  for (let run = 0; run < runs; run++) {
    // Before the launcher runs SIGUSR1 is Node's.
    const signal = signals.filter((each) => each !== 'SIGUSR1')[next(signals.length - 1)] ?? 'SIGTERM'
    const command = (['screen', 'json', 'record'] as const)[next(3)] ?? 'screen'
    const afterMs = next(900)
    test(`${run} ${signal} after ${afterMs} ms: ${command}`, async () => {
      expect(await signalSometime(signal, { afterMs, command })).toEqual([])
    })
  }
})

/** The same numbers for the same seed: a linear congruential generator is enough to mix. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
