import {
  Lexer,
  Marked,
  Parser,
  type Links,
  type MarkedExtension,
  type Token,
  type Tokens,
  type TokensList,
} from 'marked'
import { markedTerminal } from 'marked-terminal'
import { decodeEntities } from '../../../lib/text/character-references.ts'
import { linkTarget, safeLine } from '../../../lib/text/safe-text.ts'
import type { Theme } from '../../paint/theme.ts'
import { makeStyle, type CellStyle } from '../../../lib/cells/cell-style.ts'
import { readAnsi, rowText, run, type Run } from '../../../lib/cells/row.ts'
import {
  codeStyles,
  highlightLanguage,
  languageName,
  diffRuns,
  isDiff,
  highlightedCode,
} from './code-colours.ts'
import { Chalk, type ChalkInstance } from 'chalk'

const longestShownTarget = 200
const maxCachedHighlights = 16

/** marked with marked-terminal as its renderer, corrected. It renders the text inside a block, without wrapping. */
export interface TerminalMarked {
  /** The link reference definitions in a text; none if the lexer gives up on it. */
  definitions(text: string): Links
  /** Tokens of a text, its references resolved by `links`. May throw for hostile text, as marked does. */
  lex(text: string, links: Links): TokensList
  /** Tokens of a text without blocks. */
  lexInline(text: string, links: Links): Token[]
  /** Text with chalk's SGR codes and OSC 8 links; its line breaks are hard ones. */
  inline(tokens: readonly Token[]): string
  /** Code, highlighted if its language is known and it is complete. */
  code(code: Tokens.Code, isComplete: boolean): readonly Run<string>[]
}

/** `coloursCode`: false where nobody sees the text, since highlighting takes most of the time of a document with code. */
export function terminalMarked(theme: Theme, coloursCode: boolean): TerminalMarked {
  const marked = new Marked()
  marked.use(terminalExtension(theme), { renderer: repairs(theme) })
  const options = marked.defaults
  const parser = new Parser(options)
  const styles = codeStyles(theme)
  const highlights = new Map<string, readonly Run<string>[]>()

  const highlighted = (token: Tokens.Code, language: string): readonly Run<string>[] => {
    const key = `${language} ${token.text}`
    const known = highlights.get(key)
    if (known !== undefined) return known
    const runs = highlightedCode(token.text, language, styles)
    if (highlights.size >= maxCachedHighlights) highlights.clear()
    highlights.set(key, runs)
    return runs
  }

  return {
    definitions(text) {
      const lexer = new Lexer(options)
      try {
        lexer.blockTokens(text, [])
        return lexer.tokens.links
      } catch {
        return Object.create(null) as Links
      }
    },
    lex(text, links) {
      const lexer = new Lexer(options)
      lexer.tokens.links = links
      return lexer.lex(text)
    },
    lexInline(text, links) {
      const lexer = new Lexer(options)
      lexer.tokens.links = links
      return lexer.inlineTokens(text)
    },
    inline: (tokens) => parser.parseInline([...tokens]),
    code(token, isComplete) {
      const info = token.lang ?? ''
      if (isDiff(info)) return diffRuns(token.text, theme)
      const mayColour = coloursCode && isComplete
      const language = mayColour ? highlightLanguage(theme, { info, text: token.text }) : null
      if (language !== null) return highlighted(token, language)
      // Code in a known language is plain while it grows, so that highlighting will change only parts of it.
      return [run(token.text, languageName(info) === null ? theme.styles.code : undefined)]
    },
  }
}

function terminalExtension(theme: Theme): MarkedExtension {
  const { styles } = theme
  const extension: unknown = markedTerminal({
    strong: chalkStyle(styles.strong),
    em: chalkStyle(makeStyle({ italic: true })),
    del: chalkStyle(styles.struck),
    emoji: false,
    unescape: false,
    tab: 0,
  })
  // @types/marked-terminal declares a Renderer, but it returns an extension for `use`.
  return extension as MarkedExtension
}

function repairs(theme: Theme): NonNullable<MarkedExtension['renderer']> {
  const linkStyle = chalkStyle(theme.styles.link)
  const codeStyle = theme.color ? chalkStyle(theme.styles.code) : (text: string): string => `\`${text}\``
  return {
    text(token) {
      // A tight list item is a text with its own tokens.
      if ('tokens' in token && token.tokens !== undefined) return this.parser.parseInline(token.tokens)
      const flat = joinedLines(token.text)
      return safeLine(token.type === 'escape' ? flat : decodeEntities(flat))
    },
    // marked-terminal replaces colons in code by a placeholder, and restores them only in some blocks.
    codespan: (token) => codeStyle(safeLine(token.text)),
    // The list draws the box in front of the item.
    checkbox: () => '',
    html(token) {
      return /^<br\s*\/?>$/i.test(token.text.trim())
        ? '\n'
        : chalkStyle(theme.styles.dim)(flatLine(token.text))
    },
    // One tilde means "about" far more often than it means that something is struck out.
    del(token) {
      return token.raw.startsWith('~~') ? false : `~${this.parser.parseInline(token.tokens)}~`
    },
    image: (token) => flatLine(decodeEntities(token.text === '' ? token.href : token.text)),
    link(token) {
      const text = this.parser.parseInline(token.tokens)
      const target = theme.hyperlinks ? linkTarget(decodeEntities(token.href)) : null
      if (target !== null) return `${linkSign(target)}${linkStyle(text)}${linkSign('')}`
      const shown = shortened(flatLine(decodeEntities(token.href)))
      const saysTarget = rowText(readAnsi(text)) === shown.replace(/^mailto:/, '') || text === shown
      return saysTarget || shown === '' ? linkStyle(text) : `${linkStyle(text)} (${shown})`
    },
  }
}

/** The OSC 8 sequence that starts a link in rendered text; with an empty target, the one that ends it. `readAnsi` reads it. */
function linkSign(target: string): string {
  return `\u001b]8;;${target}\u001b\\`
}

/** A line break within a paragraph is a space. */
function joinedLines(text: string): string {
  if (!text.includes('\n')) return text
  const lines = text.split('\n')
  return lines
    .map((line, index) =>
      index === 0 ? line.trimEnd() : index === lines.length - 1 ? line.trimStart() : line.trim(),
    )
    .join(' ')
}

function flatLine(text: string): string {
  return safeLine(joinedLines(text))
}

function shortened(target: string): string {
  return target.length <= longestShownTarget
    ? target
    : `${target.slice(0, longestShownTarget)}…`.toWellFormed()
}

type Writer = (text: string) => string

// The theme decides about colours, so this chalk must not read the environment.
const allColours = 3

const colours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

/** A style of the theme as a chalk style, which opens again after a nested one. The colours are those that the terminal shows. */
export function chalkStyle({ bold, dim, italic, underline, inverse, struck, fg, bg }: CellStyle): Writer {
  let style: ChalkInstance = new Chalk({ level: allColours })
  if (bold) style = style.bold
  if (dim) style = style.dim
  if (italic) style = style.italic
  if (underline) style = style.underline
  if (inverse) style = style.inverse
  if (struck) style = style.strikethrough
  if (typeof bg === 'string') style = style.bgHex(bg)
  else if (bg !== null) style = style.bgAnsi256(bg)
  if (typeof fg === 'string') return style.hex(fg)
  if (fg === null) return style
  const colour = fg < 16 ? colours[fg % 8] : undefined
  if (colour === undefined) return style.ansi256(fg)
  return fg < 8 ? style[colour] : style[`${colour}Bright`]
}
