import fc from 'fast-check'
import { anyCharacter } from '../../support/any-character.ts'

const words = [
  'Read the parser',
  'Add tests for nested quotes — “é”, 日本語, 🚀',
  '',
  '   ',
  'two\nlines',
  'a\u001b[2J\u001b]0;pwned\u0007b',
  '\u202egnp.exe',
  '👨‍👩‍👧'.repeat(30),
  `e${'\u0301'.repeat(50)}`,
  'x'.repeat(300),
  '漢字'.repeat(80),
  'tab\there',
  '\u2028sep\u0085nel\r\nend',
  '\ud800',
  '&#27;[2J',
]
/** Text as agents might write it, hostile or not. */
export const anyText = fc.oneof(fc.constantFrom(...words), fc.string({ unit: anyCharacter, maxLength: 12 }))
export const maybe = fc.option(anyText)

/** Few, so that events meet. */
export const anySession = fc.constantFrom('s1', 's1', 's1', 's2', 'helper')
