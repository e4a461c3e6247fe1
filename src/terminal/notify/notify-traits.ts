type Environment = Readonly<Record<string, string | undefined>>

/** `--notify`: only the title, or a bell or message too. `auto`: the best that the terminal is known to support. */
export type NotifyMode = 'off' | 'title' | 'bell' | 'osc9' | 'osc777' | 'auto'

/** How a run may call for somebody: what was asked for, as far as the terminal is known to bear it. */
export interface NotifyTraits {
  readonly title: boolean
  /** The terminal's own sign of progress (OSC 9;4). */
  readonly progress: boolean
  readonly call: 'none' | 'bell' | 'osc9' | 'osc777'
}

export const noNotice: NotifyTraits = { title: false, progress: false, call: 'none' }

export interface NotifyCircumstances {
  readonly mode: NotifyMode
  readonly environment: Environment
  /** Nothing but sentences is written: no title and no sign, which would be read aloud. */
  readonly screenReader: boolean
}

export function notifyTraits({ mode, environment, screenReader }: NotifyCircumstances): NotifyTraits {
  if (mode === 'off') return noNotice
  const call = callFor(mode, environment)
  if (screenReader) return { ...noNotice, call: mode === 'auto' ? 'bell' : call }
  return { title: knowsTitles(environment), progress: knowsProgress(environment), call }
}

function callFor(mode: Exclude<NotifyMode, 'off'>, environment: Environment): NotifyTraits['call'] {
  switch (mode) {
    case 'title':
      return 'none'
    case 'auto':
      return messageOf(environment) ?? 'bell'
    case 'bell':
    case 'osc9':
    case 'osc777':
      return mode
  }
}

/** The Linux console, Emacs and terminals without a window have no title, and some print one. */
function knowsTitles(environment: Environment): boolean {
  const term = environment['TERM'] ?? ''
  return term !== '' && !/^(?:dumb|linux|eterm|vt\d|cons25|sun)/.test(term)
}

/** Inside a multiplexer the environment tells of the terminal where it was started, not of the one that shows it. */
function isMultiplexed(environment: Environment): boolean {
  const isNamed = ['TMUX', 'STY', 'ZELLIJ'].some((name) => (environment[name] ?? '') !== '')
  return isNamed || /^(?:screen|tmux)/.test(environment['TERM'] ?? '')
}

/**
 * Terminals that show ConEmu's progress. Others take the same bytes for a message, so only those that are known count.
 * https://learn.microsoft.com/windows/terminal/tutorials/progress-bar-sequences
 */
function knowsProgress(environment: Environment): boolean {
  if (isMultiplexed(environment)) return false
  if ((environment['WT_SESSION'] ?? '') !== '' || environment['ConEmuANSI'] === 'ON') return true
  if (Number(environment['VTE_VERSION'] ?? 0) >= 8000) return true
  switch (environment['TERM_PROGRAM']) {
    case 'ghostty':
    case 'WezTerm':
    case 'mintty':
      return true
    case 'iTerm.app':
      // Older ones show every OSC 9 as a message.
      return isFrom(environment, [3, 6, 6])
    case 'vscode':
      return isFrom(environment, [1, 97, 0])
    default:
      return false
  }
}

/** Whether the terminal's program is of that version or a newer one. */
function isFrom(environment: Environment, wanted: readonly [number, number, number]): boolean {
  const [, ...parts] =
    /^(\d{1,6})\.(\d{1,6})(?:\.(\d{1,6}))?/.exec(environment['TERM_PROGRAM_VERSION'] ?? '') ?? []
  if (parts.length === 0) return false
  const differing = wanted.findIndex((number, at) => Number(parts[at] ?? 0) !== number)
  return differing < 0 || Number(parts[differing] ?? 0) > (wanted[differing] ?? 0)
}

/** The way to a message on the desktop that the terminal is known to have. */
function messageOf(environment: Environment): 'osc9' | 'osc777' | null {
  if (isMultiplexed(environment)) return null
  if ((environment['KITTY_WINDOW_ID'] ?? '') !== '') return 'osc9'
  if (/^(?:ghostty|iTerm\.app|WezTerm)$/.test(environment['TERM_PROGRAM'] ?? '')) return 'osc9'
  return /^(?:foot|rxvt)/.test(environment['TERM'] ?? '') ? 'osc777' : null
}
