import type { App } from '../../app/app.ts'
import type { Clock } from '../../lib/clock.ts'
import {
  noFacts,
  noticeBetween,
  noticeWords,
  progressSign,
  runFacts,
  titleWords,
  type ProgressSign,
} from './run-facts.ts'
import type { TerminalExtras } from '../terminal-guard.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** `--notify`: only the title, or a bell or message too. `auto`: the best that the terminal is known to support. */
export type NotifyMode = 'off' | 'title' | 'bell' | 'osc9' | 'osc777' | 'auto'

/** How a run may notify: what the user wants and the terminal supports. */
export interface NotifyTraits {
  readonly title: boolean
  /** The terminal's progress bar (OSC 9;4). */
  readonly progress: boolean
  readonly call: 'none' | 'bell' | 'osc9' | 'osc777'
}

export const noNotice: NotifyTraits = { title: false, progress: false, call: 'none' }

export interface NotifyCircumstances {
  readonly mode: NotifyMode
  readonly environment: Environment
  /** No title and no progress bar: a screen reader would read them aloud. */
  readonly screenReader: boolean
}

export function notifyTraits({ mode, environment, screenReader }: NotifyCircumstances): NotifyTraits {
  if (mode === 'off') return noNotice
  const call = callFor(mode, environment)
  if (screenReader) return { ...noNotice, call: mode === 'auto' ? 'bell' : call }
  return { title: supportsTitles(environment), progress: supportsProgress(environment), call }
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

/** The Linux console, Emacs and terminals without a window have no title, and some of them print the sequence. */
function supportsTitles(environment: Environment): boolean {
  const term = environment['TERM'] ?? ''
  return term !== '' && !/^(?:dumb|linux|eterm|vt\d|cons25|sun)/.test(term)
}

/** Inside a multiplexer the environment describes the terminal it was started in, not the one that shows it. */
function isMultiplexed(environment: Environment): boolean {
  const isNamed = ['TMUX', 'STY', 'ZELLIJ'].some((name) => (environment[name] ?? '') !== '')
  return isNamed || /^(?:screen|tmux)/.test(environment['TERM'] ?? '')
}

/**
 * Terminals known to show ConEmu's progress. Others show the same bytes as a message.
 * https://learn.microsoft.com/windows/terminal/tutorials/progress-bar-sequences
 */
function supportsProgress(environment: Environment): boolean {
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

/** The sequence for a desktop notification that the terminal is known to support. */
function messageOf(environment: Environment): 'osc9' | 'osc777' | null {
  if (isMultiplexed(environment)) return null
  if ((environment['KITTY_WINDOW_ID'] ?? '') !== '') return 'osc9'
  if (/^(?:ghostty|iTerm\.app|WezTerm)$/.test(environment['TERM_PROGRAM'] ?? '')) return 'osc9'
  return /^(?:foot|rxvt)/.test(environment['TERM'] ?? '') ? 'osc777' : null
}

export interface NotifierParts {
  readonly app: App
  readonly clock: Clock
  readonly traits: NotifyTraits
  readonly ascii: boolean
  readonly write: (bytes: string) => void
  /** Called at once: how to restore the terminal at the end, and to set everything again after a stop. */
  readonly addExtras: (extras: TerminalExtras) => void
}

/** The title changes at most this often, so that people can read it. */
const updateEveryMs = 250

/**
 * For users who look elsewhere: keeps the window's title and the terminal's progress bar up to date, and rings or notifies when
 * something waits, is done or has stopped. Writes only changes. Returns how to stop.
 */
export function startNotifier({ app, clock, traits, ascii, write, addExtras }: NotifierParts): () => void {
  const { title: hasTitle, progress: hasProgress, call } = traits
  if (!hasTitle && !hasProgress && call === 'none') return () => undefined
  let facts = noFacts
  let title = ''
  let progress = progressBytes({ sign: 'none', percent: 0 })
  let cancelTimer: (() => void) | null = null
  const undo = (hasTitle ? restoreTitle : '') + (hasProgress ? progress : '')
  if (undo !== '')
    addExtras({
      undo,
      again: () => write((hasTitle ? keepTitle : '') + title + (hasProgress ? progress : '')),
    })
  if (hasTitle) write(keepTitle)

  function update(): void {
    cancelTimer = null
    const before = facts
    facts = runFacts(app.state())
    const nextTitle = hasTitle ? titleBytes(titleWords(facts, ascii)) : ''
    const nextProgress = hasProgress ? progressBytes(progressSign(facts)) : progress
    const notice = call === 'none' ? null : noticeBetween(before, facts)
    const bytes =
      (nextTitle === title ? '' : nextTitle) +
      (nextProgress === progress ? '' : nextProgress) +
      (notice === null ? '' : callBytes(call, noticeWords[notice]))
    title = nextTitle
    progress = nextProgress
    if (bytes !== '') write(bytes)
  }

  const stopListening = app.onEvent(() => {
    cancelTimer ??= clock.after(updateEveryMs, update)
  })
  update()
  return () => {
    stopListening()
    cancelTimer?.()
  }
}

// These sequences contain only our own words and numbers, never text of the agent.

/** Saves the window's title. https://invisible-island.net/xterm/ctlseqs/ctlseqs.html#h3-Functions-using-CSI-_-ordered-by-the-final-character-lparen-s-rparen */
const keepTitle = '\u001b[22;0t'

function titleBytes(words: SafeText): string {
  return `\u001b]2;${words}\u001b\\`
}

/** Restores the saved title. Terminals without that get an empty one, and choose themselves. */
const restoreTitle = '\u001b]2;\u001b\\\u001b[23;0t'

/** The codes of ConEmu for its progress bar. */
const progressCodes: Readonly<Record<ProgressSign['sign'], number>> = {
  none: 0,
  working: 1,
  failed: 2,
  unknown: 3,
  waiting: 4,
}

function progressBytes({ sign, percent }: ProgressSign): string {
  return `\u001b]9;4;${progressCodes[sign]};${percent}\u001b\\`
}

function callBytes(call: NotifyTraits['call'], words: SafeText): string {
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
