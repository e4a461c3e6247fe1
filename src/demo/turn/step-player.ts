import { jsonIn } from '../../lib/json/read-json.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { unreachable } from '../../lib/unreachable.ts'
import { isObject, type JsonObject, stringAt } from '../../protocol/wire/message.ts'
import type { ClientCapabilities } from '../agent/client-capabilities.ts'
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

/** What the steps of one turn act on: its session, the client, the clock and the folder of the run. */
export interface TurnContext {
  /** Of the agent or a sub-agent. */
  readonly sessionId: string
  readonly version: ProtocolVersion
  readonly capabilities: ClientCapabilities
  readonly folder: DemoFolder
  /** How many characters a message chunk has. */
  readonly pieceLength: number
  /** Sends a `session/update`. Resolves when it was handed to the transport. */
  update(update: unknown): Promise<void>
  /** The id of the selected option; null: the client cancelled the request. */
  ask(question: DemoQuestion): Promise<string | null>
  /** The content of the form, `{}` for a page; null: it was declined or cancelled, or the request failed. */
  elicit(elicitation: DemoElicitation): Promise<JsonObject | null>
  /** The client's answer to a request that is not part of ACP; null: the turn was cancelled. */
  request(method: string, params: JsonObject): Promise<Outcome | null>
  /** Sends `elicitation/complete` for a page. */
  complete(elicitationId: string): Promise<void>
  /** Changes a setting, and sends the settings to the client. */
  set(id: string, value: string | boolean): Promise<void>
  /** The context of a sub-agent's session, the same for each call with the name. */
  subagent(name: string): TurnContext
  /** Resolves after the time, or as soon as the turn is cancelled. */
  wait(ms: number): Promise<void>
  isCancelled(): boolean
  /** A new id, unique in the session. */
  messageId(): string
  writeStderr(text: string): void
  /** Writes a line to the client as it is. Resolves when it was handed to the transport. */
  line(text: string): Promise<void>
}

const finished: DemoEnd = { type: 'turn', stopReason: 'end_turn' }
const cancelled: DemoEnd = { type: 'turn', stopReason: 'cancelled' }

/** Plays the steps in order, until the last one, a `stop` or `fail`, or the turn's cancellation. */
export async function play(steps: DemoSteps, context: TurnContext): Promise<DemoEnd> {
  if (context.isCancelled()) return cancelled
  for (const step of steps) {
    const end = await playStep(step, context)
    if (end !== finished) return end
    // Before the next step is computed, since computing it changes the script's plans.
    if (context.isCancelled()) return cancelled
  }
  return finished
}

async function playStep(step: DemoStep, context: TurnContext): Promise<DemoEnd> {
  switch (step.type) {
    case 'wait':
      await context.wait(step.ms)
      return finished
    case 'title':
      await context.update({ sessionUpdate: 'session_info_update', title: step.title })
      return finished
    case 'say':
    case 'think':
      await sendMessage(step, context)
      return finished
    case 'tool-start':
      await context.update(toolStarted(step, context.version))
      return finished
    case 'tool-finish':
      await context.update(toolFinished(step))
      return finished
    case 'plan':
      await context.update(planUpdate(step.plan, step.body, (file) => context.folder.uri(file)))
      return finished
    case 'plan-removed':
      await context.update(planRemoved(step.plan))
      return finished
    case 'raw-update':
      await context.update(step.update)
      return finished
    case 'ask':
      return ask(step.question, context)
    case 'elicit':
      return elicit(step.elicitation, context)
    case 'request':
      return sendRequest(step.request, context)
    case 'setting':
      await context.set(step.id, step.value)
      return finished
    case 'usage':
      await context.update(usageUpdate(step))
      return finished
    case 'notice':
      await sendNotice(step, context)
      return finished
    case 'subagent':
      if (context.capabilities.subagents)
        await context.update(subagentUpdate(step, context.subagent(step.name).sessionId))
      return finished
    case 'as-subagent':
      return context.capabilities.subagents ? play(step.steps, context.subagent(step.name)) : finished
    case 'user-said':
      await context.update(userMessage(context.messageId(), step.text, context.version))
      return finished
    case 'write-file':
      context.folder.write(step.file, step.text)
      return finished
    case 'replace-file':
      context.folder.replace(step.file, step.text)
      return finished
    case 'delete-file':
      context.folder.delete(step.file)
      return finished
    case 'stderr':
      context.writeStderr(step.text)
      return finished
    case 'caption':
      await context.update(caption(step.text, context))
      return finished
    case 'line':
      await context.line(inSession(step.text, context))
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

/** Sends a message in chunks, as a model writes it. */
async function sendMessage(
  step: Extract<DemoStep, { type: 'say' | 'think' }>,
  context: TurnContext,
): Promise<void> {
  const messageId = context.messageId()
  const characters = Array.from(step.text)
  for (let at = 0; at < characters.length && !context.isCancelled(); at += context.pieceLength) {
    if (at > 0) await context.wait(chunkPauseMs)
    const piece = characters.slice(at, at + context.pieceLength).join('')
    await context.update(messageChunk(step.type, messageId, piece))
  }
}

/** A client that does not support notices gets a message, as codex does. */
async function sendNotice(step: Extract<DemoStep, { type: 'notice' }>, context: TurnContext): Promise<void> {
  if (context.capabilities.notices) return context.update(notice(step))
  const text = `${step.severity}: ${[step.title, step.description ?? []].flat().join('. ')}\n\n`
  await context.update(messageChunk('say', context.messageId(), text))
}

/** As a notice, or as a message where the client does not support notices. */
function caption(text: string, context: TurnContext): JsonObject {
  return context.capabilities.notices
    ? notice({ type: 'notice', severity: 'info', title: text })
    : messageChunk('say', context.messageId(), `${text}\n\n`)
}

async function ask(question: DemoQuestion, context: TurnContext): Promise<DemoEnd> {
  const answer = await whileAsking(context, () => context.ask(question))
  if (answer === null || context.isCancelled()) return cancelled
  const chosen = question.options.find((option) => option.id === answer) ?? question.options.at(-1)
  return chosen === undefined ? finished : play(chosen.leadsTo, context)
}

async function elicit(elicitation: DemoElicitation, context: TurnContext): Promise<DemoEnd> {
  const { mode } = elicitation
  const canAsk = mode === 'form' ? context.capabilities.forms : context.capabilities.urls
  const content = canAsk ? await whileAsking(context, () => context.elicit(elicitation)) : null
  if (content === null) return play(elicitation.refused, context)
  if (mode === 'form') {
    const unfit = unfitAnswer(elicitation.schema, content)
    if (unfit === null) return play(elicitation.accepted(content), context)
    return elicit({ ...elicitation, message: unfit }, context)
  }
  await context.wait(elicitation.takesMs)
  if (context.isCancelled()) return cancelled
  await context.complete(elicitation.elicitationId)
  return play(elicitation.accepted, context)
}

async function sendRequest(request: DemoRequest, context: TurnContext): Promise<DemoEnd> {
  const params = jsonIn(inSession(writeJson(request.params), context)) as JsonObject
  const answer = await whileAsking(context, () => context.request(request.method, params))
  if (answer === null || context.isCancelled()) return cancelled
  request.onAnswer(answer.fields)
  return play(request.outcomes.get(answer.outcome) ?? request.otherwise, context)
}

/** Replaces `{{session}}` by the session's id. */
function inSession(json: string, { sessionId }: TurnContext): string {
  return json.replaceAll('{{session}}', writeJson(sessionId).slice(1, -1))
}

/** In v2, sends that the turn waits for the user, and afterwards that it is running. */
async function whileAsking<T>(context: TurnContext, question: () => Promise<T>): Promise<T> {
  if (context.version === 2) await context.update({ sessionUpdate: 'state_update', state: 'requires_action' })
  const answer = await question()
  if (context.version === 2 && !context.isCancelled())
    await context.update({ sessionUpdate: 'state_update', state: 'running' })
  return answer
}

/**
 * An error message for the first answer that does not match its field's `pattern`; null where all match. Clients need not check it:
 * https://agentclientprotocol.com/protocol/elicitation
 */
function unfitAnswer(schema: JsonObject, content: JsonObject): string | null {
  const { properties } = schema
  if (!isObject(properties)) return null
  for (const [name, field] of Object.entries(properties)) {
    const value = stringAt(content, name)
    const pattern = isObject(field) ? stringAt(field, 'pattern') : undefined
    if (!isObject(field) || value === undefined || pattern === undefined || matches(value, pattern)) continue
    return `${stringAt(field, 'title') ?? name} cannot be “${value}”: it has to match ${pattern}.`
  }
  return null
}

/** An invalid pattern allows everything. */
function matches(value: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}
