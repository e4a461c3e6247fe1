import type { ReactNode } from 'react'
import type { PartView, View } from '../stack/screen-view.ts'
import { Canvas } from './canvas.tsx'
import { Rows } from './rows.tsx'

/*
 * The parts of the screen. What a part shows is computed before React, in its view model (each names the file below): pictures
 * are drawn from the same view models without React. So a component only decides how its rows reach the terminal: as Ink's text
 * (`Rows`), or, if they change with updates of a plan, as a canvas (`canvas.tsx` says why).
 */

interface Props<Kind extends PartView['kind']> {
  readonly view: View<Kind>
}

/** The agent, the session and the state of its turn (`chrome/header.ts`). */
export function Header({ view }: Props<'header'>): ReactNode {
  return <Rows rows={view.rows} />
}

/** The tabs of the plans with their progress (`chrome/tab-bar.ts`). */
export function TabBar({ view }: Props<'tab-bar'>): ReactNode {
  return <Canvas view={view} />
}

/** The selected plan, or why there is none (`plan-panes/`). */
export function PlanPane({ view }: Props<'plan-pane'>): ReactNode {
  return <Canvas view={view} />
}

/** Help, activity, problems or stderr over the plan (`panels/`). */
export function Panel({ view }: Props<'panel'>): ReactNode {
  return <Canvas view={view} />
}

/** A list over the plan to pick from (`pickers/`). */
export function Picker({ view }: Props<'picker'>): ReactNode {
  return <Canvas view={view} />
}

/** A permission request or a proposal, with its options (`chrome/question-dialog.ts`). */
export function QuestionDialog({ view }: Props<'question-dialog'>): ReactNode {
  return <Rows rows={view.rows} />
}

/** A form or URL elicitation (`form/form-dialog.ts`). */
export function Form({ view }: Props<'form'>): ReactNode {
  return <Rows rows={view.rows} />
}

/** How the agent ended, or why its prompts are held back (`chrome/notice.ts`). */
export function Notice({ view }: Props<'notice'>): ReactNode {
  return <Rows rows={view.rows} />
}

/** What the agent is doing, or a message for the user (`chrome/status.ts`). */
export function StatusLine({ view }: Props<'status-line'>): ReactNode {
  return <Canvas view={view} />
}

/** The input line: a prompt, a search or a filter (`chrome/prompt-line.ts`); in a replay the scrubber (`chrome/scrubber.ts`). */
export function PromptLine({ view }: Props<'prompt-line'>): ReactNode {
  return <Rows rows={view.rows} />
}

/** The keys that can be pressed now (`chrome/hints.ts`). */
export function KeyHints({ view }: Props<'key-hints'>): ReactNode {
  return <Canvas view={view} />
}
