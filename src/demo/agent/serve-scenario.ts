import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { ndJsonStream } from '@agentclientprotocol/sdk/unstable'
import { connectDemoAgent } from './demo-agent.ts'
import { endWithClient, write } from '../host/client-streams.ts'
import { openDemoFolder } from '../host/demo-folder.ts'
import type { DemoRun } from './turn.ts'

/** Serves one client on stdin and stdout, until stdin ends, a signal arrives, or the scenario ends the process. */
export async function serveScenario(
  run: Omit<DemoRun, 'folder' | 'writeLine' | 'writeStderr'>,
): Promise<void> {
  const folder = openDemoFolder()
  process.once('exit', () => folder.remove())
  endWithClient()
  const connection = connectDemoAgent(
    ndJsonStream(new WritableStream({ write }), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>),
    {
      ...run,
      folder,
      writeLine: (line) => write(`${line}\n`),
      writeStderr: (text) => void process.stderr.write(text),
    },
    { exit: (status) => process.exit(status), now: Date.now, env: process.env },
  )
  await connection.closed
  process.exit(0)
}
