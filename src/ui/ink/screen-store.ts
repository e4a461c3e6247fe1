import { isSameForInk, type ScreenView } from '../screen/screen-view.ts'

/** Holds what the components show. `publish` notifies them only when Ink has something to draw. */
export interface ScreenStore {
  readonly subscribe: (listener: () => void) => () => void
  /** What Ink was asked to draw last. */
  readonly drawn: () => ScreenView
  /** True when Ink will draw. */
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
