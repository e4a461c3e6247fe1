import type { StepRequest } from '../../app/words/prompt.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import type { Intent } from '../state/intent.ts'
import type { KeyMap } from '../keys/key-map.ts'
import type { Role } from '../paint/theme.ts'
import type { PaletteAction } from '../state/palette.ts'
import type { PickerTopic, TabId } from '../state/ui-state.ts'
import type { Look } from '../paint/look.ts'

/** What can be done with steps of a plan and with the comments on it. */
export type StepAction = StepRequest | 'comment' | 'send-comments' | 'fold-comments' | 'clear-comments'

export interface PickerItem {
  /** Unique in its list, and stable while the item is in it. */
  readonly id: string
  /** The text that the filter searches, in lower case. */
  readonly search: string
  /** Raw; the items of a group follow each other, under its name. Absent or null: no group. */
  readonly group?: string | null
  /** What keys do with the item; empty for one that only informs. */
  readonly actions: readonly ItemAction[]
  readonly view: (at: ItemAt) => ItemView
}

export interface ItemAction {
  readonly key: 'enter' | 'ctrl-x' | 'ctrl-s' | 'ctrl-y' | 'D'
  /** The text of the hint. */
  readonly does: string
  readonly intents: readonly Intent[]
  /** What it does with steps of a plan or the comments on it; absent: nothing. */
  readonly withSteps?: StepAction
  readonly next: 'close' | 'back' | 'stay' | PickerTopic | PlanToShow | ToPerform
  /** What the confirming key (`confirmKey`) does, in words; null: no confirmation is needed. */
  readonly confirm: SafeText | null
}

/** What enter does with an item, and what follows: nothing else, unless it is given. */
export function onEnter(
  does: string,
  next: ItemAction['next'],
  rest: Partial<Pick<ItemAction, 'intents' | 'confirm' | 'withSteps'>> = {},
): ItemAction {
  return { key: 'enter', does, next, intents: [], confirm: null, ...rest }
}

/** The palette closes, and the entry is carried out. */
export interface ToPerform {
  readonly kind: 'perform'
  readonly does: PaletteAction
}

/** The list closes, and the plan is shown. */
export interface PlanToShow {
  readonly kind: 'plan'
  readonly id: TabId
  readonly headId: string
  readonly isRemoved: boolean
}

export interface ItemAt extends Look {
  readonly keys: KeyMap
  /** The time by the clock of the run. */
  readonly nowMs: number
  /** Milliseconds since the epoch. */
  readonly wallMs: number
  /** The command line the agent was started with; null for an agent that this program did not start. */
  readonly command: readonly string[] | null
  /** The folder that the agent works in. */
  readonly cwd: string | null
}

/** What an item shows; texts are cut to fit. */
export interface ItemView {
  /** One column. */
  readonly glyph: SafeText
  readonly glyphRole: Role
  readonly text: SafeText
  readonly textRole: Role
  /** Indices of the letters of the text that are marked as matches; absent: the words of the filter are. */
  readonly marks?: readonly number[]
  /** Behind the text, if there is room. */
  readonly more: SafeText
  readonly moreRole: Role
  /** At the right; omitted first if there is no room. */
  readonly facts: SafeText
  readonly factsRole: Role
  /** Shown below the item while it is selected; wrapped. */
  readonly detail: readonly DetailLine[]
  /** When it shows something else, although nothing has happened; null: never. */
  readonly changesAtMs: number | null
}

export const blankItem: ItemView = {
  glyph: safe` `,
  glyphRole: 'normal',
  text: safe``,
  textRole: 'normal',
  more: safe``,
  moreRole: 'dim',
  facts: safe``,
  factsRole: 'dim',
  detail: [],
  changesAtMs: null,
}

export interface DetailLine {
  readonly text: SafeText
  readonly role: Role
}

/** A note that names the key of a command. */
export type KeyedNote = (keys: KeyMap) => DetailLine

export interface PickerModel {
  readonly title: SafeText
  readonly items: readonly PickerItem[]
  /** The id of the item that is selected when it opens; absent or null: the first one. */
  readonly startsAt?: string | null
  /** Shown below the items: what is missing, and why. */
  readonly notes: readonly (DetailLine | KeyedNote)[]
}

export function filterWords(filter: string): readonly string[] {
  return filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** The text of an item that the filter searches. */
export function searchOf(...words: readonly (string | null | undefined)[]): string {
  return words
    .map((word) => (word ?? '').slice(0, 500))
    .join(' ')
    .toLowerCase()
}
