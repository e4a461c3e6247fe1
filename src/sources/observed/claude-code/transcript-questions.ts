import type { PermissionAnswer, PermissionOption } from '../../../app/state/permission.ts'
import { objectAt, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
import { askedIn, cutText, type EventsAt } from '../log/log-reading.ts'
import { textOf } from './transcript-line.ts'
import { approveThisPlan } from '../../../app/words/question.ts'

/** Its keys are shared by all transcripts of one session. */
export interface QuestionKeys {
  next: number
}

interface Open {
  readonly key: number
  /** The plan that it asks about; null: it asks about something else. */
  readonly plan: string | null
}

/** A plan that is longer is cut. */
const maxPlan = 1_000_000

/** The questions of a session that its user answers: about plans, and others. */
export class TranscriptQuestions {
  readonly #keys: QuestionKeys
  readonly #open = new Map<string, Open>()
  /** Asked because the program says that it waits: the transcript gets the question with its answer only. */
  #said: Open | null = null

  constructor(keys: QuestionKeys) {
    this.#keys = keys
  }

  isOpen(toolUseId: string): boolean {
    return this.#open.has(toolUseId)
  }

  /** ExitPlanMode was called. */
  askedAboutPlan(callId: string, plan: string, at: EventsAt): void {
    const text = cutText(plan, maxPlan)
    const said = this.#said
    if (said?.plan?.trim() === text.trim()) {
      this.#said = null
      this.#open.set(callId, said)
      return
    }
    this.notWaiting(at)
    this.#ask({ callId, title: approveThisPlan, plan: text, options: null }, at)
  }

  /** AskUserQuestion was called. */
  asked(callId: string, input: JsonObject, at: EventsAt): void {
    this.notWaiting(at)
    const { title, options } = askedIn(input)
    this.#ask({ callId, title: title ?? 'It asks a question.', plan: null, options }, at)
  }

  /** The program says that it waits for its user. `plan`: it is planning, and has written this. */
  waiting(what: string, plan: string | null, at: EventsAt): void {
    if (this.#open.size > 0 || this.#said !== null) return
    const isPlan = plan !== null && plan.trim() !== ''
    const title = isPlan ? approveThisPlan : `${cutText(what, 200)} (in its own terminal)`
    const asked = isPlan ? cutText(plan, maxPlan) : null
    this.#said = this.#ask({ callId: null, title, plan: asked, options: null }, at)
  }

  /** It does not wait any more. A question about a plan stays until the transcript tells its answer. */
  notWaiting(at: EventsAt, isOver = true): void {
    const said = this.#said
    if (said === null || (said.plan !== null && !isOver)) return
    this.#said = null
    at.answered(said.key, { type: 'cancelled' })
  }

  /** The result of a call that asked. `record`: the line that holds it. */
  answered(callId: string, result: JsonObject, record: JsonObject, at: EventsAt): void {
    const open = this.#open.get(callId)
    if (open === undefined) return
    this.#open.delete(callId)
    at.answered(open.key, answerIn(open, result, record))
  }

  /** The turn has ended: nothing is asked any more. */
  ended(at: EventsAt): void {
    this.notWaiting(at)
    for (const open of this.#open.values()) at.answered(open.key, { type: 'cancelled' })
    this.#open.clear()
  }

  #ask(question: Question, at: EventsAt): Open {
    const { callId, title, plan, options } = question
    const open: Open = { key: this.#keys.next++, plan }
    if (callId !== null) this.#open.set(callId, open)
    at.asked({
      key: open.key,
      title,
      toolKind: plan === null ? null : 'switch_mode',
      options: options ?? [],
      ...(options === null ? { hasUntoldOptions: true } : {}),
      plan: plan === null ? null : { type: 'markdown', text: plan },
      ...(callId === null ? {} : { callId }),
    })
    return open
  }
}

interface Question {
  readonly callId: string | null
  readonly title: string
  readonly plan: string | null
  /** null: the log does not hold them. */
  readonly options: readonly PermissionOption[] | null
}

const saidBefore = /the user said:\s*/i

function answerIn({ plan }: Open, result: JsonObject, record: JsonObject): PermissionAnswer {
  if (result['is_error'] === true) {
    const words = textOf(result['content'])
    const isRejected =
      record['toolDenialKind'] === 'user-rejected' || words.startsWith("The user doesn't want to proceed")
    if (!isRejected) return { type: 'cancelled' }
    const feedback = (stringAt(record, 'userFeedback') ?? words.split(saidBefore)[1] ?? '').trim()
    const said = feedback === '' ? {} : { feedback: cutText(feedback) }
    return { type: 'selected', optionId: 'rejected', by: 'client', ...said }
  }
  if (plan !== null) return { type: 'selected', optionId: 'approved', by: 'client' }
  const answers = Object.values(objectAt(objectAt(record, 'toolUseResult'), 'answers'))
  const optionId = answers.filter((answer) => typeof answer === 'string').join(', ')
  return { type: 'selected', optionId: cutText(optionId, 1000) || 'answered', by: 'client' }
}
