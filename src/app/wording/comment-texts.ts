import { listedWords } from '../../lib/text/listed-words.ts'
import { quotedText, type QuotedStep } from './step-requests.ts'

/** A comment of the user, as it is sent. */
export interface QuotedComment {
  /** What it stands on; raw. */
  readonly on: readonly QuotedStep[]
  /** It stands on steps, not on another line of a document. */
  readonly isOnSteps: boolean
  readonly text: string
}

/** Steps that are named for a comment; more are only counted. */
const maxNamed = 5

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
  const named = on.slice(0, maxNamed).map(({ number, text }) => {
    const quoted = `“${shortened(quotedText(text).text)}”`
    return isOnSteps && number !== null ? `${number} ${quoted}` : quoted
  })
  const rest = on.length - named.length
  const all = listedWords(rest === 0 ? named : [...named, `${rest} more`], 'and')
  if (!isOnSteps) return `the line ${all}`
  return on.length === 1 ? `step ${all}` : `steps ${all}`
}

const maxPlaceLength = 120

function shortened(text: string): string {
  if (text.length <= maxPlaceLength) return text
  return `${text.slice(0, maxPlaceLength).replace(/[\ud800-\udbff]$/, '')}…`
}
