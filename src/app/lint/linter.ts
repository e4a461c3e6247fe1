import { isObject, type JsonObject, type Message } from '../../protocol/wire/message.ts'
import type { TraceRecord } from '../../protocol/trace/trace-record.ts'
import type { Incoming } from '../../protocol/wire/wire-reader.ts'
import { createApp, type App } from '../app.ts'
import { TraceInterpreter } from '../exchange/trace-interpreter.ts'
import { startState } from '../state/app-state.ts'
import { FactReader } from './exchange-facts.ts'
import type { FramePlace } from './finding.ts'
import { Findings } from './findings.ts'
import type { Found, LintRule, Report, RuleCheck } from './lint-rule.ts'
import { lintRules } from './lint-rules.ts'

interface RunningCheck {
  readonly check: RuleCheck
  readonly report: Report
}

/**
 * Checks an exchange against the rules, record by record, in order. The one interpreter reads the messages; rules see the messages, its
 * events and the states before and after each. Never throws, whatever the trace holds.
 */
export class Linter {
  readonly findings = new Findings()
  readonly #interpreter = new TraceInterpreter()
  readonly #app: App
  readonly #facts = new FactReader()
  readonly #ofMessages: readonly RunningCheck[]
  readonly #ofEvents: readonly RunningCheck[]
  readonly #ofEnd: readonly RunningCheck[]
  readonly #frames = { 'from-agent': 0, 'to-agent': 0 }
  #place: FramePlace = { dir: 'from-agent', frame: null, line: null, atMs: 0 }
  #update: JsonObject | null = null

  constructor(rules: readonly LintRule[] = lintRules) {
    const running = rules.map((rule) => ({ check: rule.check(), report: this.#reportOf(rule) }))
    this.#ofMessages = running.filter(({ check }) => check.message !== undefined)
    this.#ofEvents = running.filter(({ check }) => check.event !== undefined)
    this.#ofEnd = running.filter(({ check }) => check.end !== undefined)
    // No rule looks at revisions, or at what is inferred from to-do tools.
    this.#app = createApp(startState({ infersPlans: false, historyBytes: 0 }))
    this.#app.onEvent((event, after, before) => {
      const moment = {
        event,
        before,
        after,
        facts: this.#facts.facts,
        place: this.#place,
        update: this.#update,
      }
      for (const { check, report } of this.#ofEvents) check.event?.(moment, report)
    })
  }

  /** Checks one more record. `line`: where it stands in its file or log; `frames`: of the agent's before it, if not all were passed. */
  read(record: TraceRecord, line: number | null = null, frames?: number): void {
    if (frames !== undefined) this.#frames['from-agent'] = frames
    const passed: Incoming[] = []
    const events = this.#interpreter.read(record, (incoming) => passed.push(incoming))
    this.#place = this.#placeOf(record, line)
    const messages = passed.flatMap((incoming) => (incoming.type === 'message' ? [incoming.message] : []))
    this.#update = updateIn(messages)
    for (const message of messages) this.#message(message)
    for (const event of events) this.#app.dispatch(event)
  }

  /** How many frames were read, of both directions. */
  get frames(): number {
    return this.#frames['from-agent'] + this.#frames['to-agent']
  }

  /** How many of them the agent has sent. */
  get agentFrames(): number {
    return this.#frames['from-agent']
  }

  /** How many problems a run with this exchange counts. */
  get problems(): number {
    return this.#app.state().problemCount
  }

  /** The exchange is over. */
  end(): void {
    this.#place = { ...this.#place, frame: null, line: null }
    for (const { check, report } of this.#ofEnd) check.end?.(this.#app.state(), report)
  }

  #message(message: Message): void {
    const { dir } = this.#place
    this.#facts.read(message, dir)
    const passed = { message, dir, facts: this.#facts.facts, place: this.#place }
    for (const { check, report } of this.#ofMessages) check.message?.(passed, report)
  }

  #placeOf(record: TraceRecord, line: number | null): FramePlace {
    switch (record.type) {
      case 'frame':
      case 'bytes':
      case 'overlong': {
        const { dir, t: atMs } = record
        return { dir, frame: ++this.#frames[dir], line, atMs }
      }
      default:
        return { dir: 'from-agent', frame: null, line, atMs: record.t }
    }
  }

  #reportOf({ id, severity }: LintRule): Report {
    return (found: Found) => {
      const { path, seen, place = this.#place } = found
      if (found.isMore === true) return this.findings.replaceSeen(id, place, seen)
      this.findings.add({ rule: id, severity: found.severity ?? severity, place, path, seen })
    }
  }
}

/** The update of a frame with one message; null: there is none. */
function updateIn([message, ...more]: readonly Message[]): JsonObject | null {
  if (message?.kind !== 'notification' || more.length > 0 || !isObject(message.params)) return null
  const { update } = message.params
  return isObject(update) ? update : null
}
