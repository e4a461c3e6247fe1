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
import type { NotifyTraits } from './notify-traits.ts'
import type { TerminalExtras } from '../terminal-guard.ts'
import type { SafeText } from '../../lib/text/safe-text.ts'

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
