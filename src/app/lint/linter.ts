import type { TraceRecord } from '../../protocol/trace/trace-record.ts'
import type { Incoming } from '../../protocol/wire/wire-reader.ts'
import { createApp, type App } from '../app.ts'
import { TraceInterpreter } from '../exchange/trace-interpreter.ts'
import { startState } from '../state/app-state.ts'
import { AskedRequests, FactReader, toldVersion } from './exchange-facts.ts'
import { Findings, type MessagePosition, type Severity } from './finding.ts'
import { greetingIn, type Found, type LintRule, type Report, type RuleCheck } from './lint-rule.ts'
import { lintRules } from './lint-rules.ts'
import { planReplaced } from './plan-change.ts'
import { TurnWatch } from './turn-watch.ts'
import { SchemaFindings, type SchemaFinding } from './schema-findings.ts'

/** By the ids of rules; null: off. */
export type LintLevels = ReadonlyMap<string, Severity | null>

interface RunningCheck {
  readonly check: RuleCheck
  readonly only: LintRule['only']
  readonly report: Report
}

/**
 * Checks an exchange against the rules, record by record, in order: each message against the schema, then what a schema cannot say.
 * The one interpreter reads the messages; rules see the messages, its events and the states before and after each. Never throws,
 * whatever the trace holds.
 */
export class Linter {
  readonly findings = new Findings()
  readonly #interpreter = new TraceInterpreter()
  readonly #app: App
  readonly #facts = new FactReader()
  readonly #asked = new AskedRequests()
  readonly #turns = new TurnWatch()
  readonly #schema = new SchemaFindings()
  readonly #reports: ReadonlyMap<string, Report>
  readonly #checks: readonly RunningCheck[]
  readonly #levels: LintLevels
  readonly #frames = { 'from-agent': 0, 'to-agent': 0 }
  #place: MessagePosition = { dir: 'from-agent', frame: null, line: null, atMs: 0 }
  /** What the schema has found in the current record; `isProblem`: the interpreter has, too. */
  #bySchema: (SchemaFinding & { isProblem: boolean })[] = []

  /** `levels`: the severity of all findings of a rule by its id, in place of its own; null: it is not reported. */
  constructor(rules: readonly LintRule[] = lintRules, levels: LintLevels = new Map()) {
    this.#levels = levels
    this.#reports = new Map(rules.map((rule) => [rule.id, this.#reportOf(rule)]))
    this.#checks = rules.map((rule) => {
      return { check: rule.check?.() ?? rule, only: rule.only, report: this.#reportOf(rule) }
    })
    // No rule looks at revisions, or at what is inferred from to-do tools.
    this.#app = createApp(startState({ infersPlans: false, historyBytes: 0 }))
    this.#app.onEvent((event, after, before) => {
      const isFound = (path: string): boolean => this.#isFound(path)
      const moment = { event, before, after, place: this.#place, isFound }
      const change = planReplaced(moment)
      for (const { check, report } of this.#checks) {
        check.event?.(moment, report)
        if (change?.isReplayed === false) check.replaced?.(change, report, moment)
      }
    })
  }

  /** Checks one more record. `line`: where it stands in its file or log; `frames`: of the agent's before it, if not all were passed. */
  read(record: TraceRecord, line: number | null = null, frames?: number): void {
    if (frames !== undefined) this.#frames['from-agent'] = frames
    const passed: Incoming[] = []
    const events = this.#interpreter.read(record, (incoming) => passed.push(incoming))
    this.#place = this.#placeOf(record, line)
    for (const incoming of passed) if (incoming.type === 'message') this.#message(incoming)
    for (const event of events) this.#app.dispatch(event)
    for (const found of this.#bySchema) this.#reports.get(found.rule)?.(found)
    this.#bySchema = []
  }

  /** How many frames were read, of both directions. */
  get frames(): number {
    return this.#frames['from-agent'] + this.#frames['to-agent']
  }

  /** How many of them the agent has sent. */
  get agentFrames(): number {
    return this.#frames['from-agent']
  }

  /** The name of the agent; null: it has not told one. Raw. */
  get agent(): string | null {
    return this.#app.state().agent?.name ?? null
  }

  /** How many problems a run with this exchange counts. */
  get problems(): number {
    return this.#app.state().problemCount
  }

  /** The exchange is over. */
  end(): void {
    this.#place = { ...this.#place, frame: null, line: null }
    const seen = { asked: this.#asked, turns: this.#turns.turns }
    for (const { check, report } of this.#checksNow()) check.end?.(this.#app.state(), report, seen)
  }

  #message({ message, raw }: Extract<Incoming, { type: 'message' }>): void {
    const { dir } = this.#place
    this.#facts.read(message, dir)
    const place = this.#place
    const answers = this.#asked.pass(message, dir, place)
    const passed = { message, raw, dir, answers, facts: this.#facts.facts, turns: this.#turns.turns, place }
    for (const found of this.#schema.of(passed)) this.#bySchema.push({ ...found, isProblem: false })
    const [checks, greeting] = [this.#checksNow(), greetingIn(passed)]
    for (const { check, report } of checks) {
      check.message?.(passed, report)
      if (greeting !== null) check.greeting?.(greeting, passed, report)
    }
    this.#turns.pass(passed, (moment) => {
      for (const { check, report } of checks) check.turn?.(moment, passed, report)
    })
  }

  /** The checks of rules that the exchange's version has. */
  #checksNow(): readonly RunningCheck[] {
    const version = toldVersion(this.#facts.facts)
    return this.#checks.filter(({ only }) => only === undefined || only === version)
  }

  #isFound(path: string): boolean {
    const found = this.#bySchema.filter(
      (each) => contains(each.path, path) || contains(path, each.path) || holder(each.path) === holder(path),
    )
    for (const each of found) each.isProblem = true
    return found.length > 0
  }

  #placeOf(record: TraceRecord, line: number | null): MessagePosition {
    switch (record.type) {
      case 'frame':
      case 'bytes':
      case 'overlong': {
        const { dir } = record
        const atMs = 'isUntimed' in record ? null : record.t
        return { dir, frame: ++this.#frames[dir], line, atMs }
      }
      default:
        return { dir: 'from-agent', frame: null, line, atMs: record.t }
    }
  }

  #reportOf({ id, severity, page }: LintRule): Report {
    return (found: Found) => {
      const place = found.place ?? this.#place
      const level = this.#levels.get(id)
      if (level === null) return
      if (found.isMore === true) return this.findings.replaceSeen(id, place, found.seen)
      const version = toldVersion(this.#facts.facts)
      this.findings.add({
        rule: id,
        severity: level ?? found.severity ?? severity,
        place,
        path: found.path,
        seen: found.seen,
        version,
        page: found.page ?? page[version],
        isProblem: found.isProblem ?? false,
      })
    }
  }
}

/** Whether a path leads to something in what another one leads to. */
function contains(outer: string, inner: string): boolean {
  return inner.startsWith(outer) && /^(?:$|[.[])/.test(inner.slice(outer.length))
}

/** The path of the object or list that a path ends in. */
function holder(path: string): string {
  return path.replace(/(?:\.[^.[\]]*|\[[^[\]]*\])$/, '')
}
