import { Box } from 'ink'
import type { ReactNode } from 'react'
import type { CanvasView } from '../screen/screen-view.ts'
import { useCanvas } from './hooks.ts'

/**
 * Room on the screen whose rows are painted by `paint/painter.ts`, as a page leaves room for a `<canvas>`. Ink composes and
 * tokenises the whole screen for each commit, 5 to 8 ms for 120×40 on a usual machine, and plans change 20 times a second and
 * more; the painter takes 0.5 ms for an update of a checklist and writes some 30 bytes. So what changes with every update is a
 * canvas: Ink decides where it stands and hears of it again only when it has more or fewer rows.
 */
export function Canvas({ view }: { readonly view: CanvasView }): ReactNode {
  return <Box ref={useCanvas(view.kind)} height={view.rows.length} flexShrink={0} />
}
