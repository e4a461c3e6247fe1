import { measureElement, type DOMElement } from 'ink'
import { emptyRow, type Row } from '../../lib/cells/row.ts'
import { isCanvas, partsOf, type CanvasView, type ScreenView } from '../screen/screen-view.ts'

type CanvasKind = CanvasView['kind']

interface Box {
  readonly y: number
  readonly height: number
}

/** Knows where Ink has laid out each canvas, and puts their rows there. */
export class CanvasLayer {
  readonly #nodes = new Map<CanvasKind, DOMElement>()
  readonly #boxes = new Map<CanvasKind, Box>()

  /** A canvas has been mounted; returns how to say that it is gone. */
  add(kind: CanvasKind, node: DOMElement): () => void {
    this.#nodes.set(kind, node)
    return () => {
      this.#nodes.delete(kind)
      this.#boxes.delete(kind)
    }
  }

  /** Ink has laid out its boxes anew. */
  moved(): void {
    this.#boxes.clear()
  }

  /** Ink's picture with the rows of all canvases; null as long as one of them is not mounted yet. */
  over(picture: readonly Row[], view: ScreenView): readonly Row[] | null {
    const rows = [...picture]
    for (const part of partsOf(view)) {
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
