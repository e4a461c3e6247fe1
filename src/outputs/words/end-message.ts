import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { runEndWords, type RunEnd } from './run-end-words.ts'

interface EndMessageParts {
  /** The agent's, as it was started; empty for a remote agent. */
  readonly command: readonly string[]
  readonly showsStderr: boolean
}

/** The lines for stderr that say why a run ended and how to mend it; none when all is well. */
export function endMessage(end: RunEnd, { command, showsStderr }: EndMessageParts): readonly SafeText[] {
  const { message, hint } = runEndWords(end, command)
  if (message === '') return []
  const stderr = end.kind === 'agent-ended' && showsStderr ? end.stderr : []
  return [
    own`acp-plan-tui: ${safeLine(message.slice(0, longest))}`,
    ...stderr.map((line) => own`  stderr | ${safeLine(line.slice(0, longest))}`),
    ...(hint === '' ? [] : hint.split('\n')).map((line) => own`  ${safeLine(line.slice(0, longest))}`),
  ]
}

const longest = 2000
