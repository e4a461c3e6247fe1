import { useInput, usePaste, measureElement, type DOMElement, type Key } from 'ink'
import {
  createContext,
  useContext,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type RefObject,
} from 'react'
import type { KeyPress } from '../keys/key-press.ts'
import { isCanvas, type CanvasView, type ScreenView, type ScreenStore } from '../stack/screen-view.ts'
import { privateKey } from '../../app/ports/terminal-keys.ts'
import { emptyRow, type Row } from '../../lib/cells/row.ts'

type CanvasKind = CanvasView['kind']

interface Box {
  readonly y: number
  readonly height: number
}

/** Puts the rows of the canvases where Ink has laid out their boxes. */
export class CanvasLayer {
  readonly #nodes = new Map<CanvasKind, DOMElement>()
  readonly #boxes = new Map<CanvasKind, Box>()

  /** Adds a mounted canvas; returns how to remove it. */
  add(kind: CanvasKind, node: DOMElement): () => void {
    this.#nodes.set(kind, node)
    return () => {
      this.#nodes.delete(kind)
      this.#boxes.delete(kind)
    }
  }

  /** Has to be called when Ink has laid out its boxes again. */
  moved(): void {
    this.#boxes.clear()
  }

  /** Ink's picture with the rows of all canvases; null while one of them is not mounted. */
  over(picture: readonly Row[], view: ScreenView): readonly Row[] | null {
    const rows = [...picture]
    for (const part of view.parts) {
      if (!isCanvas(part)) continue
      const box = this.#boxOf(part.kind)
      if (box === null) return null
      for (let index = 0; index < box.height; index++) rows[box.y + index] = part.rows[index] ?? emptyRow
    }
    return rows
  }

  #boxOf(kind: CanvasKind): Box | null {
    const known = this.#boxes.get(kind)
    if (known !== undefined) return known
    const node = this.#nodes.get(kind)
    if (node === undefined) return null
    const box = measureElement(node)
    this.#boxes.set(kind, box)
    return box
  }
}

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

export function useCanvas(kind: CanvasView['kind']): RefObject<DOMElement | null> {
  const layer = useContext(CanvasContext)
  const box = useRef<DOMElement>(null)
  useLayoutEffect(() => (box.current === null ? undefined : layer?.add(kind, box.current)), [kind, layer])
  return box
}

const named: readonly (readonly [keyof Key, string])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageDown', 'pagedown'],
  ['pageUp', 'pageup'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['tab', 'tab'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
  ['escape', 'escape'],
]

/** The key presses in one call of Ink's input handler: fast typing and auto-repeat arrive as several characters at once. */
export function keyPresses(input: string, key: Key): readonly KeyPress[] {
  const special = named.find(([flag]) => key[flag])?.[1]
  // Two escapes in one read arrive as one escape with meta.
  if (special === 'escape' && key.meta) return [escape, escape]
  if (special !== undefined) return [{ name: modified(special, key), text: '' }]
  if (key.ctrl) return input === '' ? [] : [{ name: `ctrl-${input}`, text: '' }]
  const base = input === '\r' ? 'enter' : (privateKey(input) ?? input)
  if (key.meta) return input === '' ? [] : [{ name: `alt-${base}`, text: '' }]
  return Array.from(input, typed)
}

const escape: KeyPress = { name: 'escape', text: '' }

function modified(name: string, key: Key): string {
  if (name === 'enter' && (key.meta || key.shift || key.ctrl)) return 'alt-enter'
  if (key.meta && name !== 'escape') return `alt-${name}`
  if (key.ctrl) return `ctrl-${name}`
  return key.shift && name === 'tab' ? 'shift-tab' : name
}

function typed(character: string): KeyPress {
  switch (character) {
    case '\r':
      return { name: 'enter', text: '' }
    case '\n':
      return { name: 'ctrl-j', text: '' }
    case '\t':
      return { name: 'tab', text: '' }
    case '\u007f':
    case '\b':
      return { name: 'backspace', text: '' }
    case '\u001f':
      return { name: 'ctrl-_', text: '' }
    case ' ':
      return { name: 'space', text: ' ' }
    default: {
      const name = privateKey(character)
      if (name !== null) return { name, text: '' }
      return character < ' '
        ? { name: `ctrl-${String.fromCharCode(character.charCodeAt(0) + 96)}`, text: '' }
        : { name: character, text: character }
    }
  }
}
