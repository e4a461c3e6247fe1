import { startState, type AppState, type StateOptions } from '../app/state/app-state.ts'
import { createApp, type App } from '../app/app.ts'
import { TraceInterpreter } from '../app/exchange/trace-interpreter.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { clockTime } from '../lib/text/duration.ts'
import type { TraceRecord } from '../protocol/trace/trace-record.ts'
import type { RecordedDocuments } from '../sources/plan-file/recorded-documents.ts'
import type { UsageError } from '../lib/text/usage-error.ts'
import type { FrameSampler } from './frame-sampler.ts'
import type { ScriptedKeys } from './formats/render-options.ts'
import { type ReachedMarker, isMarker, type Moment } from '../app/playback/playback.ts'
import type { RecordedEnd, Exporter, RunMoment, RenderRequest } from './formats/result-format.ts'
import type { AppEvent } from '../app/state/app-event.ts'
import { isPrefix } from '../lib/sequences.ts'
import { planText } from '../plans/kinds/plan-kinds.ts'
import type { Plan } from '../plans/plan.ts'
import { touchedPlans } from '../outputs/changes/touched-plans.ts'

export interface RenderRunParts {
  readonly request: Pick<RenderRequest, 'from' | 'to' | 'still' | 'at' | 'keys' | keyof StateOptions>
  /** When films begin without `--from`. */
  readonly firstPlanMs: number
  /** For an agent that does not name itself. */
  readonly fallbackName: string
  /** The exporters get their frames from these. */
  readonly samplers: readonly FrameSampler[]
  readonly exporters: readonly Exporter[]
  readonly documents: Pick<RecordedDocuments, 'note'>
  readonly clock: { setTime(atMs: number): void }
}

type Task = 'from' | 'film' | 'to' | 'still' | 'at' | ScriptedKeys

/** Plays a recording to the samplers and exporters, and calls them at the moments that the options name. */
export class RenderRun {
  readonly #parts: RenderRunParts
  readonly #app: App
  readonly #interpreter: TraceInterpreter
  readonly #schedule: Schedule
  readonly #marks: { readonly atMs: number; readonly text: string }[] = []
  #markCount = 0
  #nowMs = 0
  #isOver = false
  /** It has ended at `--to`. */
  #isCut = false
  #end: RecordedEnd | null = null

  constructor(parts: RenderRunParts) {
    this.#parts = parts
    this.#app = createApp(startState(parts.request))
    this.#interpreter = new TraceInterpreter({ fallbackName: parts.fallbackName })
    this.#schedule = new Schedule(tasksOf(parts))
    this.#app.onEvent((event, after, before) => {
      const { samplers, exporters } = this.#parts
      if (after !== before) for (const sampler of samplers) sampler.onChange(this.#nowMs)
      if (changesPlan(event, after, before))
        for (const sampler of samplers) sampler.onPlanChange(this.#nowMs, before)
      for (const exporter of exporters) exporter.onEvent?.(event, after, before)
    })
  }

  get nowMs(): number {
    return this.#nowMs
  }

  /** The end or `--to` is reached: further records are ignored. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Plays the next record, which is redacted; `markText`: a mark's original text, which options name it by. */
  push(record: TraceRecord, markText: string | null = null): void {
    this.#advance(record.t)
    if (this.#isOver) return
    this.#setTime(record.t)
    const { documents, samplers, exporters } = this.#parts
    for (const exporter of exporters) exporter.onRecord?.(record)
    for (const sampler of samplers) sampler.onActivity(record.t)
    if (record.type === 'event' && documents.note(record.event))
      for (const sampler of samplers) sampler.onChange(record.t)
    for (const event of this.#interpreter.read(record)) this.#app.dispatch(event)
    if (record.type === 'end') this.#end = { status: record.status, reason: record.reason }
    if (record.type === 'mark') this.#mark(markText ?? record.text, record.text)
  }

  /** Call it after the last record. Fails if a moment that an option names did not come. */
  end(): Result<void, UsageError> {
    while (!this.#isOver) {
      const due = this.#schedule.take(this.#nowMs, true)
      if (due === null) this.#finish()
      else this.#reach(due)
    }
    const missed = this.#schedule.rest().find(isMissed)
    return missed === undefined ? ok(undefined) : fail(this.#missedError(missed))
  }

  #advance(atMs: number): void {
    for (let due = this.#schedule.take(atMs); due !== null; due = this.#schedule.take(atMs)) {
      this.#reach(due)
      if (this.#isOver) return
    }
    for (const sampler of this.#parts.samplers) sampler.advance(atMs, this.#app.state())
  }

  #reach({ atMs, what }: DueTask): void {
    for (const sampler of this.#parts.samplers) sampler.advance(atMs, this.#app.state())
    this.#setTime(atMs)
    this.#do(what)
  }

  #setTime(atMs: number): void {
    this.#nowMs = atMs
    this.#parts.clock.setTime(atMs)
  }

  #mark(raw: string, shown: string): void {
    this.#markCount++
    const { samplers, exporters } = this.#parts
    const mark = { text: raw, number: this.#markCount }
    if (this.#marks.length < marksListed) this.#marks.push({ atMs: this.#nowMs, text: raw })
    for (const task of this.#schedule.takeAt(mark)) {
      // The frame shows what records of the same time have changed.
      for (const sampler of samplers) sampler.advance(this.#nowMs, this.#app.state())
      if (!this.#isOver) this.#do(task)
    }
    if (!this.#isOver) for (const exporter of exporters) exporter.mark?.(shown, this.#moment())
  }

  #do(what: Task): void {
    const { samplers, exporters } = this.#parts
    const moment = this.#moment()
    switch (what) {
      case 'from':
      case 'film':
        for (const exporter of exporters)
          if ((what === 'film') === (exporter.isFilm === true)) exporter.begin?.(moment)
        return
      case 'to':
        this.#isCut = true
        return this.#finish()
      case 'still':
      case 'at':
        for (const exporter of exporters) if (exporter.captures === what) exporter.capture?.(moment)
        return
      default:
        for (const press of what.presses)
          for (const sampler of samplers) sampler.press(press, moment.atMs, moment.state)
    }
  }

  #finish(): void {
    this.#isOver = true
    const last = this.#parts.request.keys.filter(({ at }) => at.type === 'end')
    if (last.length > 0)
      for (const sampler of this.#parts.samplers) sampler.advance(this.#nowMs, this.#app.state())
    for (const keys of last) this.#do(keys)
    const moment = { ...this.#moment(), end: this.#end, isCut: this.#isCut }
    for (const exporter of this.#parts.exporters) if (exporter.captures === 'end') exporter.capture?.(moment)
    for (const exporter of this.#parts.exporters) exporter.end(moment)
  }

  #moment(): RunMoment {
    return { atMs: this.#nowMs, state: this.#app.state() }
  }

  #missedError({ at, what }: ScheduledTask): UsageError {
    const option = optionOf(what)
    if (at.type === 'time' || at.type === 'end')
      return {
        message: `${option} ${at.type === 'time' ? clockTime(at.atMs) : 'end'} is after the end of the shown part (${clockTime(this.#nowMs)})`,
        hint: 'Use times of the recording, for example 12.5 or 1:15.',
      }
    const name = at.type === 'mark' ? `“${at.text}”` : `#${at.number}`
    const marks = this.#marks.map(
      ({ atMs, text }, index) => `#${index + 1}${text === '' ? '' : ` “${text}”`} (${clockTime(atMs)})`,
    )
    const none = this.#isCut
      ? 'There is no marker before --to.'
      : 'The recording has no markers; a time is written like 12.5 or 1:15.'
    return {
      message: `${option}: there is no marker ${name}${this.#isCut ? ' until --to' : ''}`,
      hint:
        marks.length === 0
          ? none
          : `There are ${marks.join(', ')}${this.#markCount > marks.length ? ' …' : ''}.`,
    }
  }
}

/** `--to` at a time behind the end is fine: everything is shown. */
function isMissed({ at, what }: ScheduledTask): boolean {
  return at.type !== 'time' || what !== 'to'
}

/** An error about a missing marker lists so many. */
const marksListed = 20

/** The option that has put a task on the schedule. */
function optionOf(task: Task): string {
  if (typeof task !== 'string') return '--keys'
  return task === 'film' ? '--from' : `--${task}`
}

function tasksOf({ request, firstPlanMs }: RenderRunParts): readonly ScheduledTask[] {
  const { from, to, still, at, keys } = request
  const wanted: readonly (readonly [Moment | null, Task])[] = [
    [from ?? { type: 'time', atMs: 0 }, 'from'],
    [from ?? { type: 'time', atMs: firstPlanMs }, 'film'],
    ...keys.map((each) => [each.at, each] as const),
    [still, 'still'],
    [at, 'at'],
    [to, 'to'],
  ]
  return wanted.flatMap(([moment, what]) =>
    moment === null ? [] : [{ at: moment, what, isBefore: what === 'from' || what === 'film' }],
  )
}

/** Whether an event changes a plan visibly. A text that only grows does not count: it is still being written. */
function changesPlan(event: AppEvent, after: AppState, before: AppState): boolean {
  return touchedPlans(event, after, before).some(({ sessionId, key, isDropped }) => {
    if (isDropped === true) return false
    const now = after.sessions.get(sessionId)?.plans.get(key)
    const was = before.sessions.get(sessionId)?.plans.get(key)
    return now === undefined || was === undefined ? now !== was : isChanged(was, now)
  })
}

function isChanged(was: Plan, now: Plan): boolean {
  if (was.removedAtMs !== now.removedAtMs || was.title !== now.title) return true
  if (was.body === now.body) return false
  const [before, after] = [planText(was.body), planText(now.body)]
  return before === null || after === null || !isPrefix(before, after)
}

interface ScheduledTask {
  readonly at: Moment
  readonly what: Task
  /** Due before the records of its time; others are due after them. */
  readonly isBefore: boolean
}

interface DueTask extends ScheduledTask {
  readonly atMs: number
}

/** Tasks by the moments at which they are due. The time of a marker is unknown until it comes. */
class Schedule {
  readonly #timed: DueTask[] = []
  #marked: readonly ScheduledTask[]
  #next = 0

  /** Tasks of the moment `end` are ignored. */
  constructor(items: readonly ScheduledTask[]) {
    for (const item of items) if (item.at.type === 'time') this.#timed.push({ ...item, atMs: item.at.atMs })
    this.#timed.sort((one, other) => one.atMs - other.atMs)
    this.#marked = items.filter(({ at }) => at.type === 'mark' || at.type === 'mark-number')
  }

  /** Removes the next task that is due before the records of a time; `isThrough`: or after them. */
  take(atMs: number, isThrough = false): DueTask | null {
    const next = this.#timed[this.#next]
    if (next === undefined || next.atMs > atMs) return null
    if (next.atMs === atMs && !next.isBefore && !isThrough) return null
    this.#next++
    return next
  }

  /** Removes the tasks of a mark. */
  takeAt(mark: ReachedMarker): readonly Task[] {
    const taken = this.#marked.filter(({ at }) => isMarker(at, mark))
    if (taken.length > 0) this.#marked = this.#marked.filter((item) => !taken.includes(item))
    return taken.map(({ what }) => what)
  }

  /** Tasks whose moments did not come. */
  rest(): readonly ScheduledTask[] {
    return [...this.#timed.slice(this.#next), ...this.#marked]
  }
}
