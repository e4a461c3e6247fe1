import type { ProgressSign } from './run-facts.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'
import type { NotifyTraits } from './notify-traits.ts'

// Only words of ours stand in these sequences, and numbers: nothing that an agent wrote gets into one.

/** Keeps the window's title to be given back. https://invisible-island.net/xterm/ctlseqs/ctlseqs.html#h3-Functions-using-CSI-_-ordered-by-the-final-character-lparen-s-rparen */
export const keepTitle = '\u001b[22;0t'

export function titleBytes(words: SafeText): string {
  return `\u001b]2;${words}\u001b\\`
}

/** Gives the title back that was kept; where none can be kept, an empty one lets the terminal choose. */
export const restoreTitle = '\u001b]2;\u001b\\\u001b[23;0t'

/** ConEmu's progress: 0 none, 1 a part, 2 an error, 3 unknown, 4 paused. */
export function progressBytes(shown: ProgressSign): string {
  switch (shown.sign) {
    case 'none':
      return '\u001b]9;4;0;0\u001b\\'
    case 'working':
      return `\u001b]9;4;1;${shown.percent}\u001b\\`
    case 'failed':
      return `\u001b]9;4;2;${shown.percent}\u001b\\`
    case 'unknown':
      return '\u001b]9;4;3;0\u001b\\'
    case 'waiting':
      return `\u001b]9;4;4;${shown.percent}\u001b\\`
  }
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
