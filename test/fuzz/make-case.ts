import { Dice } from './dice.ts'
import { targetNames, type FuzzCase, type Input, type Opening, type TargetName } from './fuzz-case.ts'
import { mutateLines, oddMessage, oddRecord } from './mutate-lines.ts'
import { mutateLine } from './mutate-text.ts'
import type { Recording } from './recordings.ts'

/** Where a run is recorded, in its folder. */
export const recordedName = 'recorded.ndjson'

/** How often each is run: those that are quick and take most in more often. */
const weights: Readonly<Record<TargetName, number>> = {
  json: 8,
  text: 2,
  screen: 6,
  connect: 3,
  replay: 4,
  'replay-screen': 2,
  render: 3,
  demo: 2,
}

export interface CaseChoice {
  readonly seed: number
  readonly run: number
  readonly recordings: readonly Recording[]
  /** Empty: all. */
  readonly only: readonly TargetName[]
}

/** The case of that number: always the same for the same recordings. */
export function makeCase({ seed, run, recordings, only }: CaseChoice): FuzzCase {
  const dice = new Dice(seed, run)
  const names = only.length === 0 ? targetNames : only
  const target = dice.weighted(
    Object.fromEntries(names.map((name) => [name, weights[name]])) as Record<TargetName, number>,
  )
  return target === 'replay' || target === 'replay-screen' || target === 'render' || target === 'demo'
    ? traceCase(dice, target, recordings)
    : agentCase(dice, target, recordings)
}

function agentCase(dice: Dice, target: TargetName, recordings: readonly Recording[]): FuzzCase {
  const recording = dice.pick(recordings.filter(({ opening }) => opening !== null))
  const { name, version, said } = recording
  const opening = oddOpening(dice, recording.opening)
  const { sessionId } = recording.opening?.session ?? {}
  const more = oddMessage(String(sessionId))
  const texts = Array.from({ length: dice.pick([1, 1, 2, 4]) }, () => said).flat()
  const lines = mutateLines(dice, texts, more)
  const isScreen = target === 'screen'
  return {
    target,
    recording: name,
    args: agentArgs(dice, target),
    server: target === 'connect' ? dice.pick(['tcp', 'unix', 'ws'] as const) : null,
    version,
    opening,
    lines,
    inputs: isScreen ? screenInputs(dice, lines.length) : signalInputs(dice, lines.length, 0.1),
  }
}

function oddOpening(dice: Dice, recorded: Recording['opening']): Opening {
  const isOdd = dice.chance(0.1)
  const written = (value: unknown): string => {
    const text = JSON.stringify(value ?? null)
    const line = isOdd ? mutateLine(dice, text) : { text }
    return 'text' in line && !/[\n\r]/.test(line.text) ? line.text : 'null'
  }
  return { initialize: written(recorded?.initialize), session: written(recorded?.session), isOdd }
}

function agentArgs(dice: Dice, target: TargetName): readonly string[] {
  const args: string[] = []
  if (target === 'json' || target === 'connect') args.push('--format', 'json')
  if (target === 'text') args.push('--format', 'text')
  // A turn that the lines began may be nobody's to end: that is no hang.
  if (target !== 'screen') args.push('--timeout', '10')
  if (dice.chance(0.5)) args.push('--permissions', dice.pick(['ask', 'allow', 'deny']))
  if (dice.chance(0.3) && target !== 'connect') args.push('--allow-fs')
  if (dice.chance(0.2)) args.push('--no-inferred-plans')
  if (dice.chance(0.3) && target === 'json') args.push('--record', recordedName)
  if (target === 'screen') args.push(...screenArgs(dice))
  return args
}

function screenArgs(dice: Dice): readonly string[] {
  const args: string[] = []
  if (dice.chance(0.3)) args.push('--ascii')
  if (dice.chance(0.5)) args.push('--no-animation')
  if (dice.chance(0.3)) args.push('--theme', dice.pick(['dark', 'light', 'high-contrast']))
  if (dice.chance(0.1)) args.push('--no-alt-screen')
  return args
}

function traceCase(dice: Dice, target: TargetName, recordings: readonly Recording[]): FuzzCase {
  const { name, version, lines: texts } = dice.pick(recordings)
  const lines = mutateLines(dice, texts, oddRecord)
  const isScreen = target === 'replay-screen'
  return {
    target,
    recording: name,
    args: traceArgs(dice, target),
    server: null,
    version,
    opening: null,
    lines,
    inputs: isScreen ? replayInputs(dice) : [],
  }
}

function traceArgs(dice: Dice, target: TargetName): readonly string[] {
  switch (target) {
    case 'replay':
      return ['--format', dice.pick(['json', 'text'])]
    case 'replay-screen':
      return ['--speed', dice.pick(['max', '4', '1']), ...screenArgs(dice)]
    case 'demo': {
      const how = ['--format', dice.pick(['json', 'text']), '--permissions', dice.pick(['allow', 'deny'])]
      return [...how, '--speed', 'max', ...(dice.chance(0.5) ? ['--prompt', 'go'] : [])]
    }
    default: {
      const endings = ['svg', 'txt', 'md', 'cast', 'json']
      const ending = dice.chance(0.04) ? dice.pick(['gif', 'png']) : dice.pick(endings)
      const isFilm = ['svg', 'cast', 'gif'].includes(ending)
      const isDrawn = isFilm || ending === 'png' || ending === 'txt'
      const size = isDrawn ? ['--size', dice.pick(['40x12', '80x24', '120x40'])] : []
      return [
        '-o',
        `out.${ending}`,
        ...(isFilm ? ['--idle-limit', '1'] : []),
        ...size,
        ...(dice.chance(0.5) ? ['--no-redact'] : []),
      ]
    }
  }
}

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
const acting = ['\r', '\r', '/', 'D', 'y', 'o', 'P', 'R', 'q', '\u0003']

function screenInputs(dice: Dice, lines: number): readonly Input[] {
  const mayAct = dice.chance(0.5)
  const inputs = Array.from({ length: dice.below(40) }, (): Input => {
    const afterLine = dice.below(lines + 1)
    if (dice.chance(0.1)) return { afterLine, columns: dice.between(1, 160), rows: dice.between(1, 60) }
    return { afterLine, keys: dice.pick(mayAct && dice.chance(0.3) ? acting : harmless) }
  })
  return sorted([...inputs, ...signalInputs(dice, lines, 0.08)])
}

function replayInputs(dice: Dice): readonly Input[] {
  const keys = [
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
  return Array.from({ length: dice.below(30) }, (_, at) =>
    dice.chance(0.1)
      ? { afterLine: at, columns: dice.between(1, 160), rows: dice.between(1, 60) }
      : { afterLine: at, keys: dice.pick(keys) },
  )
}

function signalInputs(dice: Dice, lines: number, probability: number): readonly Input[] {
  if (!dice.chance(probability)) return []
  return [{ afterLine: dice.below(lines + 1), signal: dice.pick(['SIGINT', 'SIGTERM', 'SIGHUP'] as const) }]
}

function sorted(inputs: readonly Input[]): readonly Input[] {
  return inputs.toSorted((one, other) => one.afterLine - other.afterLine)
}
