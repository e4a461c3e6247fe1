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
import { safeLine, safeLinkTarget } from '../../../lib/text/safe-text.ts'
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

export function terminalMarked(theme: Theme): TerminalMarked {
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
      const language = isComplete ? highlightLanguage(theme, { info, text: token.text }) : null
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
      const target = theme.hyperlinks ? linkTarget(token.href) : null
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

/** A target for OSC 8, percent-encoded to ASCII; null for schemes other than http, https and mailto. */
function linkTarget(href: string): string | null {
  try {
    return safeLinkTarget(encodeURI(decodeEntities(href)).replaceAll('%25', '%'))
  } catch {
    // A lone surrogate has no encoding.
    return null
  }
}

/** Writes text in a style. */
type Writer = (text: string) => string

// The theme decides about colours, so this chalk must not read the environment.
const allColours = 3

const colours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

/**
 * A style of the theme as a chalk style, for marked-terminal: chalk opens a style again after a nested one. The colours of a theme are
 * those that the terminal shows.
 */
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

const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute ' +
  'Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml ' +
  'Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
  'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

// prettier-ignore
const others: Readonly<Record<string, string>> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", lbrack: '[', rbrack: ']', lbrace: '{', rbrace: '}',
  lpar: '(', rpar: ')', ast: '*', lowbar: '_', grave: '`', vert: '|', bsol: '\\', sol: '/', num: '#',
  dollar: '$', percnt: '%', commat: '@', colon: ':', semi: ';', excl: '!', quest: '?', period: '.', comma: ',',
  plus: '+', equals: '=', Tab: ' ', NewLine: ' ', hyphen: '‐', dash: '‐', ndash: '–', mdash: '—', lsquo: '‘',
  rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', dagger: '†', Dagger: '‡', bull: '•', hellip: '…',
  permil: '‰', prime: '′', Prime: '″', lsaquo: '‹', rsaquo: '›', euro: '€', trade: '™', ensp: ' ', emsp: ' ',
  thinsp: ' ', zwj: '', zwnj: '', lrm: '', rlm: '', larr: '←', uarr: '↑', rarr: '→', darr: '↓', harr: '↔',
  lArr: '⇐', uArr: '⇑', rArr: '⇒', dArr: '⇓', hArr: '⇔', forall: '∀', part: '∂', exist: '∃', empty: '∅',
  nabla: '∇', isin: '∈', notin: '∉', ni: '∋', prod: '∏', sum: '∑', minus: '−', lowast: '∗', radic: '√',
  prop: '∝', infin: '∞', ang: '∠', and: '∧', or: '∨', cap: '∩', cup: '∪', int: '∫', there4: '∴', sim: '∼',
  cong: '≅', asymp: '≈', ne: '≠', equiv: '≡', le: '≤', ge: '≥', sub: '⊂', sup: '⊃', nsub: '⊄', sube: '⊆',
  supe: '⊇', oplus: '⊕', otimes: '⊗', perp: '⊥', sdot: '⋅', lceil: '⌈', rceil: '⌉', lfloor: '⌊', rfloor: '⌋',
  loz: '◊', spades: '♠', clubs: '♣', hearts: '♥', diams: '♦', check: '✓', cross: '✗', star: '☆', starf: '★',
  Alpha: 'Α', Beta: 'Β', Gamma: 'Γ', Delta: 'Δ', Epsilon: 'Ε', Zeta: 'Ζ', Eta: 'Η', Theta: 'Θ', Iota: 'Ι',
  Kappa: 'Κ', Lambda: 'Λ', Mu: 'Μ', Nu: 'Ν', Xi: 'Ξ', Omicron: 'Ο', Pi: 'Π', Rho: 'Ρ', Sigma: 'Σ', Tau: 'Τ',
  Upsilon: 'Υ', Phi: 'Φ', Chi: 'Χ', Psi: 'Ψ', Omega: 'Ω', alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ',
  epsilon: 'ε', zeta: 'ζ', eta: 'η', theta: 'θ', iota: 'ι', kappa: 'κ', lambda: 'λ', mu: 'μ', nu: 'ν', xi: 'ξ',
  omicron: 'ο', pi: 'π', rho: 'ρ', sigmaf: 'ς', sigma: 'σ', tau: 'τ', upsilon: 'υ', phi: 'φ', chi: 'χ',
  psi: 'ψ', omega: 'ω', OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š', Yuml: 'Ÿ', fnof: 'ƒ', circ: 'ˆ',
  tilde: '˜',
}

const named: ReadonlyMap<string, string> = new Map([
  ...latin1.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...Object.entries(others),
])

const entity = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/g

/**
 * Decodes HTML character references: all numeric ones, and the common named ones; an unknown name stays as it is. The result may
 * contain any character, control characters included: it is not SafeText yet.
 */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(entity, (whole) => {
    const name = whole.slice(1, -1)
    if (!name.startsWith('#')) return named.get(name) ?? whole
    const isHex = name[1] === 'x' || name[1] === 'X'
    return fromCodePoint(isHex ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10))
  })
}

function fromCodePoint(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}
