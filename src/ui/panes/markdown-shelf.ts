import { isPrefix } from '../../lib/text/is-prefix.ts'
import type { MarkdownDocument } from '../markdown/document.ts'
import type { Theme } from '../paint/theme.ts'

/** What the markdown renderer is to this program: loaded when the first document comes. */
export type MarkdownLoader = () => Promise<{ readonly MarkdownDocument: typeof MarkdownDocument }>

interface Shelved {
  readonly document: MarkdownDocument
  source: string
  columns: number
  theme: Theme
  /** The last change of the source only added to its end. */
  isGrowing: boolean
}

/** Documents kept rendered; with 200 plans the ones not looked at for longest are rendered anew. */
const documentsKept = 12

/**
 * The rendered documents by name, kept so that a text which grows is not rendered again. The renderer is loaded by the
 * first call; until then there is none, and `onLoaded` tells when.
 */
export class MarkdownShelf {
  readonly #load: MarkdownLoader
  readonly #onLoaded: () => void
  #make: typeof MarkdownDocument | null = null
  #isLoading = false
  readonly #shelved = new Map<string, Shelved>()

  constructor(load: MarkdownLoader, onLoaded: () => void) {
    this.#load = load
    this.#onLoaded = onLoaded
  }

  /**
   * The document of that name with that source, and whether its last change only added to its end; null while the
   * renderer is being loaded.
   */
  document(
    name: string,
    source: string,
    columns: number,
    theme: Theme,
  ): { readonly document: MarkdownDocument; readonly isGrowing: boolean } | null {
    if (this.#make === null) {
      this.#startLoading()
      return null
    }
    const found = this.#shelved.get(name) ?? this.#add(name, columns, theme)
    if (found.columns !== columns) found.document.setColumns(columns)
    if (found.theme !== theme) found.document.setTheme(theme)
    if (found.source !== source) {
      found.isGrowing = found.source !== '' && isPrefix(found.source, source)
      found.document.setSource(source)
    }
    found.columns = columns
    found.theme = theme
    found.source = source
    return found
  }

  /** Works on a document for at most `budgetMs`; false when there is more to do. */
  work(document: MarkdownDocument, budgetMs: number): boolean {
    return document.work(budgetMs, () => performance.now())
  }

  #add(name: string, columns: number, theme: Theme): Shelved {
    const Make = this.#make
    if (Make === null) throw new Error('the renderer is not loaded')
    const shelved: Shelved = {
      document: new Make({ theme, columns }),
      source: '',
      columns,
      theme,
      isGrowing: false,
    }
    this.#shelved.set(name, shelved)
    const oldest = this.#shelved.keys().next().value
    if (this.#shelved.size > documentsKept && oldest !== undefined) this.#shelved.delete(oldest)
    return shelved
  }

  #startLoading(): void {
    if (this.#isLoading) return
    this.#isLoading = true
    void this.#load().then(({ MarkdownDocument: Make }) => {
      this.#make = Make
      this.#onLoaded()
    })
  }
}
