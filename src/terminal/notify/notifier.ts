import type { App } from '../../app/app.ts'
import type { Clock } from '../../lib/clock.ts'
import { noFacts, noticeBetween, noticeWords, progressSign, runFacts, titleWords } from './run-facts.ts'
import { callBytes, keepTitle, progressBytes, restoreTitle, titleBytes } from './notify-bytes.ts'
import type { NotifyTraits } from './notify-traits.ts'
import type { HeldWords } from '../terminal-guard.ts'

export interface NotifierParts {
  readonly app: App
  readonly clock: Clock
  readonly traits: NotifyTraits
  readonly ascii: boolean
  readonly write: (bytes: string) => void
  /** Told at once what gives the terminal back, whatever ends the run, and how to say it all again after a stop. */
  readonly undoWith: (words: HeldWords) => void
}

/** Plans may change a hundred times a second; a title that people can read does not. */
const lookEveryMs = 250

/**
 * Tells who looks elsewhere: by the window's title, the terminal's sign of progress, and a call when something waits, is
 * done or has stopped. Writes only what has changed. Returns how to stop.
 */
export function startNotifier({ app, clock, traits, ascii, write, undoWith }: NotifierParts): () => void {
  const { title: hasTitle, progress: hasProgress, call } = traits
  if (!hasTitle && !hasProgress && call === 'none') return () => undefined
  let facts = noFacts
  let title = ''
  let progress = progressBytes({ sign: 'none' })
  let callOff: (() => void) | null = null
  const undo = (hasTitle ? restoreTitle : '') + (hasProgress ? progress : '')
  if (undo !== '')
    undoWith({
      undo,
      again: () => write((hasTitle ? keepTitle : '') + title + (hasProgress ? progress : '')),
    })
  if (hasTitle) write(keepTitle)

  function look(): void {
    callOff = null
    const before = facts
    facts = runFacts(app.state())
    const nextTitle = hasTitle ? titleBytes(titleWords(facts, ascii)) : ''
    const nextProgress = hasProgress ? progressBytes(progressSign(facts)) : progress
    const notice = call === 'none' ? null : noticeBetween(before, facts)
    const bytes =
      (nextTitle === title ? '' : nextTitle) +
      (nextProgress === progress ? '' : nextProgress) +
      (notice === null ? '' : callBytes(call, noticeWords(notice)))
    title = nextTitle
    progress = nextProgress
    if (bytes !== '') write(bytes)
  }

  const stopListening = app.onEvent(() => {
    callOff ??= clock.after(lookEveryMs, look)
  })
  look()
  return () => {
    stopListening()
    callOff?.()
  }
}
