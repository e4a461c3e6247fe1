import { endAtQuit, watchForExit } from './exit-watch.ts'
import { planTestCrash } from './planned-crash.ts'
import type { makePlanDocuments } from '../sources/plan-file/plan-documents.ts'
import type { startUi } from '../ui/start-ui.tsx'
import type { Run } from './run.ts'
import type { RunEnd } from './run-end.ts'
import { terminalTheme } from './terminal-traits.ts'

/**
 * A run on the screen, until the user quits or the run is over by its rules. The terminal is given back before it settles.
 * `stdin` is in raw mode already.
 */
export async function runTui(run: Run, stdin: NodeJS.ReadStream): Promise<RunEnd> {
  const { agent, clock, ends, feed, guard, options } = run
  const loaded = await Promise.race([loadScreen(), ends.ended])
  if ('kind' in loaded) return loaded
  const documents = loaded.makePlanDocuments({ clock })
  const ui = loaded.startUi({
    app: planTestCrash(run.app, process.env),
    agent,
    documents,
    clock,
    stdin,
    stdout: process.stdout,
    theme: options.theme === 'auto' ? terminalTheme(process.env) : options.theme,
    color: options.color,
    ascii: options.ascii,
    hyperlinks: options.hyperlinks,
    animation: options.animation,
    alternateScreen: options.alternateScreen,
    title: options.title,
  })
  const exit = watchForExit(feed, clock, { ...options, promptCount: run.promptCount })
  feed.forget()
  const isOverByRule = options.exitOn !== 'never'
  const end = await Promise.race([ui.ended, ends.ended, ...(isOverByRule ? [exit.ended] : [])])
  exit.stop()
  // After a signal the guard has already given the terminal back, and what this writes goes nowhere.
  ui.stop()
  guard.released()
  documents.close()
  if (!('reason' in end)) return end
  return end.reason === 'interrupted'
    ? { kind: 'interrupted', signal: 'SIGINT' }
    : endAtQuit(run.app.state(), options.exitOn)
}

interface ScreenParts {
  readonly startUi: typeof startUi
  readonly makePlanDocuments: typeof makePlanDocuments
}

async function loadScreen(): Promise<ScreenParts> {
  const [ui, documents] = await Promise.all([
    import('../ui/start-ui.tsx'),
    import('../sources/plan-file/plan-documents.ts'),
  ])
  return { startUi: ui.startUi, makePlanDocuments: documents.makePlanDocuments }
}
