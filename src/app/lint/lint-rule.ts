import type { JsonObject, Message } from '../../protocol/wire/message.ts'
import type { TraceDirection } from '../../protocol/trace/trace-record.ts'
import type { AppEvent } from '../app-event.ts'
import type { AppState } from '../state/app-state.ts'
import type { ExchangeFacts } from './exchange-facts.ts'
import type { FramePlace, Severity } from './finding.ts'

/** A rule about plans and what surrounds them. */
export interface LintRule {
  readonly id: string
  /** Of most of its findings; some are less severe. */
  readonly severity: Severity
  readonly title: string
  /** What the specification says, in short. */
  readonly says: string
  /** Where it says so. */
  readonly page: string
  /** What the author of the agent (or client) can do. */
  readonly mend: string
  /** Its findings are problems of the app's state too. */
  readonly isProblem?: true
  /** Begins to check an exchange. */
  readonly check: () => RuleCheck
}

/** A rule's check of one exchange, with what it remembers of it: bounded. Called in the order of the exchange; never throws. */
export interface RuleCheck {
  /** A message of either direction, before its events. */
  readonly message?: (passed: PassedMessage, report: Report) => void
  readonly event?: (moment: LintMoment, report: Report) => void
  /** The exchange is over. */
  readonly end?: (state: AppState, report: Report) => void
}

export interface PassedMessage {
  readonly message: Message
  readonly dir: TraceDirection
  readonly facts: ExchangeFacts
  readonly place: FramePlace
}

/** An event, with the states before and after it. */
export interface LintMoment {
  readonly event: AppEvent
  readonly before: AppState
  readonly after: AppState
  readonly facts: ExchangeFacts
  readonly place: FramePlace
  /** The raw update of the frame; null: it holds none, or several messages. */
  readonly update: JsonObject | null
}

export interface Found {
  readonly path: string | null
  /** Raw. */
  readonly seen: string
  /** Absent: the rule's. */
  readonly severity?: Severity
  /** Absent: the current frame. */
  readonly place?: FramePlace
  /** It is no other finding: it replaces what was seen in that of the same rule and place. */
  readonly isMore?: true
}

export type Report = (found: Found) => void
