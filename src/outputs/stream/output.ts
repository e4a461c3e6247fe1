import type { AppListener } from '../../app/app.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { plainSigns } from '../../lib/text/safe-text.ts'
import { outputFailed, type UsageError } from '../../lib/text/usage-error.ts'

/** The exit status, and for a failure its reason and a hint. Raw. */
export interface EndWords {
  readonly status: number
  /** One word for programs. */
  readonly reason: string
  readonly message: string
  /** '': none. A line for each remedy. */
  readonly hint: string
}

/** The end of the run, for the last line. */
export interface OutputEnd extends EndWords {
  readonly atMs: number
}

export interface Output {
  readonly onEvent: AppListener
  /** Writes the rest and the end; settles when the reader has everything, or is gone. No event may follow. */
  end(end: OutputEnd, state: AppState): Promise<void>
}

/** Writes lines to a stream whose reader may be slow. */
export interface LineSink {
  write(line: string): void
  /** The buffer is full: whatever can wait should wait for `onRelief`. */
  isCongested(): boolean
  /** Calls `run` each time the reader has caught up; returns how to stop. */
  onRelief(run: () => void): () => void
  /** Settles when everything is written, or the reader is gone. */
  finish(): Promise<void>
}

interface SinkStream {
  readonly writableLength: number
  readonly destroyed: boolean
  write(text: string, written?: (error?: Error | null) => void): boolean
  on(event: 'drain' | 'close', run: () => void): unknown
  off(event: 'drain' | 'close', run: () => void): unknown
}

const congestedBytes = 1024 * 1024

/** `isAscii`: all but whole texts, which are quoted (`  | `), has the signs of `plainSigns`. */
export function createLineSink(stream: SinkStream, isAscii = false): LineSink {
  const isGone = (): boolean => stream.destroyed
  return {
    write(line) {
      const shown = isAscii && !line.startsWith('  | ') ? plainSigns(line) : line
      if (!isGone()) stream.write(`${shown}\n`)
    },
    isCongested: () => stream.writableLength > congestedBytes,
    onRelief(run) {
      stream.on('drain', run)
      return () => stream.off('drain', run)
    },
    finish() {
      return new Promise<void>((resolve) => {
        if (isGone()) return resolve()
        // A broken pipe calls back with an error, a stream that is torn down only closes.
        stream.on('close', resolve)
        stream.write('', () => resolve())
      })
    },
  }
}

/** The parts of process.stdout that are used. */
export interface OutputStream {
  write(text: string, written: (error?: Error | null) => void): boolean
  on(event: 'error' | 'close', run: (cause?: NodeJS.ErrnoException) => void): unknown
}

/** Writes the whole output of a command, and gives its exit status. A reader that has enough, such as `head`, is no failure. */
export async function writeOutput(
  text: string,
  stream: OutputStream,
  status = 0,
): Promise<Result<number, UsageError>> {
  const cause = await writeWhole(text, stream)
  return cause === null ? ok(status) : fail(outputFailed(cause))
}

/** Writes lines, of which the last needs no line feed. Gives the code of the error after which not all was written; null: none. */
export async function writeWhole(text: string, stream: OutputStream): Promise<string | null> {
  if (text === '') return null
  const cause = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    // An error without a listener would end the program. A stream that is torn down only closes.
    stream.on('error', (error) => resolve(error ?? null))
    stream.on('close', () => resolve(null))
    // Line by line: of a text that does not fit on the disk Node writes the beginning, and tells nothing.
    const lines = text.replace(/\n$/, '').split('\n')
    for (const [index, line] of lines.entries())
      stream.write(`${line}\n`, (error) => {
        if (index === lines.length - 1 || error) resolve(error ?? null)
      })
  })
  return cause === null || cause.code === 'EPIPE' ? null : (cause.code ?? cause.message)
}
