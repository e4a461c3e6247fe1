import type { Result } from '../../lib/result.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import type { ComparedContent } from '../../plans/comparison/compare-revisions.ts'
import type { Plan } from '../../plans/plan.ts'
import type { AppState } from '../state/app-state.ts'
import type { Revision } from '../history/plan-history.ts'
import type { PlanDocument } from './plan-document.ts'

/** What the user copies, saves or edits. Raw. */
export type Taken = TakenPlan | { readonly type: 'text'; readonly title: string; readonly text: string }

export interface TakenPlan {
  readonly type: 'plan'
  readonly sessionId: string
  readonly plan: Plan
  /** The past revision that is shown; null: the present one. */
  readonly revision: Revision | null
  /** The steps of it that are taken; null: the whole plan. */
  readonly steps: TakenSteps | null
  /** Only its changes since this content are taken; null: all of it. */
  readonly since: { readonly content: ComparedContent; readonly words: SafeText } | null
}

/** Selected steps of a plan: entries of a checklist, or their lines in the source of a document. */
export type TakenSteps =
  | { readonly type: 'entries'; readonly keys: ReadonlySet<number> }
  | { readonly type: 'source'; readonly text: string; readonly count: number }

/** The state in which something is written. */
export interface TakingMoment {
  readonly state: AppState
  readonly nowMs: number
  /** The document of a file plan; null for other plans. */
  readonly document: PlanDocument | null
  readonly isAscii: boolean
}

/** Writes what the user takes along. The texts end with a line break. */
export interface TakenWriter {
  /** Raw. */
  title(taken: Taken, state: AppState): string
  /** The title that its file is named for: the session's, where the plan has no words of its own. Raw. */
  fileTitle(taken: Taken, state: AppState): string
  asMarkdown(taken: Taken, moment: TakingMoment): string
  /** null: a text has no JSON. */
  asJson(taken: Taken, moment: TakingMoment): string | null
  /** The markdown that the user edits: the plan's words without times and facts. */
  asDraft(taken: Taken, moment: TakingMoment): string
}

/** What is known about a copy, which no terminal confirms. */
export type CopyOutcome =
  /** The terminal is known to take it. `by`: its name. */
  | { readonly type: 'sent'; readonly by: string }
  | { readonly type: 'in-tmux' }
  /** It was sent to a terminal that may ignore it. */
  | { readonly type: 'uncertain' }
  | { readonly type: 'refused'; readonly reason: 'no-clipboard' | 'too-large' }

/** The clipboard of the user's terminal. */
export interface Clipboard {
  /** Never rejects. */
  copy(text: string): Promise<CopyOutcome>
}

/** How an edit in the user's editor has ended. Words and paths are raw. */
export type EditOutcome =
  | { readonly type: 'no-editor' }
  /** The text could not be written to a file, so the editor was not started. */
  | { readonly type: 'not-written'; readonly cause: string }
  | { readonly type: 'unchanged'; readonly wasQuick: boolean }
  /** The editor has failed. `file`: what the user has written is kept there; null: nothing was changed. */
  | { readonly type: 'failed'; readonly words: string; readonly file: string | null }
  | { readonly type: 'empty' }
  /** The editor has left no file. */
  | { readonly type: 'gone' }
  /** The editor has left a file that is not read. */
  | { readonly type: 'unreadable'; readonly cause: string; readonly file: string }
  /** `file` has the text until it is discarded. */
  | { readonly type: 'changed'; readonly text: string; readonly file: string }

/** The user's editor, which has the terminal while it runs. */
export interface TextEditor {
  /** `name`: of the file, without a folder. Never rejects. */
  edit(text: string, name: string): Promise<EditOutcome>
  /** Which editor is started although the user has set none; null: it is the user's own, or there is none. */
  insteadWords(): string | null
  /** Deletes a file that an edit has left. */
  discard(file: string): void
}

/** The files that plans are saved to. Paths are as the user types and reads them. */
export interface PlanFiles {
  /** The path that is proposed for a title; ends with `.md`. */
  fileFor(title: string): string
  /** Writes a new file, and returns its path or why that failed. Never overwrites, never rejects. */
  saveAs(path: string, text: string): Promise<Result<string, string>>
  /** Saves a copy to a temporary folder, which stays. Never rejects. */
  saveCopy(title: string, text: string): Promise<Result<string, string>>
}

/** All that the screen needs to let the user take plans along. */
export interface PlanTaking {
  /** Imported late: it is needed for a key only. */
  readonly writer: () => Promise<TakenWriter>
  readonly clipboard: Clipboard
  readonly files: PlanFiles
  readonly editor: TextEditor
  /** Opens a report of the recording; settles with what to tell the user. Raw. null: there is no recording. */
  readonly report: (() => Promise<string>) | null
  /** Draws a picture of a recording that is listed; settles with what to tell the user. Raw. null: none is listed. */
  readonly picture: ((recording: string) => Promise<string>) | null
}
