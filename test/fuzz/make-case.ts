import { Dice } from './dice.ts'
import { lieNames, neverFallsSilent } from '../support/lies/lying-server.ts'
import {
  endingSignals,
  serverKinds,
  targetNames,
  type FuzzCase,
  type Opening,
  type TargetName,
} from './fuzz-case.ts'
import { agentArgs, liarArgs, traceArgs } from './make-args.ts'
import { pipedInputs, screenInputs, timedPipedInputs, timedScreenInputs } from './make-inputs.ts'
import { mutateLines, oddMessage, oddRecord, withoutTimes } from './mutate-lines.ts'
import { mutateLine } from './mutate-text.ts'
import { lateState } from './odd-calls.ts'
import type { Recording } from './recordings.ts'

/** How often each is run: those that are quick and take most in more often. */
const weights: Readonly<Record<TargetName, number>> = {
  json: 8,
  text: 2,
  screen: 6,
  connect: 3,
  liar: 4,
  'liar-screen': 1,
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
  switch (target) {
    case 'json':
    case 'text':
    case 'screen':
    case 'connect':
      return agentCase(dice, target, recordings)
    case 'liar':
    case 'liar-screen':
      return liarCase(dice, target)
    case 'replay':
    case 'replay-screen':
    case 'render':
    case 'demo':
      return traceCase(dice, target, recordings)
  }
}

function agentCase(dice: Dice, target: TargetName, recordings: readonly Recording[]): FuzzCase {
  const recording = dice.pick(recordings.filter(({ opening }) => opening !== null))
  const { name, version, said } = recording
  const opening = oddOpening(dice, recording.opening)
  const sessionId = String(recording.opening?.session['sessionId'])
  const texts = Array.from({ length: dice.pick([1, 1, 2, 4]) }, () => said).flat()
  const lines = mutateLines(dice, texts, oddMessage(sessionId))
  const isScreen = target === 'screen'
  const inputs = (isScreen ? screenInputs : pipedInputs)(dice, lines.length, sessionId)
  for (const input of inputs)
    if ('agent' in input && input.agent === 'ends the turn')
      lines.splice(dice.between(Math.max(0, input.afterLine), lines.length), 0, {
        text: lateState(dice, sessionId),
      })
  const server = target === 'connect' || (isScreen && dice.chance(0.2)) ? dice.pick(serverKinds) : null
  return {
    target,
    recording: name,
    args: agentArgs(dice, target, server),
    server,
    lie: null,
    version,
    opening,
    lines,
    inputs,
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

function liarCase(dice: Dice, target: TargetName): FuzzCase {
  const name = dice.pick(lieNames)
  return {
    target,
    recording: 'none',
    args: liarArgs(dice, target, name),
    server: null,
    lie: { name, seed: dice.below(1_000_000), pourBytes: dice.pick([200_000, 200_000, 20_000_000]) },
    version: 1,
    opening: null,
    lines: [],
    inputs:
      target === 'liar-screen'
        ? timedScreenInputs(dice, false)
        : neverFallsSilent(name)
          ? [{ afterLine: 300, signal: dice.pick(endingSignals) }]
          : timedPipedInputs(dice, 200),
  }
}

function traceCase(dice: Dice, target: TargetName, recordings: readonly Recording[]): FuzzCase {
  const { name, version, lines: texts } = dice.pick(recordings)
  const isTimed = dice.chance(0.75)
  const lines = isTimed
    ? mutateLines(dice, texts, oddRecord)
    : mutateLines(dice, withoutTimes(dice, texts), oddMessage('s'))
  const isScreen = target === 'replay-screen'
  return {
    target,
    recording: name,
    args: traceArgs(dice, target),
    server: null,
    lie: null,
    version,
    opening: null,
    lines,
    inputs: isScreen ? timedScreenInputs(dice, true) : timedPipedInputs(dice, 60),
  }
}
