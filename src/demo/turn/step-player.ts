import { jsonIn } from '../../lib/json/read-json.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { unreachable } from '../../lib/unreachable.ts'
import type { JsonObject } from '../../protocol/wire/message.ts'
import type { ClientKnows } from '../agent/client-capabilities.ts'
import type { DemoFolder } from '../host/demo-folder.ts'
import type { Outcome } from './client-requests.ts'
import type {
  DemoElicitation,
  DemoEnd,
  DemoQuestion,
  DemoRequest,
  DemoStep,
  DemoSteps,
} from '../scenario/scenario.ts'
import {
  messageChunk,
  notice,
  planRemoved,
  planUpdate,
  subagentUpdate,
  toolFinished,
  toolStarted,
  usageUpdate,
  userMessage,
  type ProtocolVersion,
} from './updates.ts'
import { unfitAnswer } from './unfit-answer.ts'

/** What a player plays on: the wire, the clock and the folder of one turn. */
export interface Stage {
  /** Whose session it is. */
  readonly sessionId: string
  readonly version: ProtocolVersion
  readonly knows: ClientKnows
  readonly folder: DemoFolder
  /** How many characters of a message go at once. */
  readonly pieceLength: number
  /** Resolves when the update is on its way. */
  update(update: unknown): Promise<void>
  /** The id of the option that was chosen; null: the client called the question off. */
  ask(question: DemoQuestion): Promise<string | null>
  /** What was filled in (nothing, for a page that was opened); null: it was declined or called off, or could not be asked. */
  elicit(elicitation: DemoElicitation): Promise<JsonObject | null>
  /** What the client answered to a request of the agent's own; null: the turn was cancelled. */
  request(method: string, params: JsonObject): Promise<Outcome | null>
  /** Tells the client that a page has served its purpose. */
  complete(elicitationId: string): Promise<void>
  /** Sets it, and tells the client. */
  set(id: string, value: string | boolean): Promise<void>
  /** The session of a sub-agent, the same one each time. */
  subagent(name: string): Stage
  /** Resolves after the time, or as soon as the turn is cancelled. */
  wait(ms: number): Promise<void>
  isCancelled(): boolean
  /** A new id, unique in the session. */
  messageId(): string
  complain(text: string): void
  /** Writes a line to the wire as it stands. Resolves when it is on its way. */
  line(text: string): Promise<void>
}

const finished: DemoEnd = { type: 'turn', stopReason: 'end_turn' }
const cancelled: DemoEnd = { type: 'turn', stopReason: 'cancelled' }

/** Plays the steps in order, until the last one, a `stop` or `fail`, or the turn's cancellation. */
export async function play(steps: DemoSteps, stage: Stage): Promise<DemoEnd> {
  if (stage.isCancelled()) return cancelled
  for (const step of steps) {
    const end = await playStep(step, stage)
    if (end !== finished) return end
    // Before the next step is asked for: a plan must not move on that nobody is shown.
    if (stage.isCancelled()) return cancelled
  }
  return finished
}

async function playStep(step: DemoStep, stage: Stage): Promise<DemoEnd> {
  switch (step.type) {
    case 'wait':
      await stage.wait(step.ms)
      return finished
    case 'title':
      await stage.update({ sessionUpdate: 'session_info_update', title: step.title })
      return finished
    case 'say':
    case 'think':
      await speak(step, stage)
      return finished
    case 'tool-start':
      await stage.update(toolStarted(step, stage.version))
      return finished
    case 'tool-finish':
      await stage.update(toolFinished(step))
      return finished
    case 'plan':
      await stage.update(planUpdate(step.plan, step.body, (file) => stage.folder.uri(file)))
      return finished
    case 'plan-removed':
      await stage.update(planRemoved(step.plan))
      return finished
    case 'raw-update':
      await stage.update(step.update)
      return finished
    case 'ask':
      return ask(step.question, stage)
    case 'elicit':
      return elicit(step.elicitation, stage)
    case 'request':
      return request(step.request, stage)
    case 'setting':
      await stage.set(step.id, step.value)
      return finished
    case 'usage':
      await stage.update(usageUpdate(step))
      return finished
    case 'notice':
      await tell(step, stage)
      return finished
    case 'subagent':
      if (stage.knows.subagents) await stage.update(subagentUpdate(step, stage.subagent(step.name).sessionId))
      return finished
    case 'as-subagent':
      return stage.knows.subagents ? play(step.steps, stage.subagent(step.name)) : finished
    case 'user-said':
      await stage.update(userMessage(stage.messageId(), step.text, stage.version))
      return finished
    case 'write-file':
      stage.folder.write(step.file, step.text)
      return finished
    case 'replace-file':
      stage.folder.replace(step.file, step.text)
      return finished
    case 'delete-file':
      stage.folder.delete(step.file)
      return finished
    case 'complain':
      stage.complain(step.text)
      return finished
    case 'caption':
      await stage.update(caption(step.text, stage))
      return finished
    case 'line':
      await stage.line(inSession(step.text, stage))
      return finished
    case 'stop':
      return { type: 'turn', stopReason: step.stopReason }
    case 'fail':
      return { type: 'exit', status: step.status }
    default:
      return unreachable(step)
  }
}

const chunkPauseMs = 40

/** Messages come in pieces, as a model writes them. */
async function speak(step: Extract<DemoStep, { type: 'say' | 'think' }>, stage: Stage): Promise<void> {
  const messageId = stage.messageId()
  const characters = Array.from(step.text)
  for (let at = 0; at < characters.length && !stage.isCancelled(); at += stage.pieceLength) {
    if (at > 0) await stage.wait(chunkPauseMs)
    const piece = characters.slice(at, at + stage.pieceLength).join('')
    await stage.update(messageChunk(step.type, messageId, piece))
  }
}

/** As codex does: a client that does not know notices reads them as messages. */
async function tell(step: Extract<DemoStep, { type: 'notice' }>, stage: Stage): Promise<void> {
  if (stage.knows.notices) return stage.update(notice(step))
  const text = `${step.severity}: ${[step.title, step.description ?? []].flat().join('. ')}\n\n`
  await stage.update(messageChunk('say', stage.messageId(), text))
}

/** A client that does not know notices reads them as messages. */
function caption(text: string, stage: Stage): JsonObject {
  return stage.knows.notices
    ? notice({ type: 'notice', severity: 'info', title: text })
    : messageChunk('say', stage.messageId(), `${text}\n\n`)
}

async function ask(question: DemoQuestion, stage: Stage): Promise<DemoEnd> {
  const answer = await whileAsking(stage, () => stage.ask(question))
  if (answer === null || stage.isCancelled()) return cancelled
  const chosen = question.options.find((option) => option.id === answer) ?? question.options.at(-1)
  return chosen === undefined ? finished : play(chosen.leadsTo, stage)
}

async function elicit(elicitation: DemoElicitation, stage: Stage): Promise<DemoEnd> {
  const { mode } = elicitation
  const canAsk = mode === 'form' ? stage.knows.forms : stage.knows.urls
  const content = canAsk ? await whileAsking(stage, () => stage.elicit(elicitation)) : null
  if (content === null) return play(elicitation.refused, stage)
  if (mode === 'form') {
    const unfit = unfitAnswer(elicitation.schema, content)
    if (unfit === null) return play(elicitation.accepted(content), stage)
    return elicit({ ...elicitation, message: unfit }, stage)
  }
  await stage.wait(elicitation.takesMs)
  if (stage.isCancelled()) return cancelled
  await stage.complete(elicitation.elicitationId)
  return play(elicitation.accepted, stage)
}

async function request(asked: DemoRequest, stage: Stage): Promise<DemoEnd> {
  const params = jsonIn(inSession(writeJson(asked.params), stage)) as JsonObject
  const answer = await whileAsking(stage, () => stage.request(asked.method, params))
  if (answer === null || stage.isCancelled()) return cancelled
  asked.heard(answer.told)
  return play(asked.outcomes.get(answer.outcome) ?? asked.otherwise, stage)
}

/** JSON that names its session. */
function inSession(json: string, { sessionId }: Stage): string {
  return json.replaceAll('{{session}}', writeJson(sessionId).slice(1, -1))
}

/** v2 tells that the turn waits for the user, and that it goes on. */
async function whileAsking<T>(stage: Stage, question: () => Promise<T>): Promise<T> {
  if (stage.version === 2) await stage.update({ sessionUpdate: 'state_update', state: 'requires_action' })
  const answer = await question()
  if (stage.version === 2 && !stage.isCancelled())
    await stage.update({ sessionUpdate: 'state_update', state: 'running' })
  return answer
}
