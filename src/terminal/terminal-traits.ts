import type { ColorDepth } from '../lib/cells/cell-style.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What the terminal supports, according to the environment. */
export interface TerminalTraits {
  readonly color: boolean
  readonly hyperlinks: boolean
  readonly ascii: boolean
  /** It may be asked for its background: it answers, or ignores the question. */
  readonly background: boolean
}

/** What a terminal supports, as far as the environment tells. */
export function terminalTraits(environment: Environment, isTerminal: boolean): TerminalTraits {
  return {
    color: hasColor(environment, isTerminal),
    hyperlinks: isTerminal && supportsHyperlinks(environment),
    ascii: needsAscii(environment),
    background: isTerminal && ignoresQueries(environment),
  }
}

/** A terminal on which a screen can be drawn. */
export function canDraw(environment: Environment): boolean {
  return environment['TERM'] !== 'dumb'
}

/** FORCE_COLOR overrides NO_COLOR, as Node does (https://no-color.org, https://force-color.org). CI changes nothing. */
function hasColor(environment: Environment, isTerminal: boolean): boolean {
  if (noColorVariable(environment) !== null) return false
  return environment['FORCE_COLOR'] !== undefined || (isTerminal && canDraw(environment))
}

/** The variable with which the user wants no colours; null: there is none. */
export function noColorVariable(environment: Environment): 'NO_COLOR' | 'FORCE_COLOR' | null {
  const forced = environment['FORCE_COLOR']
  if (forced !== undefined) return forced === '0' || forced === 'false' ? 'FORCE_COLOR' : null
  return (environment['NO_COLOR'] ?? '') === '' ? null : 'NO_COLOR'
}

/** The Linux console, Emacs and the oldest terminals print what they do not know. */
function ignoresQueries(environment: Environment): boolean {
  if (environment['WT_SESSION'] !== undefined) return true
  return !/^(?:dumb|linux|eterm|vt\d|cons25|$)/.test(environment['TERM'] ?? '')
}

/** How many colours the terminal shows, as far as the environment tells: its palette, if nothing is known. */
export function colorDepth(environment: Environment): ColorDepth {
  const forced = { '1': '16', '2': '256', '3': 'true' } as const
  const { FORCE_COLOR: level = '', COLORTERM = '', TERM = '' } = environment
  if (level === '1' || level === '2' || level === '3') return forced[level]
  if (/^(?:truecolor|24bit)$/i.test(COLORTERM) || /direct|kitty|ghostty|alacritty/.test(TERM)) return 'true'
  if (environment['WT_SESSION'] !== undefined) return 'true'
  return /256/.test(TERM) ? '256' : '16'
}

/** What COLORFGBG says of the background ("0;15": the last number is its colour); null: nothing. */
export function terminalTheme(environment: Environment): 'dark' | 'light' | null {
  const background = environment['COLORFGBG']?.split(';').at(-1) ?? ''
  if (!/^(?:\d|1[0-5])$/.test(background)) return null
  return background === '7' || background === '15' ? 'light' : 'dark'
}

/**
 * Most terminals without OSC 8 ignore it, but not all: the Linux console and old Terminal.app print parts of it,
 * VTE before 0.50.1 crashes, JediTerm and Emacs print it, GNU screen passes it on in halves.
 */
function supportsHyperlinks(environment: Environment): boolean {
  const forced = environment['FORCE_HYPERLINK']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  const term = environment['TERM'] ?? ''
  if (/^(?:dumb|linux|eterm|vt\d|cons25)/.test(term) || term === '') return false
  if (term.startsWith('screen') && environment['TMUX'] === undefined) return false
  if (environment['TERM_PROGRAM'] === 'Apple_Terminal') return false
  if (environment['TERMINAL_EMULATOR'] === 'JetBrains-JediTerm') return false
  const vte = Number(environment['VTE_VERSION'] ?? Number.NaN)
  return Number.isNaN(vte) || vte > 5000
}

/**
 * ASCII where the locale names another encoding than UTF-8, or C, and on the Linux console, whose font has few glyphs. Where
 * nothing names a locale, as in most containers, the terminal is taken to speak UTF-8.
 */
function needsAscii(environment: Environment): boolean {
  if (environment['TERM'] === 'linux') return true
  const locale = ['LC_ALL', 'LC_CTYPE', 'LANG']
    .map((name) => environment[name] ?? '')
    .find((name) => name !== '')
  return locale !== undefined && !/utf-?8/i.test(locale)
}
