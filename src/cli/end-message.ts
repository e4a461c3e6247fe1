import { own, safeLine, type SafeText } from '../lib/text/safe-text.ts'
import { runEndWords, type RunEnd } from './run-end.ts'

/** The lines for stderr that say why a run ended and how to mend it; none when all is well. */
export function endMessage(end: RunEnd, showsStderr: boolean): readonly SafeText[] {
  const { message, hint } = runEndWords(end)
  if (message === '') return []
  const stderr = end.kind === 'agent-ended' && showsStderr ? end.stderr : []
  return [
    own`acp-plan-tui: ${safeLine(message.slice(0, longest))}`,
    ...stderr.map((line) => own`  stderr | ${safeLine(line.slice(0, longest))}`),
    ...(hint === '' ? [] : [own`  ${safeLine(hint.slice(0, longest))}`]),
  ]
}

const longest = 2000
