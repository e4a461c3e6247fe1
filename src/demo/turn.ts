import type { AgentContext } from '@agentclientprotocol/sdk/unstable'
import { isObject } from '../protocol/message.ts'
import type { DemoFolder } from './folder.ts'
import { pause, play, type PlayEnd, type Stage } from './player.ts'
import type { DemoQuestion, DemoScenario } from './scenario.ts'
import type { Speed } from './speed.ts'
import { permissionParams, type ProtocolVersion } from './updates.ts'

/** How this run of the agent plays. */
export interface Show {
  readonly scenario: DemoScenario
  readonly speed: Speed
  /** Plays the scenario again and again until the turn is cancelled. */
  readonly isLooping: boolean
  readonly folder: DemoFolder
}

/** One turn of one session: what it answers, and how it is called off. */
export interface Turn {
  readonly sessionId: string
  readonly number: number
  readonly text: string
  readonly version: ProtocolVersion
  readonly client: AgentContext
  readonly cancellation: AbortSignal
}

const betweenLoopsMs = 2000

/** Plays the scenario for this turn. Rejects only for a bug of ours: a client that has gone away cancels the turn. */
export async function playTurn(turn: Turn, show: Show): Promise<PlayEnd> {
  const stage = stageOf(turn, show)
  const steps = show.scenario.steps({ number: turn.number, text: turn.text })
  let end = await play(steps, stage)
  while (show.isLooping && end.type === 'turn' && end.stopReason === 'end_turn') {
    await stage.wait(betweenLoopsMs)
    end = await play(steps, stage)
  }
  return end
}

function stageOf(turn: Turn, show: Show): Stage {
  let messages = 0
  return {
    version: turn.version,
    folder: show.folder,
    update: (update) => sendUpdate(turn, update),
    ask: (question) => askClient(turn, question),
    wait: (ms) => pause(ms, show.speed, turn.cancellation),
    isCancelled: () => turn.cancellation.aborted,
    messageId: () => `turn-${turn.number}-message-${++messages}`,
    complain: (text) => void process.stderr.write(text),
  }
}

/** Sends a `session/update` as it stands. One that can't be delivered any more is dropped: its turn is being cancelled. */
export async function sendUpdate(turn: Turn, update: unknown): Promise<void> {
  await turn.client.notify('session/update', { sessionId: turn.sessionId, update }).catch(() => undefined)
}

async function askClient(turn: Turn, question: DemoQuestion): Promise<string | null> {
  const params = permissionParams(turn.sessionId, question, turn.version)
  // In v2 the agent takes its question back; in v1 the client answers it itself, and we do not wait for that.
  const options = turn.version === 2 ? { cancellationSignal: turn.cancellation } : {}
  const answer = turn.client
    .request('session/request_permission', params, options)
    // A client that cannot be asked has not allowed anything.
    .then(chosenOption, () => 'the request failed')
  return Promise.race([answer, aborted(turn.cancellation)])
}

function chosenOption(response: unknown): string | null {
  const outcome = isObject(response) ? response['outcome'] : undefined
  if (!isObject(outcome) || outcome['outcome'] !== 'selected') return null
  return typeof outcome['optionId'] === 'string' ? outcome['optionId'] : null
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}
