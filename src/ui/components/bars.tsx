import type { ReactNode } from 'react'
import type { View } from '../screen/screen-view.ts'
import { Canvas } from './canvas.tsx'
import { Rows } from './rows.tsx'

/** The agent, the session and the state of its turn (`chrome/header.ts`). */
export function Header({ view }: { readonly view: View<'header'> }): ReactNode {
  return <Rows rows={view.rows} />
}

/** The tabs of the plans with their progress, which changes with each update (`chrome/tab-bar.ts`). */
export function TabBar({ view }: { readonly view: View<'tab-bar'> }): ReactNode {
  return <Canvas view={view} />
}

/** What the agent is doing, or a message for the user (`chrome/status.ts`). */
export function StatusLine({ view }: { readonly view: View<'status-line'> }): ReactNode {
  return <Canvas view={view} />
}

/** The input line: a prompt, a search or a filter (`chrome/prompt-line.ts`); in a replay the scrubber (`chrome/scrubber.ts`). */
export function PromptLine({ view }: { readonly view: View<'prompt-line'> }): ReactNode {
  return <Rows rows={view.rows} />
}

/** The keys that can be pressed now (`chrome/hints.ts`). */
export function KeyHints({ view }: { readonly view: View<'key-hints'> }): ReactNode {
  return <Rows rows={view.rows} />
}
