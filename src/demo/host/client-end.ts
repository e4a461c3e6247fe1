import { endSignals, signalStatus } from '../../system/end-signals.ts'

/** Ends the process when a signal comes, or when there is nobody left to play for. */
export function endWithClient(): void {
  for (const signal of endSignals) process.once(signal, () => process.exit(signalStatus(signal)))
  // The client has closed its end: there is nobody left to play for.
  process.stdout.on('error', () => process.exit(0))
}

/** Settles when the bytes have left the process, so that ending right after it loses nothing. */
export async function write(bytes: string | Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => void process.stdout.write(bytes, () => resolve()))
}
