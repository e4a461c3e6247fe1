import type { Clipboard, PlanFiles } from '../app/ports/plan-taking.ts'
import { keptWords } from '../app/words/document.ts'
import { planFiles, PlanFolder } from '../outputs/plan-folder.ts'
import type { EndWatch } from '../system/end-watch.ts'
import type { SystemHost } from '../system/host.ts'
import { workingFolder } from '../system/user-environment.ts'
import { terminalClipboard } from '../terminal/clipboard.ts'
import { textEditor, type OwnedTextEditor } from '../terminal/text-editor.ts'
import type { LendTerminal } from '../terminal/take-screen.ts'
import { startNotifier, notifyTraits } from '../terminal/notify/notifier.ts'
import { urlOpener } from '../terminal/open-url.ts'
import type { TerminalGuard } from '../terminal/terminal-guard.ts'
import type { Source } from './source.ts'

/** A terminal with a user. */
export interface UserTerminal {
  readonly host: SystemHost
  readonly ends: EndWatch
  readonly guard: TerminalGuard
}

/** How a user has it. */
export interface TerminalUse {
  /** The source is held while another program has the terminal. */
  readonly lend: LendTerminal
  readonly ascii: boolean
  /** There is no screen, with which the window's title would be restored. */
  readonly screenReader: boolean
}

/** What a user on a terminal has beside the plans, on the screen or with a screen reader. */
export interface TerminalTools {
  readonly clipboard: Clipboard
  readonly files: PlanFiles
  readonly editor: Pick<OwnedTextEditor, 'edit' | 'discard' | 'insteadWords'>
  readonly openUrl: (url: string) => void
  /** Ends a running editor, and tells which texts of the user's are kept. */
  closeEditor(): void
  /** Tells users who look elsewhere, if the source wants that. Returns how to stop. */
  startNotifying(): () => void
}

/** The clipboard, editor, files and notices of whoever sits at the terminal. Nothing is opened before it is used. */
export function terminalTools(
  source: Source,
  { host, guard }: UserTerminal,
  use: TerminalUse,
): TerminalTools {
  const { app, clock, about } = source
  const { env: environment, platform, stdout } = host.process
  const { ascii, screenReader } = use
  const write = (bytes: string): void => void stdout.write(bytes)
  const editor = textEditor({
    environment,
    platform,
    clock,
    async lend(run) {
      source.hold()
      try {
        return await use.lend(run)
      } finally {
        source.goOn()
      }
    },
  })
  return {
    clipboard: terminalClipboard({ environment, write }),
    files: planFiles(about.planFolder ?? folderHere()),
    editor,
    openUrl: urlOpener({ platform, environment, onFailed: source.remark }),
    closeEditor() {
      for (const file of editor.close()) host.writeNow(2, `acp-plan-tui: ${keptWords(file)}\n`)
    },
    startNotifying() {
      if (about.notify === null) return () => undefined
      return startNotifier({
        app,
        clock,
        traits: notifyTraits({ mode: about.notify, environment, screenReader }),
        ascii,
        // A program that has the terminal sets its own title.
        write: (bytes) => (guard.isLent() ? undefined : write(bytes)),
        addExtras: (extras) => (screenReader ? undefined : guard.addExtras(extras)),
      })
    },
  }
}

function folderHere(): PlanFolder {
  const here = workingFolder()
  return new PlanFolder(here, here)
}
