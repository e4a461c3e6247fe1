import type { ReactNode } from 'react'
import type {
  HeaderView,
  KeyHintsView,
  PromptLineView,
  StatusLineView,
  TabBarView,
} from '../screen/screen-view.ts'
import { Canvas } from './canvas.tsx'
import { Rows } from './rows.tsx'

/** The agent, the session and what goes on in it (`chrome/header.ts`). */
export function Header({ view }: { readonly view: HeaderView }): ReactNode {
  return <Rows rows={view.rows} />
}

/** The plans, the selected one among them (`chrome/tab-bar.ts`): progress changes with each update. */
export function TabBar({ view }: { readonly view: TabBarView }): ReactNode {
  return <Canvas view={view} />
}

/** What the agent says and does right now, or a message for the user (`chrome/status.ts`). */
export function StatusLine({ view }: { readonly view: StatusLineView }): ReactNode {
  return <Canvas view={view} />
}

/** What the user writes: a prompt, a search, a filter; and in a replay the scrubber (`chrome/prompt-line.ts`). */
export function PromptLine({ view }: { readonly view: PromptLineView }): ReactNode {
  return <Rows rows={view.rows} />
}

/** The keys that matter now (`chrome/hints.ts`). */
export function KeyHints({ view }: { readonly view: KeyHintsView }): ReactNode {
  return <Rows rows={view.rows} />
}
