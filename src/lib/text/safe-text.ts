/**
 * Text that may be written to a terminal: no control character, no escape sequence, no bidi override, no lone surrogate,
 * bounded combining marks. `safeLine` and `safeText` are its only makers; views and outputs accept nothing else.
 */
export type SafeText = string & { readonly safeText: unique symbol }

/** Combining marks kept on one base character; the rest of a pile is dropped. */
const marksKept = 4
const tabStop = '    '

// Printable ASCII and the letters, symbols and ideographs that `clean` leaves alone: most text passes with one test.
const harmless =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u058f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u2bff\u3001-\u3029\u3030-\u3098\u309b-\u3163\u3165-\ua66e\uac00-\ud7a3]*$/
const harmlessLines =
  /^[\n\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u058f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2100-\u2bff\u3001-\u3029\u3030-\u3098\u309b-\u3163\u3165-\ua66e\uac00-\ud7a3]*$/

const lineBreaks = /\r\n|[\r\n\u0085\u2028\u2029]/g
// Formats (bidi controls, soft hyphens, tags, byte-order marks …), fillers and whatever else shows nothing go: a plan
// needs none of them. Variation selectors and the zero-width joiner stay, since emoji are built with them.
const invisible = /(?!\u200d|[\ufe00-\ufe0f])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
// oxlint-disable-next-line no-control-regex -- controls are what this is about
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g
// What stands on another character: marks, and the vowels and finals of a Korean syllable.
const piled = String.raw`[\p{M}\u1160-\u11ff\ud7b0-\ud7fb]`
// Piles go in pieces: an expression has no room for one of millions.
const markPiles = new RegExp(`${piled}(?<=${piled}{${marksKept + 1}})${piled}{0,1000}`, 'gu')
const skinTonePiles = /(?<=[\u{1f3fb}-\u{1f3ff}])(?:\p{M}{0,4}[\u{1f3fb}-\u{1f3ff}]){1,1000}/gu
const joinerPiles = /\u200d{2,}/g
const trailingJoiners = /\u200d(?!\p{Extended_Pictographic})/gu
// A family has four members, a kiss four parts: a chain of more is no picture.
const joinerChains = /((?:\u200d\p{Extended_Pictographic}[\p{M}\u{1f3fb}-\u{1f3ff}]*){7})\u200d/gu

function clean(raw: string): string {
  return raw
    .toWellFormed()
    .replaceAll('\t', tabStop)
    .replace(controls, visibleControl)
    .replace(invisible, '')
    .replace(joinerPiles, '\u200d')
    .replace(trailingJoiners, '')
    .replace(markPiles, '')
    .replace(skinTonePiles, '')
    .replace(joinerChains, '$1')
}

/** ESC becomes ␛ and so on, so that a reader sees that something was there; C1 bytes have no picture. */
function visibleControl(control: string): string {
  const code = control.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '\u2421' : '\ufffd'
}

/** One line: every line break becomes ` ⏎ `, so that nothing is hidden and nothing breaks a row. Never throws. */
export function safeLine(raw: string): SafeText {
  if (harmless.test(raw)) return raw as SafeText
  return clean(raw.replace(lineBreaks, ' ⏎ ')) as SafeText
}

/** Several lines: CRLF, CR, NEL, LS and PS become `\n`, which is the only control character left. Never throws. */
export function safeText(raw: string): SafeText {
  if (harmlessLines.test(raw)) return raw as SafeText
  return clean(raw.replace(lineBreaks, '\n')) as SafeText
}

/** A literal of ours, known to be safe because it stands in our source. Not for values. */
export function own(strings: TemplateStringsArray, ...values: readonly (SafeText | number)[]): SafeText {
  // By hand: rows are made of these many times a frame, and String.raw takes several times as long.
  let text = strings[0] ?? ''
  for (let index = 0; index < values.length; index++)
    text += `${values[index] ?? ''}${strings[index + 1] ?? ''}`
  return text as SafeText
}

const linkSchemes = /^(?:https?:\/\/|mailto:)[\x21-\x7e]+$/i

/** The target of a link when a terminal may be given it (http, https or mailto, ASCII only), else null. */
export function safeLinkTarget(raw: string): SafeText | null {
  const target = raw.trim()
  return target.length <= 2048 && linkSchemes.test(target) ? (target as SafeText) : null
}
