import { useInput, usePaste, type DOMElement } from 'ink'
import {
  createContext,
  useContext,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type RefObject,
} from 'react'
import type { CanvasLayer } from './canvas-layer.ts'
import { keyPresses } from './ink-keys.ts'
import type { KeyPress } from '../keys/key-press.ts'
import type { CanvasView, ScreenView } from '../stack/screen-view.ts'
import type { ScreenStore } from './screen-store.ts'

/** The layer of the canvases, which never changes. */
export const CanvasContext = createContext<CanvasLayer | null>(null)

/** The view model of the screen, including its size; renders again when Ink has something to draw. */
export function useScreen(store: ScreenStore): ScreenView {
  return useSyncExternalStore(store.subscribe, store.drawn)
}

/** Passes on every key and paste. The focus is part of the screen's state (`state/ui-state.ts`), not of React's. */
export function useKeys(onKey: (press: KeyPress) => void, onPaste: (text: string) => void): void {
  useInput((input, key) => {
    for (const press of keyPresses(input, key)) onKey(press)
  })
  usePaste(onPaste)
}

/** The box of a canvas, for as long as it is mounted. */
export function useCanvas(kind: CanvasView['kind']): RefObject<DOMElement | null> {
  const layer = useContext(CanvasContext)
  const box = useRef<DOMElement>(null)
  useLayoutEffect(() => (box.current === null ? undefined : layer?.add(kind, box.current)), [kind, layer])
  return box
}
