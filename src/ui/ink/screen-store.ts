import { isSameForInk, type ScreenView } from '../stack/screen-view.ts'

/** Holds the view model that the components show. `publish` notifies them only if Ink has something to draw. */
export interface ScreenStore {
  readonly subscribe: (listener: () => void) => () => void
  /** The view model that Ink draws. */
  readonly drawn: () => ScreenView
  /** Returns whether Ink will draw. */
  publish(view: ScreenView): boolean
}

export function createScreenStore(first: ScreenView): ScreenStore {
  let drawn = first
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    drawn: () => drawn,
    publish(view) {
      if (isSameForInk(drawn, view)) return false
      drawn = view
      for (const listener of listeners) listener()
      return true
    },
  }
}
