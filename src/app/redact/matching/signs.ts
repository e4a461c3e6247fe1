import type { Finder } from './finding.ts'

const signs = ['@', '%', '=', '/', '\\', '$', '}', ':', '.', '-', '~', 'a digit', 'beyond ASCII'] as const
type Sign = (typeof signs)[number]

function bitsOf(some: readonly Sign[]): number {
  return some.reduce((bits, sign) => bits | (1 << signs.indexOf(sign)), 0)
}

const byCode = Uint16Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (character >= '0' && character <= '9') return bitsOf(['a digit'])
  const sign = signs.find((each) => each === character)
  return sign === undefined ? 0 : bitsOf([sign])
})
const beyond = bitsOf(['beyond ASCII'])
const all = bitsOf(signs)

/** Longer texts have nearly all of them. */
const longestCounted = 1000

function signsIn(text: string): number {
  if (text.length > longestCounted) return all
  let found = 0
  for (let at = 0; at < text.length && found !== all; at++) {
    const code = text.charCodeAt(at)
    found |= code < 128 ? (byCode[code] ?? 0) : beyond
  }
  return found
}

/**
 * Makes finders that are not asked about texts without the signs of which all that they find has one. Most texts are short, and asking
 * costs more than looking for signs once for all of them.
 */
export function makeSignGate(): (some: readonly Sign[], finder: Finder) => Finder {
  // One finder after the other is given the same text.
  let lastText = ''
  let lastSigns = 0
  return (some, finder) => {
    const bits = bitsOf(some)
    return (text, place) => {
      if (text !== lastText) {
        lastText = text
        lastSigns = signsIn(text)
      }
      return (lastSigns & bits) === 0 ? [] : finder(text, place)
    }
  }
}
