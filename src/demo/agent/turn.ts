import { isObject, objectAt, stringAt, type JsonObject, objectIn } from '../../protocol/wire/message.ts'
import { type DemoFolder, pause, type Pace } from '../host/demo-process.ts'
import type { DemoEnd } from '../script/playing/play-steps.ts'
import type { DemoScenario } from '../script/playing/scripted-scenario.ts'
import { reportSetting, sendUpdate, type Audience, type Session } from './session.ts'
import type { PermissionAnswer, TurnContext, Outcome } from '../script/playing/scene.ts'
import { permissionParams, userMessage, type PermissionQuestion } from '../script/playing/updates.ts'

export interface DemoRun {
  readonly scenario: DemoScenario
  readonly pace: Pace
  /** Plays the scenario again and again until the turn is cancelled. */
  readonly isLooping: boolean
  readonly folder: DemoFolder
  /** Writes a line to the client. Resolves when it was handed to the transport. */
  readonly writeLine: (line: string) => Promise<void>
  readonly writeStderr: (text: string) => void
}

/** One turn of one session: its prompt, and its cancellation. */
export interface Turn extends Audience {
  readonly session: Session
  readonly number: number
  readonly text: string
  readonly cancellation: AbortSignal
}

const betweenLoopsMs = 2000
/** Characters of a message chunk. */
const pieceLength = 24

/** Plays the scenario for this turn. Rejects only for a bug: a client that is gone cancels the turn. */
export async function playTurn(turn: Turn, run: DemoRun): Promise<DemoEnd> {
  const context = contextOf(turn, { ...run, pieceLength })
  const { number, text, session } = turn
  const { memory, settings } = session
  const playOnce = (): Promise<DemoEnd> =>
    run.scenario.play({ number, text, mode: settings.mode(), memory }, context)
  let end = await playOnce()
  while (run.isLooping && end.type === 'turn' && end.stopReason === 'end_turn') {
    await context.wait(betweenLoopsMs)
    end = await playOnce()
  }
  return end
}

/** What is replayed of a session: its title, a prompt and the answer to it, which is what the scenario plays first. */
export interface History {
  readonly title: string | null
  readonly scenario: DemoScenario
}

/** Replays the history of a session: without waits, in whole messages, and without requests to the client. */
export async function playHistory(
  { title, scenario }: History,
  session: Session,
  replay: { readonly audience: Audience; readonly folder: DemoFolder },
): Promise<void> {
  const [text = ''] = scenario.prompts
  const turn = { ...replay.audience, session, number: 0, text, cancellation: new AbortController().signal }
  const context = contextOf(turn, {
    pace: { speed: 'max', idleLimitMs: null },
    folder: replay.folder,
    pieceLength: Infinity,
    writeLine: () => Promise.resolve(),
    writeStderr: () => undefined,
  })
  if (title !== null) await context.update({ sessionUpdate: 'session_info_update', title })
  await context.update(userMessage(context.messageId(), text, context.version))
  const played = { number: 1, text, mode: null, memory: session.memory }
  await scenario.play(played, {
    ...context,
    ask: ({ options }) => Promise.resolve(allowed(options)),
    elicit: () => Promise.resolve(null),
    request: () => Promise.resolve({ outcome: 'refused', fields: {} }),
    update: (update) => (isState(update) ? Promise.resolve() : context.update(update)),
  })
}

function allowed(options: PermissionQuestion['options']): PermissionAnswer {
  const option = options.find(({ kind }) => kind === 'allow_once')
  return option === undefined ? { type: 'cancelled' } : { type: 'selected', optionId: option.id }
}

/** v2's `state_update` is about the current state, and no part of a history. */
function isState(update: unknown): boolean {
  return stringAt(update, 'sessionUpdate') === 'state_update'
}

interface PlayOptions extends Pick<DemoRun, 'pace' | 'folder' | 'writeLine' | 'writeStderr'> {
  readonly pieceLength: number
}

function contextOf(turn: Turn, manner: PlayOptions, sessionId = turn.session.id): TurnContext {
  const { client, version, capabilities, session } = turn
  const subagents = new Map<string, TurnContext>()
  let messages = 0
  return {
    sessionId,
    version,
    capabilities,
    folder: manner.folder,
    pieceLength: manner.pieceLength,
    update: (update) => sendUpdate(turn, update, sessionId),
    ask(question, withinMs) {
      const params = permissionParams(sessionId, question, version)
      // In real time: whoever is asked reads and thinks at the same speed, however fast the rest is played.
      return requestPermission(turn, params, withinMs === null ? null : AbortSignal.timeout(withinMs))
    },
    elicit: (elicitation) => requestElicitation(turn, { sessionId, ...elicitation }),
    request: (method, params) => requestExtension(turn, method, params),
    complete: (elicitationId) =>
      client.notify('elicitation/complete', { elicitationId }).catch(() => undefined),
    async set(id, value) {
      if (session.settings.set(id, value)) await reportSetting(turn, id)
    },
    subagent(name) {
      const context = subagents.get(name) ?? contextOf(turn, manner, `${sessionId}-${name}`)
      subagents.set(name, context)
      return context
    },
    wait: (ms) => pause(ms, manner.pace, turn.cancellation),
    isCancelled: () => turn.cancellation.aborted,
    messageId: () => `turn-${turn.number}-message-${++messages}`,
    writeStderr: manner.writeStderr,
    line: manner.writeLine,
  }
}

/** The client that gets a request, and the turn that the request belongs to. */
type TurnClient = Pick<Turn, 'client' | 'version' | 'cancellation'>

/** `withdrawal` takes the request back, which is then answered too late. */
async function requestPermission(
  asker: TurnClient,
  params: JsonObject,
  withdrawal: AbortSignal | null,
): Promise<PermissionAnswer> {
  const response = await requestOf(asker, 'session/request_permission', params, withdrawal)
  if (withdrawal?.aborted === true) return { type: asker.cancellation.aborted ? 'cancelled' : 'too-late' }
  // A failed request is no permission: the text is the id of no option, which counts as the last one, a refusal.
  if (response === undefined) return { type: 'selected', optionId: 'the request failed' }
  const outcome = objectAt(response, 'outcome')
  const optionId = outcome['outcome'] === 'selected' ? stringAt(outcome, 'optionId') : undefined
  return optionId === undefined ? { type: 'cancelled' } : { type: 'selected', optionId }
}

/** The content of the form, `{}` for a page; null for any action but `accept`. */
async function requestElicitation(asker: TurnClient, params: JsonObject): Promise<JsonObject | null> {
  const response = await requestOf(asker, 'elicitation/create', params)
  return stringAt(response, 'action') === 'accept' ? objectAt(response, 'content') : null
}

/** Sends a request that is not part of ACP. Vendors nest the outcome in an `outcome`, or not. null: the turn was cancelled. */
async function requestExtension(
  asker: TurnClient,
  method: string,
  params: JsonObject,
): Promise<Outcome | null> {
  const response = await requestOf(asker, method, params)
  if (response === null) return null
  const flat = objectIn(response)
  const { outcome, ...fields } = isObject(flat['outcome']) ? flat['outcome'] : flat
  return { outcome: typeof outcome === 'string' ? outcome : 'refused', fields }
}

/** The client's answer; null when the turn is cancelled or the request withdrawn before there is one, `undefined` for an error. */
async function requestOf(
  asker: TurnClient,
  method: string,
  params: JsonObject,
  withdrawal: AbortSignal | null = null,
): Promise<unknown> {
  const { cancellation, version, client } = asker
  // In v2 the agent cancels its request; in v1 the client answers it, and the agent does not wait for that.
  const signals = [...(version === 2 ? [cancellation] : []), ...(withdrawal === null ? [] : [withdrawal])]
  const options = signals.length === 0 ? {} : { cancellationSignal: AbortSignal.any(signals) }
  const answer = client.request(method, params, options).catch(() => undefined)
  const ends = withdrawal === null ? [cancellation] : [cancellation, withdrawal]
  return Promise.race([answer, ...ends.map(aborted)])
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}
