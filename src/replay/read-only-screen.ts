import type { App } from '../app/app.ts'
import type { AgentControl } from '../app/ports/agent-control.ts'
import type { PlanDocuments } from '../app/ports/plan-document.ts'
import type { WireSource } from '../app/wire/wire-log.ts'
import type { Clock } from '../lib/clock.ts'
import { PlanFolder } from '../outputs/plan-folder.ts'
import { planFiles } from '../outputs/plan-files.ts'
import type { PlanTaking, TextEditor } from '../app/ports/plan-taking.ts'
import { workingFolder } from '../system/user-environment.ts'
import { terminalClipboard } from '../terminal/clipboard/clipboard.ts'
import { keptWords } from '../app/words/document.ts'
import type { RunEnd } from '../outputs/run-end-words.ts'
import type { EndWatch } from '../system/end-watch.ts'
import type { SystemHost } from '../system/host.ts'
import { textEditor } from '../terminal/editor/text-editor.ts'
import { urlOpener } from '../terminal/open-url.ts'
import type { TakenScreen } from '../terminal/take-screen.ts'
import type { TerminalGuard } from '../terminal/terminal-guard.ts'
import type { RunningUi, startUi } from '../ui/start-ui.ts'
import type { UiLook } from '../ui/ui-look.ts'
import type { UiPlayer } from '../ui/stack/playback-time.ts'

/** A terminal to show something on. */
export interface ScreenParts {
  readonly host: SystemHost
  readonly ends: EndWatch
  readonly guard: TerminalGuard
  readonly screen: TakenScreen
}

/** What is shown: an app without an agent that anything could be sent to. */
export interface ReadOnlyView {
  readonly app: App
  /** Refuses what needs an agent. */
  readonly agent: AgentControl
  readonly documents: PlanDocuments
  readonly clock: Clock
  readonly wire: WireSource
  readonly look: UiLook
  /** null: what is shown happens now. */
  readonly player: UiPlayer | null
  readonly observe?: (id: string | null) => void
  /** Another program gets the terminal, or gives it back. */
  readonly pause: () => void
  readonly goOn: () => void
  /** Called once the screen can show messages; returns what is to be closed after the screen. */
  readonly started: (ui: RunningUi) => () => void
}

/** Shows it until the user quits. The terminal is given back, and everything closed, before this settles. */
export async function showReadOnly(
  { host, ends, guard, screen }: ScreenParts,
  start: typeof startUi,
  view: ReadOnlyView,
): Promise<RunEnd> {
  const { app, agent, documents, clock, wire, look, player, observe, pause, goOn } = view
  const { env, platform, stdout } = host.process
  const editor = textEditor({
    environment: env,
    platform,
    clock,
    async lend(run) {
      pause()
      try {
        return await screen.lend(run)
      } finally {
        goOn()
      }
    },
  })
  const ui = start({
    app,
    agent,
    documents,
    clock,
    keys: screen.keys,
    stdout,
    ...look,
    command: null,
    cwd: null,
    planFile: null,
    openUrl: urlOpener({ platform, environment: env, onFailed: (text) => ui.say(text) }),
    taking: takingHere(host, editor),
    mark: null,
    player,
    wire,
    stopJob: screen.jobControl.stopJob,
    ...(observe === undefined ? {} : { observe }),
  })
  screen.redrawWith({ again: () => ui.again(), rest: () => ui.rest() })
  screen.jobControl.setHooks({ onStop: pause, onContinue: goOn })
  const close = view.started(ui)
  const end = await Promise.race([ui.ended, ends.ended])
  ui.stop()
  close()
  guard.released()
  for (const file of editor.close()) host.writeNow(2, `acp-plan-tui: ${keptWords(file)}\n`)
  if (!('reason' in end)) return end
  return end.reason === 'interrupted' ? { kind: 'interrupted', signal: 'SIGINT' } : { kind: 'done' }
}

/** How plans are copied, saved and edited: files are saved in the current folder. */
function takingHere({ process: { env, stdout } }: SystemHost, editor: TextEditor): PlanTaking {
  const here = workingFolder()
  return {
    writer: async () => (await import('../outputs/taken/write-taken.ts')).takenWriter,
    clipboard: terminalClipboard({ environment: env, write: (bytes) => void stdout.write(bytes) }),
    files: planFiles(new PlanFolder(here, here)),
    editor,
  }
}
