import type { Buffer } from 'node:buffer'
import type { AppEvent, TurnOutcome } from '../../../app/state/app-event.ts'
import { jsonIn } from '../../../lib/json/read-json.ts'
import type { PlanEntry } from '../../../protocol/plans/plan-content.ts'
import { isObject, objectAt, stringAt, type JsonObject, objectIn } from '../../../protocol/wire/message.ts'
import {
  askedIn,
  cutText,
  EventsAt,
  nothingIn,
  recordOf,
  wallTime,
  type LogTimes,
  type ReadLine,
} from '../log/log-reading.ts'
import type { ThreadNow } from './daemon-status.ts'
import {
  isPlanCall,
  plansInInput,
  needlessCall,
  OpenCalls,
  otherRecords,
  plansInCall,
  textOf,
} from './rollout-record.ts'

export interface RolloutOptions {
  readonly sessionId: string
  readonly times: LogTimes
  /** What the daemon says once the log is read to its end; null: nothing. Absent: nobody asks. */
  readonly daemon?: () => Promise<ThreadNow | null>
}

const done: TurnOutcome = { kind: 'stopped', stopReason: 'end_turn' }
const openTag = '<proposed_plan>'
const closeTag = '</proposed_plan>'
const maxPlan = 1_000_000

/** Turns the lines of a rollout of Codex into events, as messages of an agent would have made them. Pure; never throws. */
export class RolloutReader {
  readonly #options: RolloutOptions
  #hasBegun = false
  #isWorking = false
  /** The prompt of the running turn: records of two kinds hold it. */
  #prompt: string | null = null
  /** The last plan that was told on its own, and then again in the message that it stood in. */
  #proposed: string | null = null
  #isProposalOpen = false
  /** The call that asks the user something, and the key of its question. */
  #question: { readonly callId: string; readonly key: number; readonly askedMs: number } | null = null
  /** A question that the daemon tells of, and the log does not hold: an approval never, the call that asks a moment later. */
  #told: { readonly for: 'approval' | 'answer'; readonly key: number; readonly title: string } | null = null
  readonly #calls = new OpenCalls()
  /** What the daemon said last. */
  #daemon: ThreadNow | null = null
  /** The time of what is read or heard; wall clock. */
  #nowMs = 0
  /** When a turn last began or ended. */
  #turnedMs = 0
  /** The daemon has closed it, and the log has not gone on since. */
  isClosed = false
  #nextKey = 1
  #failure: string | null = null
  /** This version tells when turns begin and end. Others are read so: a reply without a call is the last of its turn. */
  #tellsTurns = false
  #hasReplied = false
  #messages = 0

  constructor(options: RolloutOptions) {
    this.#options = options
  }

  /** Long lines that cannot matter are not parsed, unless the output of a call is waited for. */
  read(bytes: Buffer): ReadLine {
    const needless = this.#question === null ? needlessCall(bytes) : null
    if (needless !== null) {
      this.#calls.ended(needless)
      return nothingIn
    }
    const record = recordOf(bytes)
    if (record === null) return nothingIn
    if (typeof record === 'string') return { events: [], fault: record }
    const at = this.#at(wallTime(record))
    return { fault: this.#record(record, at), events: at.events }
  }

  /** The log was read to its end: now what the daemon says. */
  async pastRead(): Promise<readonly AppEvent[]> {
    return this.daemonSays((await this.#options.daemon?.()) ?? null, 'past')
  }

  /**
   * What the daemon says now; null: nothing, or nothing any more. Whether it waits for an approval is known to the daemon alone, and
   * counts at once. Turns and questions are told by the log too, with how they ended and what is asked: there the log wins, which may come
   * a moment later. Where it has not come (`settled`) and is older than the word of the daemon, the daemon wins: one that was killed
   * leaves a log that works forever. What was so before anybody asked (`past`) is so since the log was written last.
   */
  daemonSays(now: ThreadNow | null, when: 'at-once' | 'settled' | 'past'): readonly AppEvent[] {
    if (!this.#hasBegun) return []
    const at = this.#at(when === 'past' ? null : (now?.sinceMs ?? null))
    const isSettled = when !== 'at-once'
    this.#waits(now?.waitsFor ?? null, at)
    if (now === null) return at.events
    const { doing, sinceMs, name, goal } = now
    if (name !== null && name !== this.#daemon?.name) at.update({ type: 'session-titled', title: name })
    if (goal !== undefined && goal !== this.#daemon?.goal) at.update({ type: 'goal', goal })
    this.#daemon = now
    const isNewer = sinceMs >= this.#turnedMs
    this.isClosed = doing === 'closed' && isNewer
    if (this.isClosed || (isSettled && isNewer && doing === 'rests')) this.#turnEnded({ kind: 'lost' }, at)
    if (isSettled && isNewer && doing === 'works') this.#working(at)
    const isAnswered = now.waitsFor === null && sinceMs >= (this.#question?.askedMs ?? Infinity)
    if (isSettled && isAnswered) this.#answered(null, at)
    return at.events
  }

  /** `wallMs`: null: the time of what came before. */
  #at(wallMs: number | null): EventsAt {
    this.#nowMs = wallMs ?? this.#nowMs
    return new EventsAt(this.#options.times.at(wallMs), this.#options.sessionId)
  }

  #waits(what: ThreadNow['waitsFor'], at: EventsAt): void {
    const told = this.#told
    if (told !== null && told.for !== what) {
      this.#told = null
      at.answered(told.key, { type: 'cancelled' })
    }
    if (what !== null && this.#told === null && !(what === 'answer' && this.#question !== null))
      this.#tells(what, this.#nextKey++, 'permission-asked', at)
  }

  #tells(
    what: 'approval' | 'answer',
    key: number,
    type: 'permission-asked' | 'permission-updated',
    at: EventsAt,
  ): void {
    const about = what === 'approval' ? this.#calls.about() : ''
    const title = `an ${what}${about === '' ? '' : `: ${about}`}`
    if (this.#told?.title === title) return
    this.#told = { for: what, key, title }
    at.asked({ key, title, toolKind: null, options: [], hasUntoldOptions: true, plan: null }, type)
  }

  #record(record: JsonObject, at: EventsAt): string | null {
    const type = stringAt(record, 'type')
    // Older versions write items without an envelope, and first a line with an id.
    const item = isObject(record['payload']) ? record['payload'] : record
    const isFirst = type === 'session_meta' || (type === undefined && stringAt(record, 'id') !== undefined)
    if (!this.#hasBegun) this.#begun(isFirst ? item : {}, at)
    if (isFirst || (type === undefined && record['record_type'] !== undefined)) return null
    if (type === undefined) return 'it has no type'
    if (otherRecords.has(type)) return null
    switch (type) {
      case 'event_msg':
        return this.#event(stringAt(item, 'type') ?? '', item, at)
      case 'response_item':
        return this.#item(stringAt(item, 'type') ?? '', item, at)
      case 'compacted':
        at.compacted()
        return null
      default:
        return this.#item(type, item, at)
    }
  }

  #begun(meta: JsonObject, at: EventsAt): void {
    this.#hasBegun = true
    at.begun({ name: 'codex', title: 'Codex', version: stringAt(meta, 'cli_version') ?? null })
  }

  #event(type: string, event: JsonObject, at: EventsAt): string | null {
    switch (type) {
      case 'task_started':
      case 'turn_started':
        this.#tellsTurns = true
        this.#prompt = null
        this.#working(at)
        return null
      case 'token_count':
        if (!this.#tellsTurns && this.#hasReplied) this.#turnEnded(done, at)
        return null
      case 'user_message':
        this.#prompted(stringAt(event, 'message') ?? '', at)
        return null
      case 'task_complete':
      case 'turn_complete':
        this.#turnEnded(done, at)
        return null
      case 'turn_aborted':
        this.#failure = null
        this.#turnEnded({ kind: 'stopped', stopReason: 'cancelled' }, at)
        return null
      case 'error':
        this.#failure = cutText(stringAt(event, 'message') ?? 'an error', 1000)
        return null
      case 'plan_update':
        return this.#checklists(plansInInput(event), at)
      case 'item_completed':
        return this.#completed(objectAt(event, 'item'), at)
      case 'thread_name_updated': {
        const name = stringAt(event, 'thread_name') ?? stringAt(event, 'name')
        if (name !== undefined) at.titled(name)
        return null
      }
      default:
        return /plan|todo/.test(type) ? `events of the type ${cutText(type, 60)} are not known` : null
    }
  }

  #completed(item: JsonObject, at: EventsAt): string | null {
    const text = stringAt(item, 'text')
    switch ((stringAt(item, 'type') ?? '').toLowerCase()) {
      case 'plan':
        if (text === undefined) return 'the text of a plan was not found'
        this.#proposes(text, at)
        return null
      case 'usermessage':
        this.#prompted(textOf(item['content']), at)
        return null
      default:
        return null
    }
  }

  #item(type: string, item: JsonObject, at: EventsAt): string | null {
    const callId = stringAt(item, 'call_id')
    switch (type) {
      case 'message':
        this.#message(item, at)
        return null
      case 'function_call':
      case 'custom_tool_call':
        return this.#called(stringAt(item, 'name') ?? '', item, at)
      case 'function_call_output':
      case 'custom_tool_call_output':
        this.#calls.ended(callId)
        if (callId !== undefined && this.#question?.callId === callId) this.#answered('answered', at)
        return null
      default:
        return null
    }
  }

  #message(item: JsonObject, at: EventsAt): void {
    const text = textOf(item['content'])
    if (item['role'] === 'user') {
      // What the program tells the model as if its user had said it.
      if (!/^\s*<[a-z_]+[ >]/.test(text) && !text.startsWith('# AGENTS.md')) this.#prompted(text, at)
      return
    }
    if (item['role'] !== 'assistant') return
    this.#working(at)
    this.#hasReplied = true
    const said = this.#withoutProposed(text)
    if (said.trim() !== '') at.said(cutText(said, maxPlan), `message-${++this.#messages}`)
    if (said.includes(openTag)) this.#isProposalOpen = true
  }

  /** The message without the plan that was told on its own before. */
  #withoutProposed(text: string): string {
    const from = text.indexOf(openTag)
    const to = text.indexOf(closeTag, from)
    if (from < 0 || to < 0 || this.#proposed === null) return text
    const plan = text.slice(from + openTag.length, to).trim()
    return plan === this.#proposed ? text.slice(0, from) + text.slice(to + closeTag.length) : text
  }

  /** A plan that it asks about with its last message: told as Codex tells it to its own screen. */
  #proposes(plan: string, at: EventsAt): void {
    this.#working(at)
    const text = cutText(plan.trim(), maxPlan)
    this.#proposed = text
    this.#isProposalOpen = true
    at.said([openTag, text, closeTag].join('\n'), `message-${++this.#messages}`)
  }

  #called(name: string, call: JsonObject, at: EventsAt): string | null {
    this.#working(at)
    this.#hasReplied = false
    const callId = stringAt(call, 'call_id') ?? stringAt(call, 'id')
    if (name === 'request_user_input' && callId !== undefined) this.#asked(callId, call, at)
    if (isPlanCall(name, call)) return this.#checklists(plansInCall(call), at)
    if (callId !== undefined) this.#calls.begun(callId, call)
    if (this.#told?.for === 'approval') this.#tells('approval', this.#told.key, 'permission-updated', at)
    if (callId !== undefined && name !== '')
      at.update({
        type: 'tool-call',
        toolCallId: callId,
        title: cutText(name, 200),
        name,
        status: 'completed',
        hasTodos: false,
      })
    return null
  }

  #checklists(lists: readonly (readonly PlanEntry[])[], at: EventsAt): string | null {
    for (const entries of lists) at.checklist(entries)
    return lists.length === 0 ? 'the list of an update_plan was not found' : null
  }

  #asked(callId: string, call: JsonObject, at: EventsAt): void {
    this.#answered(null, at)
    // The same question, which the daemon has told of before.
    const told = this.#told?.for === 'answer' ? this.#told : null
    if (told !== null) this.#told = null
    const key = told?.key ?? this.#nextKey++
    this.#question = { callId, key, askedMs: this.#nowMs }
    const input = jsonIn(stringAt(call, 'arguments') ?? '')
    const { title, options } = askedIn(objectIn(input))
    at.asked(
      {
        key,
        title: title ?? 'Codex asks a question.',
        callId,
        toolKind: null,
        options,
        ...(isObject(input) ? {} : { hasUntoldOptions: true }),
        plan: null,
      },
      told === null ? 'permission-asked' : 'permission-updated',
    )
  }

  /** null: not answered, and not asked any more. */
  #answered(words: string | null, at: EventsAt): void {
    const question = this.#question
    if (question === null) return
    this.#question = null
    at.answered(
      question.key,
      words === null ? { type: 'cancelled' } : { type: 'selected', optionId: words, by: 'client' },
    )
  }

  #prompted(text: string, at: EventsAt): void {
    const prompt = cutText(text)
    if (prompt.trim() === '' || (this.#isWorking && this.#prompt === prompt)) return
    if (this.#isProposalOpen && /^implement (the|this)( approved)? plan\b/i.test(prompt.trim())) {
      const outcome = {
        kind: 'approved',
        by: 'client',
        words: '',
        atMs: at.atMs,
        feedback: null,
      } as const
      at.add({ type: 'proposal-answered', atMs: at.atMs, sessionId: at.sessionId, outcome })
    }
    this.#isProposalOpen = false
    if (!this.#tellsTurns) this.#turnEnded(done, at)
    this.#hasReplied = false
    this.#prompt = prompt
    this.#turned(true)
    at.prompted(prompt)
  }

  #working(at: EventsAt): void {
    if (this.#isWorking) return
    this.#turned(true)
    at.update({ type: 'state', state: 'running' })
  }

  #turned(isWorking: boolean): void {
    this.#isWorking = isWorking
    this.#turnedMs = this.#nowMs
    this.#calls.clear()
    if (isWorking) this.isClosed = false
  }

  #turnEnded(outcome: TurnOutcome, at: EventsAt): void {
    const failure = this.#failure
    this.#failure = null
    this.#answered(null, at)
    this.#waits(null, at)
    if (!this.#isWorking) return
    this.#turned(false)
    this.#prompt = null
    at.turnEnded(failure === null ? outcome : { kind: 'failed', code: 0, message: failure })
  }
}
