import { passedRecord, headerLine, recordLine, type TraceRecord } from '../protocol/trace/trace-record.ts'
import { isUtf8, type Buffer } from 'node:buffer'
import { jsonIn } from '../lib/json/read-json.ts'
import { AppendedFile, LineBlocks, openNewFile } from '../outputs/recording/appended-file.ts'
import { isRegularFile } from '../system/regular-file.ts'
import type { TapGreeting } from '../protocol/tap/tap-stream.ts'
import { toMessage } from '../protocol/wire/message.ts'
import type { TapMessage } from './tap-log.ts'

/** Messages up to this size stand in the recording as they are; larger ones as text, so that none takes long. */
const parsedBytes = 64 * 1024
const flushMs = 100
/** An editor starts its agent again and again: each run has a file of its own. */
const maxNumber = 1000

/** Writes what passes to a file, in the format of `--record`. Never waits for the disk. */
export class TapRecording {
  readonly #file: AppendedFile
  readonly #lines: LineBlocks
  #isLost = false
  #timer: NodeJS.Timeout | null = null

  constructor(fd: number, greeting: TapGreeting, onLost: (why: string) => void) {
    this.#file = new AppendedFile(fd, (why) => {
      this.#isLost = true
      onLost(why)
    })
    this.#lines = new LineBlocks((bytes) => this.#file.append(bytes))
    const { startedAt, program, agent, label } = greeting
    const header = {
      trace: 'acp-plan-tui',
      version: 1,
      startedAt,
      program,
      agent,
      columns: null,
      rows: null,
    } as const
    this.#lines.addText(`${headerLine({ ...header, title: label })}\n`)
    this.#flushLater()
  }

  add(frame: TapMessage): void {
    if (this.#isLost) return
    const isPassed = frame.kind === 'in' || frame.kind === 'out'
    if (isPassed && frame.sizeBytes === frame.bytes.length && isMessage(frame.bytes))
      this.#lines.addMessage(`{"t":${frame.t},"${frame.kind}":`, frame.bytes)
    else this.#lines.addText(`${recordLine(recordOf(frame))}\n`)
    this.#flushLater()
  }

  /** Settles when everything is on disk, or lost. */
  async end(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#lines.flush()
    await this.#file.end()
  }

  #flushLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#lines.flush()
      this.#file.flush()
    }, flushMs).unref()
  }
}

/**
 * Opens a recording; where the file exists already, one with a number before its ending. null: it cannot be made, which `say` was told:
 * the agent runs without it.
 */
export function openRecording(
  path: string,
  greeting: TapGreeting,
  say: (words: string) => void,
): TapRecording | null {
  for (let number = 1; number <= maxNumber; number++) {
    const file = number === 1 ? path : numbered(path, number)
    const opened = openNewFile(file)
    if (opened.ok)
      return new TapRecording(opened.value, greeting, (why) => say(`the recording ${file} has ended: ${why}`))
    if (!isRegularFile(file) || number === maxNumber) {
      say(`nothing is recorded: ${file}: ${opened.problem.message}. ${opened.problem.hint}`)
      break
    }
  }
  return null
}

/** `run.ndjson` → `run-2.ndjson`. */
function numbered(path: string, number: number): string {
  return path.replace(/(\.[^./\\]*)?$/, (ending) => `-${number}${ending}`)
}

function isMessage(bytes: Buffer): boolean {
  const isObject = bytes[0] === 0x7b && bytes.at(-1) === 0x7d
  return (
    isObject &&
    bytes.length <= parsedBytes &&
    isUtf8(bytes) &&
    toMessage(jsonIn(bytes.toString('utf8'))) !== null
  )
}

/** A message as a recording has it. */
export function recordOf(frame: TapMessage): TraceRecord {
  const { t } = frame
  if (frame.kind === 'end') return { t, type: 'end', status: frame.status, reason: frame.reason }
  const { kind, bytes, sizeBytes } = frame
  if (kind === 'err') return { t, type: 'stderr', line: bytes.toString('utf8') }
  const dir = kind === 'in' ? 'from-agent' : 'to-agent'
  return passedRecord({ dir, kind: 'line', bytes, sizeBytes }, t)
}
