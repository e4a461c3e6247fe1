import { lateRegExp } from '../memo.ts'

/**
 * Text that may be written to a terminal: no control character, no escape sequence, no bidi override, no lone surrogate,
 * bounded combining marks. Made only by the functions of this module; views and outputs accept nothing else.
 */
export type SafeText = string & { readonly safeText: unique symbol }

/** How many combining marks a base character keeps. */
const maxMarks = 4
const tabStop = '    '

// Printable ASCII and the letters, symbols and ideographs that `clean` leaves alone: most text passes with one test.
const harmless =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u058f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u2bff\u3001-\u3029\u3030-\u3098\u309b-\u3163\u3165-\ua66e\uac00-\ud7a3]*$/
const harmlessLines =
  /^[\n\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u058f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u2bff\u3001-\u3029\u3030-\u3098\u309b-\u3163\u3165-\ua66e\uac00-\ud7a3]*$/

const lineBreaks = /\r\n|[\r\n\u0085\u2028\u2029]/g
// Invisible characters (bidi controls, soft hyphens, tags, byte-order marks, fillers …) are removed, except for variation selectors and
// the zero-width joiner, which emoji are made of.
const invisible = lateRegExp(
  String.raw`(?!\u200d|[\ufe00-\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}]`,
  'gu',
)
// oxlint-disable-next-line no-control-regex -- controls are what this is about
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g
// Characters that combine with another one: marks, and the vowels and finals of a Korean syllable.
const piled = String.raw`[\p{M}\u1160-\u11ff\ud7b0-\ud7fb]`
// Removed in parts, since a regular expression has no room for a match of millions.
const combiningPiles = lateRegExp(`${piled}(?<=${piled}{${maxMarks + 1}})${piled}{0,1000}`, 'gu')
const skinTonePiles = lateRegExp(
  String.raw`(?<=[\u{1f3fb}-\u{1f3ff}])(?:\p{M}{0,4}[\u{1f3fb}-\u{1f3ff}]){1,1000}`,
  'gu',
)
const joinerPiles = /\u200d{2,}/g
const trailingJoiners = lateRegExp(String.raw`\u200d(?!\p{Extended_Pictographic})`, 'gu')
// A family emoji has four members, a kiss four parts; longer chains are no emoji.
const joinerChains = lateRegExp(
  String.raw`((?:\u200d\p{Extended_Pictographic}[\p{M}\u{1f3fb}-\u{1f3ff}]*){7})\u200d`,
  'gu',
)

function clean(raw: string): string {
  return raw
    .toWellFormed()
    .replaceAll('\t', tabStop)
    .replace(controls, visibleControl)
    .replace(invisible(), '')
    .replace(joinerPiles, '\u200d')
    .replace(trailingJoiners(), '')
    .replace(combiningPiles(), '')
    .replace(skinTonePiles(), '')
    .replace(joinerChains(), '$1')
}

/** ESC becomes ␛ and so on, so that control characters stay visible. C1 characters have no symbol. */
function visibleControl(control: string): string {
  const code = control.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '\u2421' : '\ufffd'
}

/** One line: each line break becomes ` ⏎ `, so that it stays visible without breaking the row. Never throws. */
export function safeLine(raw: string): SafeText {
  if (harmless.test(raw)) return raw as SafeText
  return clean(raw.replace(lineBreaks, ' ⏎ ')) as SafeText
}

/** How many characters of a raw text are shown at most, where the room for them is not known yet: of a name, of a line, of a long one. */
const mostShown = { word: 100, line: 300, long: 1000 } as const

/** One line as `safeLine`, of the beginning of a text that may be huge. Never throws. */
export function shownLine(raw: string, most: keyof typeof mostShown = 'line'): SafeText {
  return safeLine(raw.length > mostShown[most] ? raw.slice(0, mostShown[most]) : raw)
}

/** Several lines: CRLF, CR, NEL, LS and PS become `\n`, the only control character that is left. Never throws. */
export function safeText(raw: string): SafeText {
  if (harmlessLines.test(raw)) return raw as SafeText
  return clean(raw.replace(lineBreaks, '\n')) as SafeText
}

/** Template tag: makes a literal of this program's source `SafeText`. Interpolated values must be `SafeText` or numbers. */
export function safe(strings: TemplateStringsArray, ...values: readonly (SafeText | number)[]): SafeText {
  // Several times as fast as String.raw, which matters since rows are made of these many times a frame.
  let text = strings[0] ?? ''
  for (let index = 0; index < values.length; index++)
    text += `${values[index] ?? ''}${strings[index + 1] ?? ''}`
  return text as SafeText
}

const plainSign: Readonly<Record<string, string>> = {
  '…': '~',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '·': '-',
  '•': '*',
  '×': 'x',
  '↑': '^',
  '↓': 'v',
  '←': '<',
  '→': '>',
  '⏎': '/',
  '\ufffd': '?',
}

/** For who has no Unicode: the signs of this program as ASCII ones of the same width; `^` for a control character. Other words stay. */
export function plainSigns<Text extends string>(text: Text): Text {
  return text.replace(/[…“”‘’–—·•×↑↓←→⏎\ufffd\u2400-\u2421]/g, (sign) => plainSign[sign] ?? '^') as Text
}

const linkSchemes = /^(?:https?:\/\/|mailto:)[\x21-\x7e]+$/i

/** The target of a link that is safe for a terminal (http, https or mailto, ASCII only), else null. */
export function safeLinkTarget(raw: string): SafeText | null {
  const target = raw.trim()
  return target.length <= 2048 && linkSchemes.test(target) ? (target as SafeText) : null
}

/** A target as `safeLinkTarget`, percent-encoded to ASCII. */
export function linkTarget(href: string): SafeText | null {
  try {
    return safeLinkTarget(encodeURI(href).replaceAll('%25', '%'))
  } catch {
    // A lone surrogate has no encoding.
    return null
  }
}

/** A percent-encoded text, raw; malformed, it stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text
  } catch {
    return text
  }
}

const seen = lateRegExp(String.raw`[^\s\u0085\u2800\p{Cf}\p{Default_Ignorable_Code_Point}]`, 'u')

/** Whether nobody sees anything of a raw text: it is empty, or blank and invisible characters are all that it has. */
export function isBlankText(raw: string): boolean {
  return !seen().test(raw)
}

/** A text from elsewhere that the user goes on writing: control characters are blanks, except line breaks. */
export function cleanText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- it removes control characters
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
}
