import { measureElement, type DOMElement } from 'ink'
import { emptyRow, type Row } from '../../lib/cells/row.ts'
import { isCanvas, type CanvasView, type ScreenView } from '../stack/screen-view.ts'

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
