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
  type SignalRun,
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

/** Every signal, moment, agent and command at least once, and a second signal. */
const runs: readonly SignalRun[] = [
  { signals: ['SIGUSR1'], command: 'screen', agent: 'in-shell', moment: 'started' },
  { signals: ['SIGUSR2'], command: 'text', agent: 'plain', moment: 'asked' },
  { signals: ['SIGALRM'], command: 'screen-reader', agent: 'with-child', moment: 'opening' },
  { signals: ['SIGQUIT'], command: 'json', agent: 'in-shell', moment: 'open' },
  { signals: ['SIGABRT'], command: 'screen', agent: 'with-child', moment: 'turn' },
  { signals: ['SIGTERM'], command: 'screen', agent: 'with-child', moment: 'quitting' },
  // A second one does not wait for the agent.
  { signals: ['SIGINT', 'SIGINT'], command: 'record', agent: 'stubborn', moment: 'question' },
  { signals: ['SIGTERM', 'SIGQUIT'], command: 'record', agent: 'stubborn', moment: 'turn' },
  { signals: ['SIGHUP', 'SIGTERM'], command: 'record', agent: 'stubborn', moment: 'turn' },
  { signals: ['SIGINT'], command: 'demo' },
  { signals: ['SIGHUP'], command: 'replay' },
  { signals: ['SIGTERM'], command: 'render' },
]

describe('a signal gives the terminal back, ends the agent and all it has started, and tells its number', () => {
  test.each(runs.map((run) => [Object.values(run).flat().join(' '), run] as const))('%s', async (_, run) => {
    expect(await signalRun(run)).toEqual([])
  })

  test('the rows have every value', () => {
    const values = <T>(of: (run: SignalRun) => T | readonly T[] | undefined): ReadonlySet<T> =>
      new Set(runs.flatMap((run) => of(run) ?? []))
    expect(values((run) => run.signals.at(0))).toEqual(new Set(signals))
    expect(values((run) => run.moment)).toEqual(new Set(moments))
    expect(values((run) => run.agent)).toEqual(new Set(agentKinds))
    expect(values((run) => run.command)).toEqual(new Set([...watchingCommands, ...otherCommands]))
  })
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
const manualRuns = Number(process.env['SIGNAL_RUNS'] ?? 0)

describe.runIf(manualRuns > 0)('mixed', () => {
  const next = randomNumbers(Number(process.env['SEED'] ?? 1))
  const pick = <T>(from: readonly [T, ...T[]] | readonly T[]): T => from[next(from.length)] as T
  for (let run = 0; run < manualRuns; run++) {
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
describe.runIf(manualRuns > 0)('sometime', () => {
  const next = randomNumbers(Number(process.env['SEED'] ?? 1))
  for (let run = 0; run < manualRuns; run++) {
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
