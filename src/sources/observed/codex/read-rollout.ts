import type { Buffer } from 'node:buffer'
import type { TurnOutcome } from '../../../app/state/app-event.ts'
import { jsonIn } from '../../../lib/json/read-json.ts'
import type { PlanEntry } from '../../../protocol/plans/plan-content.ts'
import { readToolTodos } from '../../../protocol/plans/tool-todos.ts'
import { isObject, objectAt, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
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

/** Shorter lines are parsed without a look at them. */
const shortLine = 2048
const headBytes = 400

/** What long lines hold that nobody needs: outputs of tools, thoughts in cipher, the world as the model is told it. */
const others =
  /"type":"(world_state|function_call_output|custom_tool_call_output|local_shell_call|reasoning|token_count|token_usage_record|web_search_call|exec_command_end|exec_command_output_delta|patch_apply_end|mcp_tool_call_end|agent_reasoning|agent_reasoning_raw_content)"/

export interface RolloutOptions {
  readonly sessionId: string
  readonly times: LogTimes
}

/** Kinds of records that are known to hold nothing of plans, turns or questions. */
const otherRecords: ReadonlySet<string> = new Set([
  'world_state',
  'turn_context',
  'token_usage_record',
  'inter_agent_communication',
  'git_info',
  'state',
])

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
  #question: { readonly callId: string; readonly key: number } | null = null
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
    const isLong = bytes.length > shortLine && this.#question === null
    if (isLong && others.test(bytes.toString('latin1', 0, headBytes))) return nothingIn
    const record = recordOf(bytes)
    if (record === null) return nothingIn
    if (typeof record === 'string') return { events: [], fault: record }
    const at = new EventsAt(this.#options.times.at(wallTime(record)), this.#options.sessionId)
    return { fault: this.#record(record, at), events: at.events }
  }

  #record(record: JsonObject, at: EventsAt): string | null {
    const type = stringAt(record, 'type')
    // Older versions write items without an envelope, and first a line with an id.
    const item = isObject(record['payload']) ? record['payload'] : record
    const isFirst = type === 'session_meta' || (type === undefined && stringAt(record, 'id') !== undefined)
    if (isFirst || !this.#hasBegun) this.#begun(isFirst ? item : {}, at)
    if (isFirst || (type === undefined && record['record_type'] !== undefined)) return null
    if (type === undefined) return 'it has no type'
    if (otherRecords.has(type)) return null
    switch (type) {
      case 'event_msg':
        return this.#event(stringAt(item, 'type') ?? '', item, at)
      case 'response_item':
        return this.#item(stringAt(item, 'type') ?? '', item, at)
      case 'compacted':
        at.update({ type: 'compaction', compactionId: `compaction-${at.atMs}`, status: 'completed' })
        return null
      default:
        return this.#item(type, item, at)
    }
  }

  #begun(meta: JsonObject, at: EventsAt): void {
    if (this.#hasBegun) return
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
        return this.#checklists(listIn(event), at)
      case 'item_completed':
        return this.#completed(objectAt(event, 'item'), at)
      case 'thread_name_updated': {
        const name = stringAt(event, 'thread_name') ?? stringAt(event, 'name')
        if (name !== undefined) at.update({ type: 'session-titled', title: cutText(name, 500) })
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
    if (said.trim() !== '') this.#said(cutText(said, maxPlan), at)
    if (said.includes(openTag)) this.#isProposalOpen = true
  }

  /** Each message has an id of its own: without one, it would be taken for another version of the one before. */
  #said(text: string, at: EventsAt): void {
    const messageId = `message-${++this.#messages}`
    at.update({ type: 'said', who: 'agent', text, messageId, isWhole: true })
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
    this.#said([openTag, text, closeTag].join('\n'), at)
  }

  #called(name: string, call: JsonObject, at: EventsAt): string | null {
    this.#working(at)
    this.#hasReplied = false
    const callId = stringAt(call, 'call_id') ?? stringAt(call, 'id')
    if (name === 'request_user_input' && callId !== undefined) this.#asked(callId, call, at)
    if (isPlanCall(name, call)) return this.#checklists(plansInCall(call), at)
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
    const key = this.#nextKey++
    this.#question = { callId, key }
    const input = jsonIn(stringAt(call, 'arguments') ?? '')
    const { title, options } = askedIn(isObject(input) ? input : {})
    at.asked({
      key,
      title: title ?? 'Codex asks a question.',
      callId,
      toolKind: null,
      options,
      ...(isObject(input) ? {} : { hasUntoldOptions: true }),
      plan: null,
    })
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
    this.#isWorking = true
    at.prompted(prompt)
  }

  #working(at: EventsAt): void {
    if (this.#isWorking) return
    this.#isWorking = true
    at.update({ type: 'state', state: 'running' })
  }

  #turnEnded(outcome: TurnOutcome, at: EventsAt): void {
    const failure = this.#failure
    this.#failure = null
    this.#answered(null, at)
    if (!this.#isWorking) return
    this.#isWorking = false
    this.#prompt = null
    at.turnEnded(failure === null ? outcome : { kind: 'failed', code: 0, message: failure })
  }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.flatMap((part) => (isObject(part) ? (stringAt(part, 'text') ?? []) : [])).join('\n')
}

/** Longer arguments are not read. */
const maxArguments = 1024 * 1024
const maxCalls = 20

/** Whether a call may hold a checklist: of the tool itself, or of a program that calls it. */
function isPlanCall(name: string, call: JsonObject): boolean {
  if (name === 'update_plan' || name.endsWith('.update_plan') || name.endsWith('__update_plan')) return true
  return (stringAt(call, 'input') ?? '').slice(0, maxArguments).includes('update_plan(')
}

/** The checklists in a call, in order; empty: none was found. The arguments are JSON, or a program with JSON in it. */
export function plansInCall(call: JsonObject): readonly (readonly PlanEntry[])[] {
  const given = call['arguments'] ?? call['input']
  if (isObject(given)) return listIn(given)
  if (typeof given !== 'string' || given.length > maxArguments) return []
  const whole = jsonIn(given)
  if (isObject(whole)) return listIn(whole)
  return argumentsIn(given).flatMap((text) => {
    const value = jsonIn(text)
    return isObject(value) ? listIn(value) : []
  })
}

function listIn(value: JsonObject): readonly (readonly PlanEntry[])[] {
  const { steps } = value
  const list = readToolTodos({ rawInput: Array.isArray(steps) ? { plan: steps } : value }, true)
  return list === null ? [] : [list]
}

/** The texts between `update_plan(` and the brace that closes its object. */
function argumentsIn(program: string): readonly string[] {
  const found: string[] = []
  const start = /update_plan\(\s*(?=\{)/g
  for (
    let match = start.exec(program);
    match !== null && found.length < maxCalls;
    match = start.exec(program)
  ) {
    const end = endOfObject(program, start.lastIndex)
    if (end < 0) break
    found.push(program.slice(start.lastIndex, end))
    start.lastIndex = end
  }
  return found
}

/** Where the object that begins at `from` ends; -1: it does not. */
function endOfObject(text: string, from: number): number {
  let depth = 0
  let isText = false
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (isText) {
      if (sign === '\\') at++
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at + 1
  }
  return -1
}
