import type { AppState } from '../../app/state/app-state.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { isObject } from '../../protocol/wire/message.ts'
import type { Background, KeptState, KeptUse } from '../../system/kept-state.ts'
import type { PlanComment } from '../state/comments.ts'
import { formText } from '../state/question-state.ts'
import { withRestoredComments, type StepsAt } from '../state/plan-steps.ts'
import { planOfTab } from '../state/tabs.ts'
import type { TabId, UiState } from '../state/ui-state.ts'

export interface StateKeeperParts {
  readonly kept: KeptState
  readonly state: () => AppState
  readonly wallMs: () => number
  readonly documentOf: StepsAt['documentOf']
  /** What the terminal has told of its background; null: nothing yet. */
  readonly background: () => Background | null
  /** Its sessions have the same ids each time. */
  readonly isBuiltInDemo: boolean
  /** What is shown, which is remembered as opened. */
  readonly used: readonly Omit<KeptUse, 'atMs'>[]
  readonly change: (by: (ui: UiState, nowMs: number) => UiState) => void
}

/** What is needed of a tab. */
type ShownTab = { readonly id: TabId }

/** What the prompt can do is said until so many were sent. */
const hintedPrompts = 3

/** A comment as it is kept: without its keys, which the lines of the next run do not have. */
type KeptComment = Omit<PlanComment, 'id' | 'keys'>

/** Keeps what the user writes for the next runs, and brings back what was kept. */
export class StateKeeper {
  readonly #parts: StateKeeperParts
  #history: UiState['prompt']['history'] = []
  /** Prompts that were sent, by this run and others, as far as they count for the hint. */
  #sent: number
  #perPlan: UiState['perPlan'] | null = null
  #tabs: readonly ShownTab[] | null = null
  /** What is kept of the second pane by now. */
  #side: UiState['side'] | null = null
  /** What is kept of the background by now. */
  #background: Background | null
  /** What is kept of each plan by now, as JSON. */
  readonly #comments = new Map<TabId, string>()
  readonly #restored = new Set<TabId>()

  constructor(parts: StateKeeperParts) {
    this.#parts = parts
    const { kept, used, wallMs } = parts
    for (const use of used) kept.keepUse({ ...use, atMs: wallMs() })
    const earlier = kept.prompts()
    const numbers = kept.numbers()
    this.#sent = numbers['prompt-hint'] ?? 0
    this.#background = kept.background()
    parts.change((ui) => {
      this.#notePrompts(ui)
      const { prompt } = ui
      const history = [...earlier, ...prompt.history]
      this.#history = history
      const historyAt = prompt.historyAt === null ? null : prompt.historyAt + earlier.length
      const hasPromptHint = this.#sent < hintedPrompts
      const columns = numbers['side-columns'] ?? null
      const isHidden = numbers['side-hidden'] === 1
      // The user may have changed it before.
      if (ui.side.columns === null && !ui.side.isHidden) this.#side = { ...ui.side, columns, isHidden }
      return {
        ...ui,
        hasPromptHint,
        prompt: { ...prompt, history, historyAt },
        side: this.#side ?? ui.side,
      }
    })
  }

  /** Keeps what is new in the state of the screen. Called for each frame. */
  note(ui: UiState, tabs: readonly ShownTab[]): void {
    const background = this.#parts.background()
    if (background !== null && background !== this.#background) {
      this.#background = background
      this.#parts.kept.keepBackground(background)
    }
    if (ui.prompt.history !== this.#history) this.#notePrompts(ui)
    if (ui.side !== this.#side) this.#noteSide(ui)
    const { isBuiltInDemo, state } = this.#parts
    const { observed, playback } = state()
    if (isBuiltInDemo || observed !== null || playback !== null) return
    if (tabs !== this.#tabs) this.#restore(tabs)
    if (ui.perPlan !== this.#perPlan) this.#noteComments(ui, tabs)
    this.#tabs = tabs
    this.#perPlan = ui.perPlan
  }

  /** Keeps what was written and not sent with the prompts. Called at the end. */
  keepDraft({ prompt, feedback, form }: UiState): void {
    for (const text of [prompt.line.text, feedback?.line.text ?? '', form === null ? '' : formText(form)])
      if (text.trim() !== '') this.#parts.kept.keepPrompt(text)
  }

  #notePrompts({ prompt: { history } }: UiState): void {
    const known = this.#history.at(-1)
    const from = known === undefined ? 0 : history.lastIndexOf(known) + 1
    const { change, kept } = this.#parts
    for (const text of history.slice(from)) {
      kept.keepPrompt(text)
      if (this.#sent >= hintedPrompts) continue
      kept.keepNumber('prompt-hint', ++this.#sent)
      if (this.#sent === hintedPrompts) change((ui) => ({ ...ui, hasPromptHint: false }))
    }
    this.#history = history
  }

  #noteSide({ side }: UiState): void {
    const { kept } = this.#parts
    const { columns, isHidden } = side
    if (columns !== null && columns !== this.#side?.columns) kept.keepNumber('side-columns', columns)
    if (isHidden !== (this.#side?.isHidden ?? false)) kept.keepNumber('side-hidden', Number(isHidden))
    this.#side = side
  }

  #noteComments(ui: UiState, tabs: readonly ShownTab[]): void {
    for (const { id } of tabs) {
      const all = ui.perPlan.get(id)?.steps?.comments.all ?? []
      if (all.length === 0 && !this.#comments.has(id)) continue
      const comments = all.map(({ on, isOnSteps, revision, text, isSent }): KeptComment => {
        return { on, isOnSteps, revision, text, isSent }
      })
      const written = writeJson(comments)
      if (this.#comments.get(id) === written) continue
      this.#comments.set(id, written)
      const shown = planOfTab(this.#parts.state(), id)
      if (shown === null) continue
      this.#parts.kept.keepComments(shown.sessionId, shown.plan.key, comments)
    }
  }

  /** Brings back the comments on plans of sessions that were loaded again. */
  #restore(tabs: readonly ShownTab[]): void {
    const { change, documentOf, kept, state } = this.#parts
    for (const { id } of tabs) {
      const shown = this.#restored.has(id) ? null : planOfTab(state(), id)
      if (shown === null) continue
      const { sessionId, plan } = shown
      const origin = state().sessions.get(sessionId)?.origin
      if (origin !== 'loaded' && origin !== 'resumed') continue
      this.#restored.add(id)
      const comments = commentsIn(kept.comments(sessionId, plan.key))
      if (comments.length === 0) continue
      this.#comments.set(id, writeJson(comments))
      change((ui) => withRestoredComments(ui, { tab: id, comments, body: plan.body }, documentOf))
    }
  }
}

/** What is no comment is left out: the file may be of another version. */
function commentsIn(kept: unknown): readonly KeptComment[] {
  return (Array.isArray(kept) ? kept : []).filter(isKeptComment)
}

function isKeptComment(value: unknown): value is KeptComment {
  if (!isObject(value)) return false
  const { on, isOnSteps, revision, text, isSent } = value
  const isOfTypes = typeof isOnSteps === 'boolean' && typeof isSent === 'boolean' && typeof text === 'string'
  return isOfTypes && typeof revision === 'number' && Array.isArray(on) && on.every(isQuotedStep)
}

function isQuotedStep(value: unknown): boolean {
  if (!isObject(value)) return false
  const { number, text } = value
  return typeof text === 'string' && (number === null || typeof number === 'string')
}
