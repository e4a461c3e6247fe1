import { terminalSize } from '../system/host.ts'
import { playbackTimeAt } from '../app/playback/playback.ts'
import type { WireSource } from '../app/wire/wire-log.ts'
import type { Row } from '../lib/cells/row.ts'
import { InkOutput } from './ink/ink-output.ts'
import type * as inkModule from './ink/mount-app.tsx'
import { createScreenStore, screenRows } from './stack/screen-view.ts'
import type { Intent } from './state/intent.ts'
import type { StateKeeper } from './stack/state-keeper.ts'
import { PlanTaker } from './stack/plan-taker.ts'
import { makeKeyMap } from './keys/key-map.ts'
import { DocumentCache } from './plan-panes/document-cache.ts'
import { createScreenController, type KeyActions } from './stack/screen-controller.ts'
import { ScreenTerminal } from './screen-terminal.ts'
import type { Frame } from './stack/frame.ts'
import { startFrameLoop, whenIdle } from './stack/frame-loop.ts'
import { withFileMessage } from './state/ui-state.ts'
import { eventFrameMs } from './state/timing.ts'
import { OpenDocuments } from './stack/open-documents.ts'
import type { UiOptions } from './ui-options.ts'
import { whenAsked } from '../lib/memo.ts'
import type { SettleManual } from './manual/manual-panel.ts'
import { LintView, LateWirePanel } from './wire/late-readers.ts'
import type { WirePanel } from './wire/wire-panel.ts'
import type { LogLint } from './lint/log-lint.ts'

export interface UiEnd {
  readonly reason: 'quit' | 'interrupted'
}

export interface RunningUi {
  /** Resolves when the user quits, after the terminal was restored. Rejects if Ink cannot be loaded. */
  readonly ended: Promise<UiEnd>
  /** Shows a message in the status line for a while. */
  say(text: string): void
  /** Draws nothing until `again`: another program uses the terminal. */
  rest(): void
  /** Sets the terminal's modes again and redraws everything, after another program has used the terminal. */
  again(): void
  /** Settles when the terminal can be given back: the user edits no plan in it, and it owes no answer. */
  settled(): Promise<void>
  /** Restores the terminal at once. May be called at any time, and more than once. */
  stop(): void
}

/**
 * Takes over the terminal and shows the app's state until the user quits.
 *
 * - An event of the app, a key, or a change of size or of a document requests a frame from the frame loop.
 * - For a frame the controller draws the app's state and its own. The store passes Ink's part of the view to the components; as soon
 *   as Ink has laid them out, the painter writes what differs from the last frame to the terminal.
 * - A key comes from Ink. The controller gives it to `act`, keeps the next state of the screen, and `perform` carries out the intents.
 */
export function startUi(options: UiOptions): RunningUi {
  const { app, agent, clock, stdout } = options
  const terminal = new ScreenTerminal({
    look: options,
    clock,
    stdout,
    onTheme: (theme) => controller.setTheme(theme),
  })
  const documentCache = new DocumentCache(() => import('./markdown/document.ts'), requestFrame)
  const documents = new OpenDocuments(options.documents, requestFrame)
  /** What keys do; null before it is loaded, with Ink, which reads the keys. */
  let keys: KeyActions | null = null
  const controller = createScreenController({
    app,
    clock,
    player: options.player,
    isFromStart: options.isFromStart,
    ...(options.manual === undefined ? {} : { manual: options.manual }),
    ...(options.ownKeys === null ? {} : { keyMap: makeKeyMap(options.ownKeys) }),
    ...terminalSize(stdout),
    look: {
      theme: terminal.theme(),
      isAnimated: options.animation,
      hasMouse: terminal.hasMouse,
      title: options.title,
      isBuiltInDemo: options.isBuiltInDemo,
      command: options.command,
      cwd: options.cwd,
      ...(options.planFile === null ? {} : { planFile: options.planFile }),
      documentCache,
      manual: whenAsked({ load: loadManual, loaded: requestFrame, fail: (cause) => fail(cause) }),
      ...(options.wire === undefined ? {} : messageViews(options.wire)),
    },
    documents,
    keys: () => keys,
    requestFrame,
    perform,
  })
  const { player } = options
  const taker = new PlanTaker({
    taking: options.taking,
    state: () => app.state(),
    nowMs: timeOfRun,
    documentOf: (uri) => documents.of(uri),
    isAscii: options.ascii,
    change: (by) => controller.change(by),
  })
  let keeper: StateKeeper | null = null
  let isRunning = false
  let isFrameWanted = false
  /** Ink's components; null before Ink is loaded. */
  let mounted: inkModule.MountedApp | null = null
  /** The rows as Ink has drawn them; null before it has. */
  let picture: readonly Row[] | null = null
  let drawn: Frame = controller.draw()
  const store = createScreenStore(drawn.view)

  /** Does what ends or lends the screen, unless it has ended. */
  function leave(how: () => void): void {
    terminal.whenQuiet(() => {
      if (isRunning) how()
    })
  }

  /** After something that may have lent the terminal. */
  function mouseAgain(): void {
    if (isRunning) terminal.reportMouseAgain()
  }

  /**
   * Paints the newest view: the rows of the canvases, and around them Ink's picture, once Ink has drawn as many rows. Until Ink is
   * mounted, all rows come from the view.
   */
  function show(): void {
    const { view, scrolls } = drawn
    const rows = screenRows(view)
    const visible = controller.rows()
    if (picture === null || mounted === null) return terminal.painter.paint(rows.slice(0, visible), scrolls)
    const frame = picture.length === rows.length ? mounted.canvases.over(picture, view) : null
    if (frame !== null) terminal.painter.paint(frame.slice(0, visible), scrolls)
  }

  const output = new InkOutput(terminalSize(stdout).columns, terminal.write, (rows) => {
    picture = rows
    mounted?.canvases.moved()
    show()
  })
  terminal.enter()
  const loop = startFrameLoop(clock, drawn.nextAtMs, () => {
    if (terminal.isLent) return null
    controller.pressHeldKey()
    if (!isRunning) return null
    drawn = controller.draw()
    keeper?.note(drawn.ui, drawn.shown.tabs)
    // If Ink's part of the view has changed, Ink draws it in a microtask after `publish`, and its picture is shown then.
    if (!store.publish(drawn.view) || picture === null) show()
    return drawn.nextAtMs
  })

  function requestFrame(): void {
    // The first frame is drawn before the loop exists.
    if (isRunning) loop.request()
    else isFrameWanted = true
  }

  async function loadManual(): Promise<SettleManual> {
    const manual = import('./manual/manual-panel.ts')
    const texts = await options.readManual()
    return (await manual).openManual(texts)
  }

  function messageViews(source: WireSource): { readonly wire: LateWirePanel; readonly lint: LintView } {
    const now = (): number => performance.now()
    const loadWire = async (readLater: () => void): Promise<WirePanel> =>
      new (await import('./wire/wire-panel.ts')).WirePanel({ source, now, readLater })
    const loadLint = async (): Promise<LogLint> =>
      new (await import('./lint/log-lint.ts')).LogLint({ source, now })
    return {
      wire: new LateWirePanel({ source, load: loadWire, requestFrame }),
      lint: new LintView({ source, load: loadLint, requestFrame }),
    }
  }

  let end: (end: UiEnd) => void = () => {}
  let fail: (cause: unknown) => void = () => {}
  const ended = new Promise<UiEnd>((resolve, reject) => {
    end = resolve
    fail = reject
  })

  function perform(intent: Intent): void {
    switch (intent.type) {
      case 'fetch':
        return options.documents.fetch(intent.uri)
      case 'mark':
        options.mark?.(intent.text)
        return app.dispatch({ type: 'marked', atMs: timeOfRun(), text: intent.text })
      case 'playback':
        return options.player?.order(intent.order)
      case 'observe':
        return options.observe?.(intent.id)
      case 'choose':
        options.choose?.(intent.argv)
        return perform({ type: 'quit', reason: 'quit' })
      case 'open-url':
        return options.openUrl(intent.url)
      case 'report':
      case 'picture':
      case 'copy':
      case 'save':
      case 'save-as':
      case 'discard-edit':
        return taker.perform(intent)
      case 'list-files':
        return void options.listFiles?.().then((files) => controller.change((ui) => ({ ...ui, files })), fail)
      case 'edit':
      case 'edit-text':
        return leave(() => {
          taker.perform(intent)
          taker.settled().then(mouseAgain, fail)
        })
      case 'redraw':
        return terminal.painter.forget()
      case 'stop':
        if (options.stopJob === null) return controller.say('This system cannot stop and continue programs.')
        return leave(() => {
          options.stopJob?.()
          mouseAgain()
        })
      case 'quit':
        return leave(() => {
          stop()
          end({ reason: intent.reason })
        })
      default:
        return agent.order(intent)
    }
  }

  /** The time of the app's events: in a replay that of the recording. */
  function timeOfRun(): number {
    return player === null ? clock.nowMs() : playbackTimeAt(player.time(), clock.nowMs())
  }

  const onResize = (): void => {
    const { columns, rows } = terminalSize(stdout)
    terminal.painter.forget()
    controller.resize(columns, rows)
    output.resize(columns)
  }

  isRunning = true
  const unsubscribe = app.onEvent(() => loop.request(eventFrameMs))
  stdout.on('resize', onResize)
  show()
  // Loading and mounting Ink take as long as everything before them, and block: a fast agent's first events are shown before. A key
  // does not wait for that: the terminal's input keeps it until Ink reads it.
  const cancelInk = clock.after(inkAfterMs, startInk, 'alive')
  options.keys.addListener('readable', startInk)

  /** Called once: by the timer or by a key, each of which takes the other back. */
  function startInk(): void {
    cancelInk()
    options.keys.removeListener('readable', startInk)
    Promise.all([import('./ink/mount-app.tsx'), import('./stack/act-with-pointer.ts')]).then(mount, fail)
  }

  function mount([ink, actions]: readonly [typeof inkModule, KeyActions]): void {
    if (!isRunning) return
    keys = actions
    const { press: onKey, paste: onPaste } = controller
    options.keys.onReport = (report) => {
      const ofMouse = terminal.take(report)
      if (ofMouse !== null) controller.point(ofMouse)
    }
    terminal.reportMouse()
    mounted = ink.mountApp({ store, onKey, onPaste, onCommit: show }, { keys: options.keys, output })
    terminal.ask()
    show()
    // Nothing of it is in the first frames, so it may take the time it takes.
    keepState().catch(fail)
  }

  async function keepState(): Promise<void> {
    const say = (words: string): void => controller.change((ui, nowMs) => withFileMessage(ui, words, nowMs))
    const [kept, loaded] = await Promise.all([options.openState(say), import('./stack/state-keeper.ts')])
    if (kept === null || !isRunning) return
    keeper = new loaded.StateKeeper({
      kept,
      state: () => app.state(),
      wallMs: () => clock.wallMs(),
      documentOf: (uri) => documents.of(uri),
      background: () => terminal.background,
      isBuiltInDemo: options.isBuiltInDemo,
      used: options.used,
      change: (by) => controller.change(by),
    })
  }
  // The agent takes longer to start than this.
  const cancelRehearsal = clock.after(0, () => {
    if (app.state().link.state === 'starting' || app.state().link.state === 'shaking-hands')
      controller.rehearse()
  })
  // Only if something has changed during the first frame: otherwise the second would be the same.
  if (isFrameWanted) loop.request()
  // Loading the markdown renderer takes a while, and most agents send markdown sooner or later.
  const cancelPreload = whenIdle({ app, clock }, () => documentCache.load())

  function stop(): void {
    if (!isRunning) return
    isRunning = false
    // A key may have changed it since the last frame.
    controller.change((ui) => {
      keeper?.note(ui, drawn.shown.tabs)
      keeper?.keepDraft(ui)
      return ui
    })
    cancelInk()
    options.keys.removeListener('readable', startInk)
    cancelPreload()
    cancelRehearsal()
    unsubscribe()
    loop.stop()
    stdout.off('resize', onResize)
    documents.close()
    options.keys.onReport = null
    terminal.leave()
    mounted?.unmount()
  }

  return {
    ended,
    say(text) {
      if (isRunning) controller.say(text)
    },
    rest: () => terminal.lend(),
    again() {
      if (isRunning) terminal.takeBack()
      loop.request()
    },
    async settled() {
      await taker.settled()
      await new Promise<void>((resolve) => terminal.whenAnswered(resolve))
    },
    stop,
  }
}

/** The time from the first frame until Ink is loaded, if no key is pressed before. */
const inkAfterMs = 200
