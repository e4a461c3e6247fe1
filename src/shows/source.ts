import type { AppListener } from '../app/app.ts'
import type { StateOptions } from '../app/state/app-state.ts'
import type { PlanFolder } from '../outputs/plan-folder.ts'
import type { RunEnd } from '../outputs/run-end-words.ts'
import type { LendTerminal } from '../terminal/take-screen.ts'
import type { NotifyMode } from '../terminal/notify/notifier.ts'
import type { UiFacts, UiSource } from '../ui/ui-options.ts'

/**
 * What has plans to show: the run of an agent, a recording, or sessions of other programs. `run/`, `replay/` and `attach/` make one, and
 * one of `showOnScreen`, `writeLines` and `speak` shows it: it listens, starts it, waits for its end or another, and closes it.
 */
export interface Source extends UiSource {
  readonly about: SourceFacts
  /** The events from the first one on for those who listen before `start`, also those that came before. Returns how to stop. */
  listen(listener: AppListener): () => void
  /** Called once, when all listen: from now on it may tell `viewer` something. Settles with the end by its own rules; it may have none. */
  start(viewer: Viewer): Promise<RunEnd>
  /** Tells the user that something failed which is not the agent's. Raw. */
  remark(text: string): void
  /**
   * Another program has the terminal until `goOn`, or the job is stopped. Returns what a user should know who sees the shell meanwhile;
   * null: nothing.
   */
  hold(): string | null
  goOn(): void
  /** The end now that the user quits. */
  quit(): RunEnd
  /** Closes the agent of a run; settles after the last event. Whoever has started the agent does it later where a viewer does not. */
  closeAgent?(end: RunEnd): Promise<void>
  /** Nothing comes afterwards. The agent of a run is not closed. */
  close(): void
}

export interface SourceFacts extends UiFacts {
  /** The agent's command or address with credentials removed, as JSON names it; empty: unknown. */
  readonly startedAs: readonly string[]
  /** Where proposed plans are saved; null: none are, and what the user takes is saved in the current folder. */
  readonly planFolder: PlanFolder | null
  /** How users who look elsewhere are told; null: they are not. */
  readonly notify: NotifyMode | null
  /** When it began is known with its first event: nothing is written before. */
  readonly beginsWithEvent: boolean
  /** How long a reader of lines who has stopped reading is waited for after an interrupt. */
  readonly readerPatienceMs: number
}

/** The settings that a recording or what is observed is read with. */
export interface ShownOptions extends StateOptions {
  /** The memory for the messages of the wire panel. */
  readonly wireBytes: number
}

export interface Viewer {
  /** Tells the user something that is no event. Raw. */
  say(text: string): void
  /** Settles when more events can be taken, for a source that has them all at once; null: now. */
  relief(): Promise<unknown> | null
  /** Lets another program have the terminal; absent: there is none to lend. */
  readonly lend?: LendTerminal
}

/** What is the maker's own in a source that only shows. */
export type OwnOfShown = Pick<Source, 'app' | 'clock' | 'documents' | 'close'> &
  Partial<Omit<Source, 'about'>> & { readonly about?: Partial<SourceFacts> }

/** A source without an agent: whoever wants to send something is told `refusal`, and it goes on until it is closed. Raw. */
export function onlyShown(refusal: string, own: OwnOfShown): Source {
  let viewer: Viewer | null = null
  const remark = (text: string): void => viewer?.say(text)
  return {
    agent: { order: () => remark(refusal) },
    player: null,
    mark: null,
    listen: (listener) => own.app.onEvent(listener),
    remark,
    hold: () => null,
    goOn: () => undefined,
    quit: () => ({ kind: 'done' }),
    ...own,
    async start(given) {
      viewer = given
      return await (own.start?.(given) ?? never())
    },
    about: {
      startedAs: [],
      command: null,
      cwd: null,
      isBuiltInDemo: false,
      planFolder: null,
      notify: null,
      beginsWithEvent: false,
      readerPatienceMs,
      ...own.about,
    },
  }
}

export const readerPatienceMs = 2000

/** The end of what goes on until it is closed. */
export function never(): Promise<never> {
  return new Promise(() => undefined)
}
