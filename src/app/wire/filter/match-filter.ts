import { wireKinds, type WireFacts } from '../read-logged.ts'
import { directionsOf, isKind, isTruth, type FilterTerm } from './parse-filter.ts'

/** `text`: it depends on the text of the message, too. */
export type FactsMatch = boolean | 'text'

/** Whether messages with these facts fit a filter. The answer is the same for all of them, unless it is `text`. */
export function matchFacts(terms: readonly FilterTerm[], facts: WireFacts): FactsMatch {
  let needsText = false
  for (const term of terms) {
    const match = matchTerm(term, facts)
    if (match === 'text') needsText = true
    else if (match === term.isNegated) return false
  }
  return needsText ? 'text' : true
}

/** Whether a message fits a filter whose answer depends on its text. `text`: the whole message in lower case. */
export function matchText(terms: readonly FilterTerm[], facts: WireFacts, text: string): boolean {
  return terms.every((term) => {
    const match = matchTerm(term, facts)
    const fits = match === 'text' ? term.values.some((value) => text.includes(value)) : match
    return fits !== term.isNegated
  })
}

/** Whether a term fits without its `!`. */
function matchTerm({ field, values, isNegated }: FilterTerm, facts: WireFacts): FactsMatch {
  switch (field) {
    case null:
      // `!chunks` leaves out the pieces, not every message that has the word in it.
      if (isNegated && values.every((value) => wireKinds.some((kind) => isKind(value, kind))))
        return values.some((value) => isKind(value, facts.kind))
      return values.some((value) => isNamed(value, facts)) ? true : 'text'
    case 'text':
      return 'text'
    case 'kind':
      return values.some((value) => isKind(value, facts.kind))
    case 'dir':
      return values.some((value) => directionsOf(value).includes(facts.sort))
    case 'method':
      return values.some((value) => holds(facts.method, value) || holds(facts.update, value))
    case 'session':
      return values.some((value) => holds(facts.session, value))
    case 'plan':
      return values.some((value) => holds(facts.plan, value))
    case 'error':
      return matchError(values, facts)
  }
}

/** An error is a response with an error, a problem, or a line that is no message. */
function matchError(values: readonly string[], { kind }: WireFacts): FactsMatch {
  const isError = kind === 'error' || kind === 'problem' || kind === 'malformed'
  const [value = ''] = values
  if (!isTruth(value)) return isError ? 'text' : false
  return isError === (value !== 'no')
}

function isNamed(value: string, { kind, method, update, session, plan }: WireFacts): boolean {
  return (
    isKind(value, kind) ||
    holds(method, value) ||
    holds(update, value) ||
    holds(session, value) ||
    holds(plan, value)
  )
}

function holds(text: string | null, value: string): boolean {
  return text !== null && text.toLowerCase().includes(value)
}
