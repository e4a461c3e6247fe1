import { askElicitation, askOwn, askPermission } from './client-requests.ts'
import { isObject } from '../../protocol/wire/message.ts'
import type { DemoFolder } from '../host/demo-folder.ts'
import { play, type Stage } from './step-player.ts'
import { pause, type Pace } from '../host/pace.ts'
import type { DemoEnd, DemoScenario, DemoSteps } from '../scenario/scenario.ts'
import { reportSetting, sendUpdate, type Audience, type Session } from '../agent/session.ts'
import { elicitationParams, permissionParams } from './updates.ts'

/** How this run of the agent plays. */
export interface Show {
  readonly scenario: DemoScenario
  readonly pace: Pace
  /** Plays the scenario again and again until the turn is cancelled. */
  readonly isLooping: boolean
  readonly folder: DemoFolder
  /** Writes a line to the client. Resolves when it is on its way. */
  readonly writeLine: (line: string) => Promise<void>
  readonly writeStderr: (text: string) => void
}

/** One turn of one session: what it answers, and how it is called off. */
export interface Turn extends Audience {
  readonly session: Session
  readonly number: number
  readonly text: string
  readonly cancellation: AbortSignal
}

const betweenLoopsMs = 2000
/** Characters of a message that go at once, as a model writes them. */
const pieceLength = 24

/** Plays the scenario for this turn. Rejects only for a bug of ours: a client that has gone away cancels the turn. */
export async function playTurn(turn: Turn, show: Show): Promise<DemoEnd> {
  const stage = stageOf(turn, { ...show, pieceLength })
  const { number, text, session } = turn
  const { memory, settings } = session
  const playOnce = (): Promise<DemoEnd> =>
    play(show.scenario.steps({ number, text, mode: settings.mode(), memory }), stage)
  let end = await playOnce()
  while (show.isLooping && end.type === 'turn' && end.stopReason === 'end_turn') {
    await stage.wait(betweenLoopsMs)
    end = await playOnce()
  }
  return end
}

/** Tells what happened in a session before: at once, in whole messages, and without asking anything. */
export async function playPast(
  told: DemoSteps,
  session: Session,
  replay: { readonly audience: Audience; readonly folder: DemoFolder },
): Promise<void> {
  const turn = {
    ...replay.audience,
    session,
    number: 0,
    text: '',
    cancellation: new AbortController().signal,
  }
  const stage = stageOf(turn, {
    pace: { speed: 'max', idleLimitMs: null },
    folder: replay.folder,
    pieceLength: Infinity,
    writeLine: () => Promise.resolve(),
    writeStderr: () => undefined,
  })
  await play(told, {
    ...stage,
    ask: ({ options }) => Promise.resolve(options.find(({ kind }) => kind === 'allow_once')?.id ?? null),
    elicit: () => Promise.resolve(null),
    request: () => Promise.resolve({ outcome: 'refused', told: {} }),
    update: (update) => (isState(update) ? Promise.resolve() : stage.update(update)),
  })
}

/** What a turn does is told by v2 as it happens, and not afterwards. */
function isState(update: unknown): boolean {
  return isObject(update) && update['sessionUpdate'] === 'state_update'
}

/** How steps are played, whatever turn they belong to. */
interface Manner extends Pick<Show, 'pace' | 'folder' | 'writeLine' | 'writeStderr'> {
  readonly pieceLength: number
}

function stageOf(turn: Turn, manner: Manner, sessionId = turn.session.id): Stage {
  const { client, version, knows, session } = turn
  const subagents = new Map<string, Stage>()
  let messages = 0
  return {
    sessionId,
    version,
    knows,
    folder: manner.folder,
    pieceLength: manner.pieceLength,
    update: (update) => sendUpdate(turn, update, sessionId),
    ask: (question) => askPermission(turn, permissionParams(sessionId, question, version)),
    elicit: (elicitation) => askElicitation(turn, elicitationParams(sessionId, elicitation)),
    request: (method, params) => askOwn(turn, method, params),
    complete: (elicitationId) =>
      client.notify('elicitation/complete', { elicitationId }).catch(() => undefined),
    async set(id, value) {
      if (session.settings.set(id, value)) await reportSetting(turn, id)
    },
    subagent(name) {
      const stage = subagents.get(name) ?? stageOf(turn, manner, `${sessionId}-${name}`)
      subagents.set(name, stage)
      return stage
    },
    wait: (ms) => pause(ms, manner.pace, turn.cancellation),
    isCancelled: () => turn.cancellation.aborted,
    messageId: () => `turn-${turn.number}-message-${++messages}`,
    complain: manner.writeStderr,
    line: manner.writeLine,
  }
}
