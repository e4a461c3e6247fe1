import type { AgentControl } from '../app/ports/agent-control.ts'
import type { App } from '../app/app.ts'
import type { PlanDocuments } from '../app/ports/plan-document.ts'
import { playbackTimeAt, type PlaybackControl, type PlaybackTime } from '../app/playback/playback.ts'
import type { Clock } from '../lib/clock.ts'
import { barRow } from './chrome/bar.ts'
import { barsOf, rowsAbove } from './chrome/chrome.ts'
import { createChromeStore } from './ink/chrome-store.ts'
import { InkOutput } from './ink/ink-output.ts'
import type { mountScreen } from './ink/mount-screen.tsx'
import type { Intent } from './intent.ts'
import { instructAgent } from './intent.ts'
import { act, actHeld, paste } from './keys/act.ts'
import type { KeyPress } from './keys/key-press.ts'
import { withMessage, type KeyContext, type KeyResult } from './keys/key-result.ts'
import { emptyRow, type Painted } from './paint/painted.ts'
import { Painter } from './paint/painter.ts'
import { alternateScreen, normalScreen, type TerminalModes } from './paint/terminal.ts'
import { makeTheme, type ThemeName } from './paint/theme.ts'
import { DocumentCache } from './panes/document-cache.ts'
import { drawScreen, type DrawnScreen } from './screen/draw-screen.ts'
import { startFrameLoop } from './screen/frame-loop.ts'
import { OpenDocuments } from './screen/open-documents.ts'
import { inPlaybackTime, inRealTime, nextRealMs } from './screen/two-clocks.ts'
import { nothingDrawn } from './state/drawn-facts.ts'
import { frameMs } from './state/timing.ts'
import { startUiState, type UiState } from './state/ui-state.ts'
import { whenIdle } from './when-idle.ts'

export interface UiOptions {
  readonly app: App
  readonly agent: AgentControl
  readonly documents: PlanDocuments
  readonly clock: Clock
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly theme: ThemeName
  readonly color: boolean
  readonly ascii: boolean
  readonly hyperlinks: boolean
  readonly animation: boolean
  readonly alternateScreen: boolean
  readonly title: string | null
  /** The agent's command line, for explaining how to log in; null for an agent that was not started from here. */
  readonly command: readonly string[] | null
  /** The folder that the agent works in; null where nobody knows. */
  readonly cwd: string | null
  /** Where a proposed plan of a title would be saved; null: nothing is. */
  readonly planFile: ((title: string) => string) | null
  /** Opens a page in the user's browser; only called on the user's key. */
  readonly openUrl: (url: string) => void
  /** Stops us and who waits for us, as shells stop jobs; returns when we go on. null: nothing can be stopped here. */
  readonly stopJob: (() => void) | null
  /** Marks this moment in the recording that is being made; null: none is. */
  readonly mark: ((text: string) => void) | null
  /** The recording that is shown; null: what is shown happens now. */
  readonly player: UiPlayer | null
}

/** A recording, and its time: all that is drawn goes by it. */
export interface UiPlayer extends PlaybackControl {
  time(): PlaybackTime
  /** What clocks showed when it began, in milliseconds since the epoch. */
  startedAtMs(): number
}

export interface UiEnd {
  readonly reason: 'quit' | 'interrupted'
}

export interface RunningUi {
  /** Settles when the user quits. The terminal is as it was before. Rejects where Ink cannot be loaded. */
  readonly ended: Promise<UiEnd>
  /** Tells the user something, in the status line, for a while. */
  say(text: string): void
  /** Takes the terminal once more and draws all of it: somebody else has had it meanwhile. */
  again(): void
  /** Ends it from outside: gives the terminal back at once. May be called at any time, more than once. */
  stop(): void
}

/** Takes the terminal over and shows the app's state until the user quits. */
export function startUi(options: UiOptions): RunningUi {
  const { app, agent, clock, stdout } = options
  const theme = makeTheme({
    name: options.theme,
    color: options.color,
    ascii: options.ascii,
    hyperlinks: options.hyperlinks,
  })
  const write = (bytes: string): void => void stdout.write(bytes)
  const modes = (): TerminalModes => (options.alternateScreen ? alternateScreen : normalScreen(stdout.rows))
  const painter = new Painter(write)
  const documentCache = new DocumentCache(() => import('./markdown/document.ts'), request)
  const documents = new OpenDocuments(options.documents, request)
  let started = false
  let isAskedEarly = false
  let ui = startUiState(stdout.columns, stdout.rows)
  /** Keys have changed the screen's state since `facts` were drawn from it. */
  let isAhead = false
  let facts = nothingDrawn
  /** The rows as Ink has drawn them; null before it has. */
  let picture: readonly Painted[] | null = null
  let drawn: DrawnScreen = draw()
  const store = createChromeStore(drawn.chrome)

  function draw(): DrawnScreen {
    const { player } = options
    if (player === null) return drawAt(ui, clock.nowMs(), clock.wallMs())
    const time = player.time()
    const realMs = clock.nowMs()
    const nowMs = playbackTimeAt(time, realMs)
    const before = ui
    const screen = drawAt(inPlaybackTime(before, time, realMs), nowMs, player.startedAtMs() + nowMs)
    ui = inRealTime(screen.ui, before)
    return { ...screen, nextAtMs: nextRealMs(screen.nextAtMs, time, { ui, realMs }) }
  }

  function drawAt(shown: UiState, nowMs: number, wallMs: number): DrawnScreen {
    const screen = drawScreen(app.state(), shown, {
      theme,
      nowMs,
      isAnimated: options.animation,
      wallMs,
      title: options.title,
      command: options.command,
      cwd: options.cwd,
      ...(options.planFile === null ? {} : { planFile: options.planFile }),
      documentCache,
      documentOf: (uri) => documents.of(uri),
      last: facts,
    })
    ui = screen.ui
    isAhead = false
    facts = screen.facts
    documents.keep(screen.documents)
    return screen
  }

  /**
   * Puts the plan and the other canvases among Ink's rows, once Ink has drawn the chrome that belongs to them. While Ink is not there
   * yet all rows are canvases.
   */
  function show(): void {
    const { chrome, middle, scrolls } = drawn
    const bars = barsOf(chrome)
    const drawnByInk = picture
    if (drawnByInk !== null && drawnByInk.length !== bars.length) return
    const around = bars.map((each, at) =>
      each.isCanvas || drawnByInk === null ? barRow(each, chrome.columns) : (drawnByInk[at] ?? emptyRow),
    )
    const frame = [...around.slice(0, rowsAbove), ...middle, ...around.slice(rowsAbove)]
    painter.paint(frame.slice(0, ui.rows), scrolls)
  }

  const output = new InkOutput(ui.columns, write, (rows) => {
    picture = rows
    show()
  })
  write(modes().enter)
  const loop = startFrameLoop(clock, drawn.nextAtMs, () => {
    if (ui.held !== null && ui.held.dueAtMs <= clock.nowMs()) follow(actHeld(ui, contextNow()))
    if (!started) return null
    drawn = draw()
    // Ink draws in a microtask after the store has told it; what it drew is shown then, together with the plan.
    if (!store.publish(drawn.chrome) || picture === null) show()
    return drawn.nextAtMs
  })

  function request(): void {
    // Drawing for the first time happens before there is a loop.
    if (started) loop.request()
    else isAskedEarly = true
  }

  let end: (end: UiEnd) => void = () => {}
  let failed: (cause: unknown) => void = () => {}
  const ended = new Promise<UiEnd>((resolve, reject) => {
    end = resolve
    failed = reject
  })

  function perform(intent: Intent): void {
    switch (intent.type) {
      case 'fetch':
        return options.documents.fetch(intent.uri)
      case 'mark':
        return options.mark?.(intent.text)
      case 'playback':
        return options.player?.order(intent.order)
      case 'open-url':
        return options.openUrl(intent.url)
      case 'redraw':
        return painter.forget()
      case 'stop':
        if (options.stopJob === null) return update(withMessage(ui, cannotStop, clock.nowMs()))
        return options.stopJob()
      case 'quit':
        stop()
        return end({ reason: intent.reason })
      default:
        return instructAgent(agent, intent)
    }
  }

  const onKey = (press: KeyPress): void => {
    // Keys come in bursts: a wheel sends three arrows at once, and what the second does depends on what the first shows.
    if (isAhead && (ui.focus === 'plan' || press.name === 'enter')) {
      // What is drawn here nobody sees before the next frame: a question that it would show is not answered yet.
      const { questionKey } = facts
      draw()
      facts = { ...facts, questionKey }
    }
    follow(act(ui, press, contextNow()))
  }
  const contextNow = (): KeyContext => ({
    state: app.state(),
    facts,
    nowMs: clock.nowMs(),
    isRecording: options.mark !== null,
  })
  const follow = (acted: KeyResult): void => {
    update(acted.ui)
    for (const intent of acted.intents) perform(intent)
  }
  const update = (next: UiState): void => {
    if (next !== ui) isAhead = true
    ui = next
    loop.request()
  }
  const onResize = (): void => {
    painter.forget()
    update({ ...ui, columns: stdout.columns, rows: stdout.rows })
    output.resize(stdout.columns)
  }

  started = true
  const forgetEvents = app.onEvent(request)
  stdout.on('resize', onResize)
  show()
  let unmount = (): void => {}
  // Behind the first frame: loading Ink takes as long as all before it, and the agent's plan may come meanwhile.
  // And so it may between loading Ink and its first picture, each of which takes a frame's time and more.
  loadInk().then((ink) => void clock.after(frameMs, () => mount(ink), 'alive'), failed)

  function mount(ink: { readonly mountScreen: typeof mountScreen }): void {
    if (!started) return
    const onPaste = (text: string): void => update(paste(ui, text, app.state()))
    unmount = ink.mountScreen({ store, onKey, onPaste }, { stdin: options.stdin, output })
  }
  // Another frame now would be the same as the first, while the agent's first words come.
  if (isAskedEarly) loop.request()
  // It takes a while, and most agents have a text to show sooner or later.
  const cancelPreload = whenIdle({ app, clock }, () => documentCache.load())

  function stop(): void {
    if (!started) return
    started = false
    cancelPreload()
    forgetEvents()
    loop.stop()
    stdout.off('resize', onResize)
    documents.close()
    unmount()
    write(modes().leave)
  }

  return {
    ended,
    say(text) {
      if (started) update(withMessage(ui, text, clock.nowMs()))
    },
    again() {
      if (!started) return
      write(modes().enter)
      painter.forget()
      loop.request()
    },
    stop,
  }
}

async function loadInk(): Promise<{ readonly mountScreen: typeof mountScreen }> {
  return await import('./ink/mount-screen.tsx')
}

const cannotStop = 'Nothing can be stopped and let go on again on this system.'
