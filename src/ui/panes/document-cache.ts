import { isPrefix } from '../../lib/text/is-prefix.ts'
import type { MarkdownDocument } from '../markdown/document.ts'
import type { MarkdownPlace } from '../markdown/scroll-anchor.ts'
import { shortSlices } from '../markdown/slices.ts'
import type { Theme } from '../paint/theme.ts'

/** What the markdown renderer is to this program: a chunk of its own, which takes a moment to load. */
export type MarkdownLoader = () => Promise<{ readonly MarkdownDocument: typeof MarkdownDocument }>

/** What a pane wants rendered, and where the reader is. */
export interface MarkdownWish {
  /** Names the document for as long as it is shown. */
  readonly name: string
  readonly source: string
  readonly columns: number
  readonly theme: Theme
  /** The first row that the reader saw last. */
  readonly top: number
}

interface Shelved {
  readonly document: MarkdownDocument
  wish: MarkdownWish
  /** What stood at `wish.top`, so that a resize keeps it there. */
  place: MarkdownPlace | null
  /** The last change of the source only added to its end. */
  isGrowing: boolean
}

/** Documents kept rendered; with 200 plans the ones not looked at for longest are rendered anew. */
const documentsKept = 12

/**
 * The rendered documents by name, kept so that a text which grows is not rendered again. The renderer is loaded by `load`,
 * or with the first document; until then there is none, and `onLoaded` tells when it is there or known not to come.
 */
export class MarkdownShelf {
  readonly #load: MarkdownLoader
  readonly #onLoaded: () => void
  #make: typeof MarkdownDocument | null = null
  #state: 'not-asked' | 'loading' | 'loaded' | 'failed' = 'not-asked'
  #askedMs = 0
  #isWhole = false
  readonly #shelved = new Map<string, Shelved>()

  constructor(load: MarkdownLoader, onLoaded: () => void) {
    this.#load = load
    this.#onLoaded = onLoaded
  }

  /** Shelf of a renderer that is there. It works on a document until it is done: its rows do not depend on the machine. */
  static whole(Make: typeof MarkdownDocument): MarkdownShelf {
    const shelf = new MarkdownShelf(
      () => Promise.resolve({ MarkdownDocument: Make }),
      () => {},
    )
    shelf.#make = Make
    shelf.#state = 'loaded'
    shelf.#isWhole = true
    return shelf
  }

  /**
   * The rendered document, whether its last change only added to its end, and the row where the reader is now: another
   * one than before when the width changed or heights became known. null while there is no renderer.
   */
  take(
    wish: MarkdownWish,
  ): { readonly document: MarkdownDocument; readonly isGrowing: boolean; readonly top: number } | null {
    if (this.#make === null) {
      this.load()
      return null
    }
    const found = this.#shelved.get(wish.name) ?? this.#add(this.#make, wish)
    const before = found.wish
    if (before.columns !== wish.columns) found.document.setColumns(wish.columns)
    if (before.theme !== wish.theme) found.document.setTheme(wish.theme)
    if (before.source !== wish.source) {
      found.isGrowing = before.source !== '' && isPrefix(before.source, wish.source)
      found.document.setSource(wish.source)
    }
    const isWhereItWas = found.place !== null && before.top === wish.top && wish.top > 0
    const top = isWhereItWas && found.place !== null ? found.document.rowAt(found.place) : wish.top
    found.wish = wish
    return { document: found.document, isGrowing: found.isGrowing, top }
  }

  /** Begins to load the renderer, where that has not begun yet. */
  load(): void {
    if (this.#state !== 'not-asked') return
    this.#state = 'loading'
    this.#askedMs = performance.now()
    this.#load().then(
      ({ MarkdownDocument: Make }) => {
        this.#state = 'loaded'
        this.#make = Make
        this.#onLoaded()
      },
      () => {
        this.#state = 'failed'
        this.#onLoaded()
      },
    )
  }

  /** The renderer cannot be loaded: sources are shown as they are. */
  get hasFailed(): boolean {
    return this.#state === 'failed'
  }

  /** Milliseconds that the renderer has been waited for. */
  waitedMs(): number {
    return this.#state === 'loading' ? performance.now() - this.#askedMs : 0
  }

  /** Remembers what stands at the row that was drawn first. */
  leaveAt(name: string, top: number): void {
    const found = this.#shelved.get(name)
    if (found === undefined) return
    found.wish = { ...found.wish, top }
    found.place = found.document.placeAt(top)
  }

  /** Works on a document for about `budgetMs`; false when there is more to do. */
  work(document: MarkdownDocument, budgetMs: number): boolean {
    if (this.#isWhole) return document.work(Number.POSITIVE_INFINITY, () => 0)
    return document.work(budgetMs, () => performance.now())
  }

  #add(Make: typeof MarkdownDocument, wish: MarkdownWish): Shelved {
    const { theme, columns } = wish
    const shelved: Shelved = {
      document: new Make({ theme, columns, ...(this.#isWhole ? {} : { slices: shortSlices }) }),
      wish: { ...wish, source: '' },
      place: null,
      isGrowing: false,
    }
    this.#shelved.set(wish.name, shelved)
    const oldest = this.#shelved.keys().next().value
    if (this.#shelved.size > documentsKept && oldest !== undefined) this.#shelved.delete(oldest)
    return shelved
  }
}
