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
