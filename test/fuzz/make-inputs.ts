import type { Dice } from './dice.ts'
import { endingSignals, stoppingSignal, type Input } from './fuzz-case.ts'
import { movesBefore } from './agent-script.ts'
import { oddProposal } from './odd-calls.ts'

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
/** What begins on a terminal and has no end: pastes, answers to queries, clicks. What is typed next comes behind it. */
const unended = [
  '\u001b[200~',
  '\u001b[200~pasted\ntext',
  '\u001b[200~pasted\u001b[20',
  '\u001b[',
  '\u001bO',
  '\u001b[<0;5',
  '\u001b[?1',
  '\u001b]11;rgb:1e1e/',
  '\u001bP1+r544e',
  '\u001b_G',
]
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
export function screenInputs(dice: Dice, lines: number, sessionId: string): readonly Input[] {
  const mayAct = dice.chance(0.5)
  const inputs = Array.from({ length: dice.below(40) }, (): readonly Input[] => {
    const afterLine = dice.below(lines + 1)
    return mayAct && dice.chance(0.3)
      ? [{ afterLine, keys: dice.pick(acting) }]
      : keysOrSize(dice, harmless).map((input) => ({ afterLine, ...input }))
  }).flat()
  const when = (): number => dice.between(-movesBefore, lines)
  return sorted([...inputs, ...stopsAndSignals(dice, when), ...agentInputs(dice, when, sessionId)])
}

/** For a screen that shows a trace, or has nobody who tells how far it is. */
export function timedScreenInputs(dice: Dice, isReplay: boolean): readonly Input[] {
  const keys = isReplay ? replaying : harmless
  const inputs = Array.from({ length: dice.below(30) }, (_, at) =>
    keysOrSize(dice, keys).map((input) => ({ afterLine: at, ...input })),
  ).flat()
  return sorted([...inputs, ...stopsAndSignals(dice, () => dice.below(30))])
}

type KeysOrSize = { readonly keys: string } | { readonly columns: number; readonly rows: number }

/** One of them, or keys behind something without an end. */
function keysOrSize(dice: Dice, keys: readonly string[]): readonly KeysOrSize[] {
  if (dice.chance(0.1)) return [{ columns: dice.between(1, 160), rows: dice.between(1, 60) }]
  if (!dice.chance(0.02)) return [{ keys: dice.pick(keys) }]
  return [dice.pick(unended), ...Array.from({ length: dice.below(4) }, () => dice.pick(keys))].map(
    (typed) => ({
      keys: typed,
    }),
  )
}

/** For a run with pipes and an agent that writes so many lines. */
export function pipedInputs(dice: Dice, lines: number, sessionId: string): readonly Input[] {
  const when = (): number => dice.between(-movesBefore, lines)
  return sorted([...stopsAndSignals(dice, when), ...agentInputs(dice, when, sessionId)])
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

function agentInputs(dice: Dice, when: () => number, sessionId: string): readonly Input[] {
  const inputs: Input[] = []
  if (dice.chance(0.08)) inputs.push({ afterLine: when(), agent: 'hangs up' })
  if (dice.chance(0.08)) inputs.push({ afterLine: when(), agent: 'ends the turn' })
  if (dice.chance(0.08))
    inputs.push({ afterLine: when(), agent: 'asks in every turn', request: oddProposal(dice, sessionId) })
  return inputs
}

function sorted(inputs: readonly Input[]): readonly Input[] {
  return inputs.toSorted((one, other) => one.afterLine - other.afterLine)
}
