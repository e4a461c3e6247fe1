import { readFileSync } from 'node:fs'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { DemoFolder } from '../../../src/demo/host/demo-process.ts'
import { DocumentFiles } from '../../../src/demo/recorded/mapped-messages.ts'
import { RecordedAgent, type RecordedHost } from '../../../src/demo/recorded/recorded-agent.ts'
import { readRecording } from '../../../src/demo/recorded/read-recording.ts'
import type { Recording } from '../../../src/demo/recorded/recording.ts'
import { TraceReader } from '../../../src/protocol/trace/read-trace.ts'

/** A recording of the tests (`name.ndjson` in test/recordings), as the demo agent has it. */
export function recordingOf(name: string): Recording {
  const path = fileURLToPath(new URL(`../../recordings/${name}.ndjson`, import.meta.url))
  return recordingIn(readFileSync(path, 'utf8').split('\n').slice(0, -1))
}

/** The recording in lines of a trace. */
export function recordingIn(lines: readonly string[]): Recording {
  const reader = new TraceReader()
  return readRecording(lines.flatMap((line) => reader.push(line)))
}

/** A recording that is played as fast as the event loop turns, and what came of it. */
export interface PlayedRecording {
  readonly agent: RecordedAgent
  readonly stderrLines: readonly string[]
  /** The documents of its plans, by the names of their files. */
  readonly files: ReadonlyMap<string, string>
  readonly exits: readonly (number | string | null)[]
  /** Recorded time that was waited for. */
  waitedMs(): number
}

export function playRecording(
  recording: Recording,
  send: RecordedHost['send'],
  wait: RecordedHost['wait'] = () => turnOfTheLoop(),
): PlayedRecording {
  const stderrLines: string[] = []
  const files = new Map<string, string>()
  const folder: DemoFolder = {
    uri: (file) => `file:///folder/${file}`,
    write: (file, text) => void files.set(file, text),
    replace: (file, text) => void files.set(file, text),
    delete: (file) => void files.delete(file),
    remove: () => files.clear(),
  }
  const exits: (number | string | null)[] = []
  let waitedMs = 0
  const agent = new RecordedAgent(recording, {
    send,
    documents: new DocumentFiles(folder, recording.documents),
    writeStderr: (line) => void stderrLines.push(line),
    exit: (code, signal) => void exits.push(signal ?? code),
    async wait(ms, signal) {
      waitedMs += ms
      await wait(ms, signal)
    },
  })
  void agent.start()
  return { agent, stderrLines, files, exits, waitedMs: () => waitedMs }
}
