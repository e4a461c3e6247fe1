import type { AppListener } from '../../app/app.ts'
import type { AppState } from '../../app/state/app-state.ts'

/** The end of the run, for the last line. Raw. */
export interface OutputEnd {
  readonly atMs: number
  readonly status: number
  readonly reason: string
  readonly message: string
  readonly hint: string
}

/** Writes the events of a run as they happen. */
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

/** The parts of process.stdout that are used. */
interface SinkStream {
  readonly writableLength: number
  readonly destroyed: boolean
  write(text: string, written?: (error?: Error | null) => void): boolean
  on(event: 'drain' | 'close', run: () => void): unknown
  off(event: 'drain' | 'close', run: () => void): unknown
}

const congestedBytes = 1024 * 1024

export function createLineSink(stream: SinkStream): LineSink {
  const isGone = (): boolean => stream.destroyed
  return {
    write(line) {
      if (!isGone()) stream.write(`${line}\n`)
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
