import { outputFailed, usageLines } from '../../lib/text/usage-error.ts'
import { endSignals, signalStatus } from '../../system/end-signals.ts'

/** Ends the process on a signal, or when the client has closed its end of stdout. */
export function endWithClient(): void {
  for (const signal of endSignals) process.once(signal, () => process.exit(signalStatus(signal)))
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || code === 'ECONNRESET') process.exit(0)
    process.stderr.write(usageLines(outputFailed(code ?? message)))
    process.exit(4)
  })
}

/** Writes to stdout. Settles when the bytes have left the process, so that an exit right after it loses nothing. */
export async function write(bytes: string | Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => void process.stdout.write(bytes, () => resolve()))
}
