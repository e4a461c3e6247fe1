import type { AppEvent } from './state/app-event.ts'
import { initialState, type AppState } from './state/app-state.ts'
import { problemBetween } from './reduce/problem-between.ts'
import { reduce } from './reduce/reduce.ts'

/** The one place where events become state. Outputs listen to each event; the screen reads the state once a frame. */
export interface App {
  state(): AppState
  dispatch(event: AppEvent): void
  /** Calls `listener` after each event with the states before and after it; returns how to unsubscribe. */
  onEvent(listener: AppListener): () => void
}

export type AppListener = (event: AppEvent, after: AppState, before: AppState) => void

export function createApp(start: AppState = initialState): App {
  let state = start
  const listeners = new Set<AppListener>()
  const undelivered: Parameters<AppListener>[] = []
  let isDelivering = false

  function add(event: AppEvent): void {
    const before = state
    state = reduce(before, event)
    undelivered.push([event, state, before])
    const problem = problemBetween(event, before, state)
    if (problem !== null) add(problem)
  }

  // A listener may dispatch: all listeners still get the events in order, each with its own states.
  function deliver(): void {
    if (isDelivering) return
    isDelivering = true
    try {
      for (let next = undelivered.shift(); next !== undefined; next = undelivered.shift()) {
        for (const listener of listeners) listener(...next)
      }
    } finally {
      isDelivering = false
    }
  }

  return {
    state: () => state,
    dispatch(event) {
      add(event)
      deliver()
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
