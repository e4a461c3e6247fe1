import type { Row } from '../../lib/cells/row.ts'
import { memoLast } from '../../lib/memo.ts'
import { isPrefix } from '../../lib/sequences.ts'
import type { MarkdownDocument } from '../markdown/document.ts'
import { noSlices, shortSlices, type Slices } from '../markdown/slices.ts'
import type { ScrollAnchor } from '../markdown/document-blocks.ts'
import type { Look } from '../paint/look.ts'

/** Loads the markdown renderer, which is bundled as its own chunk. */
export type MarkdownLoader = () => Promise<{ readonly MarkdownDocument: typeof MarkdownDocument }>

/** The document that a pane draws, and its scroll position. */
export interface DocumentRequest extends Look {
  readonly name: string
  readonly source: string
  /** The first row of the last frame. */
  readonly top: number
}

interface CachedDocument {
  readonly document: MarkdownDocument
  request: DocumentRequest
  /** The text at `request.top`, so that a resize keeps it there. */
  anchor: ScrollAnchor | null
  /** The last change of the source only appended to it. */
  isGrowing: boolean
}

/** How much of a document is rendered at once. */
interface Pace {
  readonly slices: Slices
  readonly now: () => number
}

/** In slices, so that no frame takes long. */
const sliced: Pace = { slices: shortSlices, now: () => performance.now() }
/** Completely, so that rows do not depend on the machine's speed: this clock stands still. */
const complete: Pace = { slices: noSlices, now: () => 0 }

/** Documents kept rendered; beyond them the one added first is dropped, and rendered again when it is shown. */
const capacity = 12

/**
 * Rendered markdown documents by name: a text that grows is not rendered again from the start. The renderer is loaded by `load` or
 * by the first `get`; `onLoaded` is called when loading has succeeded or failed.
 */
export class DocumentCache {
  readonly #load: MarkdownLoader
  readonly #onLoaded: () => void
  #pace = sliced
  #make: typeof MarkdownDocument | null = null
  /** null: loading has not begun. */
  #loadingSinceMs: number | null = null
  #hasFailed = false
  readonly #documents = new Map<string, CachedDocument>()
  readonly #joined = memoLast((Make: typeof MarkdownDocument, sources: readonly string[]): string =>
    Make.joined(sources),
  )

  constructor(load: MarkdownLoader, onLoaded: () => void) {
    this.#load = load
    this.#onLoaded = onLoaded
  }

  /** A cache with a loaded renderer, which renders each document completely. */
  static synchronous(Make: typeof MarkdownDocument): DocumentCache {
    const cache = new DocumentCache(
      () => Promise.resolve({ MarkdownDocument: Make }),
      () => {},
    )
    cache.#make = Make
    cache.#pace = complete
    return cache
  }

  /**
   * The rendered document, whether its last change only appended to it, and the row to show first: the row of the same text as
   * before, after the width has changed or heights have become known. null while the renderer is not loaded.
   */
  get(
    request: DocumentRequest,
  ): { readonly document: MarkdownDocument; readonly isGrowing: boolean; readonly top: number } | null {
    if (this.#make === null) {
      this.load()
      return null
    }
    const found = this.#documents.get(request.name) ?? this.#add(this.#make, request)
    const before = found.request
    if (before.columns !== request.columns) found.document.setColumns(request.columns)
    if (before.theme !== request.theme) found.document.setTheme(request.theme)
    if (before.source !== request.source) {
      found.isGrowing = before.source !== '' && isPrefix(before.source, request.source)
      found.document.setSource(request.source)
    }
    const isUnmoved = found.anchor !== null && before.top === request.top && request.top > 0
    const top = isUnmoved && found.anchor !== null ? found.document.rowAt(found.anchor) : request.top
    found.request = request
    return { document: found.document, isGrowing: found.isGrowing, top }
  }

  /** How many characters of texts a frame may render whole. */
  get charactersAtOnce(): number {
    return this.#pace.slices.charactersRendered
  }

  /** A short text, rendered whole and not kept; null while the renderer is not loaded. */
  rendered(source: string, look: Look): readonly Row[] | null {
    if (this.#make === null) {
      this.load()
      return null
    }
    const document = new this.#make(look)
    document.setSource(source)
    document.work(Number.POSITIVE_INFINITY, () => 0)
    return document.rows(0, document.rowCount)
  }

  /** Several markdown sources as one, in which none continues a block of another; null while the renderer is not loaded. */
  joined(sources: readonly string[]): string | null {
    if (this.#make === null) this.load()
    return this.#make === null ? null : this.#joined(this.#make, sources)
  }

  /** Begins to load the renderer, unless that has begun already. */
  load(): void {
    if (this.#loadingSinceMs !== null) return
    this.#loadingSinceMs = performance.now()
    this.#load().then(
      ({ MarkdownDocument: Make }) => {
        this.#make = Make
        this.#onLoaded()
      },
      () => {
        this.#hasFailed = true
        this.#onLoaded()
      },
    )
  }

  /** The renderer cannot be loaded: panes show the source. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  loadingMs(): number {
    return this.#loadingSinceMs === null ? 0 : performance.now() - this.#loadingSinceMs
  }

  /** Remembers the text at the first row that was drawn. */
  rememberTop(name: string, top: number): void {
    const found = this.#documents.get(name)
    if (found === undefined) return
    found.request = { ...found.request, top }
    found.anchor = found.document.anchorAt(top)
  }

  /** Renders more of a document, for about `budgetMs`; false when there is more to do. */
  work(document: MarkdownDocument, budgetMs: number): boolean {
    return document.work(budgetMs, this.#pace.now)
  }

  #add(Make: typeof MarkdownDocument, request: DocumentRequest): CachedDocument {
    const { theme, columns } = request
    const added: CachedDocument = {
      document: new Make({ theme, columns, slices: this.#pace.slices }),
      request: { ...request, source: '' },
      anchor: null,
      isGrowing: false,
    }
    this.#documents.set(request.name, added)
    const oldest = this.#documents.keys().next().value
    if (this.#documents.size > capacity && oldest !== undefined) this.#documents.delete(oldest)
    return added
  }
}
