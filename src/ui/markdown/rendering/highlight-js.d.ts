// What is used of highlight.js 10. Its own types bring those of a browser with them, for the whole project.

declare module 'highlight.js/lib/core.js' {
  export type GrammarMaker = (highlightJs: unknown) => object

  /** A stretch of code: `keyword`, `string`, …; without a kind, or of a language within the language, it has no look. */
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
    /** The code is none of this language. */
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
