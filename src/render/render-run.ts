import { type AppState, initialState } from '../app/state/app-state.ts'
import { createApp, type App } from '../app/app.ts'
import { TraceInterpreter } from '../app/exchange/trace-interpreter.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { clockTime } from '../lib/text/duration.ts'
import type { TraceRecord } from '../protocol/trace/trace-record.ts'
import type { RecordedDocuments } from '../sources/plan-file/recorded-documents.ts'
import type { UsageError } from '../lib/usage-error.ts'
import type { Film } from './frame-sampler.ts'
import type { ScriptedKeys } from './key-script.ts'
import { type ComeMark, isMark, type Moment } from '../app/playback/moment.ts'
import type { RenderRequest } from './render-request.ts'
import type { RecordedEnd, ResultMaker, RunMoment } from './exporter.ts'
import type { AppEvent } from '../app/app-event.ts'
import { isPrefix } from '../lib/text/is-prefix.ts'
import { planText } from '../plans/plan-parts.ts'
import type { Plan } from '../plans/plan.ts'
import { touchedPlans } from '../outputs/changes/touched-plans.ts'

/** What a run is rendered with. */
export interface RenderRunParts {
  readonly request: Pick<RenderRequest, 'from' | 'to' | 'still' | 'at' | 'keys' | 'infersPlans'>
  /** What to call an agent that does not name itself. */
  readonly fallbackName: string
  /** The films that the makers get their frames from. */
  readonly films: readonly Film[]
  readonly makers: readonly ResultMaker[]
  /** Where notes of plans' documents go. */
  readonly documents: Pick<RecordedDocuments, 'note'>
  /** Told what time it is in the recording. */
  readonly clock: { turnTo(atMs: number): void }
}

type Task = 'from' | 'to' | 'still' | 'at' | ScriptedKeys

/** Plays a recording, record by record, to what is made of it. */
export class RenderRun {
  readonly #parts: RenderRunParts
  readonly #app: App
  readonly #interpreter: TraceInterpreter
  readonly #agenda: Agenda<Task>
  readonly #marks: { readonly atMs: number; readonly text: string }[] = []
  #markCount = 0
  #nowMs = 0
  #isOver = false
  /** It ends before the recording does. */
  #isCut = false
  #end: RecordedEnd | null = null

  constructor(parts: RenderRunParts) {
    this.#parts = parts
    this.#app = createApp({ ...initialState, infersPlans: parts.request.infersPlans })
    this.#interpreter = new TraceInterpreter({ fallbackName: parts.fallbackName })
    this.#agenda = new Agenda(tasksOf(parts.request))
    this.#app.onEvent((event, after, before) => {
      const { films, makers } = this.#parts
      if (after !== before) for (const film of films) film.changes(this.#nowMs)
      if (changesPlan(event, after, before)) for (const film of films) film.changesPlan(this.#nowMs, before)
      for (const maker of makers) maker.hear?.(event, after, before)
    })
  }

  /** The moment of the recording that it stands at. */
  get nowMs(): number {
    return this.#nowMs
  }

  /** The last moment that is wanted has come: nothing more is taken. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** The next record, without what is private. `markText`: what a mark says that is called for by its text. */
  push(record: TraceRecord, markText: string | null = null): void {
    this.#advance(record.t)
    if (this.#isOver) return
    this.#turnTo(record.t)
    const { documents, films } = this.#parts
    for (const film of films) film.happens(record.t)
    if (record.type === 'event' && documents.note(record.event))
      for (const film of films) film.changes(record.t)
    for (const event of this.#interpreter.read(record)) this.#app.dispatch(event)
    if (record.type === 'end') this.#end = { status: record.status, reason: record.reason }
    if (record.type === 'mark') this.#mark(markText ?? record.text, record.text)
  }

  /** The recording is over. Gives a moment that did not come, where one was wanted. */
  end(): Result<void, UsageError> {
    if (!this.#isOver) {
      for (let due = this.#agenda.takeThrough(this.#nowMs); due !== null;) {
        this.#reach(due)
        due = this.#isOver ? null : this.#agenda.takeThrough(this.#nowMs)
      }
      if (!this.#isOver) this.#finish()
    }
    const missed = this.#agenda.rest().find(isMissed)
    return missed === undefined ? ok(undefined) : fail(this.#missedError(missed))
  }

  #advance(atMs: number): void {
    for (let due = this.#agenda.takeBefore(atMs); due !== null; due = this.#agenda.takeBefore(atMs)) {
      this.#reach(due)
      if (this.#isOver) return
    }
    for (const film of this.#parts.films) film.advance(atMs, this.#app.state())
  }

  #reach({ atMs, what }: DueItem<Task>): void {
    for (const film of this.#parts.films) film.advance(atMs, this.#app.state())
    this.#turnTo(atMs)
    this.#do(what)
  }

  #turnTo(atMs: number): void {
    this.#nowMs = atMs
    this.#parts.clock.turnTo(atMs)
  }

  #mark(raw: string, shown: string): void {
    this.#markCount++
    const { films, makers } = this.#parts
    const mark = { text: raw, number: this.#markCount }
    if (this.#marks.length < marksTold) this.#marks.push({ atMs: this.#nowMs, text: raw })
    for (const task of this.#agenda.takeAt(mark)) {
      // What the same record changed is to be seen.
      for (const film of films) film.advance(this.#nowMs, this.#app.state())
      if (!this.#isOver) this.#do(task)
    }
    if (!this.#isOver) for (const maker of makers) maker.mark?.(shown, this.#moment())
  }

  #do(task: Task): void {
    const { films, makers } = this.#parts
    const moment = this.#moment()
    switch (task) {
      case 'from':
        for (const maker of makers) maker.begin?.(moment)
        return
      case 'to':
        this.#isCut = true
        return this.#finish()
      case 'still':
      case 'at':
        for (const maker of makers) if (maker.takes === task) maker.take?.(moment)
        return
      default:
        for (const press of task.presses)
          for (const film of films) film.press(press, moment.atMs, moment.state)
    }
  }

  #finish(): void {
    this.#isOver = true
    const moment = { ...this.#moment(), end: this.#end, isCut: this.#isCut }
    for (const maker of this.#parts.makers) if (maker.takes === 'end') maker.take?.(moment)
    for (const maker of this.#parts.makers) maker.end(moment)
  }

  #moment(): RunMoment {
    return { atMs: this.#nowMs, state: this.#app.state() }
  }

  #missedError({ at, what }: AgendaItem<Task>): UsageError {
    const option = typeof what === 'string' ? `--${what}` : '--keys'
    if (at.type === 'time' || at.type === 'end')
      return {
        message: `${option} ${at.type === 'time' ? clockTime(at.atMs) : 'end'} lies behind the end of what is shown (${clockTime(this.#nowMs)})`,
        hint: 'Times are those of the recording, as in 12.5 or 1:15.',
      }
    const name = at.type === 'mark' ? `“${at.text}”` : `#${at.number}`
    const marks = this.#marks.map(
      ({ atMs, text }, index) => `#${index + 1}${text === '' ? '' : ` “${text}”`} (${clockTime(atMs)})`,
    )
    const none = this.#isCut
      ? 'None comes before --to.'
      : 'The recording has none; a time is written as in 12.5 or 1:15.'
    return {
      message: `${option}: there is no marker ${name}${this.#isCut ? ' until --to' : ''}`,
      hint:
        marks.length === 0
          ? none
          : `There are ${marks.join(', ')}${this.#markCount > marks.length ? ' …' : ''}.`,
    }
  }
}

/** Who ends behind the end, or presses keys there, has all there is. */
function isMissed({ at, what }: AgendaItem<Task>): boolean {
  return at.type !== 'time' || (what !== 'to' && typeof what === 'string')
}

/** Markers that are listed where one is missing. */
const marksTold = 20

function tasksOf({ from, to, still, at, keys }: RenderRunParts['request']): readonly AgendaItem<Task>[] {
  const wanted: readonly (readonly [Moment | null, Task])[] = [
    [from, 'from'],
    ...keys.map((each) => [each.at, each] as const),
    [still, 'still'],
    [at, 'at'],
    [to, 'to'],
  ]
  return wanted.flatMap(([moment, what]) =>
    moment === null ? [] : [{ at: moment, what, isBefore: what === 'from' }],
  )
}

/** Something to do at a moment of a recording. */
export interface AgendaItem<T> {
  readonly at: Moment
  readonly what: T
  /** Done before what happens at that moment, and not after it. */
  readonly isBefore: boolean
}

export interface DueItem<T> {
  readonly atMs: number
  readonly what: T
}

interface Timed<T> {
  readonly atMs: number
  readonly item: AgendaItem<T>
}

/** What is to be done when, in order; a marker's time is known once it has come. */
export class Agenda<T> {
  readonly #timed: Timed<T>[] = []
  #marked: readonly AgendaItem<T>[]
  #next = 0

  /** Moments that are the end are not for here. */
  constructor(items: readonly AgendaItem<T>[]) {
    for (const item of items) if (item.at.type === 'time') this.#timed.push({ atMs: item.at.atMs, item })
    this.#timed.sort((one, other) => one.atMs - other.atMs)
    this.#marked = items.filter(({ at }) => at.type === 'mark' || at.type === 'mark-number')
  }

  /** The next thing to do before what happens at a moment; null: there is none. */
  takeBefore(atMs: number): DueItem<T> | null {
    const next = this.#timed[this.#next]
    if (next === undefined) return null
    return next.atMs < atMs || (next.atMs === atMs && next.item.isBefore) ? this.#take(next) : null
  }

  /** The next thing to do when nothing more happens at a moment; null: there is none. */
  takeThrough(atMs: number): DueItem<T> | null {
    const next = this.#timed[this.#next]
    return next !== undefined && next.atMs <= atMs ? this.#take(next) : null
  }

  #take({ atMs, item }: Timed<T>): DueItem<T> {
    this.#next++
    return { atMs, what: item.what }
  }

  /** What is to be done at a mark that has just come. */
  takeAt(mark: ComeMark): readonly T[] {
    const taken = this.#marked.filter(({ at }) => isMark(at, mark))
    if (taken.length > 0) this.#marked = this.#marked.filter((item) => !taken.includes(item))
    return taken.map(({ what }) => what)
  }

  /** What was not done, since its moment did not come. */
  rest(): readonly AgendaItem<T>[] {
    return [...this.#timed.slice(this.#next).map(({ item }) => item), ...this.#marked]
  }
}

/** Whether an event changes a plan so that one may want to look at it. A text that only grows does not: it is being written. */
export function changesPlan(event: AppEvent, after: AppState, before: AppState): boolean {
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
