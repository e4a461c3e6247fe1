import type { Dice } from './dice.ts'
import { endingSignals, stoppingSignal, type Input } from './fuzz-case.ts'
import { movesBefore } from './agent-script.ts'

/** Those that neither end nor start anything, and a few that do. */
const harmless = [
  '\t',
  '\u001b[Z',
  '1',
  '2',
  '9',
  'j',
  'k',
  'g',
  'G',
  'f',
  'c',
  'n',
  'N',
  'a',
  '!',
  'e',
  '?',
  'u',
  'd',
  'w',
  's',
  'M',
  '\u001b',
  '\u001b[A',
  '\u001b[B',
  '\u001b[5~',
  '\u001b[6~',
  ' ',
  'b',
  'l',
  'p',
  'r',
  'm',
  '\u007f',
  '\u001b[200~pasted\ntext\u001b[201~',
  'hello',
  '漢🚀',
  '\u0000',
  '\u001b[<0;5;5M',
]
const acting = ['\r', '\r', '/', 'D', 'y', 'o', 'P', 'R', 'q', '\u0003', '\u001a']
const replaying = [
  ...harmless,
  ' ',
  ']',
  '[',
  '.',
  ',',
  '}',
  '{',
  '+',
  '-',
  'L',
  't1:30\r',
  'tend\r',
  't#1\r',
  't\u001b',
]

/** For a screen with an agent that writes so many lines. */
export function screenInputs(dice: Dice, lines: number): readonly Input[] {
  const mayAct = dice.chance(0.5)
  const inputs = Array.from({ length: dice.below(40) }, (): Input => {
    const afterLine = dice.below(lines + 1)
    return mayAct && dice.chance(0.3)
      ? { afterLine, keys: dice.pick(acting) }
      : { afterLine, ...keysOrSize(dice, harmless) }
  })
  const when = (): number => dice.between(-movesBefore, lines)
  return sorted([...inputs, ...stopsAndSignals(dice, when), ...hangUps(dice, when)])
}

/** For a screen that shows a trace, or has nobody who tells how far it is. */
export function timedScreenInputs(dice: Dice, isReplay: boolean): readonly Input[] {
  const keys = isReplay ? replaying : harmless
  const inputs = Array.from({ length: dice.below(30) }, (_, at) => ({
    afterLine: at,
    ...keysOrSize(dice, keys),
  }))
  return sorted([...inputs, ...stopsAndSignals(dice, () => dice.below(30))])
}

function keysOrSize(
  dice: Dice,
  keys: readonly string[],
): { readonly keys: string } | { readonly columns: number; readonly rows: number } {
  return dice.chance(0.1)
    ? { columns: dice.between(1, 160), rows: dice.between(1, 60) }
    : { keys: dice.pick(keys) }
}

/** For a run with pipes and an agent that writes so many lines. */
export function pipedInputs(dice: Dice, lines: number): readonly Input[] {
  const when = (): number => dice.between(-movesBefore, lines)
  return sorted([...stopsAndSignals(dice, when), ...hangUps(dice, when)])
}

/** For a run with pipes and nobody who tells how far it is. */
export function timedPipedInputs(dice: Dice, end: number): readonly Input[] {
  return sorted(stopsAndSignals(dice, () => dice.below(end)))
}

function stopsAndSignals(dice: Dice, when: () => number): readonly Input[] {
  const stops = dice.chance(0.12) ? dice.pick([1, 1, 2]) : 0
  return [
    ...Array.from({ length: stops }, (): Input => ({ afterLine: when(), signal: stoppingSignal })),
    ...(dice.chance(0.12) ? [{ afterLine: when(), signal: dice.pick(endingSignals) }] : []),
  ]
}

function hangUps(dice: Dice, when: () => number): readonly Input[] {
  return dice.chance(0.08) ? [{ afterLine: when(), agent: 'hangs up' }] : []
}

function sorted(inputs: readonly Input[]): readonly Input[] {
  return inputs.toSorted((one, other) => one.afterLine - other.afterLine)
}
