import { LineCutter } from '../../protocol/wire/line-cutter.ts'
import { endWithClient, write } from './client-end.ts'
import { openDemoFolder, type DemoFolder } from './demo-folder.ts'
import { pause, type Pace } from './pace.ts'
import { DocumentFiles } from '../recorded/document-files.ts'
import { RecordedAgent } from '../recorded/recorded-agent.ts'
import type { Recording } from '../recorded/recording.ts'

/** A message of the client's that is longer is none that a recording could know. */
const longestLine = 64 * 1024 * 1024

/** Plays a recording for one client on stdin and stdout until stdin ends, a signal comes, or the recorded agent ended. */
export async function serveRecording(recording: Recording, pace: Pace): Promise<void> {
  const folder = openDemoFolder()
  process.once('exit', () => folder.remove())
  endWithClient()
  let written = Promise.resolve()
  const agent = new RecordedAgent(recording, {
    send(line) {
      written = write(typeof line === 'string' ? `${line}\n` : Buffer.concat([line, Buffer.from('\n')]))
    },
    documents: new DocumentFiles(folder, recording.documents),
    complain: (line) => void process.stderr.write(`${line}\n`),
    exit(code, signal) {
      void written.then(() => {
        if (signal === null) process.exit(code ?? 1)
        else endBySignal(signal, folder)
      })
    },
    wait: (ms, signal) => pause(ms, pace, signal),
  })
  const lines = new LineCutter(longestLine)
  void agent.start()
  for await (const chunk of process.stdin as AsyncIterable<Buffer>)
    for (const line of lines.push(chunk)) if (line.type === 'line') agent.receive(line.bytes.toString('utf8'))
  agent.stop()
  process.exit(0)
}

/** As the recorded agent did: not with the status that our own handlers would make of it. */
function endBySignal(signal: string, folder: DemoFolder): void {
  folder.remove()
  process.removeAllListeners(signal)
  try {
    process.kill(process.pid, signal)
  } catch {
    // A system that does not know such a signal.
    process.exit(1)
  }
}
