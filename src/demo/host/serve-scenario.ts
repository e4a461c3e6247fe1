import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { ndJsonStream } from '@agentclientprotocol/sdk/unstable'
import { connectDemoAgent } from '../agent/demo-agent.ts'
import { endWithClient, write } from './client-end.ts'
import { openDemoFolder } from './demo-folder.ts'
import type { Show } from '../turn/turn.ts'

/** Serves one client on stdin and stdout until stdin ends, a signal comes, or the scenario ends the process. */
export async function serveScenario(show: Omit<Show, 'folder' | 'writeLine' | 'writeStderr'>): Promise<void> {
  const folder = openDemoFolder()
  process.once('exit', () => folder.remove())
  endWithClient()
  const connection = connectDemoAgent(
    ndJsonStream(new WritableStream({ write }), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>),
    {
      ...show,
      folder,
      writeLine: (line) => write(`${line}\n`),
      writeStderr: (text) => void process.stderr.write(text),
    },
    { exit: (status) => process.exit(status), now: Date.now, env: process.env },
  )
  await connection.closed
  process.exit(0)
}
