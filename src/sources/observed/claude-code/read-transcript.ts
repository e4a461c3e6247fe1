import type { Buffer } from 'node:buffer'
import type { AppEvent, TurnOutcome } from '../../../app/state/app-event.ts'
import { inferredPlanFile } from '../../../protocol/plans/plan-content.ts'
import { readToolTodos } from '../../../protocol/plans/tool-todos.ts'
import { isObject, objectAt, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
import { cutText, EventsAt, nothingIn, wallTime, type LogTimes, type ReadLine } from '../log/log-reading.ts'
import type { RunningClaude } from './claude-home.ts'
import { idIn, TaskList, type Task } from './task-list.ts'
import {
  neededCalls,
  subagentUpdate,
  titleOf,
  otherRecords,
  readTranscriptLine,
  readUserRecord,
  textOf,
} from './transcript-line.ts'
import { TranscriptQuestions, type QuestionKeys } from './transcript-questions.ts'

export interface TranscriptOptions {
  readonly sessionId: string
  /** Shared by the transcripts of a session and of its sub-agents. */
  readonly times: LogTimes
  readonly keys: QuestionKeys
  /** It is the transcript of a sub-agent. */
  readonly isSubagent: boolean
}

/** A plan that is longer is cut. */
const maxPlanText = 1_000_000
/** Calls without a result that are remembered. */
const maxPending = 1000
const endingReasons: ReadonlySet<string> = new Set(['end_turn', 'stop_sequence', 'max_tokens', 'refusal'])

/** Turns the lines of a transcript of Claude Code into events, as messages of an agent would have made them. Pure; never throws. */
export class TranscriptReader {
  readonly #options: TranscriptOptions
  readonly #tasks = new TaskList()
  readonly #questions: TranscriptQuestions
  /** Calls whose results are needed. */
  readonly #pending = new Map<string, Call>()
  /** Calls whose end is not told yet. */
  readonly #running = new Set<string>()
  #hasBegun = false
  #isWorking = false
  /** The time of the last record; wall clock. */
  #recordedAtMs = 0
  #hasCommand = false
  #isPlanning = false
  #planText: string | null = null
  /** The file in which it writes its plan; null: not known. */
  planFilePath: string | null = null
  /** The version that wrote the last record. */
  version: string | null = null

  constructor(options: TranscriptOptions) {
    this.#options = options
    this.#questions = new TranscriptQuestions(options.keys)
  }

  get isWorking(): boolean {
    return this.#isWorking
  }

  read(bytes: Buffer): ReadLine {
    const line = readTranscriptLine(bytes, (id) => this.#pending.has(id) || this.#questions.isOpen(id))
    switch (line.type) {
      case 'nothing':
        return nothingIn
      case 'broken':
        return { events: [], fault: line.why }
      case 'results': {
        const at = this.#at(null)
        for (const id of line.ids) this.#callEnded(id, line.isError, at)
        return { events: at.events, fault: null }
      }
      case 'record':
        return this.#record(line.record, bytes)
    }
  }

  /** What the program itself says about the session: whether it waits for its user. null: it does not wait. */
  waits(what: string | null, wallMs: number): readonly AppEvent[] {
    const at = this.#at(wallMs)
    if (what === null) this.#questions.notWaiting(at, false)
    else if (this.#hasBegun) this.#questions.waiting(what, this.#isPlanning ? this.#planText : null, at)
    return at.events
  }

  /** What the program itself says that it does, since then. The transcript tells when turns begin, and not always that one has ended. */
  does(what: RunningClaude['doing'], sinceMs: number): readonly AppEvent[] {
    const at = this.#at(sinceMs)
    const rests = what === 'idle' || what === 'shell'
    if (rests && sinceMs >= this.#recordedAtMs)
      this.#turnEnded({ kind: 'stopped', stopReason: 'end_turn' }, at)
    // Whether its command goes on is not told while the program works.
    const hasCommand = what === 'shell' || (this.#hasCommand && !rests && what !== null)
    if (this.#hasBegun && hasCommand !== this.#hasCommand) {
      this.#hasCommand = hasCommand
      const state = hasCommand ? 'running' : 'completed'
      at.update({ type: 'task', taskId: 'command', title: 'a command in the background', state })
    }
    return at.events
  }

  /** The tasks that its files hold now. */
  tasksNow(tasks: readonly Task[], wallMs: number): readonly AppEvent[] {
    const at = this.#at(wallMs)
    if (this.#hasBegun && this.#tasks.replaced(tasks)) at.checklist(this.#tasks.entries())
    return at.events
  }

  /** The content of its plan file now. */
  planFileNow(text: string, wallMs: number): readonly AppEvent[] {
    const at = this.#at(wallMs)
    if (this.#hasBegun) this.#planFile(text, at)
    return at.events
  }

  #at(wallMs: number | null): EventsAt {
    return new EventsAt(this.#options.times.at(wallMs), this.#options.sessionId)
  }

  #record(record: JsonObject, bytes: Buffer): ReadLine {
    const type = stringAt(record, 'type')
    const isOthers = record['isSidechain'] === true && !this.#options.isSubagent
    if (type === undefined) return { events: [], fault: 'it has no type' }
    if (otherRecords.has(type) || isOthers) return nothingIn
    const wallMs = wallTime(record)
    this.#recordedAtMs = wallMs ?? this.#recordedAtMs
    const at = this.#at(wallMs)
    this.version = stringAt(record, 'version') ?? this.version
    if (!this.#hasBegun && (wallMs !== null || type === 'user')) this.#begun(at)
    const mode = stringAt(record, 'permissionMode')
    if (mode !== undefined) this.#isPlanning = mode === 'plan'
    return { events: at.events, fault: this.#content(type, record, bytes, at) }
  }

  #content(type: string, record: JsonObject, bytes: Buffer, at: EventsAt): string | null {
    switch (type) {
      case 'user':
        return this.#user(record, at)
      case 'assistant':
        return this.#assistant(record, at)
      case 'attachment':
        this.planFilePath = stringAt(objectAt(record, 'attachment'), 'planFilePath') ?? this.planFilePath
        return null
      case 'custom-title':
      case 'ai-title':
      case 'summary':
        return this.#titled(type, record, at)
      case 'system':
        this.#system(record, at)
        return null
      case 'permission-mode':
        return null
      default:
        // Other records are written by each new version; only one that may be about a plan is worth a word.
        return /"[\w-]*(plan|todo|task)[\w-]*"/i.test(bytes.toString('latin1', 0, 4096))
          ? `records of the type ${cutText(type, 60)} are not known`
          : null
    }
  }

  #begun(at: EventsAt): void {
    this.#hasBegun = true
    if (this.#options.isSubagent) return
    at.begun({ name: 'claude-code', title: 'Claude Code', version: this.version })
  }

  #hasCustomTitle = false
  #messages = 0

  #titled(type: string, record: JsonObject, at: EventsAt): string | null {
    const title =
      stringAt(record, 'customTitle') ?? stringAt(record, 'aiTitle') ?? stringAt(record, 'summary')
    if (title === undefined) return 'it holds no title'
    if (type !== 'custom-title' && this.#hasCustomTitle) return null
    this.#hasCustomTitle ||= type === 'custom-title'
    at.titled(title)
    return null
  }

  #system(record: JsonObject, at: EventsAt): void {
    switch (record['subtype']) {
      case 'turn_duration':
        return this.#turnEnded({ kind: 'stopped', stopReason: 'end_turn' }, at)
      case 'compact_boundary':
        return at.compacted(stringAt(record, 'uuid'))
    }
  }

  #user(record: JsonObject, at: EventsAt): string | null {
    const content = objectAt(record, 'message')['content']
    if (typeof content !== 'string' && !Array.isArray(content)) return 'it has no content'
    const results = Array.isArray(content)
      ? (content as readonly unknown[]).filter(isObject).filter((block) => block['type'] === 'tool_result')
      : []
    let fault: string | null = null
    for (const result of results) fault = this.#result(result, record, at) ?? fault
    if (results.length > 0) return fault
    const read = readUserRecord(record)
    switch (read.type) {
      case 'prompt':
        this.#turnEnded({ kind: 'stopped', stopReason: 'end_turn' }, at)
        this.#tasks.prompted()
        at.prompted(cutText(read.text))
        this.#isWorking = true
        break
      case 'begun':
        this.#working(at)
        break
      case 'interrupted':
        this.#turnEnded({ kind: 'stopped', stopReason: 'cancelled' }, at)
        break
      case 'nothing':
    }
    return null
  }

  #working(at: EventsAt): void {
    if (this.#isWorking) return
    this.#isWorking = true
    at.update({ type: 'state', state: 'running' })
  }

  #turnEnded(outcome: TurnOutcome, at: EventsAt): void {
    if (!this.#isWorking) return
    this.#isWorking = false
    this.#questions.ended(at)
    at.turnEnded(outcome)
  }

  #assistant(record: JsonObject, at: EventsAt): string | null {
    const message = objectAt(record, 'message')
    const { content } = message
    if (record['isApiErrorMessage'] === true) {
      this.#turnEnded({ kind: 'failed', code: 0, message: cutText(textOf(content), 1000) }, at)
      return null
    }
    if (message['model'] === '<synthetic>') return null
    if (!Array.isArray(content)) return 'it has no content'
    const reason = stringAt(message, 'stop_reason')
    const isLast = reason !== undefined && endingReasons.has(reason)
    if (!isLast) this.#working(at)
    let fault: string | null = null
    for (const block of content as readonly unknown[]) {
      if (!isObject(block)) continue
      const text = stringAt(block, 'text') ?? stringAt(block, 'thinking') ?? ''
      const who = block['type'] === 'thinking' ? 'thought' : 'agent'
      if (block['type'] === 'tool_use') fault = this.#called(block, at) ?? fault
      else if (text.trim() !== '') at.said(cutText(text), `message-${++this.#messages}`, who)
    }
    if (isLast) this.#turnEnded({ kind: 'stopped', stopReason: reason }, at)
    return fault
  }

  /** Returns why the call, which may be about a plan, was not understood. */
  #called(block: JsonObject, at: EventsAt): string | null {
    const id = idIn(block['id'])
    const name = stringAt(block, 'name')
    if (id === null || name === undefined) return 'a tool call has no id, or no name'
    const input = objectAt(block, 'input')
    switch (name) {
      case 'TodoWrite': {
        const todos = readToolTodos({ rawInput: input }, true)
        if (todos === null) return 'the list of a TodoWrite was not found'
        at.checklist(todos)
        return null
      }
      case 'ExitPlanMode':
      case 'exit_plan_mode': {
        const plan = stringAt(input, 'plan') ?? this.#planText
        this.planFilePath = stringAt(input, 'planFilePath') ?? this.planFilePath
        if (plan === null) return 'the plan of an ExitPlanMode was not found'
        this.#questions.askedAboutPlan(id, plan, at)
        return null
      }
      case 'AskUserQuestion':
        this.#questions.asked(id, input, at)
        return null
      case 'Write':
        if (stringAt(input, 'file_path') !== this.planFilePath) break
        this.#planFile(stringAt(input, 'content') ?? '', at)
        return null
    }
    this.#questions.notWaiting(at)
    const isNeeded = neededCalls.has(name)
    if (isNeeded && this.#pending.size < maxPending) this.#pending.set(id, { name, input })
    if (this.#running.size < maxPending) this.#running.add(id)
    const title = titleOf(name, input)
    at.update({ type: 'tool-call', toolCallId: id, title, name, status: 'in_progress', hasTodos: false })
    return null
  }

  #callEnded(id: string, isError: boolean, at: EventsAt): void {
    if (!this.#running.delete(id)) return
    const status = isError ? 'failed' : 'completed'
    at.update({ type: 'tool-call', toolCallId: id, status, hasTodos: false })
  }

  #result(result: JsonObject, record: JsonObject, at: EventsAt): string | null {
    const id = idIn(result['tool_use_id'])
    if (id === null) return 'the result of a tool has no id'
    const isError = result['is_error'] === true
    if (this.#questions.isOpen(id)) {
      if (!isError) this.#isPlanning = false
      this.#questions.answered(id, result, record, at)
      return null
    }
    this.#callEnded(id, isError, at)
    const call = this.#pending.get(id)
    this.#pending.delete(id)
    return call === undefined || isError ? null : this.#neededResult(call, { result, record }, at)
  }

  #neededResult({ name, input }: Call, { result, record }: Answer, at: EventsAt): string | null {
    const use = objectAt(record, 'toolUseResult')
    switch (name) {
      case 'EnterPlanMode':
        this.#isPlanning = true
        return null
      case 'TaskCreate': {
        const id =
          idIn(objectAt(use, 'task')['id']) ?? /Task #(\w+) created/.exec(textOf(result['content']))?.[1]
        const subject = stringAt(input, 'subject') ?? stringAt(objectAt(use, 'task'), 'subject')
        if (id === undefined || subject === undefined)
          return 'the id or the subject of a new task was not found'
        this.#tasks.created(id, subject)
        break
      }
      case 'TaskUpdate':
        if (use['success'] === false) return null
        // The files may know it: tasks are shared between the sessions of a team.
        if (!this.#tasks.updated(input)) return 'a task is changed that the transcript does not hold'
        break
      default: {
        const agentId = idIn(use['agentId'])
        if (agentId === null) return null
        const title = stringAt(use, 'description') ?? stringAt(input, 'description') ?? null
        at.update(subagentUpdate(agentId, title, use['status'] === 'completed'))
        return null
      }
    }
    at.checklist(this.#tasks.entries())
    return null
  }

  #planFile(content: string, at: EventsAt): void {
    const text = cutText(content, maxPlanText)
    if (text.trim() === '' || text === this.#planText) return
    this.#planText = text
    at.update({ type: 'plan-replaced', plan: inferredPlanFile, content: { type: 'markdown', text } })
  }
}

type Call = { readonly name: string; readonly input: JsonObject }
type Answer = { readonly result: JsonObject; readonly record: JsonObject }
