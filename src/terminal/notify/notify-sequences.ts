import type { ProgressSign } from './run-facts.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import type { NotifyTraits } from './notify-traits.ts'

// These sequences contain only our own words and numbers, never text of the agent.

/** Saves the window's title. https://invisible-island.net/xterm/ctlseqs/ctlseqs.html#h3-Functions-using-CSI-_-ordered-by-the-final-character-lparen-s-rparen */
export const keepTitle = '\u001b[22;0t'

export function titleBytes(words: SafeText): string {
  return `\u001b]2;${words}\u001b\\`
}

/** Restores the saved title. Terminals without that get an empty one, and choose themselves. */
export const restoreTitle = '\u001b]2;\u001b\\\u001b[23;0t'

/** The codes of ConEmu for its progress bar. */
const progressCodes: Readonly<Record<ProgressSign['sign'], number>> = {
  none: 0,
  working: 1,
  failed: 2,
  unknown: 3,
  waiting: 4,
}

export function progressBytes({ sign, percent }: ProgressSign): string {
  return `\u001b]9;4;${progressCodes[sign]};${percent}\u001b\\`
}

export function callBytes(call: NotifyTraits['call'], words: SafeText): string {
  switch (call) {
    case 'none':
      return ''
    case 'bell':
      return '\u0007'
    case 'osc9':
      return `\u001b]9;${words}\u001b\\`
    case 'osc777':
      return `\u001b]777;notify;acp-plan-tui;${words}\u001b\\`
  }
}
