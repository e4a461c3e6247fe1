import { Buffer } from 'node:buffer'
import { spawn } from 'node:child_process'
import type { Clipboard, CopyOutcome } from '../app/ports/plan-taking.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** How a text gets to the user's clipboard. */
export type ClipboardRoute =
  /** A terminal that is known to take OSC 52. */
  | { readonly type: 'known'; readonly terminal: string }
  /** tmux is told: by default it ignores what programs send. */
  | { readonly type: 'tmux' }
  /** GNU screen passes on what is wrapped for it. */
  | { readonly type: 'screen' }
  /** It may take the sequence, and ignores it otherwise. */
  | { readonly type: 'unknown' }
  /** It has no clipboard, or prints parts of the sequence. */
  | { readonly type: 'none' }

/**
 * Chosen by the environment, since no terminal confirms what it takes. Not known: xterm, iTerm2 and mintty, which take it only if the user
 * allows that, VTE and Terminal.app, which ignore it, and everything else. Inside a multiplexer the environment describes the
 * terminal that it was started in, not the one that shows it.
 */
export function clipboardRoute(environment: Environment): ClipboardRoute {
  const term = environment['TERM'] ?? ''
  if (isSet(environment, 'TMUX')) return { type: 'tmux' }
  if (isSet(environment, 'STY')) return { type: 'screen' }
  if (isSet(environment, 'ZELLIJ') || /^(?:screen|tmux)/.test(term)) return { type: 'unknown' }
  const terminal = knownTerminal(environment, term)
  if (terminal !== null) return { type: 'known', terminal }
  const isPrinted = term === '' || /^(?:dumb|linux|eterm|vt\d|cons25|sun)/.test(term)
  return { type: isPrinted || environment['TERMINAL_EMULATOR'] === 'JetBrains-JediTerm' ? 'none' : 'unknown' }
}

/** The first Konsole that takes it is 24.12. */
const konsoleFrom = 241_200

function knownTerminal(environment: Environment, term: string): string | null {
  if (isSet(environment, 'KITTY_WINDOW_ID') || term === 'xterm-kitty') return 'kitty'
  if (environment['TERM_PROGRAM'] === 'ghostty' || term === 'xterm-ghostty') return 'Ghostty'
  if (environment['TERM_PROGRAM'] === 'WezTerm' || term === 'wezterm') return 'WezTerm'
  if (/^foot(?:-|$)/.test(term)) return 'foot'
  if (isSet(environment, 'ALACRITTY_WINDOW_ID') || /^alacritty(?:-|$)/.test(term)) return 'Alacritty'
  if (isSet(environment, 'WT_SESSION')) return 'Windows Terminal'
  return Number(environment['KONSOLE_VERSION'] ?? 0) >= konsoleFrom ? 'Konsole' : null
}

/** Whether the terminal may be reached through mosh, which drops long sequences and cannot be recognised. */
export function isElsewhere(environment: Environment): boolean {
  return isSet(environment, 'SSH_CONNECTION') || isSet(environment, 'SSH_TTY')
}

function isSet(environment: Environment, name: string): boolean {
  return (environment[name] ?? '') !== ''
}

export interface ClipboardParts {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly write: (bytes: string) => void
}

/** Over SSH, longer copies may be lost on the way. */
const longestElsewhere = 12_000

/** The clipboard of the user's terminal, also of one that this program is reached from: it is asked by an escape sequence. */
export function terminalClipboard({ environment, write }: ClipboardParts): Clipboard {
  const route = clipboardRoute(environment)
  return {
    async copy(text): Promise<CopyOutcome> {
      const size = Buffer.byteLength(text)
      const isLong = size > longestCopy
      switch (route.type) {
        case 'none':
          return { type: 'refused', reason: 'no-clipboard' }
        case 'tmux': {
          if (!isLong) write(throughTmux(osc52(text)))
          if (await loadedInTmux(text, environment)) return { type: 'in-tmux' }
          return isLong ? tooLarge : { type: 'uncertain' }
        }
        case 'screen':
          if (isLong) return tooLarge
          write(throughScreen(osc52(text)))
          return { type: 'uncertain' }
        case 'unknown':
        case 'known': {
          if (isLong) return tooLarge
          write(osc52(text))
          const mayBeLost = isElsewhere(environment) && size > longestElsewhere
          return route.type === 'unknown' || mayBeLost
            ? { type: 'uncertain' }
            : { type: 'sent', by: route.terminal }
        }
      }
    },
  }
}

const tooLarge: CopyOutcome = { type: 'refused', reason: 'too-large' }

/** tmux answers at once, or not at all. */
const tmuxTimeoutMs = 3000

/** Whether tmux has taken a text into a buffer; it then also sets the clipboard of its terminal, if it may (`-w`, from 3.2 on). */
async function loadedInTmux(text: string, environment: ClipboardParts['environment']): Promise<boolean> {
  const load = async (...flags: readonly string[]): Promise<boolean> =>
    await new Promise((resolve) => {
      const tmux = spawn('tmux', ['load-buffer', ...flags, '-'], {
        env: { ...environment },
        stdio: ['pipe', 'ignore', 'ignore'],
        timeout: tmuxTimeoutMs,
        windowsHide: true,
      })
      tmux.on('error', () => resolve(false))
      tmux.on('close', (status) => resolve(status === 0))
      // It may end without reading all.
      tmux.stdin.on('error', () => undefined)
      tmux.stdin.end(text)
    })
  return (await load('-w')) || (await load())
}

/** The bytes of a text in UTF-8 that may be sent: many programs on the way drop sequences of more than 100,000 bytes. */
export const longestCopy = 74_994

/** Sets the clipboard (OSC 52). It contains no control characters but those of the sequence. */
function osc52(text: string): string {
  return `\u001b]52;c;${Buffer.from(text.toWellFormed()).toString('base64')}\u0007`
}

/** The sequence as tmux passes it on unread, if `allow-passthrough` is on. */
function throughTmux(sequence: string): string {
  return `\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`
}

/** GNU screen passes on at most 768 bytes at once. */
const screenPiece = 700

/** The sequence as GNU screen passes it on unread, in pieces. */
function throughScreen(sequence: string): string {
  const pieces: string[] = []
  for (let at = 0; at < sequence.length; at += screenPiece)
    pieces.push(`\u001bP${sequence.slice(at, at + screenPiece)}\u001b\\`)
  return pieces.join('')
}
