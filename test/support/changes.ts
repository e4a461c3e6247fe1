// Waits of tests: for a state, with a deadline that only a failure reaches.

/** How long a test waits for something that should come at once: long enough for a busy machine, and less than a test may take. */
export const patienceMs = 90_000

/** Tells waiting tests that something may have become true. */
export interface Changes {
  /** Runs every waiting probe again. */
  changed(): void
  /**
   * Resolves with the first value of `probe` that is not `undefined`: now, or after a later change.
   * Rejects after `timeoutMs` with what `failure` says then.
   */
  until<T>(probe: () => T | undefined, failure: () => string, timeoutMs?: number): Promise<T>
}

export function changes(): Changes {
  const waiting = new Set<() => void>()
  return {
    changed() {
      for (const look of waiting) look()
    },
    until<T>(probe: () => T | undefined, failure: () => string, timeoutMs = patienceMs): Promise<T> {
      return new Promise((resolve, reject) => {
        const done = (): void => {
          waiting.delete(look)
          clearTimeout(timer)
        }
        const look = (): void => {
          try {
            const value = probe()
            if (value === undefined) return
            done()
            resolve(value)
          } catch (cause) {
            done()
            reject(cause instanceof Error ? cause : new Error(String(cause)))
          }
        }
        const timer = setTimeout(() => {
          done()
          reject(new Error(`after ${timeoutMs} ms: ${failure()}`))
        }, timeoutMs)
        waiting.add(look)
        look()
      })
    },
  }
}
