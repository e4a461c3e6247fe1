import { Box } from 'ink'
import type { ReactNode } from 'react'
import type { CanvasView } from '../stack/screen-view.ts'
import { useCanvas } from './hooks.ts'

/**
 * An area of the screen whose rows `paint/painter.ts` paints, like a `<canvas>` in a page. Ink composes and tokenises the whole
 * screen for each commit, which takes 5 to 8 ms for 120×40 on a usual machine, and plans change 20 times a second and more; the
 * painter takes 0.5 ms for an update of a checklist and writes some 30 bytes. So the parts that change with every update are
 * canvases: Ink lays them out, and renders them again only if their number of rows changes.
 */
export function Canvas({ view }: { readonly view: CanvasView }): ReactNode {
  return <Box ref={useCanvas(view.kind)} height={view.rows.length} flexShrink={0} />
}
