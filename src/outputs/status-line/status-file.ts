import { statSync, type Stats } from 'node:fs'
import { summaryOf } from '../../app/observed/session-summary.ts'
import { restMs } from '../../app/state/observed.ts'
import { escapePattern } from '../../app/redact/matching/literals.ts'
import { silenceWords } from '../../app/words/session.ts'
import type { Clock } from '../../lib/clock.ts'
import { readRegularFile, replaceFile, type FileFault } from '../../system/regular-file.ts'
import { writeErrorWords } from '../new-file.ts'
import { statusConsumers, type StatusConsumer } from '../output-names.ts'
import { epochOf, type SessionWatch, type WatchedSession, type Watcher } from '../watcher.ts'
import { factsOf, statusLine, type StatusForm, type StatusSession } from './status-line.ts'

export interface StatusFileParts {
  readonly clock: Clock
  /** Is told once that the file cannot be written. */
  readonly say: (text: string) => void
}

const updateMs = 250
const silentMs = 60_000
const columns = 80
const longestBytes = 64 * 1024

/** Keeps a line about what is watched in a file, `PROGRAM:FILE` for one that is for a program. The file is empty at the end. */
export function keepStatusLine(named: string, { clock, say }: StatusFileParts): Watcher {
  const { consumer, file } = readStatusFile(named)
  const write = fileWriter(file, { format: null, consumer })
  /** With the time of the wall clock at which something happened in them last. */
  const watched = new Map<WatchedSession, number>()
  let [line, isTold, isOver] = [null as string | null, false, false]
  let cancelTimer: (() => void) | null = null
  let cancelRest: (() => void) | null = null
  const update = (): void => {
    cancelTimer = null
    const nowMs = clock.wallMs()
    const facts = isOver ? null : factsOf(toldOf(watched, nowMs), nowMs)
    // What rests is not told for ever, though nothing happens; and since when an agent is silent is told anew.
    cancelRest?.()
    const againMs = facts?.doing === 'rests' ? restMs : facts?.doing === 'silent' ? silentMs : null
    cancelRest = againMs === null ? null : clock.after(againMs, update)
    const now = statusLine(facts, { format: null, columns, consumer })
    if (now === line) return
    line = now
    const trouble = tried(() => write(now))
    if (trouble === null || isTold) return
    isTold = true
    say(`--statusline: ${file} cannot be written: ${trouble}`)
  }
  const updateSoon = (): void => void (cancelTimer ??= isOver ? null : clock.after(updateMs, update))
  const close = (): void => {
    cancelTimer?.()
    isOver = true
    update()
  }
  update()
  return {
    watch(session): SessionWatch {
      watched.set(session, 0)
      updateSoon()
      return {
        onEvent({ atMs }) {
          watched.set(session, atMs + epochOf(session))
          updateSoon()
        },
        stop() {
          watched.delete(session)
          updateSoon()
        },
      }
    },
    closing: close,
    end: async () => await Promise.resolve(),
    killNow: close,
  }
}

/** What is told of each session; nothing while its past is read. A run, and the only session that is watched, are told of however long they rest. */
function toldOf(watched: ReadonlyMap<WatchedSession, number>, nowMs: number): readonly StatusSession[] {
  return [...watched].flatMap(([{ state, observed }, atMs]) => {
    const now = state()
    if (observed?.isFollowing() === false || now.link.state === 'ended') return []
    const changedAtMs = observed === null || watched.size === 1 ? null : atMs
    const summary = summaryOf(now)
    const about = summary.doing === 'silent' ? silenceWords(nowMs - atMs) : summary.about
    return [{ ...summary, about, agent: now.agent?.name ?? 'agent', changedAtMs }]
  })
}

function readStatusFile(named: string): { readonly consumer: StatusConsumer; readonly file: string } {
  const consumer = statusConsumers.find((each) => named.startsWith(`${each}:`))
  return consumer === undefined
    ? { consumer: 'plain', file: named }
    : { consumer, file: named.slice(consumer.length + 1) }
}

/**
 * Only the owner of the file may read it. Throws, also where a device, a pipe or a file stands that has not a line of ours: it would be
 * lost. What it has written is not read again, unless others have changed it.
 */
export function fileWriter(
  file: string,
  form: Pick<StatusForm, 'format' | 'consumer'>,
): (line: string) => void {
  let written: Stats | undefined
  return (line) => {
    const now = written && statSync(file, { throwIfNoEntry: false })
    if (now === undefined || now.ino !== written?.ino || now.ctimeMs !== written.ctimeMs) {
      const there = readRegularFile(file, longestBytes)
      const isOurs = there.ok ? isStatusLine(there.value.toString(), form) : isVacant(there.problem)
      if (!isOurs) throw new Error('what stands there is no status line, and is kept: name another file')
    }
    written = undefined
    replaceFile(file, line === '' ? '' : `${line}\n`, 0o600)
    written = statSync(file)
  }
}

/**
 * Whether a text is nothing, or a line that was left behind: in the usual form, for any program, or in this one, of which only a sign or
 * two numbers can be recognised. A question without progress begins like lines of others.
 */
export function isStatusLine(
  text: string,
  { format, consumer }: Pick<StatusForm, 'format' | 'consumer'>,
): boolean {
  const line = text.trim()
  if (line === '') return true
  if (/^([✓»◐]|[✓»◐?] \d+\/\d+) .+$|^\{"text":".*","class":"(works|waits|rests|silent|none)"\}$/.test(line))
    return true
  if (format === null || !/\{sign\}|\{done\}[^{}]+\{total\}/.test(format)) return false
  const forms: Readonly<Record<string, string>> = {
    sign: '[✓»◐?]',
    done: String.raw`\d*`,
    total: String.raw`\d*`,
  }
  const parts = (consumer === 'tmux' ? format.replaceAll('#', '##') : format).split(/\{(\w*)\}/)
  const pattern = parts.map((part, index) => (index % 2 === 0 ? escapePattern(part) : (forms[part] ?? '.*')))
  return new RegExp(`^${pattern.join('').trim()}$`).test(line)
}

/** Nothing would be lost: a folder is not replaced. */
const isVacant = ({ kind }: FileFault): boolean => kind === 'missing' || kind === 'folder'

/** Why it failed; null: it did not. */
export function tried(run: () => void): string | null {
  try {
    run()
    return null
  } catch (cause) {
    return writeErrorWords(cause)
  }
}
