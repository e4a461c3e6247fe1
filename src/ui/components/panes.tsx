import type { ReactNode } from 'react'
import type { View } from '../screen/screen-view.ts'
import { Canvas } from './canvas.tsx'

/** The selected plan, or why there is none (`plan-panes/`). */
export function PlanPane({ view }: { readonly view: View<'plan-pane'> }): ReactNode {
  return <Canvas view={view} />
}

/** Help, activity, problems or stderr over the plan (`panels/`). */
export function Panel({ view }: { readonly view: View<'panel'> }): ReactNode {
  return <Canvas view={view} />
}

/** A list over the plan to pick from (`pickers/`). */
export function Picker({ view }: { readonly view: View<'picker'> }): ReactNode {
  return <Canvas view={view} />
}
