import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import type { PlanDocument, PlanDocuments } from '../../../src/app/ports/plan-document.ts'
import type { Clock } from '../../../src/lib/clock.ts'
import {
  makePlanDocuments,
  type PlanDocumentsOptions,
  type PlanDocumentsSource,
} from '../../../src/sources/plan-file/plan-documents.ts'

export function fileUri(path: string): string {
  return pathToFileURL(path).href
}

export function openDocuments(options: Partial<PlanDocumentsOptions> = {}): PlanDocumentsSource {
  const documents = makePlanDocuments({ clock: quickClock(), ...options })
  onTestFinished(() => documents.close())
  return documents
}

export interface CountedClock extends Clock {
  /** How many calls are still due. */
  due(): number
}

/** Real time at ten times the speed, so that a poll is not waited for. */
export function quickClock(): CountedClock {
  const timers = new Set<NodeJS.Timeout>()
  return {
    nowMs: () => performance.now() * 10,
    wallMs: () => 1_700_000_000_000,
    after: (delayMs, run) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        run()
      }, delayMs / 10).unref()
      timers.add(timer)
      return () => {
        timers.delete(timer)
        clearTimeout(timer)
      }
    },
    due: () => timers.size,
  }
}

export interface Watched {
  readonly states: PlanDocument[]
  /** The first state, from the newest one that was told on, for which the question is answered with yes. */
  until(isWanted: (document: PlanDocument) => boolean): Promise<PlanDocument>
  /** Waits until this text is shown. */
  shows(text: string): Promise<PlanDocument>
  /** Waits until it is unavailable for this kind of reason. */
  lacks(kind: string): Promise<PlanDocument>
  stop(): void
}

export function watchStates(documents: PlanDocuments, uri: string): Watched {
  const states: PlanDocument[] = []
  const waiting = new Set<(document: PlanDocument) => void>()
  const stop = documents.open(uri, (document) => {
    states.push(document)
    for (const tell of waiting) tell(document)
  })
  const until: Watched['until'] = (isWanted) =>
    new Promise((resolve) => {
      const tell = (document: PlanDocument): void => {
        if (!isWanted(document)) return
        waiting.delete(tell)
        resolve(document)
      }
      waiting.add(tell)
      const newest = states.at(-1)
      if (newest !== undefined) tell(newest)
    })
  return {
    states,
    until,
    shows: (text) => until((document) => document.state === 'shown' && document.text === text),
    lacks: (kind) => until((document) => document.state === 'unavailable' && document.reason.kind === kind),
    stop,
  }
}
