import type { PlanDocument, PlanDocuments } from '../../app/ports/plan-document.ts'
import type { RecordedDocuments } from './recorded-documents.ts'

/** Documents of a recording that is read from its beginning to its end. */
export interface AwaitedDocuments extends PlanDocuments {
  /** The recording is over: documents that have not come are not in it. */
  end(): void
}

/** The documents of a recording; one that has not come yet counts as loading until the recording is over. */
export function awaitedDocuments(documents: RecordedDocuments): AwaitedDocuments {
  const awaiting = new Set<() => void>()
  let isOver = false
  return {
    fetch: (uri) => documents.fetch(uri),
    open(uri, changed) {
      const tellMissing = (): void => changed(documents.of(uri))
      const stop = documents.open(uri, (document) => {
        const isAwaited = !isOver && isNotRecorded(document)
        if (isAwaited) awaiting.add(tellMissing)
        else awaiting.delete(tellMissing)
        changed(isAwaited ? { state: 'loading', uri } : document)
      })
      return () => {
        awaiting.delete(tellMissing)
        stop()
      }
    },
    end() {
      isOver = true
      for (const tellMissing of awaiting) tellMissing()
      awaiting.clear()
    },
  }
}

function isNotRecorded(document: PlanDocument): boolean {
  return document.state === 'unavailable' && document.reason.kind === 'not-recorded'
}
