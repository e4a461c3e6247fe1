import { ndJsonStream } from '@agentclientprotocol/sdk/unstable'
import { connectDemoAgent } from '../../src/demo/agent/demo-agent.ts'
import { openDemoFolder } from '../../src/demo/host/demo-folder.ts'
import { findScenario } from '../../src/demo/scenarios.ts'
import type { OpenTransport } from '../../src/app/ports/transport.ts'
import type { SpawnedCommand } from '../../src/sources/spawned/open-spawned.ts'
import type { VirtualTime } from './virtual-time.ts'

/** The demo agent without a process, playing a scenario as fast as it can, in the program's time. */
export function inProcessDemo({ args, env }: SpawnedCommand, time: VirtualTime): OpenTransport {
  const scenario = findScenario(args[1] ?? '')
  if (scenario === undefined || args[3] !== 'max') throw new Error(`not played here: ${args.join(' ')}`)
  return (events) => {
    const folder = openDemoFolder()
    let isOver = false
    let deliver: (bytes: Uint8Array) => void = () => undefined
    const over = (code: number): void => {
      if (isOver) return
      isOver = true
      folder.remove()
      setImmediate(() => time.run(() => events.onEnded({ kind: 'exited', code, signal: null })))
    }
    const write = async (bytes: Uint8Array): Promise<void> => {
      if (!isOver) time.run(() => events.onBytes(Buffer.from(bytes)))
    }
    const input = new ReadableStream<Uint8Array>({
      start: (stream) => void (deliver = (bytes) => stream.enqueue(bytes)),
    })
    setImmediate(() =>
      time.run(() => {
        connectDemoAgent(
          ndJsonStream(new WritableStream({ write }), input),
          {
            scenario,
            pace: { speed: 'max', idleLimitMs: null },
            isLooping: false,
            folder,
            writeLine: (line) => write(Buffer.from(`${line}\n`)),
            writeStderr: (text) => time.run(() => events.onStderr(Buffer.from(text))),
          },
          { exit: over, now: () => time.clock.wallMs(), env },
        )
      }),
    )
    return {
      isRunning: true,
      send(message) {
        if (!isOver) deliver(Buffer.from(`${message}\n`))
      },
      end: async () => over(0),
      killNow: () => over(0),
    }
  }
}
