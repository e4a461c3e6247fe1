// What an agent of the demo has of its process: the streams to its client, the time, and a folder.
import type { Buffer } from 'node:buffer'
import type { Readable } from 'node:stream'
import { setImmediate as turnOfTheLoop, setTimeout as sleep } from 'node:timers/promises'
import type { Speed } from '../../lib/clock.ts'
import { safeLine } from '../../lib/text/safe-text.ts'
import { outputFailed, usageLines } from '../../lib/text/usage-error.ts'
import { endSignals, signalStatus } from '../../system/end-signals.ts'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { errorCode } from '../../lib/result.ts'

/** Who an agent of the demo speaks with. */
export interface Client {
  /** Ends when the client sends nothing more, also where it has crashed. */
  readonly input: AsyncIterable<Buffer> & Readable
  /** Settles when the bytes have left the process, or nobody takes them any more. Never rejects. */
  write(bytes: string | Uint8Array): Promise<void>
  writeStderr(text: string): void
  /** Ends the agent of this client as a scenario or the recorded agent has ended. */
  exit(code: number | null, signal: string | null): void
}

/** The client on stdin and stdout. The process ends on a signal, when the client has closed its end of stdout, and as the agent ends. */
export function stdioClient(): Client {
  for (const signal of endSignals) process.once(signal, () => process.exit(signalStatus(signal)))
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || code === 'ECONNRESET') process.exit(0)
    process.stderr.write(usageLines(outputFailed(code ?? message)))
    process.exit(4)
  })
  return {
    input: process.stdin,
    write: async (bytes) =>
      // An exit right after it loses nothing.
      await new Promise<void>((resolve) => void process.stdout.write(bytes, () => resolve())),
    writeStderr: (text) => void process.stderr.write(text),
    exit(code, signal) {
      if (signal === null) process.exit(code ?? 1)
      // By the signal that ended the agent, past our own handlers.
      removeFolders()
      process.removeAllListeners(signal)
      try {
        process.kill(process.pid, signal)
      } catch {
        // The system has no such signal.
        process.exit(1)
      }
    },
  }
}

/** How time passes in a run of the agent. */
export interface Pace {
  readonly speed: Speed
  /** The longest wait, at any speed; null: no limit. */
  readonly idleLimitMs: number | null
}

/** Node fires a timer at once whose delay does not fit into 32 bits. */
const longestSleepMs = 2 ** 31 - 1

/** Waits for a time of the scenario at the given pace, or until the signal aborts. Never rejects. */
export async function pause(ms: number, pace: Pace, signal: AbortSignal): Promise<void> {
  const waitedMs = pacedMs(ms, pace)
  if (waitedMs === 0) {
    // Even without waits the event loop has to turn, or a received cancellation would never be read.
    await turnOfTheLoop()
    return
  }
  for (let leftMs = waitedMs; leftMs > 0 && !signal.aborted; leftMs -= longestSleepMs)
    await sleep(Math.min(leftMs, longestSleepMs), undefined, { signal }).catch(() => undefined)
}

function pacedMs(ms: number, { speed, idleLimitMs }: Pace): number {
  return speed === 'max' ? 0 : Math.min(Math.max(0, ms) / speed, idleLimitMs ?? Number.POSITIVE_INFINITY)
}

/**
 * A temporary folder for one run of the agent, created for the first file. Its owner calls `remove`; the exit of the process does so too.
 * Where no file can be written, that is reported on stderr once, and the scenario continues without files.
 */
export interface DemoFolder {
  uri(file: string): string
  write(file: string, text: string): void
  /** Replaces the file atomically. */
  replace(file: string, text: string): void
  /** Does nothing where there is no such file. */
  delete(file: string): void
  /** Deletes the folder with its files. Synchronous, since it runs while the process exits. */
  remove(): void
}

/** Those that are there. */
const folders = new Set<string>()
let isRemovedAtExit = false

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders.clear()
}

export function openDemoFolder(): DemoFolder {
  let folder: string | undefined
  let hasComplained = false
  const attempt = (step: () => void): void => {
    try {
      step()
    } catch (cause) {
      const code = errorCode(cause) ?? String(cause)
      const where = safeLine(folder ?? tmpdir())
      if (!hasComplained)
        process.stderr.write(
          `acp-plan-tui demo: ${where}: no file can be made there (${code}), so plans that are files cannot be shown\n`,
        )
      hasComplained = true
    }
  }
  const pathOf = (file: string): string => {
    if (basename(file) !== file) throw new Error(`not a plain file name: ${file}`)
    attempt(() => (folder ??= makeFolder()))
    return join(folder ?? tmpdir(), file)
  }
  return {
    uri: (file) => pathToFileURL(pathOf(file)).href,
    write(file, text) {
      const path = pathOf(file)
      if (folder !== undefined) attempt(() => writeFileSync(path, text))
    },
    replace(file, text) {
      const path = pathOf(file)
      if (folder === undefined) return
      attempt(() => {
        writeFileSync(`${path}.new`, text)
        renameSync(`${path}.new`, path)
      })
    },
    delete(file) {
      const path = pathOf(file)
      if (folder !== undefined) attempt(() => rmSync(path, { force: true }))
    },
    remove() {
      if (folder === undefined) return
      rmSync(folder, { recursive: true, force: true })
      folders.delete(folder)
      folder = undefined
    },
  }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'acp-plan-tui-demo-'))
  if (!isRemovedAtExit) process.once('exit', removeFolders)
  isRemovedAtExit = true
  folders.add(folder)
  return folder
}
