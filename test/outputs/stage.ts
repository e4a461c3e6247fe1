import type { AppEvent } from '../../src/app/state/app-event.ts'
import { createApp } from '../../src/app/app.ts'
import type { PlanDocument, PlanDocuments } from '../../src/app/ports/plan-document.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { openJsonOutput } from '../../src/outputs/json/json-output.ts'
import type { LineSink, Output, OutputEnd } from '../../src/outputs/stream/output.ts'
import { openTextOutput } from '../../src/outputs/text/text-output.ts'
import type { PlanEntry } from '../../src/protocol/plans/plan-content.ts'
import type { SessionEvent } from '../../src/protocol/session/session-event.ts'
import {
  asksFor,
  describedAs,
  ended,
  linked,
  openedSession,
  openingSession,
  over,
  updated,
} from '../support/app-states.ts'

export const session = 'session-1'

/** Entries from rows such as `x Read the parser` (`x` done, `>` now, `.` to do, `-` cancelled), with `!` before high ones. */
export function entries(...rows: readonly string[]): readonly PlanEntry[] {
  return rows.map((row) => {
    const [mark = '', ...words] = row.split(' ')
    const isHigh = words[0] === '!'
    const status = { x: 'completed', '>': 'in_progress', '.': 'pending', '-': 'cancelled' }[mark] ?? mark
    return { content: words.slice(isHigh ? 1 : 0).join(' '), status, priority: isHigh ? 'high' : 'medium' }
  })
}

export function items(id: string | null, ...rows: readonly string[]): SessionEvent {
  const plan = { dialect: id === null ? 'plan' : 'planId', id } as const
  return { type: 'plan-replaced', plan, content: { type: 'items', entries: entries(...rows) } }
}

export function markdown(id: string, text: string): SessionEvent {
  return { type: 'plan-replaced', plan: { dialect: 'planId', id }, content: { type: 'markdown', text } }
}

export function file(id: string, uri: string): SessionEvent {
  return { type: 'plan-replaced', plan: { dialect: 'planId', id }, content: { type: 'file', uri } }
}

export function removed(id: string): SessionEvent {
  return { type: 'plan-removed', plan: { dialect: 'planId', id } }
}

export function update(atMs: number, sessionUpdate: SessionEvent, sessionId = session): AppEvent {
  return updated(atMs, sessionUpdate, sessionId)
}

/** The agent ends and is restarted, and its session is loaded; `history` are the events of its history. */
export function reloaded(atMs: number, ...history: readonly AppEvent[]): readonly AppEvent[] {
  return [
    over(atMs, { kind: 'closed' }),
    linked({ state: 'starting', sinceMs: atMs }, atMs),
    openingSession(session, atMs),
    ...history,
    openedSession(session, {}, { atMs, how: 'loaded' }),
  ]
}

/** The first events of every run: an agent, a session, a prompt. */
export function opening(): readonly AppEvent[] {
  return [
    linked({ state: 'starting', sinceMs: 0 }),
    describedAs({ title: 'Scripted agent' }, 200),
    openedSession(session, {}, { atMs: 250 }),
    linked({ state: 'open', sinceMs: 250 }, 250),
    asksFor(session, 'fix the parser', 300),
  ]
}

export function turnEnded(atMs: number): AppEvent {
  return ended(atMs, 'end_turn', session)
}

const fineEnd: OutputEnd = { atMs: 99_000, status: 0, reason: 'done', message: '', hint: '' }

/** A clock that tests advance. */
export interface StageClock extends Clock {
  moveTo(ms: number): void
}

export function stageClock(): StageClock {
  let now = 0
  const timers = new Set<{ readonly atMs: number; readonly run: () => void }>()
  return {
    nowMs: () => now,
    wallMs: () => Date.UTC(2026, 10, 20) + now,
    after(delayMs, run) {
      const timer = { atMs: now + delayMs, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    moveTo(ms) {
      now = ms
      for (const timer of [...timers].filter(({ atMs }) => atMs <= ms)) {
        timers.delete(timer)
        timer.run()
      }
    },
  }
}

/** Documents that tests change. */
export interface StageDocuments extends PlanDocuments {
  change(document: PlanDocument): void
  readonly open: PlanDocuments['open']
  opened(): readonly string[]
}

export function stageDocuments(): StageDocuments {
  const listeners = new Map<string, (document: PlanDocument) => void>()
  return {
    open(uri, changed) {
      listeners.set(uri, changed)
      changed({ state: 'loading', uri })
      return () => void listeners.delete(uri)
    },
    fetch: () => undefined,
    change: (document) => listeners.get(document.uri)?.(document),
    opened: () => [...listeners.keys()],
  }
}

export interface StageSink extends LineSink {
  readonly lines: readonly string[]
  /** Makes the reader slow or fast. */
  congest(isCongested: boolean): void
}

export function stageSink(): StageSink {
  const lines: string[] = []
  const listeners = new Set<() => void>()
  let isCongested = false
  return {
    lines,
    write: (line) => void lines.push(line),
    isCongested: () => isCongested,
    onRelief(run) {
      listeners.add(run)
      return () => listeners.delete(run)
    },
    finish: () => Promise.resolve(),
    congest(next) {
      isCongested = next
      if (!next) for (const run of listeners) run()
    },
  }
}

/** Plays events through the reducer to an output; more events may follow until the end. */
export function play(output: Output, events: readonly AppEvent[]): Played {
  const app = createApp()
  app.onEvent(output.onEvent)
  const say = (more: readonly AppEvent[]): void => more.forEach((event) => app.dispatch(event))
  say(events)
  return { say, end: (end = fineEnd) => output.end(end, app.state()) }
}

export interface Played {
  say(more: readonly AppEvent[]): void
  end(end?: OutputEnd): Promise<void>
}

/** An output, and what it is connected to. */
export interface Stage<D extends PlanDocuments = StageDocuments> {
  readonly output: Output
  readonly sink: StageSink
  readonly documents: D
  readonly clock: StageClock
}

export function textStage(ascii = false): Stage {
  const parts = { sink: stageSink(), documents: stageDocuments(), clock: stageClock() }
  return { ...parts, output: openTextOutput({ ...parts, ascii }) }
}

export function jsonStage<D extends PlanDocuments>(documents: D): Stage<D> {
  const parts = { sink: stageSink(), documents, clock: stageClock() }
  return { ...parts, output: openJsonOutput({ ...parts, version: '0.1.0', command: ['agent', '--acp'] }) }
}

/** The lines of a whole run. */
export async function linesOf(
  { output, sink }: Pick<Stage, 'output' | 'sink'>,
  events: readonly AppEvent[],
): Promise<readonly string[]> {
  await play(output, events).end()
  return sink.lines
}
