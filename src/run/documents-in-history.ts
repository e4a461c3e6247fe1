import type { App } from '../app/app.ts'
import { documentEvent } from '../app/notes/document-note.ts'
import type { PlanDocuments } from '../app/ports/plan-document.ts'
import type { Clock } from '../lib/clock.ts'

/** The same documents; what is read of them becomes a part of the history of their plans. */
export function documentsInHistory(
  documents: PlanDocuments,
  app: Pick<App, 'dispatch'>,
  clock: Pick<Clock, 'nowMs'>,
): PlanDocuments {
  return {
    fetch: (uri) => documents.fetch(uri),
    open: (uri, changed) =>
      documents.open(uri, (document) => {
        const event = documentEvent(document, clock.nowMs())
        if (event !== null) app.dispatch(event)
        changed(document)
      }),
  }
}
