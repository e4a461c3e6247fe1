import type { AppState } from '../../app/state/app-state.ts'
import type { QuotedStep } from '../../app/words/prompt.ts'
import type { LineEdit } from './line-edit.ts'
import { sentAfter, type SentText, type AskedSteps, type StepSelection } from './step-selection.ts'
import { stepOf, type PlanLines } from './plan-lines.ts'

/** What the user has written about lines of a plan. It stands there until the user clears it. */
export interface PlanComment {
  /** Identifies it among those of its plan. */
  readonly id: number
  /** The keys of the lines that it stands on, in order; a line that is gone has no place in the plan any more. */
  readonly keys: readonly number[]
  /** The lines as they were when it was written, raw. */
  readonly on: readonly QuotedStep[]
  /** It stands on steps, not on another line of a document. */
  readonly isOnSteps: boolean
  /** The number of the plan's revision that it was first written on. */
  readonly revision: number
  /** In one line. */
  readonly text: string
  readonly isSent: boolean
}

export interface PlanComments {
  readonly all: readonly PlanComment[]
  readonly nextId: number
  /** The comments that were sent last, until it is known that the agent has them; null: none. */
  readonly underway: { readonly ids: ReadonlySet<number>; readonly sent: SentText } | null
  /** Only their number is shown at each place. */
  readonly areFolded: boolean
}

export const noComments: PlanComments = { all: [], nextId: 1, underway: null, areFolded: false }

export const maxComments = 200
const maxCommentLength = 2000

/** The comment on exactly these lines; null without one. */
export function commentOn({ all }: PlanComments, keys: readonly number[]): PlanComment | null {
  return all.find((comment) => isSameKeys(comment.keys, keys)) ?? null
}

function isSameKeys(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index])
}

/** What a comment stands on, as it was when the user began to write. */
export type CommentedLines = Pick<PlanComment, 'keys' | 'on' | 'isOnSteps' | 'revision'>

/** Whether another line of the plan can be chosen: nothing is written yet, and it is for one line. */
export function canMoveComment({ keys }: CommentedLines, { text, past }: LineEdit): boolean {
  return keys.length === 1 && (text === '' || past === undefined)
}

/** With a comment on these lines in place of an earlier one; an empty text deletes it. null: there are too many. */
export function withComment(
  comments: PlanComments,
  commented: CommentedLines,
  written: string,
): PlanComments | null {
  const { keys, on, isOnSteps, revision } = commented
  const text = written.trim().slice(0, maxCommentLength)
  const before = commentOn(comments, keys)
  if (text === '') return { ...comments, all: comments.all.filter((comment) => comment !== before) }
  if (before !== null) {
    const edited: PlanComment = {
      ...before,
      on,
      isOnSteps,
      text,
      isSent: before.isSent && before.text === text,
    }
    return { ...comments, all: comments.all.map((comment) => (comment === before ? edited : comment)) }
  }
  if (comments.all.length >= maxComments) return null
  const { nextId } = comments
  const added: PlanComment = { id: nextId, keys, on, isOnSteps, revision, text, isSent: false }
  return { ...comments, all: [...comments.all, added], nextId: nextId + 1 }
}

/** What lines say now. */
export function placeOf(keys: readonly number[], lines: PlanLines): Pick<PlanComment, 'on' | 'isOnSteps'> {
  const on = keys.flatMap((key): readonly QuotedStep[] => {
    const step = stepOf(lines, key)
    return step === null ? [] : [{ number: step.number, text: step.text }]
  })
  return { on, isOnSteps: keys.some((key) => stepOf(lines, key)?.isStep === true) }
}

export interface CommentedLine {
  /** The key of the line that it is shown at; null: all of its lines are gone. */
  readonly key: number | null
  /** A line that it stands on has another text than when it was written, or is gone. */
  readonly isChanged: boolean
}

/** Where a comment stands now. */
export function commentedLine({ keys, on }: PlanComment, { places, entries }: PlanLines): CommentedLine {
  const texts = keys.map((key) => entries[places.get(key) ?? -1]?.content)
  const key = keys.find((_, index) => texts[index] !== undefined) ?? null
  return { key, isChanged: on.some(({ text }, index) => texts[index] !== text) }
}

/** The comments after a change of the plan's lines. A line that was gone and has come back is found by its text. */
export function commentsAfter(
  comments: PlanComments,
  lines: PlanLines,
  keyOf: (key: number) => number,
): PlanComments {
  if (comments.all.length === 0) return comments
  let texts: Map<string, number> | null = null
  const all = comments.all.map((comment) => {
    const keys = comment.keys.map((key, index) => {
      const now = keyOf(key)
      if (lines.places.has(now)) return now
      texts ??= new Map(lines.entries.map((entry) => [entry.content, entry.key]))
      return texts.get(comment.on[index]?.text ?? '') ?? now
    })
    return { ...comment, keys }
  })
  return { ...comments, all }
}

export function unsent({ all }: PlanComments): readonly PlanComment[] {
  return all.filter(({ isSent }) => !isSent)
}

/** With these comments sent. */
export function withSent(comments: PlanComments, ids: ReadonlySet<number>, sent: SentText): PlanComments {
  return { ...withIsSent(comments, ids, true), underway: { ids, sent } }
}

/** The comments that were sent last are not, if their prompt was taken back. */
export function withoutTakenBack(comments: PlanComments, state: AppState): PlanComments {
  const { underway } = comments
  if (underway === null) return comments
  const sent = sentAfter(underway.sent, state)
  if (sent === underway.sent) return comments
  if (sent !== null) return { ...comments, underway: { ...underway, sent } }
  const isTakenBack = underway.sent.state === 'queued'
  return { ...(isTakenBack ? withIsSent(comments, underway.ids, false) : comments), underway: null }
}

function withIsSent(comments: PlanComments, ids: ReadonlySet<number>, isSent: boolean): PlanComments {
  return {
    ...comments,
    all: comments.all.map((comment) => (ids.has(comment.id) ? { ...comment, isSent } : comment)),
  }
}

/** What the user has selected in a plan, asked for, and written about it. */
export interface PlanSteps {
  readonly lines: PlanLines
  readonly selection: StepSelection
  /** null: nothing. */
  readonly asked: AskedSteps | null
  readonly comments: PlanComments
}
