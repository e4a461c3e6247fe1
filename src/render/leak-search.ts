import type { Leak } from '../app/redact/redactor.ts'
import { cellRowText, type CellFrame } from '../lib/cells/cell-row.ts'
import { clockTime } from '../lib/text/duration.ts'
import type { ResultFormat, WantedResult } from './formats/result-format.ts'
import type { ResultSink } from './files/written-file.ts'

/** A secret in a result. Raw. */
export interface FoundLeak {
  readonly where: string
  readonly what: string
  readonly excerpt: string
}

export interface FoundLeaks {
  /** The first ten. */
  readonly found: readonly FoundLeak[]
  readonly count: number
  /** What the redactor of the results would hide if it knew it; null if something else was found, too. */
  readonly hideable: ReadonlySet<string> | null
}

export interface LeakFinder {
  /** `isCut`: rows of a screen, whose edge may cut a secret in two. */
  leaks(text: string, isCut: boolean): readonly Leak[]
}

type SearchedResult = Pick<WantedResult, 'file'> & { readonly format: Pick<ResultFormat, 'isScreenCapture'> }

const leaksListed = 10
const maxHidden = 200
/** Texts are searched in pieces of at least this length. */
const pieceLength = 64 * 1024
/** Rows that were searched already are skipped; so many are remembered. */
const maxRows = 50_000

/** Searches everything that is written for secrets. */
export class LeakSearch {
  readonly #finders: readonly LeakFinder[]
  readonly #hideable = new Set<string>()
  readonly #found: FoundLeak[] = []
  readonly #rows = new Set<string>()
  #count = 0
  #isOther = false

  /** What the first finder finds, its redactor can hide. */
  constructor(finders: readonly LeakFinder[]) {
    this.#finders = finders
  }

  /** What was found so far; null: nothing. */
  found(): FoundLeaks | null {
    if (this.#count === 0) return null
    return { found: this.#found, count: this.#count, hideable: this.#isOther ? null : this.#hideable }
  }

  frame(outMs: number, { rows }: CellFrame): void {
    for (const [index, row] of rows.entries()) {
      if (row.key === '' || this.#rows.has(row.key)) continue
      if (this.#rows.size >= maxRows) this.#rows.clear()
      this.#rows.add(row.key)
      this.text(cellRowText(row), () => `the screen at ${clockTime(outMs)}, row ${index + 1}`, true)
    }
  }

  text(text: string, where: (line: number) => string, isCut = false): void {
    for (const [index, finder] of this.#finders.entries()) {
      const leaks = finder.leaks(text, isCut)
      for (const { what, line, text: found, excerpt } of leaks) {
        this.#count++
        if (index > 0) this.#isOther = true
        else if (this.#hideable.size < maxHidden) this.#hideable.add(found)
        if (this.#found.length < leaksListed) this.#found.push({ where: where(line), what, excerpt })
      }
      // The other finders would find the same.
      if (leaks.length > 0) return
    }
  }

  /** A sink that searches the text of a result, and writes it to another sink. */
  searched({ file, format }: SearchedResult, sink: ResultSink): ResultSink & { finish(): void } {
    const isCut = format.isScreenCapture
    const pieces: string[] = []
    let waiting = 0
    let linesBefore = 0
    const search = (isEnd: boolean): void => {
      const all = pieces.join('')
      const end = isEnd ? all.length : endOfPart(all)
      const before = linesBefore
      const text = all.slice(0, end)
      this.text(text, (line) => `${file}, line ${before + line}`, isCut)
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) linesBefore++
      pieces.splice(0, pieces.length, all.slice(end))
      waiting = all.length - end
    }
    return {
      write(piece) {
        sink.write(piece)
        if (typeof piece !== 'string') return
        pieces.push(piece)
        waiting += piece.length
        if (waiting >= pieceLength) search(false)
      },
      finish: () => search(true),
    }
  }
}

/** Where a text may be cut: behind a line, else behind a tag. No secret spans these. */
function endOfPart(text: string): number {
  const line = text.lastIndexOf('\n') + 1
  return line > 0 ? line : text.lastIndexOf('>') + 1 || text.length
}
