import { safeLine } from '../../lib/text/safe-text.ts'
import { LineCutter } from '../../protocol/wire/line-cutter.ts'
import {
  endWithClient,
  write,
  pause,
  type Pace,
  openDemoFolder,
  type DemoFolder,
} from '../host/demo-process.ts'
import { DocumentFiles } from './mapped-messages.ts'
import { RecordedAgent } from './recorded-agent.ts'
import type { Recording } from './recording.ts'

/** Longer lines of the client are ignored: no recording has such a message. */
const longestLine = 64 * 1024 * 1024

/** Plays a recording for one client on stdin and stdout, until stdin ends, a signal arrives, or the recorded agent exited. */
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
    writeStderr: (line) => void process.stderr.write(`${line}\n`),
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
  const missed = await agent.finish()
  await written
  if (missed.length > 0)
    process.stderr.write(`acp-plan-tui demo: not in the recording: ${missedWords(missed)}\n`)
  process.exit(missed.length > 0 ? 1 : 0)
}

/** `nope/nope (2 times), session/fork`. */
function missedWords(missed: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const method of missed) counts.set(method, (counts.get(method) ?? 0) + 1)
  return [...counts]
    .map(([method, count]) => safeLine(count === 1 ? method : `${method} (${count} times)`))
    .join(', ')
}

/** Ends the process by the signal that ended the recorded agent, past our own handlers. */
function endBySignal(signal: string, folder: DemoFolder): void {
  folder.remove()
  process.removeAllListeners(signal)
  try {
    process.kill(process.pid, signal)
  } catch {
    // The system has no such signal.
    process.exit(1)
  }
}
