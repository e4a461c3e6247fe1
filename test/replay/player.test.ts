import { renameSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { AppState } from '../../src/app/state/app-state.ts'
import { silentSince } from '../../src/app/state/link.ts'
import { restMs } from '../../src/app/state/observed.ts'
import { isAtWork } from '../../src/app/state/session-clock.ts'
import { playbackTimeAt, type PlaybackOrder } from '../../src/app/playback/playback.ts'
import type { Player, PlayerOptions } from '../../src/replay/player.ts'
import type { FakeClock } from '../agent/fake-clock.ts'
import { ending, mark, opening, openPlayer, said, step, traceText, type TraceLine } from './made-trace.ts'

interface Played {
  readonly player: Player
  readonly clock: FakeClock
  readonly path: string
  readonly faults: readonly string[]
  add(...lines: TraceLine[]): void
  state(): AppState
  /** The plan's step at the moment, or why there is none. */
  shown(): string
  /** The playback: state, time in the recording, changes so far. */
  at(): string
  /** Waits until everything due has happened, then moves the clock. */
  pass(ms: number): Promise<void>
  order(order: PlaybackOrder): Promise<void>
}

/** A step of the plan in each second from 1 to 9, with a pause of a minute before the last one. */
const steps = ['one', 'two', 'three'].flatMap((word, index) => [
  step((index + 1) * 1000, word),
  said((index + 1) * 1000 + 500, `said ${word}`),
])
const whole = [
  ...opening,
  ...steps,
  mark(3600, 'look here'),
  step(64_000, 'four'),
  mark(65_000, 'and here'),
  ...ending(66_000),
]

async function play(lines: readonly TraceLine[], options: Partial<PlayerOptions> = {}): Promise<Played> {
  const faults: string[] = []
  const onFault: PlayerOptions['onFault'] = ({ message }) => faults.push(message)
  const { player, clock, path, add } = await openPlayer(lines, { onFault, ...options })
  const state = (): AppState => player.app.state()
  const played: Played = {
    player,
    clock,
    path,
    faults,
    add,
    state,
    shown() {
      const [plan] = [...(state().sessions.get('s')?.plans.values() ?? [])]
      return plan?.body.type === 'items' ? (plan.body.entries[0]?.content ?? '') : 'no plan'
    },
    at() {
      const now = state().playback
      return `${now?.state} ${playbackTimeAt(player.time(), clock.nowMs()) / 1000} #${now?.change}`
    },
    async pass(ms) {
      clock.pass(ms)
      await settled(player)
    },
    async order(order) {
      player.order(order)
      await settled(player)
    },
  }
  await settled(player)
  return played
}

/** All orders and all changes of the file are processed. */
async function settled(player: Player): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve))
  while (player.isBusy)
}

const changes = async (played: Played, by: 1 | -1): Promise<string> => {
  await played.order({ type: 'step-change', by })
  return `${played.shown()}, ${played.at()}`
}

describe('playback of a recording', () => {
  test('runs at the recorded pace', async () => {
    const played = await play(whole)
    expect([played.shown(), played.at()]).toEqual(['no plan', 'playing 0 #0'])
    await played.pass(999)
    expect(played.shown()).toBe('no plan')
    await played.pass(1)
    expect([played.shown(), played.at()]).toEqual(['one', 'playing 1 #1'])
    await played.pass(1700)
    expect([played.shown(), played.at()]).toEqual(['two', 'playing 2.7 #2'])
  })

  test('runs at the speed of the option, which keys change', async () => {
    const played = await play(whole, { speed: 4 })
    await played.pass(500)
    expect([played.shown(), played.at()]).toEqual(['two', 'playing 2 #2'])
    await played.order({ type: 'change-speed', by: -1 })
    await played.pass(500)
    expect([played.shown(), played.at()]).toEqual(['three', 'playing 3 #3'])
    await played.order({ type: 'change-speed', by: -1 })
    await played.pass(500)
    expect(played.at()).toBe('playing 3.5 #3')
    expect(played.state().playback?.speed).toBe(1)
  })

  test('with speed max runs to the end without waiting, and stays there', async () => {
    const played = await play(whole, { speed: 'max' })
    expect([played.shown(), played.at()]).toEqual(['four', 'ended 66 #4'])
    await played.pass(100_000)
    expect(played.at()).toBe('ended 66 #4')
    expect(played.state().sessions.get('s')?.turn).toMatchObject({
      state: 'ended',
      took: { workedMs: 65_500 },
    })
  })

  test('shortens long pauses to the idle limit, in real time', async () => {
    const played = await play(whole, { idleLimitMs: 2000, speed: 2 })
    await played.pass(1800)
    expect(played.at()).toBe('playing 3.6 #3')
    await played.pass(1999)
    expect([played.shown(), played.at()]).toEqual(['three', 'playing 7.598 #3'])
    await played.pass(1)
    expect([played.shown(), played.at()]).toEqual(['four', 'playing 64 #4'])
  })

  test('starts again after the end when it loops', async () => {
    const played = await play(whole, { speed: 'max', isLooping: true })
    expect(played.at()).toBe('ended 66 #4')
    await played.order({ type: 'change-speed', by: -1 })
    await played.pass(1500)
    await settled(played.player)
    expect(played.at()).toBe('playing 0 #0')
    await played.pass(1000)
    expect(played.at()).toBe('playing 32 #3')
    await played.order({ type: 'loop' })
    await played.pass(5000)
    expect(played.at()).toBe('ended 66 #4')
    await played.pass(5000)
    expect(played.at()).toBe('ended 66 #4')
  })

  test('lists length, changes and marks of the whole recording', async () => {
    const played = await play(whole, { isPaused: true })
    await played.pass(300)
    expect(played.state().playback).toEqual({
      state: 'paused',
      speed: 1,
      isLooping: false,
      change: 0,
      extent: {
        durationMs: 66_000,
        changes: 4,
        markers: [
          { atMs: 3600, text: 'look here' },
          { atMs: 65_000, text: 'and here' },
        ],
        isWhole: true,
      },
    })
    expect(played.player.startedAtMs()).toBe(Date.parse('2026-11-21T12:00:00.000Z'))
  })
})

describe('seeking', () => {
  test('pauses and continues', async () => {
    const played = await play(whole)
    await played.pass(1200)
    await played.order({ type: 'pause-or-play' })
    await played.pass(10_000)
    expect(played.at()).toBe('paused 1.2 #1')
    await played.order({ type: 'pause-or-play' })
    await played.pass(1000)
    expect([played.shown(), played.at()]).toEqual(['two', 'playing 2.2 #2'])
  })

  test('steps by changes of plans, forward and back', async () => {
    const played = await play(whole, { isPaused: true })
    expect(await changes(played, 1)).toBe('one, paused 1 #1')
    expect(await changes(played, 1)).toBe('two, paused 2 #2')
    expect(await changes(played, 1)).toBe('three, paused 3 #3')
    expect(await changes(played, 1)).toBe('four, paused 64 #4')
    expect(await changes(played, 1)).toBe('four, ended 66 #4')
    expect(await changes(played, -1)).toBe('three, paused 3 #3')
    expect(await changes(played, -1)).toBe('two, paused 2 #2')
    expect(await changes(played, -1)).toBe('one, paused 1 #1')
    expect(await changes(played, -1)).toBe('no plan, paused 0 #0')
    expect(await changes(played, -1)).toBe('no plan, paused 0 #0')
  })

  test('steps by messages, forward and back', async () => {
    const played = await play(whole)
    await played.pass(1100)
    await played.order({ type: 'step-frame', by: 1 })
    expect(played.at()).toBe('paused 1.5 #1')
    expect(played.state().sessions.get('s')?.activity.items.at(-1)).toMatchObject({ text: 'said one' })
    await played.order({ type: 'step-frame', by: 1 })
    expect(played.at()).toBe('paused 2 #2')
    await played.order({ type: 'step-frame', by: -1 })
    await played.order({ type: 'step-frame', by: -1 })
    await played.order({ type: 'step-frame', by: -1 })
    // A step includes the effects of its message: the prompt is sent.
    expect([played.shown(), played.at()]).toEqual(['no plan', 'paused 0.5 #0'])
  })

  test('jumps to marks and times', async () => {
    const played = await play(whole)
    await played.order({ type: 'step-marker', by: 1 })
    expect([played.shown(), played.at()]).toEqual(['three', 'playing 3.6 #3'])
    await played.order({ type: 'step-marker', by: 1 })
    expect(played.at()).toBe('playing 65 #4')
    await played.order({ type: 'step-marker', by: 1 })
    expect(played.at()).toBe('ended 66 #4')
    await played.order({ type: 'step-marker', by: -1 })
    expect(played.at()).toBe('playing 3.6 #3')
    await played.order({ type: 'step-marker', by: -1 })
    expect(played.at()).toBe('playing 0 #0')
    await played.order({ type: 'go-to', atMs: 30_000 })
    expect([played.shown(), played.at()]).toEqual(['three', 'playing 30 #3'])
    await played.order({ type: 'go-by', byMs: -28_000 })
    expect([played.shown(), played.at()]).toEqual(['two', 'playing 2 #2'])
    await played.order({ type: 'go-to', atMs: 1e9 })
    expect(played.at()).toBe('ended 66 #4')
  })

  test('play at the end starts again at the beginning', async () => {
    const played = await play(whole, { speed: 'max' })
    await played.order({ type: 'change-speed', by: -1 })
    await played.order({ type: 'pause-or-play' })
    expect(played.at()).toBe('playing 0 #0')
  })

  test('counts each of several steps in quick succession', async () => {
    const played = await play(whole, { isPaused: true })
    for (const by of [1, 1, 1, -1] as const) played.player.order({ type: 'step-change', by })
    expect(await changes(played, 1)).toBe('three, paused 3 #3')
    for (let count = 0; count < 2; count++) played.player.order({ type: 'go-by', byMs: -1000 })
    await settled(played.player)
    expect(played.at()).toBe('paused 1 #1')
  })

  test('follows the newest of several orders', async () => {
    const played = await play(whole)
    played.player.order({ type: 'go-to', atMs: 64_500 })
    played.player.order({ type: 'go-to', atMs: 2000 })
    await played.order({ type: 'pause-or-play' })
    expect(played.at()).toBe('paused 2 #2')
  })

  test('reaches at every position the same state as playing up to it', async () => {
    const straight = await play(whole, { speed: 'max' })
    const jumped = await play(whole, { isPaused: true })
    await jumped.order({ type: 'go-to', atMs: 65_000 })
    await jumped.order({ type: 'go-to', atMs: 1000 })
    await jumped.order({ type: 'go-to', atMs: 66_000 })
    expect({ ...jumped.state(), playback: null }).toEqual({ ...straight.state(), playback: null })
  })
})

describe('a recording that grows', () => {
  test('is shown at its end, and appended records at once', async () => {
    const played = await play([...opening, ...steps], { follows: true })
    expect([played.shown(), played.at()]).toEqual(['three', 'waiting 3.5 #3'])
    await played.pass(2000)
    expect(played.at()).toBe('waiting 5.5 #3')
    played.add(step(60_000, 'later'))
    await expect.poll(async () => (await played.pass(200), played.shown())).toBe('later')
    expect(played.at()).toMatch(/^waiting 60(?:\.\d)? #4$/)
  })

  test('is not said to work where it has not grown for ten minutes, until more is appended', async () => {
    const played = await play([...opening, ...steps], { follows: true })
    const works = (): boolean => [...played.state().sessions.values()].some(isAtWork)
    await played.pass(restMs - 5000)
    expect(works()).toBe(true)
    await played.pass(5000)
    expect([works(), silentSince(played.state().link)]).toEqual([false, 3500])
    played.add(step(900_000, 'later'))
    await expect.poll(async () => (await played.pass(200), played.shown())).toBe('later')
    expect([works(), silentSince(played.state().link)]).toEqual([true, null])
  })

  test('falls behind during a pause, and catches up', async () => {
    const played = await play([...opening, ...steps], { follows: true })
    await played.order({ type: 'pause-or-play' })
    played.add(step(4000, 'meanwhile'), said(9000, 'more'))
    await played.pass(1000)
    expect([played.shown(), played.at()]).toEqual(['three', 'paused 3.5 #3'])
    await played.order({ type: 'pause-or-play' })
    await played.pass(400)
    expect(played.shown()).toBe('three')
    await expect.poll(async () => (await played.pass(200), played.shown())).toBe('meanwhile')
  })

  test('continues in the file that replaces it', async () => {
    const played = await play([...opening, ...steps], { follows: true })
    renameSync(played.path, `${played.path}.1`)
    writeFileSync(played.path, traceText([step(5000, 'rotated')]))
    await expect.poll(async () => (await played.pass(200), played.shown())).toBe('rotated')
    played.add(step(6000, 'and on'))
    await expect.poll(async () => (await played.pass(200), played.shown())).toBe('and on')
    expect(played.faults).toEqual([])
  })

  test('may end in the middle of a line', async () => {
    const played = await play([...opening, ...steps], { follows: true })
    const line = JSON.stringify(step(4000, 'whole'))
    writeFileSync(played.path, line.slice(0, 40), { flag: 'a' })
    await played.pass(1000)
    expect(played.shown()).toBe('three')
    writeFileSync(played.path, `${line.slice(40)}\n`, { flag: 'a' })
    await expect.poll(async () => (await played.pass(200), played.shown())).toBe('whole')
    expect(played.player.index.reader.problems).toEqual([])
  })
})

test('a recording of a killed run is shown up to its torn line', async () => {
  const played = await play([...opening, ...steps], { speed: 'max' })
  writeFileSync(played.path, `${traceText([...opening, ...steps])}{"t":9000,"in":{"json`)
  const torn = await play([...opening, ...steps], { speed: 'max' })
  expect(torn.at()).toBe('ended 3.5 #3')
  expect(torn.faults).toEqual([])
})

test('reports a file that is not a recording', async () => {
  const played = await play([{ hello: 'world' }])
  await expect.poll(() => played.faults).toEqual(['nothing in it is a trace'])
})
