/** A range of a text in UTF-16 units; `end` is exclusive. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

export interface CodeSpans {
  /** Including their backticks, in order. */
  readonly spans: readonly TextRange[]
  /** Backticks that are not escaped and open no span, or not in every parser. */
  readonly unmatched: readonly TextRange[]
}

/**
 * The code spans of a text without HTML. https://spec.commonmark.org/0.31.2/#code-spans
 * A backtick in a bare URL opens none, since many parsers link the URL first.
 */
export function codeSpans(text: string): CodeSpans {
  const runs = backtickRuns(text)
  const nextOfLength = nextOfSameLength(runs)
  const spans: TextRange[] = []
  const unmatched: TextRange[] = []
  const isInAddress = within(addresses(text))
  for (let at = 0; at < runs.length; at++) {
    const run = runs[at]
    if (run === undefined) break
    // Outside of code a backslash escapes the first backtick of a run; inside it is an ordinary character.
    const taken = isEscaped(text, run.start) ? 1 : 0
    const length = run.end - run.start - taken
    if (length === 0) continue
    const start = run.start + taken
    if (isInAddress(start)) {
      unmatched.push({ start, end: run.end })
      continue
    }
    const closing = taken === 0 ? nextOfLength[at] : nextIndex(runs, at, length)
    const closer = closing === undefined ? undefined : runs[closing]
    if (closing === undefined || closer === undefined) {
      unmatched.push({ start, end: run.end })
      continue
    }
    spans.push({ start, end: closer.end })
    at = closing
  }
  return { spans, unmatched }
}

/** Possible bare URLs, from where one may begin within a word. */
function addresses(text: string): readonly TextRange[] {
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const at = word.search(/:\/\/|www\.|@|mailto:|xmpp:/i)
    return at < 0 ? [] : [{ start: index + at, end: index + word.length }]
  })
}

/** Whether an index is in one of the ranges, which are in order. Call it with increasing indexes. */
export function within(ranges: readonly TextRange[]): (at: number) => boolean {
  let next = 0
  return (at) => {
    while ((ranges[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next++
    return (ranges[next]?.start ?? Number.POSITIVE_INFINITY) <= at
  }
}

function backtickRuns(text: string): readonly TextRange[] {
  return [...text.matchAll(/`+/g)].map(({ index, 0: run }) => ({ start: index, end: index + run.length }))
}

/** Searched from the end, so that it takes linear time. */
function nextOfSameLength(runs: readonly TextRange[]): readonly (number | undefined)[] {
  const next = new Map<number, number>()
  const found: (number | undefined)[] = []
  for (let at = runs.length - 1; at >= 0; at--) {
    const { start, end } = runs[at] ?? { start: 0, end: 0 }
    found[at] = next.get(end - start)
    next.set(end - start, at)
  }
  return found
}

/** How many runs ahead the end of a code span is looked for if its first backtick is escaped. */
const runsAhead = 200

function nextIndex(runs: readonly TextRange[], from: number, length: number): number | undefined {
  for (let at = from + 1; at < runs.length && at <= from + runsAhead; at++) {
    const run = runs[at]
    if (run !== undefined && run.end - run.start === length) return at
  }
  return undefined
}

/** An odd number of backslashes precedes it. */
function isEscaped(text: string, at: number): boolean {
  let before = at
  while (before > 0 && text[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}
