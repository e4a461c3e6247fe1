import { wallClock } from '../../lib/clock.ts'
import { surveyed } from '../../attach/list-lines.ts'
import { claudeLine, factsOfList, readInput } from '../../attach/status-facts.ts'
import { SessionSurvey } from '../../attach/session-survey.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import { fileWriter, tried } from '../../outputs/status-line/status-file.ts'
import { statusLine, type StatusForm } from '../../outputs/status-line/status-line.ts'
import { runEndWords } from '../../outputs/run-end-words.ts'
import { writeOutput } from '../../outputs/stream/output.ts'
import { observedKinds } from '../../sources/observed/observed-kinds.ts'
import { isOrphan } from '../../system/child-processes.ts'
import { watchEnds } from '../../system/end-watch.ts'
import type { Around } from '../arguments/command.ts'
import { placesOf } from './attach-run.ts'

/** Writes the line that a command line wishes, once or for each change. Returns the exit status. */
export async function runStatusline(
  wish: StatuslineWish,
  { host }: Around,
): Promise<Result<number, UsageError>> {
  const { stdout } = host.process
  if (wish.consumer === 'claude-code')
    return await writeOutput(await claudeLine(readInput(), host.clock, wish), stdout)
  const request = { kinds: observedKinds, places: () => placesOf(host) }
  const clock = wallClock(host.clock)
  const ends = watchEnds({ guard: { restore: () => undefined }, kept: { lines: () => [] }, host })
  const { file, follows } = wish
  if (!follows && file === null) {
    const { sessions } = await surveyed(request, clock, ends.ended)
    const facts = factsOfList(sessions, clock.wallMs())
    return await writeOutput(facts === null ? '' : statusLine(facts, wish), stdout)
  }
  const write = file === null ? (line: string) => void stdout.write(`${line}\n`) : fileWriter(file, wish)
  // A bar wants to be told that there is nothing, too.
  let line: string | null = null
  const first = file === null ? null : tried(() => write(statusLine(null, wish)))
  if (first !== null)
    return fail({
      message: `${file} cannot be written: ${first}`,
      hint: 'Name a file in a folder that is there, and in which you may write.',
      status: 4,
    })
  const survey: SessionSurvey = new SessionSurvey({
    ...request,
    clock,
    start: { infersPlans: true },
    reads: true,
    onChange() {
      if (!survey.isComplete) return
      const now = statusLine(factsOfList(survey.list().sessions, clock.wallMs()), wish)
      if (now === line) return
      line = now
      // A disk that is full now need not be later.
      tried(() => write(now))
    },
  })
  const parentPid = process.ppid
  let cancelLook = (): void => undefined
  // That a reader has ended shows only when something is written, and it ends with who started both, such as tmux.
  const look = (): void => {
    if (line !== null && isOrphan(parentPid)) write(line)
    cancelLook = clock.after(orphanLookMs, look)
  }
  if (file === null) look()
  const end = await ends.ended
  cancelLook()
  survey.close()
  if (file !== null) tried(() => write(statusLine(null, wish)))
  return ok(runEndWords(end).status)
}

/** How often it is looked whether who started this has ended. */
const orphanLookMs = 60_000

export interface StatuslineWish extends StatusForm {
  /** A line for each change, until the reader has enough. */
  readonly follows: boolean
  /** The file that has the line; null: it is written to standard output. */
  readonly file: string | null
}
