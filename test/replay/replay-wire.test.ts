import { describe, expect, onTestFinished, test } from 'vitest'
import type { PlaybackOrder } from '../../src/app/playback/playback.ts'
import { TraceInterpreter } from '../../src/app/exchange/trace-interpreter.ts'
import { logProblem, WireLog } from '../../src/app/wire/wire-log.ts'
import { TraceReader } from '../../src/protocol/trace/read-trace.ts'
import { ReplayWire } from '../../src/replay/replay-wire.ts'
import { ending, mark, opening, openPlayer, said, step, traceText, type TraceLine } from './made-trace.ts'

const lines: readonly TraceLine[] = [
  ...opening,
  step(1_000, 'one'),
  said(1_500, 'said one'),
  { t: 1_600, err: 'a warning' },
  { t: 1_700, in: 'no JSON' },
  mark(1_800, 'here'),
  step(2_000, 'two'),
  step(3_000, 'three'),
  ...ending(4_000),
]

interface Shown {
  readonly wire: ReplayWire
  /** Whether the panel was told of something since. */
  asked(): boolean
  order(order: PlaybackOrder): Promise<void>
  add(...lines: TraceLine[]): void
  pass(ms: number): Promise<void>
}

async function show(
  of: readonly TraceLine[],
  { follows = false, maxBytes = 2 ** 20, onLook = (): number => 0 } = {},
): Promise<Shown> {
  const { player, file, clock, add } = await openPlayer(of, { isPaused: !follows, follows })
  const watched = { ...clock, nowMs: () => clock.nowMs() + onLook() }
  const wire: ReplayWire = new ReplayWire({ file, clock: watched, player, maxBytes })
  onTestFinished(() => wire.watch(null))
  const settled = async (): Promise<void> => {
    do await new Promise((resolve) => setImmediate(resolve))
    while (player.isBusy)
    do await new Promise((resolve) => setImmediate(resolve))
    while (wire.isReading())
  }
  await settled()
  let isAsked = false
  wire.watch(() => (isAsked = true))
  await settled()
  return {
    wire,
    asked: () => isAsked,
    async order(order) {
      player.order(order)
      await settled()
    },
    add,
    async pass(ms) {
      clock.pass(ms)
      await settled()
    },
  }
}

function textsOf(log: WireLog): readonly string[] {
  return Array.from({ length: log.end - log.first }, (_, at) => {
    const message = log.at(log.first + at)
    return message === null
      ? 'none'
      : `${message.atMs} ${message.sort} ${message.frame} ${message.bytes.toString()}`
  })
}

/** What a live run had logged up to a time. */
function liveUntil(t: number): readonly string[] {
  const log = new WireLog()
  const reader = new TraceReader()
  const interpreter = new TraceInterpreter()
  for (const line of lines)
    for (const record of reader.push(Buffer.from(traceText([line]).trimEnd()))) {
      if (record.t > t) continue
      log.append(record)
      for (const event of interpreter.read(record)) logProblem(log, event)
    }
  return textsOf(log)
}

describe('the wire of a replay', () => {
  test('a panel that is closed while messages are read is told nothing more', async () => {
    let [looks, isShown] = [0, false]
    const { wire, order } = await show(lines, {
      // Each look at the clock is a slice later; at the second one the panel is closed.
      onLook: () => {
        if (++looks === 2 && isShown) wire.watch(null)
        return looks * 100
      },
    })
    wire.watch(null)
    await order({ type: 'go-to', atMs: 4_000 })
    ;[looks, isShown] = [0, true]
    let told = 0
    wire.watch(() => told++)
    await order({ type: 'go-to', atMs: 4_000 })
    expect(told).toBe(0)
    expect(looks).toBeGreaterThan(1)
  })

  test('is that of the run up to the place that is shown, wherever the player goes', async () => {
    const { wire, order } = await show(lines)
    expect(textsOf(wire.log())).toEqual([])
    for (const atMs of [2_500, 1_200, 0, 4_000, 350, 1_750]) {
      await order({ type: 'go-to', atMs })
      expect(textsOf(wire.log())).toEqual(liveUntil(atMs))
    }
    expect(liveUntil(4_000).join('\n')).toContain('problem 5 rejected: not JSON')
  })

  test('goes on in the same log where the player goes on', async () => {
    const { wire, order } = await show(lines)
    await order({ type: 'go-to', atMs: 1_200 })
    const log = wire.log()
    await order({ type: 'step-frame', by: 1 })
    expect(wire.log()).toBe(log)
    expect(textsOf(log).at(-1)).toContain('a warning')
    await order({ type: 'step-frame', by: -1 })
    expect(wire.log()).not.toBe(log)
    expect(textsOf(wire.log()).at(-1)).toContain('"one"')
  })

  test('reads nothing while the panel is closed', async () => {
    const { wire, order, asked } = await show(lines)
    wire.watch(null)
    expect(asked()).toBe(true)
    await order({ type: 'go-to', atMs: 3_500 })
    expect(wire.log().end).toBe(0)
    wire.watch(() => undefined)
    await order({ type: 'go-by', byMs: 0 })
    expect(textsOf(wire.log())).toEqual(liveUntil(3_500))
  })

  test('stays within its memory in a long recording, and counts what was before', async () => {
    const many = Array.from({ length: 4_000 }, (_, at) =>
      said(1_000 + at, `${at} ${String(Math.sin(at)).repeat(60)}`),
    )
    const { wire, order } = await show([...opening, ...many], { maxBytes: 200_000 })
    await order({ type: 'go-to', atMs: 10_000 })
    const log = wire.log()
    expect(log.memory).toBeLessThanOrEqual(200_000)
    expect(log.first).toBeGreaterThan(1_000)
    expect(log.end).toBe(many.length + 5)
    expect(textsOf(log).at(-1)).toContain('"text":"3999 ')
    expect(log.ofFrame(many.length + 2)).toBe(log.end - 1)
  })

  test('follows a recording that grows', async () => {
    const { wire, add, pass } = await show(opening, { follows: true })
    expect(wire.log().end).toBe(5)
    add(step(9_000, 'more'))
    await expect.poll(async () => (await pass(200), textsOf(wire.log()).at(-1))).toContain('"more"')
  })
})
