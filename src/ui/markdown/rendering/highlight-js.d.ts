// The parts of highlight.js 10 that are used. Its own types would add those of a browser to the whole project.

declare module 'highlight.js/lib/core.js' {
  export type GrammarMaker = (highlightJs: unknown) => object

  /** A piece of code of one kind: `keyword`, `string`, …; without a kind, or in an embedded language, it has no style. */
  export interface CodeNode {
    readonly kind?: string
    readonly sublanguage?: boolean
  }

  export interface CodeWalker {
    addText(text: string): void
    openNode(node: CodeNode): void
    closeNode(node: CodeNode): void
  }

  export interface HighlightedCode {
    /** The code is not valid in this language. */
    readonly illegal: boolean
    readonly errorRaised?: unknown
    readonly emitter: { walk(walker: CodeWalker): unknown }
  }

  interface HighlightJs {
    registerLanguage(name: string, grammar: GrammarMaker): void
    /** By its name or one of its aliases. */
    getLanguage(name: string): { readonly name: string } | undefined
    highlight(code: string, options: { readonly language: string }): HighlightedCode
  }

  const highlightJs: HighlightJs
  export default highlightJs
}

declare module 'highlight.js/lib/languages/*' {
  const grammar: (highlightJs: unknown) => object
  export default grammar
}
