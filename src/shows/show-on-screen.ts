import type { RunEnd } from '../outputs/run-end-words.ts'
import type { TakenScreen } from '../terminal/take-screen.ts'
import type { RunningUi } from '../ui/start-ui.ts'
import type { UiLook, UiOptions } from '../ui/ui-options.ts'
import type { Source, SourceFacts } from './source.ts'
import { terminalTools, type UserTerminal } from './terminal-tools.ts'

export interface ScreenParts
  extends UserTerminal, Pick<UiOptions, 'openState' | 'used' | 'readManual' | 'manual'> {
  readonly screen: TakenScreen
  readonly look: UiLook
}

/**
 * Shows a source until the user quits or it ends. The terminal is given back, and the source closed, before this settles.
 * `load` gives how to make the source: what that needs is loaded beside the screen.
 */
export async function showOnScreen(load: () => Promise<() => Source>, parts: ScreenParts): Promise<RunEnd> {
  const { host, ends, guard, screen, look } = parts
  const loaded = await Promise.race([Promise.all([import('../ui/start-ui.ts'), load()]), ends.ended])
  if ('kind' in loaded) return loaded
  const [{ startUi }, makeSource] = loaded
  const source = makeSource()
  const { planFolder } = source.about
  const use = { lend: screen.lend, ascii: look.ascii, screenReader: false }
  const { clipboard, files, editor, openUrl, closeEditor, startNotifying } = terminalTools(source, parts, use)
  const ui = startUi({
    ...source,
    ...source.about,
    ...look,
    keys: screen.keys,
    stdout: host.process.stdout,
    planFile: planFolder === null ? null : (title) => planFolder.fileFor(title),
    taking: {
      writer: async () => (await import('../outputs/taken/write-taken.ts')).takenWriter,
      clipboard,
      files,
      editor,
      report: source.report ?? null,
      picture: source.picture ?? null,
    },
    isFromStart: host.isFromStart === true,
    listFiles: fileLister(source.about),
    openState: parts.openState,
    used: parts.used,
    readManual: parts.readManual,
    ...(parts.manual === undefined ? {} : { manual: parts.manual }),
    stopJob: screen.jobControl.stopJob,
    openUrl,
  })
  screen.redrawWith({ again: () => ui.again(), rest: () => ui.rest() })
  screen.jobControl.setHooks({
    onStop() {
      const words = source.hold()
      if (words !== null) host.writeNow(2, `acp-plan-tui: ${words}\n`)
    },
    onContinue: () => source.goOn(),
  })
  const stopNotifying = startNotifying()
  const ended = source.start({ say: (text) => ui.say(text), relief: () => null, lend: screen.lend })
  const end = await Promise.race([ui.ended, ends.ended, whenSettled(ended, ui)])
  stopNotifying()
  // After a signal the guard has restored the terminal already, and this writes nothing.
  ui.stop()
  guard.released()
  closeEditor()
  source.close()
  if (!('reason' in end)) return end
  return end.reason === 'interrupted' ? { kind: 'interrupted', signal: 'SIGINT' } : source.quit()
}

/** Of an agent that was started here. */
function fileLister({ command, cwd }: SourceFacts): UiOptions['listFiles'] {
  if (command === null || cwd === null) return null
  return async () => await (await import('../system/folder-files.ts')).filesBelow(cwd)
}

/** An end that waits until the user has closed the editor, and the terminal has answered what it was asked. */
async function whenSettled<End>(end: Promise<End>, ui: RunningUi): Promise<End> {
  const ended = await end
  await ui.settled()
  return ended
}
