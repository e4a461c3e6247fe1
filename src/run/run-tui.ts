import { endAtQuit, watchForExit } from './exit-watch.ts'
import { startNotifier } from '../terminal/notify/notifier.ts'
import { notifyTraits } from '../terminal/notify/notify-traits.ts'
import { terminalClipboard } from '../terminal/clipboard/clipboard.ts'
import { textEditor } from '../terminal/editor/text-editor.ts'
import { urlOpener } from '../terminal/open-url.ts'
import { documentsInHistory } from './documents-in-history.ts'
import type { Run } from './run.ts'
import { planFiles } from '../outputs/plan-files.ts'
import type { RunEnd } from '../outputs/run-end-words.ts'
import type { AppState } from '../app/state/app-state.ts'
import { openQuestion } from '../app/state/question.ts'
import { sourceOfLog } from '../app/wire/wire-log.ts'
import { keptWords } from '../app/words/document.ts'
import type { RunningUi } from '../ui/start-ui.ts'
import type { TakenScreen } from '../terminal/take-screen.ts'

/** A run on the screen, until the user quits or the exit rules end it. The terminal is restored before this settles. */
export async function runTui(run: Run, screen: TakenScreen): Promise<RunEnd> {
  const { agent, ends, feed, guard, host, options, recording } = run
  const { clock } = host
  const { env, platform, stdout } = host.process
  const loaded = await Promise.race([
    Promise.all([import('../ui/start-ui.ts'), import('../sources/plan-file/plan-documents.ts')]),
    ends.ended,
  ])
  if ('kind' in loaded) return loaded
  const [{ startUi }, { makePlanDocuments }] = loaded
  const write = (bytes: string): void => void stdout.write(bytes)
  const editor = textEditor({ environment: env, platform, clock, lend: screen.lend })
  const planDocuments = makePlanDocuments({ clock, files: run.files, conceal: run.conceal })
  const documents = documentsInHistory(planDocuments, run.app, clock)
  const ui = startUi({
    app: run.app,
    agent,
    documents: recording?.noting(documents, clock) ?? documents,
    clock,
    keys: screen.keys,
    stdout,
    // The look is a part of the options.
    ...options,
    isBuiltInDemo: run.isBuiltInDemo,
    command: run.command.length === 0 ? null : run.command,
    cwd: run.cwd,
    planFile: (title) => run.planFolder.fileFor(title),
    taking: {
      writer: async () => (await import('../outputs/taken/write-taken.ts')).takenWriter,
      clipboard: terminalClipboard({ environment: env, write }),
      files: planFiles(run.planFolder),
      editor,
    },
    mark: recording === null ? null : (text) => recording.mark(text),
    player: null,
    ...(run.wireLog === null ? {} : { wire: sourceOfLog(run.wireLog) }),
    stopJob: screen.jobControl.stopJob,
    openUrl: urlOpener({
      platform,
      environment: env,
      onFailed: (text) => run.app.dispatch({ type: 'remarked', atMs: clock.nowMs(), text }),
    }),
  })
  screen.redrawWith({ again: () => ui.again(), rest: () => ui.rest() })
  screen.jobControl.setHooks({
    onStop() {
      const words = stoppedMessage(run.app.state())
      if (words !== null) host.writeNow(2, `acp-plan-tui: ${words}\n`)
    },
    onContinue: () => undefined,
  })
  const stopNotifying = startNotifier({
    app: run.app,
    clock,
    traits: notifyTraits({ mode: options.notify, environment: env, screenReader: false }),
    ascii: options.ascii,
    // An editor that has the terminal sets its own title.
    write: (bytes) => (guard.isLent() ? undefined : write(bytes)),
    addExtras: (extras) => guard.addExtras(extras),
  })
  // Without an exit rule there is no watch, which would run at each event.
  const exit = options.exitOn === 'never' ? null : watchForExit(feed, clock, run.exitRules)
  feed.forget()
  const end = await Promise.race([
    ui.ended,
    ends.ended,
    ...(exit === null ? [] : [whenSettled(exit.ended, ui)]),
  ])
  exit?.stop()
  stopNotifying()
  // After a signal the guard has restored the terminal already, and this writes nothing.
  ui.stop()
  guard.released()
  for (const file of editor.close()) host.writeNow(2, `acp-plan-tui: ${keptWords(file)}\n`)
  planDocuments.close()
  if (!('reason' in end)) return end
  return end.reason === 'interrupted'
    ? { kind: 'interrupted', signal: 'SIGINT' }
    : endAtQuit(run.app.state(), options.exitOn)
}

/** An end that waits until the user has closed the editor, and the terminal has answered what it was asked. */
async function whenSettled<End>(end: Promise<End>, ui: RunningUi): Promise<End> {
  const ended = await end
  await ui.settled()
  return ended
}

/** What the agent does while we are stopped; null: nothing. Its process group is not stopped: its work may not survive a pause. */
function stoppedMessage(state: AppState): string | null {
  if (openQuestion(state) !== null) return 'stopped; the question waits for you'
  const isAtWork = [...state.sessions.values()].some(
    ({ phase, turn }) => phase === 'open' && turn.state === 'working',
  )
  return isAtWork ? 'stopped; the agent works on until it has a question' : null
}
