import type { Dice } from './dice.ts'
import { tokenForms } from './fuzz-token.ts'

/** Acts on a terminal that lets it through. `EVIL` is never a word of ours. */
const attacks: readonly string[] = [
  '\u001b]52;c;RVZJTA==\u0007',
  '\u001b]0;EVIL\u0007',
  '\u001b]8;;javascript:EVIL\u001b\\EVIL\u001b]8;;\u001b\\',
  '\u001b]9;4;1;50\u0007',
  '\u001b[2J\u001b[H',
  '\u001b[?1049l\u001b[?1000h',
  '\u001bc',
  '\u001bP+q544e\u001b\\',
  '\u009b2J',
  '\u009d0;EVIL\u009c',
  'over\rwritten\b\b',
  '&#27;[2J',
  '\u202eEVIL\u2066',
  '\u200b\u200d\ufeff',
  `a${'\u0301'.repeat(300)}`,
  '\ud800 alone \udc00',
  '\u0000\u0007\u000c\u007f',
  '[EVIL](javascript:EVIL) <script>EVIL</script> ![x](file:///etc/passwd)',
  '</text><script>EVIL</script>]]>',
]

/** Pieces of markdown that are costly, or that renderers fall over. */
const markdown: readonly string[] = [
  '***',
  '> ',
  '- [ ] ',
  '| a | b |\n|---|---|\n',
  '[x]: y\n',
  '```js\n',
  '`',
  '# ',
  '1. ',
  '![',
  '[',
  '<',
  '\n\n',
  '&amp;',
  '🧑‍🚀',
  '漢',
]

const numbers = [0, -0, -1, 1.5, 1e21, 2 ** 53 + 1, -(2 ** 31), 1e308, 5e-324]
const words = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'plan',
  'completed',
  'cancelled',
  '_x',
  'file:///etc/passwd',
  'data:,x',
  'http://127.0.0.1:1/',
]

export function oddString(dice: Dice): string {
  switch (dice.weighted({ attack: 4, word: 3, markdown: 2, long: 1, random: 2, token: 1 })) {
    case 'attack':
      return `${dice.pick(words)}${dice.pick(attacks)}EVIL`
    case 'word':
      return dice.pick(words)
    case 'markdown':
      return dice.pick(markdown).repeat(dice.between(1, dice.chance(0.1) ? 3000 : 40))
    case 'token':
      return `${dice.pick(words)} ${dice.pick(tokenForms)} ${dice.pick(words)}`
    case 'long':
      return dice.pick(['x', 'word ', 'line\n', '🚀', '\t']).repeat(dice.between(100, 30_000))
    case 'random':
      return Array.from({ length: dice.below(30) }, () => String.fromCharCode(dice.below(0x300))).join('')
  }
}

/** A value of any type, mostly small. */
export function oddValue(dice: Dice, depth = 0): unknown {
  switch (
    dice.weighted({ string: 5, number: 3, other: 3, list: depth < 3 ? 2 : 0, object: depth < 3 ? 2 : 0 })
  ) {
    case 'string':
      return oddString(dice)
    case 'number':
      return dice.pick(numbers)
    case 'other':
      return dice.pick([null, true, false])
    case 'list':
      return Array.from({ length: dice.below(4) }, () => oddValue(dice, depth + 1))
    case 'object':
      return Object.fromEntries(
        Array.from({ length: dice.below(4) }, () => [dice.pick(words), oddValue(dice, depth + 1)]),
      )
  }
}

/** An id of a request as it is written. */
export function oddIdText(dice: Dice): string {
  return dice.chance(0.4)
    ? String(dice.between(0, 9))
    : dice.pick([
        '-0',
        '1.5',
        '1e21',
        '9007199254740993',
        '1e999',
        'null',
        '""',
        '"\\ud800"',
        '"__proto__"',
        `"${'i'.repeat(5000)}"`,
      ])
}

/** JSON that is nested so deep; made as text, for nothing of ours could write it. */
export function deepText(dice: Dice): string {
  const depth = dice.pick([50, 500, 3000, 6000, 20_000])
  return dice.chance(0.5)
    ? `${'['.repeat(depth)}${']'.repeat(depth)}`
    : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
}
