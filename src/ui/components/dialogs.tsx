import type { ReactNode } from 'react'
import type { FormView, NoticeView, QuestionDialogView } from '../screen/screen-view.ts'
import { Rows } from './rows.tsx'

/** What the agent asks permission for, with its answers (`chrome/question-dialog.ts`). */
export function QuestionDialog({ view }: { readonly view: QuestionDialogView }): ReactNode {
  return <Rows rows={view.rows} />
}

/** What the agent wants filled in, or a page that it wants opened (`form/form-dialog.ts`). */
export function Form({ view }: { readonly view: FormView }): ReactNode {
  return <Rows rows={view.rows} />
}

/** How the agent ended, or why its prompts are held back (`chrome/notice.ts`). */
export function Notice({ view }: { readonly view: NoticeView }): ReactNode {
  return <Rows rows={view.rows} />
}
