import { setImmediate as turnOfTheLoop, setTimeout as sleep } from 'node:timers/promises'
import { unreachable } from '../lib/unreachable.ts'
import type { DemoFolder } from './folder.ts'
import type { DemoQuestion, DemoStep } from './scenario.ts'
import type { Speed } from './speed.ts'
import {
  messageChunk,
  planRemoved,
  planUpdate,
  toolFinished,
  toolStarted,
  type ProtocolVersion,
} from './updates.ts'

/** What a player plays on: the wire, the clock and the folder of one turn. */
export interface Stage {
  readonly version: ProtocolVersion
  readonly folder: DemoFolder
  /** Resolves when the update is on its way. */
  update(update: unknown): Promise<void>
  /** The id of the option that was chosen; null: the client called the question off. */
  ask(question: DemoQuestion): Promise<string | null>
  /** Resolves after the time, or as soon as the turn is cancelled. */
  wait(ms: number): Promise<void>
  isCancelled(): boolean
  /** A new id, unique in the session. */
  messageId(): string
  complain(text: string): void
}

/** How playing ended. */
export type PlayEnd =
  | { readonly type: 'turn'; readonly stopReason: 'end_turn' | 'cancelled' }
  | { readonly type: 'exit'; readonly status: number }

const finished: PlayEnd = { type: 'turn', stopReason: 'end_turn' }
const cancelled: PlayEnd = { type: 'turn', stopReason: 'cancelled' }

/** Plays the steps in order, until the last one, a `fail`, or the turn's cancellation. */
export async function play(steps: readonly DemoStep[], stage: Stage): Promise<PlayEnd> {
  for (const step of steps) {
    if (stage.isCancelled()) return cancelled
    const end = await playStep(step, stage)
    if (end !== finished) return end
  }
  return stage.isCancelled() ? cancelled : finished
}

async function playStep(step: DemoStep, stage: Stage): Promise<PlayEnd> {
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
    case 'fail':
      return { type: 'exit', status: step.status }
    default:
      return unreachable(step)
  }
}

const chunkLength = 24
const chunkPauseMs = 40

/** Messages come in pieces, as a model writes them. */
async function speak(step: Extract<DemoStep, { type: 'say' | 'think' }>, stage: Stage): Promise<void> {
  const messageId = stage.messageId()
  const characters = Array.from(step.text)
  for (let at = 0; at < characters.length && !stage.isCancelled(); at += chunkLength) {
    if (at > 0) await stage.wait(chunkPauseMs)
    await stage.update(messageChunk(step.type, messageId, characters.slice(at, at + chunkLength).join('')))
  }
}

async function ask(question: DemoQuestion, stage: Stage): Promise<PlayEnd> {
  if (stage.version === 2) await stage.update({ sessionUpdate: 'state_update', state: 'requires_action' })
  const answer = await stage.ask(question)
  if (answer === null || stage.isCancelled()) return cancelled
  if (stage.version === 2) await stage.update({ sessionUpdate: 'state_update', state: 'running' })
  const chosen = question.options.find((option) => option.id === answer) ?? question.options.at(-1)
  return chosen === undefined ? finished : play(chosen.leadsTo, stage)
}

/** Waits at the given speed, until the signal aborts at the latest. Never rejects. */
export async function pause(ms: number, speed: Speed, signal: AbortSignal): Promise<void> {
  if (speed === 'max') {
    // Even without waits the loop has to turn, or a cancel that has come in would never be read.
    await turnOfTheLoop()
    return
  }
  await sleep(ms / speed, undefined, { signal }).catch(() => undefined)
}
