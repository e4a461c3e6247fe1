import { open, fstat } from 'node:fs'
import { promisify } from 'node:util'
import type { ObservedSource, ObservedStatus, ToObserve } from '../../app/ports/observed-source.ts'
import { ok } from '../../lib/result.ts'
import { readingFlags } from '../../system/regular-file.ts'
import { FollowedTrace } from '../trace-file/followed-trace.ts'
import { readFault, type TraceLine } from '../trace-file/trace-lines.ts'

export interface FollowedLinesEvents {
  /** Whole lines, in order. */
  lines(lines: readonly TraceLine[]): void
  /** The file was replaced or truncated: the lines of the new content follow. */
  begunAnew(): void
  status(status: ObservedStatus): void
  /** The file is open, and none of its lines was reported: what precedes them is reported first. */
  opened?(fd: number): Promise<void>
  /** Whether the content that has replaced another one continues it, as after a rotation. Absent: never. */
  continues?(fd: number): Promise<boolean>
  /** Whether a process that may write more runs; null, as absent: nobody knows. Asked at the end of the file, and again while one runs. */
  lives?(): Promise<boolean | null>
}

/** How often a file is looked at. */
type Pace = Pick<ToObserve, 'clock' | 'attention'>

/** A file that does not exist, or cannot be read, is tried again after this time. */
const againAfterMs = 500
/** How often it is asked whether the writer of a file still runs. */
const livesEveryMs = 2000

/** Reads the lines of a file that another program writes, from its beginning on, until `close`: also when it vanishes and comes back. */
export function followLines(path: string, events: FollowedLinesEvents, pace: Pace): ObservedSource {
  let followed: FollowedTrace | null = null
  let isClosed = false
  let cancelTimer: () => void = () => undefined
  let said = ''
  say({ state: 'reading-past' })
  void start()

  function close(): void {
    isClosed = true
    cancelTimer()
    followed?.close()
  }

  async function start(): Promise<void> {
    const { clock, attention } = pace
    try {
      const fd = await promisify(open)(path, readingFlags)
      const { size } = await promisify(fstat)(fd)
      followed = new FollowedTrace({ fd, path, sizeBytes: size }, clock, attention)
    } catch (cause) {
      say({ state: 'waiting', why: readFault(cause).message })
      if (!isClosed) cancelTimer = clock.after(againAfterMs, () => void start(), 'alive')
      return
    }
    if (isClosed) followed.close()
    else await follow(followed)
  }

  async function follow(file: FollowedTrace): Promise<void> {
    let { generation, fd } = file
    let lines = file.lines()
    await events.opened?.(file.fd)
    let wake: () => void = () => undefined
    file.onChange(() => wake())
    for (;;) {
      if (isClosed) return
      // Before the read: what arrives in between is read in the next round.
      const changed = new Promise<void>((resolve) => (wake = resolve))
      // A file that was written anew holds nothing of what was there before; of one that was replaced the rest is read first.
      const isRewritten = generation !== file.generation && fd === file.fd
      const read = isRewritten ? ok([]) : await lines.read()
      if (isClosed) return
      if (read.ok && read.value.length > 0) events.lines(read.value)
      else if (generation !== file.generation) {
        ;({ generation, fd } = file)
        lines = file.lines()
        const continues = (await events.continues?.(file.fd)) === true
        if (isClosed) return
        if (!continues) {
          say({ state: 'reading-past' })
          events.begunAnew()
          await events.opened?.(file.fd)
        }
      } else {
        if (!read.ok) say({ state: 'waiting', why: read.problem.message })
        else if (file.isGone) say({ state: 'waiting', why: 'its file is gone' })
        else {
          const lives = (await events.lives?.()) ?? null
          say({ state: 'following', ...(lives === null ? {} : { lives }) })
          if (lives === true) cancelTimer = pace.clock.after(livesEveryMs, () => wake())
        }
        await changed
        cancelTimer()
      }
    }
  }

  function say(status: ObservedStatus): void {
    const words = `${status.state} ${'why' in status ? status.why : 'lives' in status ? status.lives : ''}`
    if (words === said || isClosed) return
    said = words
    events.status(status)
  }

  return { close }
}
