import { documentsOpen, type PlanDocument, type PlanDocuments } from '../../app/ports/plan-document.ts'
import { documentUri } from '../../plans/kinds/plan-kinds.ts'
import type { Tab } from '../state/tabs.ts'
import type { TabId } from '../state/ui-state.ts'

/** The URIs of the documents to keep open: of the shown tab, and of the plans that changed last. */
export function keptDocuments(
  tabs: readonly Pick<Tab, 'id' | 'plan'>[],
  shown: TabId | null,
): ReadonlySet<string> {
  const files: { readonly uri: string; readonly changedAtMs: number }[] = []
  for (const { id, plan } of tabs) {
    const { body, removedAtMs, changedAtMs } = plan
    const uri = documentUri(body)
    if (uri === null || removedAtMs !== null) continue
    files.push({ uri, changedAtMs: id === shown ? Number.POSITIVE_INFINITY : changedAtMs })
  }
  if (files.length > documentsOpen) files.sort((one, other) => other.changedAtMs - one.changedAtMs)
  return new Set(files.slice(0, documentsOpen).map(({ uri }) => uri))
}

export class OpenDocuments {
  readonly #documents: PlanDocuments
  readonly #onChange: () => void
  readonly #open = new Map<string, { document: PlanDocument; readonly close: () => void }>()

  constructor(documents: PlanDocuments, onChange: () => void) {
    this.#documents = documents
    this.#onChange = onChange
  }

  /** Opens the documents that are not open yet, and closes all others. */
  keep(uris: ReadonlySet<string>): void {
    for (const [uri, { close }] of this.#open) {
      if (uris.has(uri)) continue
      this.#open.delete(uri)
      close()
    }
    for (const uri of uris) if (!this.#open.has(uri)) this.#start(uri)
  }

  of(uri: string): PlanDocument {
    return this.#open.get(uri)?.document ?? { state: 'loading', uri }
  }

  close(): void {
    this.keep(new Set())
  }

  #start(uri: string): void {
    let first: PlanDocument = { state: 'loading', uri }
    const close = this.#documents.open(uri, (document) => {
      first = document
      const opened = this.#open.get(uri)
      if (opened === undefined) return
      opened.document = document
      this.#onChange()
    })
    this.#open.set(uri, { document: first, close })
  }
}
