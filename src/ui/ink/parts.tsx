import type { ReactNode } from 'react'
import type { CanvasView, PartView, View } from '../stack/screen-view.ts'
import { Forms } from './forms.tsx'
import { Box } from 'ink'
import { useCanvas } from './hooks.ts'

/*
 * The parts of the screen. What a part shows is computed before React, in its view model (each names the file below): pictures
 * are drawn from the same view models without React. So a component only decides how its forms reach the terminal: as Ink's text
 * (`forms.tsx`), or, if they change with updates of a plan, as a canvas (`Canvas` says why).
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

/**
 * An area of the screen whose rows `paint/painter.ts` paints, like a `<canvas>` in a page. Ink composes and tokenises the whole
 * screen for each commit, which takes 5 to 8 ms for 120×40 on a usual machine, and plans change 20 times a second and more; the
 * painter takes 0.5 ms for an update of a checklist and writes some 30 bytes. So the parts that change with every update are
 * canvases: Ink lays them out, and renders them again only if their number of rows changes.
 */
function Canvas({ view }: { readonly view: CanvasView }): ReactNode {
  return <Box ref={useCanvas(view.kind)} height={view.rows.length} flexShrink={0} />
}
