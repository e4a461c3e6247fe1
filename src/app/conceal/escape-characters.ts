export const backslash = 0x5c
export const percent = 0x25
const ampersand = 0x26
export const lineFeed = 0x0a
export const carriageReturn = 0x0d
export const semicolon = 0x3b

/** HTML entities with longer names are not decoded. */
export const maxEntityName = 6

/** Whether an escape may begin with this character. */
export function mayStartEscape(code: number): boolean {
  return code === backslash || code === percent || code === ampersand
}

/** Line breaks and characters that a person does not see: both may be inside a secret as it is shown. */
export function isInvisible(code: number): boolean {
  if (code < 0xad) return code === lineFeed || code === carriageReturn
  return (
    code === 0xad ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0xfeff
  )
}

/**
 * A quick test before `EscapedText.readingsAt`: the offset after a character that starts no escape; -1 if it may start one.
 */
export function endIfPlain(text: string, at: number): number {
  const code = text.charCodeAt(at)
  switch (code) {
    case backslash: {
      const end = endOfBackslashes(text, at)
      const follows = text.charCodeAt(end)
      return isEscapeLetter(follows) || isPunctuation(follows) ? -1 : end
    }
    case percent:
      return mayBeHex(text.charCodeAt(at + 1)) && mayBeHex(text.charCodeAt(at + 2)) ? -1 : at + 1
    case ampersand:
      return mayBeEntity(text, at + 1) ? -1 : at + 1
    default:
      return at + 1
  }
}

/** `n`, `r`, `u`, `x` or `U` after a backslash. */
export function isEscapeLetter(code: number): boolean {
  return code === 0x6e || code === 0x72 || code === 0x75 || code === 0x78 || code === 0x55
}

/** A digit, the start of an escape that may denote a digit, or the `u` of `%u0041`. */
function mayBeHex(code: number): boolean {
  return digitValue(code) >= 0 || mayStartEscape(code) || (code | 0x20) === 0x75
}

function mayBeEntity(text: string, from: number): boolean {
  for (let at = from; at <= from + maxEntityName; at++) {
    const code = text.charCodeAt(at)
    if (code === semicolon || mayStartEscape(code) || code === 0x23) return true
    if (!((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)) return false
  }
  return false
}

/** The end of a run of backslashes. */
export function endOfBackslashes(text: string, at: number): number {
  let end = at + 1
  while (text.charCodeAt(end) === backslash) end++
  return end
}

export function isPunctuation(code: number): boolean {
  return (
    (code >= 0x21 && code <= 0x2f) ||
    (code >= 0x3a && code <= 0x40) ||
    (code >= 0x5b && code <= 0x60) ||
    (code >= 0x7b && code <= 0x7e)
  )
}

/** The value of a hexadecimal digit; -1 for others. */
export function digitValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}
