import type { PlanDocument } from '../../app/ports/plan-document.ts'
import type { PlanTaking, Taken, TakenWriter, TakingMoment } from '../../app/ports/plan-taking.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { documentUri } from '../../plans/kinds/plan-kinds.ts'
import { textPatch } from '../../plans/comparison/line-diff.ts'
import type { TakingIntent } from '../state/intent.ts'
import { withFileMessage, withMessage, tabId, type UiState } from '../state/ui-state.ts'
import { askedForName, isWriting, openedSaveLine } from '../input/taking/act-on-taking.ts'
import {
  longestPatch,
  withEdited,
  withEditedText,
  copyWords,
  editWords,
  needsFile,
  noEditorWords,
  takenWords,
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
  #isEditing = false
  /** The edit that is under way; settles with it. */
  #editing: Promise<void> = Promise.resolve()

  constructor(parts: PlanTakerParts) {
    this.#parts = parts
  }

  perform(intent: TakingIntent): void {
    const { files, editor } = this.#parts.taking
    switch (intent.type) {
      case 'copy':
        return void this.#copy(intent.taken)
      case 'save':
        return void this.#withWriter((writer) => {
          const path = files.fileFor(writer.fileTitle(intent.taken, this.#parts.state()))
          const saving = { taken: intent.taken, from: intent.from ?? null }
          this.#parts.change((ui, nowMs) =>
            askedForName(ui, { saving, path, nowMs, state: this.#parts.state() }),
          )
        })
      case 'save-as':
        return void this.#saveAs(intent)
      case 'edit':
      case 'edit-text':
        if (this.#isEditing) return
        this.#isEditing = true
        this.#editing = (intent.type === 'edit' ? this.#edit(intent.taken) : this.#editText(intent)).finally(
          () => {
            this.#isEditing = false
          },
        )
        return
      case 'discard-edit':
        return editor.discard(intent.file)
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
    const { clipboard, files } = this.#parts.taking
    await this.#withWriter(async (writer) => {
      const text = writer.asMarkdown(taken, this.#moment(taken))
      const outcome = await clipboard.copy(text)
      const title = writer.fileTitle(taken, this.#parts.state())
      const saved = needsFile(outcome) ? await files.saveCopy(title, text) : null
      const words = copyWords(takenWords(taken), outcome, saved)
      this.#say(words, saved === null ? 'short' : 'file')
    })
  }

  async #saveAs({ saving, path, format }: Extract<TakingIntent, { type: 'save-as' }>): Promise<void> {
    const { files, editor } = this.#parts.taking
    const { taken, from } = saving
    await this.#withWriter(async (writer) => {
      const moment = this.#moment(taken)
      const text = format === 'json' ? writer.asJson(taken, moment) : writer.asMarkdown(taken, moment)
      const saved = await files.saveAs(path, text ?? '')
      if (saved.ok) {
        if (from !== null) editor.discard(from)
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
    })
  }

  async #edit(taken: Taken): Promise<void> {
    const { editor, files } = this.#parts.taking
    await this.#withWriter(async (writer) => {
      const before = writer.asDraft(taken, this.#moment(taken))
      const title = writer.title(taken, this.#parts.state())
      const named = files.fileFor(writer.fileTitle(taken, this.#parts.state()))
      const name = named.split(/[/\\]/).at(-1) ?? 'plan.md'
      const outcome = await editor.edit(before, name)
      if (outcome.type === 'no-editor')
        return this.#parts.change((ui, nowMs) => withMessage(ui, noEditorWords(ui.keys), nowMs))
      const words = editWords(outcome)
      if (words !== null) return this.#say(words, 'file' in outcome ? 'file' : 'short')
      if (outcome.type !== 'changed' || taken.type !== 'plan') return
      const { text, file } = outcome
      const patch = textPatch(before, text, { context: 1, characters: longestPatch })
      if (patch.added + patch.removed === 0) {
        editor.discard(file)
        return this.#say(editWords({ type: 'unchanged', wasQuick: false }) ?? '', 'short')
      }
      const tab = tabId(taken.sessionId, taken.plan.key)
      this.#parts.change((ui) =>
        withEdited(ui, { tab, title, text, file, patch, isPresent: taken.revision === null }),
      )
      const instead = editor.insteadWords()
      if (instead !== null) this.#say(instead, 'short')
    })
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

  async #withWriter(act: (writer: TakenWriter) => Promise<void> | void): Promise<void> {
    await act(await this.#parts.taking.writer())
  }

  #moment(taken: Taken): TakingMoment {
    const { documentOf, isAscii, nowMs, state } = this.#parts
    const uri = taken.type === 'plan' ? documentUri(taken.plan.body) : null
    return { state: state(), nowMs: nowMs(), document: uri === null ? null : documentOf(uri), isAscii }
  }
}
