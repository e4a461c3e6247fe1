import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { PlanTaking, Taken } from '../../app/ports/plan-taking.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { documentUri } from '../../plans/kinds/plan-kinds.ts'
import type { Saving, TakingIntent } from '../state/intent.ts'
import { withFileMessage, withMessage, tabId, type UiState } from '../state/ui-state.ts'
import {
  askedForName,
  isWriting,
  openedSaveLine,
  withEdited,
  withEditedText,
  copyTaken,
  editTaken,
  editWords,
  noEditorWords,
  type TakenWith,
} from '../state/taking.ts'
import { cleanText } from '../../lib/text/safe-text.ts'
import { notSaved } from '../../app/words/plan.ts'

export interface PlanTakerParts {
  readonly taking: PlanTaking
  readonly state: () => AppState
  readonly nowMs: () => number
  readonly documentOf: (uri: string) => PlanDocument
  readonly isAscii: boolean
  /** Changes the state of the screen. `nowMs`: as for keys. */
  readonly change: (by: (ui: UiState, nowMs: number) => UiState) => void
}

/** Copies, saves and edits plans for the screen. */
export class PlanTaker {
  readonly #parts: PlanTakerParts
  /** The edit that is under way; settles with it. null: none is. */
  #editing: Promise<void> | null = null

  constructor(parts: PlanTakerParts) {
    this.#parts = parts
  }

  perform(intent: TakingIntent): void {
    switch (intent.type) {
      case 'copy':
        return void this.#copy(intent.taken)
      case 'save':
        return void this.#save({ taken: intent.taken, from: intent.from ?? null })
      case 'save-as':
        return void this.#saveAs(intent)
      case 'edit':
      case 'edit-text':
        this.#editing ??= (
          intent.type === 'edit' ? this.#edit(intent.taken) : this.#editText(intent)
        ).finally(() => {
          this.#editing = null
        })
        return
      case 'discard-edit':
        return this.#parts.taking.editor.discard(intent.file)
      case 'report':
        return void this.#report()
      case 'picture':
        return void this.#picture(intent.recording)
    }
  }

  /** Settles when no editor has the terminal. */
  async settled(): Promise<void> {
    await this.#editing
  }

  async #report(): Promise<void> {
    const { report } = this.#parts.taking
    if (report === null)
      return this.#say('A report is made of a recording: start with --record FILE.', 'short')
    this.#say('Making the report …', 'short')
    this.#say(await report(), 'file')
  }

  async #picture(recording: string): Promise<void> {
    const { picture } = this.#parts.taking
    if (picture === null) return
    this.#say('Drawing the picture …', 'short')
    this.#say(await picture(recording), 'file')
  }

  async #copy(taken: Taken): Promise<void> {
    const { words, isSaved } = await copyTaken(taken, this.#parts.taking.clipboard, await this.#with(taken))
    this.#say(words, isSaved ? 'file' : 'short')
  }

  /** Asks for the name of the file. */
  async #save(saving: Saving): Promise<void> {
    const { writer, moment, files } = await this.#with(saving.taken)
    const path = files.fileFor(writer.fileTitle(saving.taken, moment.state))
    this.#parts.change((ui, nowMs) => askedForName(ui, { saving, path, nowMs, state: moment.state }))
  }

  async #saveAs({ saving, path, format }: Extract<TakingIntent, { type: 'save-as' }>): Promise<void> {
    const { taken, from } = saving
    const { writer, moment, files } = await this.#with(taken)
    const text = format === 'json' ? writer.asJson(taken, moment) : writer.asMarkdown(taken, moment)
    const saved = await files.saveAs(path, text ?? '')
    if (saved.ok) {
      if (from !== null) this.#parts.taking.editor.discard(from)
      return this.#say(`Saved to ${saved.value}`, 'file')
    }
    const state = this.#parts.state()
    this.#parts.change((ui, nowMs) =>
      withFileMessage(
        isWriting(ui, state) ? ui : openedSaveLine(ui, saving, path),
        notSaved(saved.problem),
        nowMs,
      ),
    )
  }

  async #edit(taken: Taken): Promise<void> {
    const { editor } = this.#parts.taking
    const given = await this.#with(taken)
    const title = given.writer.title(taken, given.moment.state)
    const outcome = await editTaken(taken, editor, given)
    if (outcome.type === 'no-editor')
      return this.#parts.change((ui, nowMs) => withMessage(ui, noEditorWords(ui.keys), nowMs))
    const words = editWords(outcome)
    if (words !== null) return this.#say(words, 'file' in outcome ? 'file' : 'short')
    if (outcome.type !== 'changed' || taken.type !== 'plan') return
    const { text, file, patch } = outcome
    const tab = tabId(taken.sessionId, taken.plan.key)
    const isPresent = taken.revision === null
    this.#parts.change((ui) => withEdited(ui, { tab, title, text, file, patch, isPresent }))
    const instead = editor.insteadWords()
    if (instead !== null) this.#say(instead, 'short')
  }

  /** What is being written; what the user leaves in the editor takes its place. */
  async #editText({ text, into }: Extract<TakingIntent, { type: 'edit-text' }>): Promise<void> {
    const { editor } = this.#parts.taking
    const outcome = await editor.edit(text, `${into}.md`)
    if (outcome.type === 'no-editor')
      return this.#say('Neither $VISUAL nor $EDITOR is set, and nano and vi are not on PATH.', 'short')
    if (outcome.type === 'changed') {
      // Editors end a file with a line break.
      const edited = cleanText(text.endsWith('\n') ? outcome.text : outcome.text.replace(/\n$/, ''))
      this.#parts.change((ui) => withEditedText(ui, into, edited))
      editor.discard(outcome.file)
    }
    const words = outcome.type === 'changed' ? editor.insteadWords() : editWords(outcome)
    if (words !== null) this.#say(words, 'file' in outcome ? 'file' : 'short')
  }

  /** Shows a message; longer if it may name a file. */
  #say(words: string, kind: 'short' | 'file'): void {
    const say = kind === 'file' ? withFileMessage : withMessage
    this.#parts.change((ui, nowMs) => say(ui, words, nowMs))
  }

  async #with(taken: Taken): Promise<TakenWith> {
    const { taking, documentOf, isAscii, nowMs, state } = this.#parts
    const writer = await taking.writer()
    const uri = taken.type === 'plan' ? documentUri(taken.plan.body) : null
    const document = uri === null ? null : documentOf(uri)
    return { writer, files: taking.files, moment: { state: state(), nowMs: nowMs(), document, isAscii } }
  }
}
