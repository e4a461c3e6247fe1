/** Prompts as the agent gets them: requests for steps of a plan, comments, and files that are named. */
import { listedWords } from '../../lib/text/wording.ts'

/** What the user asks the agent to do with some steps of a plan. */
export type StepRequest = 'only' | 'first' | 'skip' | 'explain'

/** A step as the request quotes it. */
export interface QuotedStep {
  /** null: it has none in the plan. */
  readonly number: string | null
  /** Raw, of any length. */
  readonly text: string
  /** false: another line of a document. Absent: a step. */
  readonly isStep?: boolean
}

export interface RequestText {
  readonly text: string
  /** Not every step is quoted, or not in full. */
  readonly isCut: boolean
}

/** Steps that a request quotes; more are only named by their numbers. */
const maxQuoted = 100
/** Characters of a step that are quoted. */
const maxQuotedLength = 300
const maxNamed = 200

/** The prompt for a request: what to do, the steps with their numbers and texts, and what to do with the others. */
export function stepRequestText(request: StepRequest, steps: readonly QuotedStep[]): RequestText {
  const isOne = steps.length === 1
  const what = steps.some(({ isStep = true }) => isStep) ? 'step' : 'line'
  const these = isOne ? `this ${what}` : `these ${what}s`
  const { begins, ends } = wordsOf(request, these, isOne ? 'it' : 'they')
  const quoted = steps.slice(0, maxQuoted).map((step) => quotedStep(step))
  const others = steps.slice(maxQuoted)
  const parts = [begins, ...quoted.map(({ text }) => text), ...(others.length === 0 ? [] : [named(others)])]
  return {
    text: [...parts, ...(ends === '' ? [] : [ends])].join('\n'),
    isCut: others.length > 0 || quoted.some(({ isCut }) => isCut),
  }
}

function wordsOf(
  request: StepRequest,
  these: string,
  they: string,
): { readonly begins: string; readonly ends: string } {
  switch (request) {
    case 'only':
      return {
        begins: `Do only ${these} of the plan, and then stop:`,
        ends: 'Leave the other steps pending.',
      }
    case 'first':
      return {
        begins: `Do ${these} of the plan first, before all others:`,
        ends: 'Then continue with the other steps.',
      }
    case 'skip':
      return { begins: `Skip ${these} of the plan:`, ends: 'Do the other steps as planned.' }
    case 'explain':
      return {
        begins: `Explain ${these} of the plan: what exactly you will do, and why ${they === 'it' ? 'it is' : 'they are'} needed.`,
        ends: 'Only explain, and change nothing yet.',
      }
  }
}

/** A step in one line: without line breaks and control characters, and of bounded length. */
function quotedStep({ number, text, isStep = true }: QuotedStep): RequestText {
  const { text: words, isCut } = quotedText(text)
  if (!isStep) return { text: `> ${words}`, isCut }
  return { text: number === null ? `- ${words}` : `${number}. ${words}`, isCut }
}

/** A text in one line, of bounded length. */
export function quotedText(text: string): RequestText {
  const start = text.slice(0, maxQuotedLength * 4)
  // oxlint-disable-next-line no-control-regex -- it removes control characters
  const line = start.replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, ' ').trim()
  const isCut = start.length < text.length || line.length > maxQuotedLength
  if (!isCut) return { text: line, isCut }
  // Half of a pair is no character.
  const cut = line.slice(0, maxQuotedLength).replace(/[\ud800-\udbff]$/, '')
  return { text: `${cut}…`, isCut }
}

/** The steps that are not quoted, by their numbers. */
function named(steps: readonly QuotedStep[]): string {
  const numbers = steps.slice(0, maxNamed).flatMap(({ number }) => (number === null ? [] : [number]))
  const rest = steps.length - numbers.length
  const parts = [...numbers, ...(rest === 0 ? [] : [`${rest} more`])]
  return `and also: ${listedWords(parts, 'and')}`
}

/** A comment of the user, as it is sent. */
export interface QuotedComment {
  /** What it stands on; raw. */
  readonly on: readonly QuotedStep[]
  /** It stands on steps, not on another line of a document. */
  readonly isOnSteps: boolean
  readonly text: string
}

/** Steps that are named for a comment; more are only counted. */
const maxNamedSteps = 5

/** The comments on a plan as one text; `revise` asks for the next revision, as a rejection does. */
export function commentsText(comments: readonly QuotedComment[], revise: boolean): string {
  const lines = comments.map(({ on, isOnSteps, text }) => `- On ${placeWords(on, isOnSteps)}: ${text}`)
  const begins = comments.length === 1 ? 'My comment on the plan:' : 'My comments on the plan:'
  const it = comments.length === 1 ? 'it' : 'them'
  const ends = revise ? 'Please revise the plan accordingly.' : `Please take ${it} into account.`
  return [begins, ...lines, ends].join('\n')
}

/** What a comment stands on, in words: `step 2 “Split it”`, `the line “Why”`. */
export function placeWords(on: readonly QuotedStep[], isOnSteps: boolean): string {
  const named = on.slice(0, maxNamedSteps).map(({ number, text }) => {
    const quoted = `“${shortened(quotedText(text).text)}”`
    return isOnSteps && number !== null ? `${number} ${quoted}` : quoted
  })
  const rest = on.length - named.length
  const all = listedWords(rest === 0 ? named : [...named, `${rest} more`], 'and')
  if (!isOnSteps) return on.length === 1 ? `the line ${all}` : `the lines ${all}`
  return on.length === 1 ? `step ${all}` : `steps ${all}`
}

const maxPlaceLength = 120

function shortened(text: string): string {
  if (text.length <= maxPlaceLength) return text
  return `${text.slice(0, maxPlaceLength).replace(/[\ud800-\udbff]$/, '')}…`
}

/** A file in a prompt: `@src/a.ts`, or `@"a b.ts"` for a path with blanks. It begins the prompt, or stands after a blank. */
const mention = /(?<=^|\s)@(?:"([^"\n]+)"|([^\s"]+))/g

/** The paths of the files in a prompt, each once. A point or comma behind one may belong to the sentence. */
export function mentionsIn(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(mention), ([, quoted, bare]) => quoted ?? bare ?? ''))]
}

/** The beginning of a path that is being written before the cursor, and where its `@` is; null: none is. */
export function mentionBefore(
  text: string,
  cursor: number,
): { readonly typed: string; readonly at: number } | null {
  const found = /(?:^|\s)@("[^"\n]*|[^\s"]*)$/.exec(text.slice(Math.max(0, cursor - longestPath), cursor))
  const typed = found?.[1]
  return typed === undefined ? null : { typed: typed.replace(/^"/, ''), at: cursor - typed.length - 1 }
}

/** How a path is written in a prompt. */
export function mentionOf(path: string): string {
  return /\s/.test(path) ? `@"${path}"` : `@${path}`
}

const longestPath = 1000
