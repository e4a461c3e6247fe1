import { Buffer } from 'node:buffer'
import { sessionIdOf, type AgentInput, type FuzzCase } from './fuzz-case.ts'
import type { Line } from './mutate-text.ts'

/** A move of `test/support/programs/fuzz-agent.mjs`. */
export type Move =
  | Line
  | { readonly await: string }
  | { readonly answer: string; readonly resultText: string }
  | { readonly pauseMs: number }
  | { readonly hangUp: true }
  | { readonly ask: string }
  | { readonly everyTurn: string; readonly ended: readonly Move[] }

/** What the well-meant plan at the end of each script says, on the smallest screen too. */
export const goodWords = 'well-meant 7'

/** The id of the request behind all others: when it was answered, the program has read what came before. */
export const lastAsked = 'last'

/** Moves before the first line of the case. */
export const movesBefore = 5

/** How an agent opens, writes the lines of the case, and a plan that nothing is wrong with. */
export function agentScript(fuzzed: FuzzCase): readonly Move[] {
  const { opening, lines, version } = fuzzed
  const sessionId = sessionIdOf(fuzzed)
  const update = (body: object): Line => ({
    text: JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: body } }),
  })
  const entries = [{ content: goodWords, status: 'in_progress', priority: 'high' }]
  const prompt = 'session/prompt'
  const accepted: readonly Move[] = version === 2 ? [{ answer: prompt, resultText: '{}' }] : []
  const ended: readonly Move[] =
    version === 2
      ? [update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' })]
      : [{ answer: prompt, resultText: '{"stopReason":"end_turn"}' }]
  const turnEnds = [...accepted, ...ended]
  const moves: Move[] = [
    { await: 'initialize' },
    { answer: 'initialize', resultText: opening?.initialize ?? 'null' },
    { await: 'session/new' },
    { answer: 'session/new', resultText: opening?.session ?? 'null' },
    { await: prompt },
    ...lines,
    // What was cut before does not take these with it.
    { text: '' },
    ...accepted,
    update({ sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'good', entries } }),
    { ask: lastAsked },
    ...ended,
  ]
  // The last one first: each shifts what comes behind it.
  for (const input of fuzzed.inputs.filter((input) => 'agent' in input).toReversed())
    moves.splice(Math.max(0, movesBefore + input.afterLine), 0, ...movesOf(input, turnEnds))
  return moves
}

function movesOf(input: AgentInput, turnEnds: readonly Move[]): readonly Move[] {
  switch (input.agent) {
    case 'hangs up':
      return [{ hangUp: true }]
    case 'ends the turn':
      return turnEnds
    case 'asks in every turn':
      return [{ everyTurn: input.request, ended: turnEnds }]
  }
}

/** Some line may have ended the turn, or the session, before the plan at the end came: nothing has to come of that. */
export function mayEndEarly({ lines, opening, inputs }: FuzzCase): boolean {
  return (
    opening?.isOdd !== false ||
    inputs.some((input) => 'agent' in input) ||
    lines.some((line) => /"(?:result|error)"|state_update/.test(textOf(line)))
  )
}

export function textOf(line: Line): string {
  return 'text' in line ? line.text : Buffer.from(line.base64, 'base64').toString('utf8')
}

/** The bytes of a trace that has these lines. */
export function traceBytes(lines: readonly Line[]): Buffer {
  return Buffer.concat(
    lines.map((line) =>
      'text' in line ? Buffer.from(`${line.text}\n`) : Buffer.from(line.base64, 'base64'),
    ),
  )
}
