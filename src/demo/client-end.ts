/** Ends the process when a signal comes, or when there is nobody left to play for. */
export function endWithClient(): void {
  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => process.exit(status))
  }
  // The client has closed its end: there is nobody left to play for.
  process.stdout.on('error', () => process.exit(0))
}

/** Settles when the bytes have left the process, so that ending right after it loses nothing. */
export async function write(bytes: string | Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => void process.stdout.write(bytes, () => resolve()))
}
