import { earliest } from '../state/timing.ts'
import type { App } from '../../app/app.ts'
import {
  playbackTimeAt,
  realTimeOf,
  type PlaybackControl,
  type PlaybackTime,
} from '../../app/playback/playback.ts'
import { ExchangeInterpreter } from '../../app/exchange/exchange-interpreter.ts'
import { reduce } from '../../app/reduce/reduce.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Intent } from '../state/intent.ts'
import type { MouseReport } from '../../app/ports/terminal-keys.ts'
import type { KeyMap } from '../keys/key-map.ts'
import type { KeyPress } from '../keys/key-press.ts'
import type * as keyActions from './act-with-pointer.ts'
import type { KeyContext, KeyResult } from '../input/layer.ts'
import { withMessage, startUiState, type UiState } from '../state/ui-state.ts'
import { settleFrame, type Frame, type SettledFrame } from './frame.ts'
import { KeptRows } from '../rows/kept-rows.ts'
import type { FrameAt } from './frame-at.ts'
import type { OpenDocuments } from './open-documents.ts'
import { nothingShown } from '../state/shown.ts'
import type { ManualStart } from '../state/panel-state.ts'
import type { Theme } from '../paint/theme.ts'
import { wholeTimeline, type PlanView } from '../state/list-state.ts'

/** What keys and the mouse do. */
export type KeyActions = typeof keyActions

export interface ScreenControllerOptions {
  readonly app: Pick<App, 'state'>
  readonly clock: Pick<Clock, 'nowMs' | 'wallMs'>
  /** The recording that is shown; null for a live run. */
  readonly player: UiPlayer | null
  readonly columns: number
  readonly rows: number
  /** The keys in force; absent: those of the key table. */
  readonly keyMap?: KeyMap
  /** The start screen comes back after it; absent: nothing does. */
  readonly isFromStart?: boolean
  /** How plans are shown at first; absent: as themselves. */
  readonly view?: PlanView
  /** Nothing is shown but the manual. Absent: there is a source. */
  readonly manual?: ManualStart
  /** Everything that frames are drawn with besides the state and the time. */
  readonly look: Omit<FrameAt, 'nowMs' | 'wallMs' | 'documentOf' | 'kept' | 'last'>
  readonly documents: Pick<OpenDocuments, 'of' | 'keep'>
  /** What keys do; null as long as none can be pressed. */
  readonly keys: () => KeyActions | null
  /** Called when the state has changed: the next frame shows it. */
  readonly requestFrame: () => void
  readonly perform: (intent: Intent) => void
}

/** Owns the state of the screen. Keys change it, and frames are drawn from it and the app's state. */
export interface ScreenController {
  /** Draws a frame. Its `nextAtMs` is in real time. */
  draw(): Frame
  /**
   * Draws a frame that nobody sees, of a plan that nobody sent, and changes nothing: Node compiles functions when they are first called,
   * and those of a first plan take longer to compile than the rest of its way to the terminal.
   */
  rehearse(): void
  /** Terminal rows, for cutting off what does not fit. */
  rows(): number
  press(press: KeyPress): void
  /** Carries out a key that was held back, if it is due (`Guard.held`). */
  pressHeldKey(): void
  paste(text: string): void
  /** A press of the mouse, or a turn of its wheel, at a place of the frame that was drawn last. */
  point(report: MouseReport): void
  resize(columns: number, rows: number): void
  setTheme(theme: Theme): void
  /** Shows a message in the status line for a while. */
  say(text: string): void
  /** Changes the state by something that is no key. `nowMs`: the time of keys. */
  change(by: (ui: UiState, nowMs: number) => UiState): void
}

/** With a session that has a plan, which was replaced once. */
function withRehearsedPlan(state: AppState, atMs: number): AppState {
  const interpreter = new ExchangeInterpreter({ fallbackName: '', factSource: 'frames' })
  interpreter.setTime(atMs)
  for (const status of ['pending', 'in_progress']) {
    const entries = ['one', 'two'].map((content) => ({ content, priority: 'high', status }))
    const params = { sessionId: 'rehearsed', update: { sessionUpdate: 'plan', entries } }
    interpreter.received({ kind: 'notification', method: 'session/update', params })
  }
  return interpreter.takeEvents().reduce(reduce, state)
}

export function createScreenController(options: ScreenControllerOptions): ScreenController {
  const { app, clock, documents, player } = options
  let { look } = options
  const kept = new KeptRows()
  let ui = startUiState(options.columns, options.rows, options.keyMap)
  if (options.manual !== undefined) {
    const { page, query } = options.manual
    ui = { ...ui, panel: 'manual', query, manual: { ...ui.manual, page, wanted: '', isAlone: true } }
  }
  if (options.view === 'timeline') ui = { ...ui, timeline: wholeTimeline }
  /** What keys act on: what the last frame showed, and after some keys of a burst what the next one will. */
  let shown = nothingShown
  /** The state has changed since then. */
  let isAhead = false
  let placeAt: Frame['placeAt'] = () => ({ part: null, target: null })

  function draw(): Frame {
    const drawn = settle().draw()
    ;({ placeAt } = drawn)
    // In real time, also in a replay. A key that has become due since held keys were looked at would otherwise be held for ever.
    return { ...drawn, nextAtMs: earliest([drawn.nextAtMs, ui.guard.held?.dueAtMs ?? null]) }
  }

  /** Brings the state into what there is now. What it then shows is known to the keys, drawn or not. */
  function settle(): SettledFrame {
    if (player === null) return settleAt(ui, clock.nowMs(), clock.wallMs())
    const time = player.time()
    const realMs = clock.nowMs()
    const nowMs = playbackTimeAt(time, realMs)
    const before = ui
    const settled = settleAt(inPlaybackTime(before, time, realMs), nowMs, player.startedAtMs() + nowMs)
    const after = inRealTime(settled.ui, before, time, realMs)
    ui = after
    return {
      ...settled,
      draw() {
        const drawn = settled.draw()
        return { ...drawn, nextAtMs: nextRealMs(drawn.nextAtMs, time, { ui: after, realMs }) }
      },
    }
  }

  function frameAt(nowMs: number, wallMs: number, rows: KeptRows): FrameAt {
    return { ...look, nowMs, wallMs, documentOf: (uri) => documents.of(uri), kept: rows, last: shown }
  }

  function settleAt(before: UiState, nowMs: number, wallMs: number): SettledFrame {
    const settled = settleFrame(app.state(), before, frameAt(nowMs, wallMs, kept))
    ;({ ui, shown } = settled)
    isAhead = false
    documents.keep(settled.documents)
    return settled
  }

  function press(press: KeyPress): void {
    const keys = options.keys()
    if (keys === null) return
    // Keys come in bursts: a mouse wheel sends three arrows at once, and the second one acts on what the first one shows.
    if (isAhead && (ui.writing === null || press.name === 'enter')) {
      // The user does not see what this leads to: a question that is new in it must not be answered yet.
      const seen = shown.question
      settle()
      const detail = shown.question?.detail ?? null
      shown = { ...shown, question: seen === null ? null : { ...seen, detail } }
    }
    // Who presses a key looks at what is there: a match that is found later does not scroll it away.
    if (ui.seeking !== null) ui = { ...ui, seeking: null }
    follow(keys.act(ui, press, context()))
  }

  function pressHeldKey(): void {
    const keys = options.keys()
    const { held } = ui.guard
    if (keys !== null && held !== null && held.dueAtMs <= clock.nowMs()) follow(keys.actHeld(ui, context()))
  }

  function paste(text: string): void {
    const keys = options.keys()
    if (keys !== null) update(keys.paste(ui, text, app.state()))
  }

  function point(report: MouseReport): void {
    const place = placeAt(report.column, report.row)
    const keys = options.keys()
    if (keys !== null) follow(keys.actWithPointer(ui, { report, place }, context()))
  }

  const context = (): KeyContext => ({
    state: app.state(),
    shown,
    nowMs: clock.nowMs(),
    isFromStart: options.isFromStart === true,
  })

  function follow(result: KeyResult): void {
    update(result.ui)
    for (const intent of result.intents) options.perform(intent)
  }

  function update(next: UiState): void {
    if (next !== ui) isAhead = true
    ui = next
    options.requestFrame()
  }

  return {
    draw,
    rehearse() {
      const at = frameAt(clock.nowMs(), clock.wallMs(), new KeptRows())
      settleFrame(withRehearsedPlan(app.state(), at.nowMs), ui, at).draw()
    },
    rows: () => ui.rows,
    press,
    pressHeldKey,
    paste,
    point,
    resize: (columns, rows) => update({ ...ui, columns, rows }),
    setTheme(theme) {
      look = { ...look, theme }
      options.requestFrame()
    },
    say: (text) => update(withMessage(ui, text, clock.nowMs())),
    change: (by) => update(by(ui, clock.nowMs())),
  }
}

/** The player of a recording. While a recording is shown, all times on the screen are in playback time. */
export interface UiPlayer extends PlaybackControl {
  time(): PlaybackTime
  /** When the recording began, in milliseconds since the epoch. */
  startedAtMs(): number
}

/**
 * Converts the times in a screen state from real time to playback time. A recording is drawn in playback time, which can pause,
 * run faster, or jump; the expiry of messages is in real time, since messages answer keys.
 */
export function inPlaybackTime(ui: UiState, time: PlaybackTime, realMs: number): UiState {
  const nowMs = playbackTimeAt(time, realMs)
  const toPlayback = (untilMs: number): number => nowMs + untilMs - realMs
  return {
    ...ui,
    message: ui.message === null ? null : { ...ui.message, untilMs: toPlayback(ui.message.untilMs) },
  }
}

/** Converts back: the state after drawing, which may have a message of its own, with the real times of the state `before`. */
export function inRealTime(drawn: UiState, before: UiState, time: PlaybackTime, realMs: number): UiState {
  const { message } = drawn
  if (message === null || message.text === before.message?.text) return { ...drawn, message: before.message }
  const untilMs = message.untilMs - playbackTimeAt(time, realMs) + realMs
  return { ...drawn, message: { ...message, untilMs } }
}

/** When to draw the next frame, in real time. `nextAtMs` is in playback time; now: what was drawn is not finished, also in a pause. */
export function nextRealMs(
  nextAtMs: number | null,
  time: PlaybackTime,
  { ui, realMs }: { readonly ui: UiState; readonly realMs: number },
): number | null {
  const { message } = ui
  const isUnfinished = nextAtMs === playbackTimeAt(time, realMs)
  return earliest([
    nextAtMs === null ? null : isUnfinished ? realMs : realTimeOf(time, nextAtMs),
    message !== null && message.untilMs > realMs ? message.untilMs : null,
  ])
}
