/** Longer values are not references, and the beginning of a value is enough to classify it. */
const longestLookedAt = 4096

/** Replaces a value completely, by as many x; short ones do not reveal their length. */
export function mask(value: string): string {
  return 'x'.repeat(Math.min(Math.max(value.length, 8), 4096))
}

/** The same, but keeps separators and line breaks, for values of a known form. */
export function maskLetters(value: string): string {
  return value.replace(
    /(\\{1,16}[nrt])|[^\s\\.-]{1,256}/g,
    (characters, escape?: string) => escape ?? 'x'.repeat(characters.length),
  )
}

/** Whether it is a mask already. */
export function isMasked(value: string): boolean {
  return !/[^xX\s.*…_-]/.test(value.replace(/\\{1,16}[nrt]/g, ''))
}

/** Whether a value refers to another one that is inserted later, or says that there is none. */
export function isPlaceholder(value: string): boolean {
  if (value.length > longestLookedAt) return false
  return (
    /^(?:\$[A-Z_][A-Z0-9_]*|\$[{(].*|\$env:\w+|%\w+%|<[^<>]*>|\{\{.*\}\}|\[[^[\]]*\])$/.test(value) ||
    // A file that holds it.
    /^(?:~|\.{1,2})?(?:\/[\w.@-]+){2,}$/.test(value) ||
    /^(?:process\.env|os\.environ|env[.:]|secrets\.|vault:|op:\/\/)/i.test(value) ||
    /^(?:[A-Z]+_){0,4}(?:TOKEN|KEY|SECRET|PASSWORD|CREDENTIALS)$/.test(value) ||
    /^(?:true|false|null|none|nil|undefined|yes|no|on|off|required|optional|string|redacted|hidden|include|omit|same-origin)$/i.test(
      value,
    )
  )
}

/** Whether a word looks random: digits or signs among the letters, or mixed case. */
export function looksSecret(whole: string, least: number): boolean {
  if (whole.length < least || /\s/.test(whole)) return false
  const value = whole.slice(0, longestLookedAt)
  const hasDigit = /\d/.test(value)
  const hasLetter = /[A-Za-z]/.test(value)
  if (hasDigit && hasLetter)
    return !/^(?:v?\d+(?:\.\w+)*|0x[\da-f]{1,6}|\d+(?:px|em|ms|s|kb|mb|gb|k|m))$/i.test(value)
  return (
    hasLetter && (/[!@#^&*+=~?]/.test(value) || (/[a-z][A-Z].*[a-z][A-Z]/.test(value) && value.length >= 16))
  )
}
