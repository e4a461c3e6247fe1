import { fail, ok, type Result } from '../../lib/result.ts'
import { outputFailed, type UsageError } from '../../lib/text/usage-error.ts'

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
