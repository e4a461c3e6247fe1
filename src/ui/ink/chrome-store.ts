import { isSameChrome, type Chrome } from '../chrome/chrome.ts'

/** Holds what Ink draws. `publish` tells the components only when something differs. */
export interface ChromeStore {
  readonly subscribe: (listener: () => void) => () => void
  readonly get: () => Chrome
  /** True when the chrome differs from the one before, so that Ink will draw. */
  publish(chrome: Chrome): boolean
}

export function createChromeStore(first: Chrome): ChromeStore {
  let chrome = first
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get: () => chrome,
    publish(next) {
      if (isSameChrome(chrome, next)) return false
      chrome = next
      for (const listener of listeners) listener()
      return true
    },
  }
}
