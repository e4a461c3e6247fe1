import type { ReactNode } from 'react'
import type { View } from '../screen/screen-view.ts'
import { Rows } from './rows.tsx'

/** A permission request or a proposal, with its options (`chrome/question-dialog.ts`). */
export function QuestionDialog({ view }: { readonly view: View<'question-dialog'> }): ReactNode {
  return <Rows rows={view.rows} />
}

/** A form or URL elicitation (`form/form-dialog.ts`). */
export function Form({ view }: { readonly view: View<'form'> }): ReactNode {
  return <Rows rows={view.rows} />
}

/** How the agent ended, or why its prompts are held back (`chrome/notice.ts`). */
export function Notice({ view }: { readonly view: View<'notice'> }): ReactNode {
  return <Rows rows={view.rows} />
}
