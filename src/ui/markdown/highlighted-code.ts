import type { CodeNode, CodeWalker } from 'highlight.js/lib/core.js'
import { unstyled, type Style } from './chalk-style.ts'
import { highlighter } from './grammars.ts'

/**
 * Code with the SGR codes of its language's words; as it is where it is none of this language. `styles` are by
 * highlight.js's names for kinds of words, `keyword` and the like; one that is not there has no look.
 */
export function highlightedCode(
  code: string,
  language: string,
  styles: Readonly<Record<string, Style>>,
): string {
  const { illegal, errorRaised, emitter } = highlighter().highlight(code, { language })
  if (illegal || errorRaised !== undefined) return code
  const walker = new StylingWalker(styles)
  emitter.walk(walker)
  // Should any character have got lost on the way, the code itself counts.
  return walker.plain === code ? walker.styled : code
}

/** Styles stretches from the inside out, as chalk needs it. */
class StylingWalker implements CodeWalker {
  readonly #styles: Readonly<Record<string, Style>>
  readonly #around: string[] = []
  plain = ''
  styled = ''

  constructor(styles: Readonly<Record<string, Style>>) {
    this.#styles = styles
  }

  addText(text: string): void {
    this.plain += text
    this.styled += text
  }

  openNode(): void {
    this.#around.push(this.styled)
    this.styled = ''
  }

  closeNode(node: CodeNode): void {
    this.styled = (this.#around.pop() ?? '') + this.#styleOf(node)(this.styled)
  }

  /** `selector-tag` looks like any `selector`. */
  #styleOf({ kind, sublanguage }: CodeNode): Style {
    if (kind === undefined || sublanguage === true) return unstyled
    const name = /^\w*/.exec(kind)?.[0] ?? ''
    return this.#styles[name] ?? unstyled
  }
}
