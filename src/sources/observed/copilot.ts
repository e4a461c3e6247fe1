// Sessions of GitHub Copilot CLI, read from the events that it keeps for itself in a folder for each.
import type { Buffer } from 'node:buffer'
import { basename, dirname, join } from 'node:path'
import type { FoundSession, ObservedFolders, ObservedKind } from '../../app/ports/observed-source.ts'
import type { TurnOutcome } from '../../app/state/app-event.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import { inferredPlanFile } from '../../protocol/plans/plan-content.ts'
import { fileUri } from '../../protocol/plans/plan-write.ts'
import { readSessionUpdate } from '../../protocol/session/session-update.ts'
import { objectAt, stringAt, type JsonObject, listIn } from '../../protocol/wire/message.ts'
import { isRunning } from '../../system/tap-folder.ts'
import {
  entriesIn,
  homeOf,
  namedLog,
  newestLogs,
  readFileEnds,
  smallText,
  statsNow,
  UnchangedFiles,
} from './log/log-files.ts'
import {
  cutText,
  EventsAt,
  nothingIn,
  recordOf,
  wallTime,
  type LogTimes,
  type ReadLine,
  followLog,
} from './log/log-reading.ts'

const eventsName = 'events.jsonl'

export const copilot: ObservedKind = {
  name: 'copilot',
  label: 'Copilot',
  named: 'the events of a session of GitHub Copilot CLI',
  isInferred: true,
  find: async (places) => await findCopilot(places),
  async recognise(path) {
    const events = namedLog(path, eventsName)
    const [first] = (await readFileEnds(events))?.first ?? []
    const start = first === undefined ? undefined : jsonIn(first)
    const isStart = stringAt(start, 'type') === 'session.start'
    return isStart && stringAt(objectAt(start, 'data'), 'producer') === 'copilot-agent'
      ? await foundIn(events, statsNow(events)?.mtimeMs ?? 0)
      : null
  },
  observe: (session) =>
    followLog(session, (times) => new CopilotReader(session.found, times), {
      // A process that was killed has not written that its turn is over.
      lives: async () => (await runningIn(session.found.path)).length > 0,
    }),
}

const known = new UnchangedFiles<FoundSession>()

async function findCopilot(places: ObservedFolders): Promise<readonly FoundSession[]> {
  const home = homeOf(places, 'COPILOT_HOME', '.copilot')
  const newest = await newestLogs([join(home, 'session-state')], eventsName, places)
  const found: FoundSession[] = []
  for (const { path, stats } of newest) {
    const session = await known.read(path, stats, async () => await foundIn(path, stats.mtimeMs))
    // A process that is killed leaves its log as it is.
    const hasEnded = session.pid !== null && !isRunning(session.pid)
    found.push(hasEnded ? { ...session, pid: null } : session)
  }
  return found
}

const maxWorkspaceBytes = 64 * 1024

async function foundIn(path: string, changedAtMs: number): Promise<FoundSession> {
  const text = smallText(join(dirname(path), 'workspace.yaml'), maxWorkspaceBytes) ?? ''
  const [pid = null] = await runningIn(path)
  const folder = textIn(text, 'cwd')
  const label = textIn(text, 'name')
  return {
    kind: 'copilot',
    id: basename(dirname(path)),
    path,
    pid,
    agent: 'GitHub Copilot',
    folder,
    label,
    changedAtMs,
  }
}

/** A text at the top of a YAML file that Copilot has written; null: there is none in one line. */
function textIn(yaml: string, key: string): string | null {
  const value = new RegExp(String.raw`^${key}: (.{1,4000})$`, 'm').exec(yaml)?.[1]?.trim()
  if (value === undefined || /^[>|]/.test(value)) return null
  if (value.startsWith("'")) return value.slice(1, -1).replaceAll("''", "'")
  const quoted = value.startsWith('"') ? jsonIn(value) : value
  return typeof quoted === 'string' ? quoted : null
}

/** The processes that have the session open, by the locks that they hold: those of killed ones stay behind. */
async function runningIn(path: string): Promise<readonly number[]> {
  const names = (await entriesIn(dirname(path), 1000)).map(({ name }) => name)
  const pids = names.flatMap((name) => /^inuse\.(\d{1,10})\.lock$/.exec(name)?.[1] ?? []).map(Number)
  return pids.filter((pid) => pid > 0 && isRunning(pid))
}

/** What holds nothing of plans, turns or questions, and is long. */
const others = /^\{"type":"(?:system\.message|session\.usage_record|session\.model_change|hook\.\w+)"/
const shortLine = 2048

/** Kinds of tools, as messages of the protocol name them. */
const kinds: Readonly<Record<string, string>> = {
  bash: 'execute',
  powershell: 'execute',
  create: 'edit',
  edit: 'edit',
  view: 'read',
  glob: 'search',
  grep: 'search',
}

/**
 * Turns the lines of an event log of Copilot into events, as its messages would have made them: calls are read like those that it sends,
 * so that its to-dos and its plan file come to the same plans. Never throws.
 */
class CopilotReader {
  readonly #found: FoundSession
  readonly #times: LogTimes
  readonly #questions = new Map<string, number>()
  #nextKey = 1
  #isWorking = false
  #isPlanning = false
  /** The last message asks for calls: the turn goes on after them. */
  #goesOn = false

  constructor(found: FoundSession, times: LogTimes) {
    this.#found = found
    this.#times = times
  }

  read(bytes: Buffer): ReadLine {
    if (bytes.length > shortLine && others.test(bytes.toString('latin1', 0, 100))) return nothingIn
    const record = recordOf(bytes)
    if (record === null) return nothingIn
    if (typeof record === 'string') return { events: [], fault: record }
    const type = stringAt(record, 'type')
    if (type === undefined) return { events: [], fault: 'it has no type' }
    const at = new EventsAt(this.#times.at(wallTime(record)), this.#found.id)
    const agentId = stringAt(record, 'agentId')
    return { fault: this.#event(type, objectAt(record, 'data'), { at, agentId }), events: at.events }
  }

  #event(type: string, data: JsonObject, { at, agentId }: From): string | null {
    switch (type) {
      case 'session.start':
        at.begun({
          name: 'Copilot',
          title: 'GitHub Copilot',
          version: stringAt(data, 'copilotVersion') ?? null,
        })
        return null
      case 'tool.execution_start':
        return this.#called(data, { at, agentId })
      case 'tool.execution_complete':
        return this.#callEnded(data, { at, agentId })
      case 'permission.requested':
        return this.#permission(data, at)
      case 'permission.completed':
        this.#answered(
          stringAt(data, 'requestId') ?? '',
          stringAt(objectAt(data, 'result'), 'kind') ?? '',
          at,
        )
        return null
      case 'session.plan_changed': {
        // Also by its user, in an editor.
        const uri = fileUri(join(dirname(this.#found.path), 'plan.md'))
        if (uri !== null && data['operation'] !== 'delete')
          at.update({ type: 'plan-replaced', plan: inferredPlanFile, content: { type: 'file', uri } })
        return null
      }
      default:
        // Sub-agents write to the same log; of them only the calls count.
        return agentId === undefined ? this.#ofSession(type, data, at) : null
    }
  }

  #ofSession(type: string, data: JsonObject, at: EventsAt): string | null {
    switch (type) {
      case 'user.message':
        this.#goesOn = true
        this.#isWorking = true
        at.prompted(cutText(stringAt(data, 'content') ?? ''))
        return null
      case 'assistant.message': {
        const text = stringAt(data, 'content') ?? ''
        const requests = data['toolRequests']
        this.#goesOn = Array.isArray(requests) && requests.length > 0
        const messageId = stringAt(data, 'messageId') ?? `message-${at.atMs}`
        if (text.trim() !== '') at.said(cutText(text), messageId)
        return null
      }
      case 'assistant.turn_start':
        if (!this.#isWorking) at.update({ type: 'state', state: 'running' })
        this.#isWorking = true
        return null
      case 'assistant.turn_end':
        if (!this.#goesOn) this.#turnEnded({ kind: 'stopped', stopReason: 'end_turn' }, at)
        return null
      case 'abort':
        this.#turnEnded({ kind: 'stopped', stopReason: 'cancelled' }, at)
        return null
      case 'session.error':
        this.#turnEnded(
          { kind: 'failed', code: 0, message: cutText(stringAt(data, 'message') ?? 'an error', 1000) },
          at,
        )
        return null
      case 'session.shutdown':
        this.#turnEnded({ kind: 'lost' }, at)
        return null
      case 'session.mode_changed':
        this.#isPlanning = data['newMode'] === 'plan'
        return null
      case 'session.compaction_complete':
        at.compacted()
        return null
      default:
        return /plan|todo/.test(type) ? `events of the type ${cutText(type, 60)} are not known` : null
    }
  }

  #turnEnded(outcome: TurnOutcome, at: EventsAt): void {
    for (const id of this.#questions.keys()) this.#answered(id, '', at)
    if (this.#isWorking) at.turnEnded(outcome)
    this.#isWorking = false
  }

  #called(data: JsonObject, { at, agentId }: From): string | null {
    const id = stringAt(data, 'toolCallId')
    const name = stringAt(data, 'toolName')
    if (id === undefined || name === undefined) return 'a tool call has no id, or no name'
    const input = objectAt(data, 'arguments')
    if (name === 'ask_user' || name === 'exit_plan_mode') {
      const plan = name === 'ask_user' ? null : (stringAt(input, 'planContent') ?? '')
      const choices = listIn(input['choices'])
      const title = stringAt(input, 'question') ?? stringAt(input, 'summary') ?? 'It asks a question.'
      this.#ask(
        {
          id,
          title,
          about: plan,
          callId: id,
          choices: choices.filter((choice) => typeof choice === 'string'),
        },
        at,
      )
      return null
    }
    const { path, old_str: before, new_str: after = input['file_text'] } = input
    const isDiff = kinds[name] === 'edit' && typeof path === 'string' && typeof after === 'string'
    const diff = { type: 'diff', path, oldText: typeof before === 'string' ? before : '', newText: after }
    return this.#update(
      {
        sessionUpdate: 'tool_call',
        toolCallId: id,
        name,
        title: titleOf(name, input),
        kind: kinds[name] ?? 'other',
        status: 'in_progress',
        rawInput: input,
        ...(isDiff ? { content: [diff] } : {}),
      },
      { at, agentId },
    )
  }

  #callEnded(data: JsonObject, { at, agentId }: From): string | null {
    const id = stringAt(data, 'toolCallId')
    if (id === undefined) return 'the result of a tool has no id'
    if (this.#questions.has(id)) {
      this.#answered(id, this.#isPlanning || data['success'] !== true ? '' : 'approved', at)
      return null
    }
    const { exitCode } = objectAt(data, 'shellExecution')
    const rawOutput = {
      content: stringAt(objectAt(data, 'result'), 'content'),
      message: stringAt(objectAt(data, 'error'), 'message'),
      ...(typeof exitCode === 'number' ? { contents: [{ type: 'shell_exit', exitCode }] } : {}),
    }
    const status = data['success'] === true ? 'completed' : 'failed'
    return this.#update(
      { sessionUpdate: 'tool_call_update', toolCallId: id, status, rawOutput },
      { at, agentId },
    )
  }

  /** Reads an update as if it had come as a message. */
  #update(update: JsonObject, { at, agentId }: From): string | null {
    const whole = agentId === undefined ? update : { ...update, _meta: { 'github.com/copilot': { agentId } } }
    const { events, problems } = readSessionUpdate({ sessionId: this.#found.id, update: whole })
    for (const event of events) at.update(event)
    return problems[0]?.text ?? null
  }

  #permission(data: JsonObject, at: EventsAt): string | null {
    const id = stringAt(data, 'requestId')
    if (id === undefined) return 'a question has no id'
    if (data['resolvedByHook'] === true) return null
    const request = objectAt(data, 'permissionRequest')
    const what =
      stringAt(request, 'fullCommandText') ?? stringAt(request, 'fileName') ?? stringAt(request, 'url')
    const title = [stringAt(request, 'intention') ?? stringAt(request, 'kind') ?? 'a permission', what ?? '']
    const callId = stringAt(request, 'toolCallId')
    this.#ask(
      { id, title: title.filter((part) => part !== '').join(': '), about: null, callId, choices: [] },
      at,
    )
    return null
  }

  #ask({ id, title, about, callId, choices }: Asked, at: EventsAt): void {
    const key = this.#nextKey++
    this.#questions.set(id, key)
    at.asked({
      key,
      title: cutText(title, 1000),
      toolKind: about === null ? null : 'switch_mode',
      options: choices.slice(0, 20).map((name) => ({ id: name, name, kind: '' })),
      ...(choices.length === 0 ? { hasUntoldOptions: true } : {}),
      plan: about === null || about === '' ? null : { type: 'markdown', text: cutText(about, 1_000_000) },
      ...(callId === undefined ? {} : { callId }),
    })
  }

  /** `how`: `approved`, or a word for why it was not; '': it is not asked any more. */
  #answered(id: string, how: string, at: EventsAt): void {
    const key = this.#questions.get(id)
    if (key === undefined) return
    this.#questions.delete(id)
    const optionId = how.startsWith('approved') ? 'approved' : 'rejected'
    const isAnswer = how.startsWith('approved') || how.startsWith('denied')
    at.answered(key, isAnswer ? { type: 'selected', optionId, by: 'client' } : { type: 'cancelled' })
  }
}

interface From {
  readonly at: EventsAt
  /** The sub-agent that it comes from; undefined: the agent itself. */
  readonly agentId: string | undefined
}

interface Asked {
  readonly id: string
  readonly title: string
  /** The plan that it asks about, '' where the log does not hold it; null: it asks about something else. */
  readonly about: string | null
  readonly callId: string | undefined
  readonly choices: readonly string[]
}

function titleOf(name: string, input: JsonObject): string {
  const what = stringAt(input, 'command') ?? stringAt(input, 'path') ?? stringAt(input, 'description')
  return what === undefined ? name : `${name}: ${cutText(what, 200)}`
}
