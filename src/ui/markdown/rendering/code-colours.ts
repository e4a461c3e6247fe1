import type { Theme } from '../../paint/theme.ts'
import { makeStyle, plainStyle, type CellStyle, withinStyle } from '../../../lib/cells/cell-style.ts'
import { run, type Run, rowText } from '../../../lib/cells/row.ts'
import highlightJs, { type CodeNode, type CodeWalker } from 'highlight.js/lib/core.js'
import * as grammars from './grammar-list.ts'

// highlight.js never has to guess: guessing costs seconds, and an unknown name makes it print a message over the screen.
/** Names of the languages that are highlighted; diffs have colours of our own. `grammar-list.ts` has a grammar for each. */
export const colouredLanguages: ReadonlySet<string> = new Set(
  (
    'bash sh zsh shell console c h cpp cc hpp cxx cs csharp css scss less clojure clj cmake coffeescript dart delphi ' +
    'django dockerfile docker elixir elm erlang erl fsharp fs go golang gradle groovy haml haskell hs html xml xhtml ' +
    'svg plist http https ini toml java js jsx javascript mjs cjs json julia kotlin kt kts lisp lua makefile mk mak make ' +
    'matlab nginx nix objectivec objc ocaml ml perl pl php powershell ps ps1 protobuf puppet py python gyp r ruby rb rs rust ' +
    'scala scheme sql pgsql postgres postgresql swift tcl ts tsx typescript vb vbnet verilog vhdl vim yaml yml'
  ).split(' '),
)

// highlight.js cannot be interrupted, and some of its grammars take minutes for hostile text: long lines, deep nesting, hundreds
// of quotes. Code that people read has none of them. Otherwise the time grows with the square of the length, in C, Java and
// Haskell even for plain words and line breaks: 200 ms for 8,000 characters.
const longestHighlighted = 3_000
const longestHighlightedLine = 160
const deepestHighlighted = 40
const maxQuotes = 500

/** The language to highlight a code block in, or null: unnamed, unknown, too long, still growing, or no colour wanted. */
export function highlightLanguage(
  theme: Theme,
  code: { readonly info: string; readonly text: string },
): string | null {
  const name = languageName(code.info)
  if (!theme.color || name === null || code.text.length > longestHighlighted) return null
  if (code.text.split('\n').some((line) => line.length > longestHighlightedLine)) return null
  return isBusy(code.text) ? null : name
}

function isBusy(text: string): boolean {
  let depth = 0
  let deepest = 0
  let quotes = 0
  for (const [mark] of text.matchAll(/[()[\]{}"'`]/g)) {
    if ('([{'.includes(mark)) depth += 1
    else if (')]}'.includes(mark)) depth = Math.max(0, depth - 1)
    else quotes += 1
    deepest = Math.max(deepest, depth)
  }
  return deepest > deepestHighlighted || quotes > maxQuotes
}

/** The language that an info string names; null if it is not a known one. */
export function languageName(info: string): string | null {
  const name = /^[^\s{,:]+/.exec(info.trim())?.[0].toLowerCase() ?? ''
  return colouredLanguages.has(name) ? name : null
}

const keywords = ['keyword', 'literal', 'tag', 'name', 'selector', 'builtin', 'built_in', 'type', 'section']
const texts = ['string', 'regexp', 'symbol', 'bullet', 'code']
const numbers = ['number', 'attr', 'attribute', 'variable', 'template', 'link']
// Other kinds are plain: the whole head of a function is one kind, for example.
const asides = ['comment', 'quote', 'meta', 'doctag', 'formula']

/** The style of each of highlight.js's kinds, from the roles of the theme, which are readable on its background. */
export function codeStyles(theme: Theme): Readonly<Record<string, CellStyle>> {
  const { heading, strong, good, code, dim } = theme.styles
  const keyword = colourOf(heading)
  const styles: readonly [readonly string[], CellStyle][] = [
    [keywords, keyword === plainStyle ? strong : keyword],
    [texts, good],
    [numbers, colourOf(code)],
    [asides, dim],
  ]
  return Object.fromEntries(styles.flatMap(([names, style]) => names.map((name) => [name, style])))
}

function colourOf({ fg }: CellStyle): CellStyle {
  return makeStyle({ fg })
}

/** Whether an info string names a diff. */
export function isDiff(info: string): boolean {
  return /^\s*(?:diff|patch)(?![^\s{,:])/i.test(info)
}

const head = /^(?:@@|diff |index |\*\*\* |\\ |\$ )/

/** A diff with a style for each line. The lines of one that grows keep theirs, but `---` becomes a head with the line after it. */
export function diffRuns(code: string, { styles }: Theme): readonly Run<string>[] {
  const lines = code.split('\n')
  return lines.map((line, at) => {
    const text = at === lines.length - 1 ? line : `${line}\n`
    const isFile =
      (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true) ||
      (line.startsWith('+++ ') && lines[at - 1]?.startsWith('--- ') === true)
    return run(text, isFile || head.test(line) ? styles.dim : styleOf(line, styles))
  })
}

function styleOf(line: string, { added, gone, normal }: Theme['styles']): CellStyle {
  if (line.startsWith('+')) return added
  return line.startsWith('-') ? gone : normal
}

/** Code with syntax highlighting; plain if it is not valid in this language. `styles` are by highlight.js's names (`keyword`). */
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

let areRegistered = false

/**
 * highlight.js with the grammars of all `colouredLanguages`, and of languages embedded in them (handlebars in HTML, markdown in
 * Dart's comments, mojolicious in Perl). They are registered together, since embedded code must look the same whatever was shown
 * before, and with the first code, since registering takes a while.
 */
export function highlighter(): typeof highlightJs {
  if (!areRegistered) {
    for (const [name, grammar] of Object.entries(grammars)) highlightJs.registerLanguage(name, grammar)
    areRegistered = true
  }
  return highlightJs
}
