/** Takes lines for a stream whose reader may be slow. */
export interface LineSink {
  write(line: string): void
  /** So much waits for the reader that what can wait should; `onRelief` tells when it no longer does. */
  isCongested(): boolean
  /** Calls `run` each time the reader has caught up; returns how to stop. */
  onRelief(run: () => void): () => void
  /** Settles when all has been taken, or the reader is gone. */
  finish(): Promise<void>
}

/** What a stream is to us: process.stdout, or anything like it. */
export interface SinkStream {
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
