import type { AddressInfo, Server } from 'node:net'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { StreamSession, Transport, TransportEnd } from '../../../src/app/ports/transport.ts'
import type { Clock } from '../../../src/lib/clock.ts'
import { openRemote } from '../../../src/sources/remote/open-remote.ts'
import { parseAddress } from '../../../src/sources/remote/remote-address.ts'
import type { RemoteHeader } from '../../../src/sources/remote/remote-header.ts'
import { fakeClock, type FakeClock } from '../../agent/fake-clock.ts'

/** Listens on a free port of this machine until the test is over; gives the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Values that arrive one after the other, and that a test waits for. */
export class Awaited<T> {
  readonly seen: T[] = []
  readonly #waiting = new Set<() => void>()
  readonly #listeners: ((value: T) => void)[] = []

  /** Calls the listener with each later value, as it arrives. */
  answer(listener: (value: T) => void): void {
    this.#listeners.push(listener)
  }

  push(value: T): void {
    this.seen.push(value)
    for (const listener of this.#listeners) listener(value)
    for (const look of this.#waiting) look()
  }

  /** All values so far, as soon as the condition holds. */
  async until(isWanted: (seen: readonly T[]) => boolean): Promise<readonly T[]> {
    return await new Promise((resolve) => {
      const look = (): void => {
        if (!isWanted(this.seen)) return
        this.#waiting.delete(look)
        resolve(this.seen)
      }
      this.#waiting.add(look)
      look()
    })
  }

  async count(wanted: number): Promise<readonly T[]> {
    return await this.until((seen) => seen.length >= wanted)
  }
}

export interface OpenedRemote {
  readonly transport: Transport
  /** Frames as `text …` or `binary …`; each chunk of bytes as it is. */
  readonly received: Awaited<string>
  /** The session of the stream of each frame in `received`. */
  readonly cameFrom: readonly StreamSession[]
  readonly ended: Awaited<TransportEnd>
  /** Whether reading is paused, since the agent does not read. */
  readonly stalled: Awaited<boolean>
}

export interface RemoteStage {
  open(): OpenedRemote
}

export interface StageOptions {
  readonly headers?: readonly RemoteHeader[]
  readonly clock?: Clock
  readonly timeoutMs?: number
}

/** An address that can be opened several times; open connections end with the test. Time stands still, unless a test lets its clock pass. */
export function remote(
  address: string,
  { headers = [], clock = fakeClock(), timeoutMs }: StageOptions = {},
): RemoteStage {
  const parsed = parseAddress(address)
  if (!parsed.ok) throw new Error(parsed.problem.message)
  const open = openRemote(parsed.value, { headers, clock, timeoutMs: timeoutMs ?? null })
  return {
    open() {
      const received = new Awaited<string>()
      const cameFrom: StreamSession[] = []
      const ended = new Awaited<TransportEnd>()
      const stalled = new Awaited<boolean>()
      const transport = open({
        onBytes: (chunk) => received.push(chunk.toString('utf8')),
        onFrame: (frame, kind, from) => {
          cameFrom.push(from)
          received.push(`${kind} ${frame.toString(kind === 'text' ? 'utf8' : 'hex')}`)
        },
        onStderr: () => undefined,
        onStalled: (isStalled) => stalled.push(isStalled),
        onEnded: (end) => ended.push(end),
      })
      onTestFinished(() => transport.killNow())
      return { transport, received, cameFrom, ended, stalled }
    },
  }
}

/** Lets the event loop turn until the condition holds. */
export async function turnsUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await turnOfTheLoop()
}

/** Lets a time of that length pass, as soon as it is waited for. */
export async function passes(clock: FakeClock, ms: number): Promise<void> {
  await turnsUntil(() => clock.dueInMs().includes(ms))
  clock.pass(ms)
}

export function request(id: number, method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

export const initialize = request(0, 'initialize', { protocolVersion: 1, clientCapabilities: {} })

/** Ids that change when they are parsed to JavaScript values and written again. */
export const oddIds = ['9007199254740993', '-0', '1e999', '1.50', '"\\ud800"', '"line 1"']
