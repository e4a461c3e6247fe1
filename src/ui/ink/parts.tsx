import type { ReactNode } from 'react'
import type { CanvasView, PartView, View } from '../stack/screen-view.ts'
import { Canvas } from './canvas.tsx'
import { Forms } from './forms.tsx'

/*
 * The parts of the screen. What a part shows is computed before React, in its view model (each names the file below): pictures
 * are drawn from the same view models without React. So a component only decides how its forms reach the terminal: as Ink's text
 * (`forms.tsx`), or, if they change with updates of a plan, as a canvas (`canvas.tsx` says why).
 */

interface Props<Part extends PartView> {
  readonly view: Part
}

/** The agent, the session and the state of its turn (`chrome/header.ts`). */
export function Header({ view }: Props<View<'header'>>): ReactNode {
  return <Forms {...view} />
}

/** The tabs of the plans with their progress (`chrome/tab-bar.ts`). */
export function TabBar({ view }: Props<CanvasView>): ReactNode {
  return <Canvas view={view} />
}

/** The selected plan or why there is none (`plan-panes/`), or what is open over it: a panel (`panels/`), a list (`pickers/`). */
export function Main({ view }: Props<CanvasView>): ReactNode {
  return <Canvas view={view} />
}

/** A permission request or a proposal, with its options (`questions/question-dialog.ts`). */
export function Question({ view }: Props<View<'question-dialog'>>): ReactNode {
  return <Forms {...view} />
}

/** A form or URL elicitation (`questions/form-dialog.ts`). */
export function Form({ view }: Props<View<'form'>>): ReactNode {
  return <Forms {...view} />
}

/** How the agent ended, or why its prompts are held back (`chrome/notice.ts`). */
export function Notice({ view }: Props<View<'notice'>>): ReactNode {
  return <Forms {...view} />
}

/** What the agent is doing, or a message for the user (`chrome/status.ts`). */
export function StatusLine({ view }: Props<CanvasView>): ReactNode {
  return <Canvas view={view} />
}

/** The input line: a prompt, a search or a filter (`chrome/prompt-line.ts`); in a replay the scrubber (`chrome/scrubber.ts`). */
export function PromptLine({ view }: Props<View<'prompt-line'>>): ReactNode {
  return <Forms {...view} />
}

/** The keys that can be pressed now (`chrome/hints.ts`). */
export function KeyHints({ view }: Props<CanvasView>): ReactNode {
  return <Canvas view={view} />
}
