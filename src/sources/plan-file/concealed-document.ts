import type { PlanDocument, ShownDocument, UnavailableReason } from '../../app/ports/plan-document.ts'

/** A document whose texts have passed `conceal`: what was read, and what others said of why it cannot be. */
export function concealedDocument(document: PlanDocument, conceal: (text: string) => string): PlanDocument {
  switch (document.state) {
    case 'shown':
      return concealedText(document, conceal)
    case 'loading':
      return { ...document, ...last(document, conceal) }
    case 'unavailable':
      return {
        ...document,
        ...last(document, conceal),
        reason: concealedReason(document.reason, conceal),
      }
  }
}

function last(
  { lastShown }: { readonly lastShown?: ShownDocument },
  conceal: (text: string) => string,
): { readonly lastShown?: ShownDocument } {
  return lastShown === undefined ? {} : { lastShown: concealedText(lastShown, conceal) }
}

function concealedText(document: ShownDocument, conceal: (text: string) => string): ShownDocument {
  const { text, fetchedFrom } = document
  return {
    ...document,
    text: conceal(text),
    ...(fetchedFrom === undefined ? {} : { fetchedFrom: conceal(fetchedFrom) }),
  }
}

function concealedReason(reason: UnavailableReason, conceal: (text: string) => string): UnavailableReason {
  if (reason.kind === 'bad-redirect') return { ...reason, target: conceal(reason.target) }
  return 'cause' in reason ? { ...reason, cause: conceal(reason.cause) } : reason
}
