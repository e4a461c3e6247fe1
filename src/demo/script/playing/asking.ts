import { jsonIn } from '../../../lib/json/read-json.ts'
import { writeJson } from '../../../lib/json/write-json.ts'
import { stringAt, type JsonObject, objectAt } from '../../../protocol/wire/message.ts'
import { type TurnContext, setState, type Scene } from './scene.ts'
import type { Elicitation, PermissionQuestion } from './updates.ts'
import type { ScriptSteps, StepOf } from '../reading/step-schemas.ts'

/** How long an agent waits for an answer, and what it does without one. */
export interface Patience {
  /** Seconds; absent: it waits for ever. */
  readonly within?: number
  readonly otherwise?: ScriptSteps
}

/** The steps of the selected option; null: the turn is cancelled. An unknown option counts as the last one, which should be a refusal. */
export async function askPermission(
  question: PermissionQuestion,
  { within, otherwise = [] }: Patience,
  context: TurnContext,
): Promise<ScriptSteps | null> {
  const withinMs = within === undefined ? null : Math.round(within * 1000)
  const answer = await whileAsking(context, () => context.ask(question, withinMs))
  if (context.isCancelled()) return null
  if (answer.type !== 'selected') return answer.type === 'too-late' ? otherwise : null
  const { options } = question
  return (options.find((option) => option.id === answer.optionId) ?? options.at(-1))?.steps ?? []
}

/** The steps for the answer to a form, which is kept as answers of the script. The form is sent again until the answer is valid. */
export async function askForm(step: StepOf<'form'>, scene: Scene): Promise<ScriptSteps> {
  const { context } = scene
  const { schema, accepted = [], declined = [] } = step
  if (!context.capabilities.forms) return declined
  let message: string | null = step.form
  while (message !== null) {
    const content = await elicit({ mode: 'form', message, requestedSchema: schema }, context)
    if (content === null) return declined
    message = unfitAnswer(schema, content)
    if (message === null) addAnswers(scene, content)
  }
  return accepted
}

/** The steps for the answer to a page, after `elicitation/complete`; null: the turn is cancelled. */
export async function askPage(
  step: StepOf<'page'>,
  elicitationId: string,
  { context }: Scene,
): Promise<ScriptSteps | null> {
  const { page: message, url, seconds = 1, accepted = [], declined = [] } = step
  if (!context.capabilities.urls) return declined
  if ((await elicit({ mode: 'url', message, url, elicitationId }, context)) === null) return declined
  await context.wait(Math.round(seconds * 1000))
  if (context.isCancelled()) return null
  await context.complete(elicitationId)
  return accepted
}

/** The steps for the outcome of a request that is not part of ACP; null: the turn is cancelled. */
export async function sendRequest(step: StepOf<'request'>, scene: Scene): Promise<ScriptSteps | null> {
  const { context } = scene
  const { request, words, outcomes = {}, otherwise = [] } = step
  const params = jsonIn(inSession(writeJson(step.params), context)) as JsonObject
  const answer = await whileAsking(context, () => context.request(request, params))
  if (answer === null || context.isCancelled()) return null
  const { outcome, fields } = answer
  if (words !== undefined) addAnswers(scene, { [words]: Object.hasOwn(fields, words) ? fields[words] : '' })
  return (Object.hasOwn(outcomes, outcome) ? outcomes[outcome] : undefined) ?? otherwise
}

/** Keeps answers, which texts and conditions of later steps may name. */
export function addAnswers({ turn }: Scene, answers: JsonObject): void {
  setState(turn, { answers: { ...turn.memory.state.answers, ...answers } })
}

/** Replaces `{{session}}` in JSON by the session's id. */
export function inSession(json: string, { sessionId }: TurnContext): string {
  return json.replaceAll('{{session}}', writeJson(sessionId).slice(1, -1))
}

async function elicit(elicitation: Elicitation, context: TurnContext): Promise<JsonObject | null> {
  return whileAsking(context, () => context.elicit(elicitation))
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
  for (const [name, field] of Object.entries(objectAt(schema, 'properties'))) {
    const value = stringAt(content, name)
    const pattern = stringAt(field, 'pattern')
    if (value === undefined || pattern === undefined || matches(value, pattern)) continue
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
