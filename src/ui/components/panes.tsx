import type { ReactNode } from 'react'
import type { PanelView, PickerView, PlanPaneView } from '../screen/screen-view.ts'
import { Canvas } from './canvas.tsx'

/** The selected plan, or why there is none (`plan-panes/`). */
export function PlanPane({ view }: { readonly view: PlanPaneView }): ReactNode {
  return <Canvas view={view} />
}

/** Help, activity, problems or stderr over the plan (`panels/`). */
export function Panel({ view }: { readonly view: PanelView }): ReactNode {
  return <Canvas view={view} />
}

/** A list over the plan to pick from (`pickers/`). */
export function Picker({ view }: { readonly view: PickerView }): ReactNode {
  return <Canvas view={view} />
}
