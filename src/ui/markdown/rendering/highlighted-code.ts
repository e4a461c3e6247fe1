import type { CodeNode, CodeWalker } from 'highlight.js/lib/core.js'
import { plainStyle, withinStyle, type CellStyle } from '../../../lib/cells/cell-style.ts'
import { run, rowText, type Run } from '../../../lib/cells/row.ts'
import { highlighter } from './grammars.ts'

/**
 * Code with syntax highlighting; plain if it is not valid in this language. `styles` are by highlight.js's names for kinds of
 * tokens (`keyword`); other kinds are plain.
 */
export function highlightedCode(
  code: string,
  language: string,
  styles: Readonly<Record<string, CellStyle>>,
): readonly Run<string>[] {
  const { illegal, errorRaised, emitter } = highlighter().highlight(code, { language })
  if (illegal || errorRaised !== undefined) return [run(code)]
  const walker = new StylingWalker(styles)
  emitter.walk(walker)
  // If highlighting has changed any character, the code is shown plain.
  return rowText(walker.runs) === code ? walker.runs : [run(code)]
}

/** Collects the text of highlight.js's tree as runs, each with the styles of all nodes around it. */
class StylingWalker implements CodeWalker {
  readonly #styles: Readonly<Record<string, CellStyle>>
  readonly #around: CellStyle[] = []
  readonly runs: Run<string>[] = []
  #style = plainStyle

  constructor(styles: Readonly<Record<string, CellStyle>>) {
    this.#styles = styles
  }

  addText(text: string): void {
    this.runs.push(run(text, this.#style))
  }

  openNode(node: CodeNode): void {
    this.#around.push(this.#style)
    this.#style = withinStyle(this.#style, this.#styleOf(node))
  }

  closeNode(): void {
    this.#style = this.#around.pop() ?? plainStyle
  }

  /** `selector-tag` has the style of `selector`. */
  #styleOf({ kind, sublanguage }: CodeNode): CellStyle {
    if (kind === undefined || sublanguage === true) return plainStyle
    const name = /^\w*/.exec(kind)?.[0] ?? ''
    return this.#styles[name] ?? plainStyle
  }
}
