import { basename } from 'node:path'
import { ok, type Result } from '../../lib/result.ts'
import { endMessage, runEndWords, type RunEnd } from '../../outputs/run-end-words.ts'
import type { RunOptions } from '../../run/run.ts'
import type { Source } from '../../shows/source.ts'
import type { UserTerminal } from '../../shows/terminal-tools.ts'
import type { UiOptions } from '../../ui/ui-options.ts'
import type { Background, KeptState } from '../../system/kept-state.ts'
import type { Keyboard } from '../../terminal/terminal-guard.ts'
import { takeScreen } from '../../terminal/take-screen.ts'
import type { Host } from '../host/host.ts'

interface ScreenAt extends UserTerminal {
  readonly host: Host
  readonly keyboard: Keyboard
  readonly options: RunOptions
  /** What the screen says until there is something to show. */
  readonly doing: string
  /** What is shown, as something to open again; absent: it is not remembered. */
  readonly used?: UiOptions['used']
  /** Nothing is shown but the manual. Absent: there is a source. */
  readonly manual?: UiOptions['manual']
  /** What was found to be wrong with what is kept, when it was opened before the screen; absent: it was not. Raw. */
  readonly stateFault?: () => string | null
  /** Removes the credentials that this run was given; absent: it has none. */
  readonly conceal?: (text: string) => string
}

/** Takes the terminal at once, and shows on it what `load` makes. Settles with the end, when the terminal is given back. */
export async function onScreen(load: () => Promise<() => Source>, at: ScreenAt): Promise<RunEnd> {
  const { host, ends, guard, keyboard, options, doing } = at
  const { alternateScreen, ascii } = options
  const { terminalGone: onGone } = ends
  const screen = takeScreen({ host, guard, keyboard, onGone, alternateScreen, ascii, doing })
  const [{ showOnScreen }, background] = await Promise.all([
    import('../../shows/show-on-screen.ts'),
    keptBackground(options, host),
  ])
  const look = background === null ? options : { ...options, theme: background, knowsBackground: true }
  const openState = async (onFault: (words: string) => void): Promise<KeptState | null> => {
    if (!options.keepsState) return null
    const before = at.stateFault?.() ?? null
    if (before === null) return await openStateFolder(host, onFault, at.conceal)
    onFault(before)
    return await openStateFolder(host, () => undefined, at.conceal)
  }
  const { used = [], manual } = at
  const readManual: UiOptions['readManual'] = async () =>
    (await import('../manual/topics.ts')).manualTexts(host)
  const parts = { host, ends, guard, screen, look, openState, used, readManual }
  return await showOnScreen(load, manual === undefined ? parts : { ...parts, manual })
}

/** A recording as something to open again. */
export function recordingUse(path: string): UiOptions['used'][number] {
  return { kind: 'recording', name: basename(path), argv: [path] }
}

/** Opens what is kept between runs; null: there is no folder for it. */
export async function openStateFolder(
  { process: { env }, clock }: Pick<Host, 'process' | 'clock'>,
  onFault: (words: string) => void,
  conceal = (text: string) => text,
): Promise<KeptState | null> {
  const [{ openKeptState, stateFolder }, { shownText }] = await Promise.all([
    import('../../system/kept-state.ts'),
    import('../redaction/shown-command.ts'),
  ])
  const folder = stateFolder(env)
  if (folder === null) return null
  const isPrivate = (text: string): boolean => shownText(text) !== text || conceal(text) !== text
  const terminal = env['TERM_PROGRAM'] ?? env['TERM'] ?? ''
  return openKeptState({ folder, wallMs: () => clock.wallMs(), terminal, isPrivate, onFault })
}

/** The background that this terminal has told to an earlier run, where nothing else tells it; null: it is not known. */
async function keptBackground(
  { asksBackground, knowsBackground, keepsState }: RunOptions,
  host: Pick<Host, 'process' | 'clock'>,
): Promise<Background | null> {
  if (!asksBackground || knowsBackground || !keepsState) return null
  return (await openStateFolder(host, () => undefined))?.background() ?? null
}

/** The exit status after something was shown that has no agent. The last words go to stderr. */
export function statusAfter(end: RunEnd, host: Host): Result<number, never> {
  const lines = endMessage(end, { command: [], showsStderr: false })
  if (lines.length > 0) host.writeNow(2, `${lines.join('\n')}\n`)
  return ok(runEndWords(end).status)
}

/** Opens a report of a recording; it settles with what to tell the user. Raw. */
export function reportOpener(recording: string, host: Host): () => Promise<string> {
  return async () => await (await import('./open-report.ts')).openReport(recording, host)
}
