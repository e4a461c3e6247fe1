import { longestBacktickRun } from '../../lib/text/markdown-lines.ts'
import { isOnlyShown, type AppState } from '../../app/state/app-state.ts'
import { textPatch, type TextPatch } from '../../plans/comparison/line-diff.ts'
import {
  type EditedPlan,
  type UiState,
  planUi,
  scrollOf,
  type TabId,
  withFileMessage,
  withLineIn,
  withMessage,
  lineIn,
} from './ui-state.ts'
import { lineWith, rewritten } from './line-edit.ts'
import type { Saving } from './intent.ts'
import type {
  Clipboard,
  CopyOutcome,
  EditOutcome,
  PlanTaking,
  Taken,
  TakenPlan,
  TakenSteps,
  TakenWriter,
  TakingMoment,
  TextEditor,
} from '../../app/ports/plan-taking.ts'
import { openLayers, takesLetters } from './open-layers.ts'
import { shownBaseline, sinceWords } from './baseline.ts'
import type { PlanLines } from './plan-lines.ts'
import { planOfTab } from './tabs.ts'
import { selectedKeys } from './step-selection.ts'
import { counted } from '../../lib/text/wording.ts'
import { keyWords, type KeyMap } from '../keys/key-map.ts'
import type { Result } from '../../lib/result.ts'

/** Whether the changes can go to the agent: neither where it is only shown, nor for a plan of the past. */
export function canBeSent({ isPresent }: EditedPlan, state: AppState): boolean {
  return isPresent && !isOnlyShown(state)
}

/** Characters of a difference that are put into a prompt. */
const longestPatch = 8000

/** Asks the agent to make the user's changes. `isAnswer`: in the answer to its question about the plan. */
export function editRequest(
  { title, patch }: Pick<EditedPlan, 'title' | 'patch'>,
  isAnswer: boolean,
): string {
  const words = isAnswer
    ? 'Change the plan like this:'
    : `I have changed the plan “${title}”. Take this over:`
  const rest = patch.isCut ? '\n(and more changes, which are left out here)' : ''
  const fence = '`'.repeat(Math.max(3, longestBacktickRun(patch.text) + 1))
  return `${words}\n${fence}diff\n${patch.text}\n${fence}${rest}`
}

/** `+3 −1 lines`, in the signs of the terminal. */
export function editedCounts({ added, removed }: TextPatch, isAscii: boolean): string {
  return `+${added} ${isAscii ? '-' : '−'}${removed} ${added + removed === 1 ? 'line' : 'lines'}`
}

/** The screen with an edited plan that waits for what shall become of it. A line that is being written keeps its text. */
export function withEdited(ui: UiState, edited: EditedPlan): UiState {
  return { ...ui, panel: null, picker: null, message: null, writing: { kind: 'edited', plan: edited } }
}

/** The screen with a text that was edited elsewhere in the place of what is being written; undo takes it back. */
export function withEditedText(ui: UiState, into: 'prompt' | 'feedback', text: string): UiState {
  // The question of the feedback may be gone.
  const kind = ui.feedback === null ? 'prompt' : into
  const opened: UiState = { ...ui, writing: { kind }, panel: kind === 'prompt' ? null : ui.panel }
  return withLineIn(opened, kind, rewritten(lineIn(ui, kind), text))
}

/** The plan of the shown tab, as it is shown; null without any. */
export function shownPlan(ui: UiState, state: AppState): TakenPlan | null {
  if (ui.tab === null) return null
  const revision = openLayers(ui, state).past?.revision ?? null
  const now = planOfTab(state, ui.tab)
  if (now === null) return null
  const { sessionId, plan } = now
  return { type: 'plan', sessionId, plan: revision?.plan ?? plan, revision, steps: null, since: null }
}

/** What of the shown plan is copied: its changes in the diff view, else its selected steps, else all of it. */
export function copiedPart(taken: TakenPlan, ui: UiState, state: AppState): TakenPlan {
  const baseline = openLayers(ui, state).diff === null ? null : shownBaseline(state, ui)
  if (baseline !== null)
    return { ...taken, since: { content: baseline.content, words: sinceWords(baseline) } }
  const steps = ui.tab === null || taken.revision !== null ? null : selectedSteps(ui, ui.tab)
  return { ...taken, steps }
}

function selectedSteps(ui: UiState, tab: TabId): TakenSteps | null {
  const planSteps = planUi(ui, tab).steps
  if (planSteps === null) return null
  const { lines, selection } = planSteps
  const keys = selectedKeys(selection, lines, scrollOf(ui, tab).selected)
  if (keys.size === 0) return null
  return lines.document === null ? { type: 'entries', keys } : sourceOf(lines, keys)
}

/** The selected lines, each step with the lines under it that are no steps. */
function sourceOf({ source, document, entries }: PlanLines, keys: ReadonlySet<number>): TakenSteps {
  const text = source.type === 'document' ? source.text : ''
  const parts: string[] = []
  /** The indentation of the selected step that the line may belong to; null: it belongs to none. */
  let indent: number | null = null
  document?.lines.forEach(({ line, step }, index) => {
    const written = text.slice(document.starts[line], document.starts[line + 1]).trimEnd()
    const own = written.search(/\S/)
    const isSelected = keys.has(entries[index]?.key ?? -1)
    if (step !== null) indent = isSelected ? own : null
    else if (indent !== null && own <= indent) indent = null
    if (indent !== null || isSelected) parts.push(written)
  })
  return { type: 'source', text: parts.join('\n'), count: keys.size }
}

/** What a plan is taken with, in a state. */
export interface TakenWith extends Pick<PlanTaking, 'files'> {
  readonly writer: TakenWriter
  readonly moment: TakingMoment
}

/** Copies it, and saves it too where the copy may not have reached the clipboard: says what became of it, and whether that names a file. */
export async function copyTaken(
  taken: Taken,
  clipboard: Clipboard,
  { writer, moment, files }: TakenWith,
): Promise<{ readonly words: string; readonly isSaved: boolean }> {
  const text = writer.asMarkdown(taken, moment)
  const outcome = await clipboard.copy(text)
  const saved = needsFile(outcome) ? await files.saveCopy(writer.fileTitle(taken, moment.state), text) : null
  return { words: copyWords(takenWords(taken), outcome, saved), isSaved: saved !== null }
}

type EditedTaken =
  | Exclude<EditOutcome, { type: 'changed' }>
  | (Extract<EditOutcome, { type: 'changed' }> & { readonly patch: TextPatch })

/** Opens a copy of it in the user's editor. What differs in nothing but its last line break is unchanged. */
export async function editTaken(
  taken: Taken,
  editor: TextEditor,
  { writer, moment, files }: TakenWith,
): Promise<EditedTaken> {
  const before = writer.asDraft(taken, moment)
  const path = files.fileFor(writer.fileTitle(taken, moment.state))
  const outcome = await editor.edit(before, path.split(/[/\\]/).at(-1) ?? 'plan.md')
  if (outcome.type !== 'changed') return outcome
  const patch = textPatch(before, outcome.text, { context: 1, characters: longestPatch })
  if (patch.added + patch.removed > 0) return { ...outcome, patch }
  editor.discard(outcome.file)
  return { type: 'unchanged', wasQuick: false }
}

/** Whether a copy has to be saved too, since it may not have reached the clipboard. */
export function needsFile(outcome: CopyOutcome): boolean {
  return outcome.type === 'uncertain' || outcome.type === 'refused'
}

export function takenWords(taken: Taken): string {
  if (taken.type === 'text') return 'the text'
  const { revision, since, steps } = taken
  if (since !== null) return 'the changes'
  if (steps === null) return revision === null ? 'the plan' : `revision ${revision.number}`
  const count = steps.type === 'entries' ? steps.keys.size : steps.count
  return counted(count, 'step')
}

/** What became of a copy of something, which `what` names. `saved`: the file that has it too, or why there is none; null: it needed none. */
export function copyWords(what: string, outcome: CopyOutcome, saved: Result<string, string> | null): string {
  switch (outcome.type) {
    case 'sent':
      return `Copied ${what} to the clipboard of ${outcome.by}.`
    case 'in-tmux':
      return `Copied ${what} to tmux, and to the clipboard if tmux may set it.`
    case 'uncertain':
      if (saved?.ok === true) return `Perhaps in the clipboard, and saved to ${saved.value}`
      return `Sent to the clipboard, which may not take it; not saved: ${saved?.problem ?? ''}`
    case 'refused': {
      const reason =
        outcome.reason === 'too-large' ? 'Too large for the clipboard' : 'This terminal has no clipboard'
      return saved?.ok === true
        ? `${reason}: saved to ${saved.value}`
        : `${reason}, and it is not saved: ${saved?.problem ?? ''}`
    }
  }
}

/** Says that there is no editor, and the key that saves a plan without one. */
export function noEditorWords(keys: KeyMap): string {
  return `No editor ($VISUAL, $EDITOR, nano, vi): ${keyWords(keys, 'save')} saves the plan.`
}

/** What became of an edit; null: it was changed, and the user chooses what becomes of it. */
export function editWords(outcome: Exclude<EditOutcome, { type: 'no-editor' }>): string | null {
  switch (outcome.type) {
    case 'not-written':
      return `The editor was not started: ${outcome.cause}`
    case 'unchanged':
      return outcome.wasQuick
        ? 'Not changed: the editor may not have waited (code needs --wait).'
        : 'You have changed nothing.'
    case 'failed':
      return outcome.file === null
        ? `${outcome.words}: nothing was changed.`
        : `${outcome.words}: your text is kept in ${outcome.file}`
    case 'empty':
      return 'The editor left the file empty: nothing was changed.'
    case 'gone':
      return 'The editor left no file: nothing was changed.'
    case 'unreadable':
      return `Your text was not read, since ${outcome.cause}: ${outcome.file}`
    case 'changed':
      return null
  }
}

/** The save line for what is saved, with this name in it. */
export function openedSaveLine(ui: UiState, saving: Saving, path: string): UiState {
  return { ...ui, panel: null, writing: { kind: 'save', saving, line: lineWith(path) } }
}

/** Whether the user writes something: in an input line, a form or the filter of a list. */
export function isWriting(ui: UiState, state: AppState): boolean {
  return takesLetters(ui, openLayers(ui, state))
}

interface NameAsked {
  readonly state: AppState
  readonly nowMs: number
  readonly saving: Saving
  readonly path: string
}

/** Opens the save line, unless the user has begun to write something else since the key: then says that nothing is saved. */
export function askedForName(ui: UiState, { saving, path, state, nowMs }: NameAsked): UiState {
  if (!isWriting(ui, state)) return openedSaveLine(ui, saving, path)
  return saving.from === null
    ? withMessage(ui, `Nothing is saved yet: ${keyWords(ui.keys, 'save')} asks for the name again.`, nowMs)
    : withFileMessage(ui, `Your text is kept in ${saving.from}`, nowMs)
}
