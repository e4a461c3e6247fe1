import type { Clock } from '../lib/clock.ts'
import type { TraceHeader } from '../protocol/trace/trace-record.ts'
import type { Picture, PictureOptions } from '../outputs/pictures/picture.ts'
import type { RecordedDocuments } from '../sources/plan-file/recorded-documents.ts'
import { baseOf, ownStyles } from '../ui/paint/theme.ts'
import type { Offscreen } from '../ui/stack/open-offscreen.ts'
import type { FittedRows } from './fitted-rows.ts'
import { FrameSampler } from './frame-sampler.ts'
import type { LeakSearch } from './leak-search.ts'
import type { ResultSink } from './files/written-file.ts'
import type {
  LoadPicture,
  Exporter,
  ExporterParts,
  RenderRequest,
  WantedResult,
} from './formats/result-format.ts'
import { fittingSize, presetSize, type Pacing, type ScreenSize } from './formats/render-options.ts'
import { type CellFrame, type CellRow, cellRow, columnsOfRow } from '../lib/cells/cell-row.ts'
import { makeStyle, plainStyle } from '../lib/cells/cell-style.ts'
import type { Row } from '../lib/cells/row.ts'
import { safe, safeLine, type SafeText } from '../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../lib/text/width.ts'
import type { KeyPress } from '../ui/keys/key-press.ts'

export interface ExporterInputs {
  readonly request: RenderRequest
  /** Redacted; null: recordings of other programs have none. */
  readonly header: TraceHeader | null
  readonly documents: RecordedDocuments
  /** The recording's. */
  readonly clock: Clock
  readonly version: string
  /** null: nothing is redacted. */
  readonly leaks: LeakSearch | null
  /** Leaves out rows, or sees first which; null: all stay. */
  readonly fitted: FittedRows | null
  sinkOf(wanted: WantedResult): ResultSink
}

/** The exporters, and the samplers that they get frames from. */
export interface Exporters {
  readonly samplers: readonly FrameSampler[]
  readonly exporters: readonly Exporter[]
}

/** The shortest time between two frames of an animation. */
const animationGapMs = 100
/** The same for stills: they need frames too, since the screen marks what changed since the last one. */
const stillGapMs = 500
/** How long a film shows a pressed key. */
const badgeHoldMs = 1000
const recordedPacing: Pacing = { speed: 1, idleLimitMs: Number.POSITIVE_INFINITY, minHoldMs: 0 }

/** Creates an exporter for each requested result. */
export async function createExporters(parts: ExporterInputs): Promise<Exporters> {
  const samplers = new Samplers(parts)
  const exporters: Exporter[] = []
  for (const wanted of parts.request.results)
    exporters.push(await wanted.format.createExporter(exporterParts(wanted, parts, samplers)))
  return { samplers: samplers.all(), exporters }
}

function exporterParts(wanted: WantedResult, parts: ExporterInputs, samplers: Samplers): ExporterParts {
  const { request, header, documents, clock, version } = parts
  const sink = parts.sinkOf(wanted)

  function capturedMoment(by: readonly ('still' | 'at')[]): 'still' | 'at' | 'end' {
    const option = by.find((name) => request[name] !== null)
    return option === undefined || request[option]?.type === 'end' ? 'end' : option
  }

  async function animation(load: LoadPicture): Promise<Exporter> {
    return animationExporter(await samplers.animation(), await pictureOf(load, parts, sink))
  }

  async function still(load: LoadPicture, by: readonly ('still' | 'at')[]): Promise<Exporter> {
    return stillExporter(await samplers.stills(), await pictureOf(load, parts, sink), capturedMoment(by))
  }

  return {
    options: request,
    title: titleOf(parts),
    agent: header?.agent ?? 'agent',
    startedAt: header === null || header.startedAt === '' ? null : header.startedAt,
    documents,
    clock,
    version,
    sink,
    capturedMoment,
    animation,
    animationOrStill: async (load) =>
      await (request.still === null ? animation(load) : still(load, ['still'])),
    still,
    everyScreen: async (load) =>
      everyScreenExporter(await samplers.stills(), await pictureOf(load, parts, sink)),
  }
}

function titleOf({ request, header }: ExporterInputs): string | null {
  return request.title ?? header?.title ?? null
}

/** The size of the screen that is drawn. */
export function sizeOf({ request, header }: Pick<ExporterInputs, 'request' | 'header'>): ScreenSize {
  if (request.size !== null && request.size !== 'fit') return request.size
  const columns = header?.columns ?? null
  const rows = header?.rows ?? null
  return columns === null || rows === null ? presetSize : fittingSize({ columns, rows })
}

/** The encoder of a format; behind the search for secrets, if there is one. */
async function pictureOf(load: LoadPicture, parts: ExporterInputs, sink: ResultSink): Promise<Picture> {
  const { request, leaks, fitted } = parts
  if (fitted?.isKnown === false)
    return { frame: (_at, frame) => fitted.see(frame), mark: () => undefined, end: () => undefined }
  const openPicture = await load()
  const size = sizeOf(parts)
  const options: PictureOptions = {
    columns: size.columns,
    rows: fitted?.count ?? size.rows,
    theme: baseOf(request.theme),
    styles: ownStyles(request.theme),
    title: titleOf(parts),
    followsReader: request.followsReader,
    hasWindow: request.hasWindow,
    padding: request.padding,
    scale: request.scale,
    screens: request.showsHistory ? 'each' : 'last',
  }
  const picture = openPicture(options, (piece) => sink.write(piece))
  return {
    frame(outMs, frame) {
      leaks?.frame(outMs, frame)
      picture.frame(outMs, fitted?.fit(frame) ?? frame)
    },
    mark: (outMs, text) => picture.mark(outMs, text),
    end: (outMs) => picture.end(outMs),
  }
}

/** At most two samplers, created when first needed: one with the pacing of the options, one with the recorded pacing for stills. */
class Samplers {
  readonly #parts: ExporterInputs
  #animation: FrameSampler | null = null
  #stills: FrameSampler | null = null

  constructor(parts: ExporterInputs) {
    this.#parts = parts
  }

  all(): readonly FrameSampler[] {
    return [this.#animation, this.#stills].filter((sampler) => sampler !== null)
  }

  async animation(): Promise<FrameSampler> {
    const { pace, lastHoldMs, showsKeys } = this.#parts.request
    if (this.#animation === null) {
      const plain = await this.#screen()
      const screen = showsKeys ? withKeyBadge(plain, badgeHoldMs * pace.speed) : plain
      this.#animation = new FrameSampler({ screen, pace, gapMs: animationGapMs, lastHoldMs })
    }
    return this.#animation
  }

  async stills(): Promise<FrameSampler> {
    if (this.#stills === null) {
      const screen = await this.#screen()
      this.#stills = new FrameSampler({
        screen,
        pace: recordedPacing,
        gapMs: stillGapMs,
        lastHoldMs: 0,
        isForStills: true,
      })
      // From the start of the recording, even with --from: what the screen shows depends on the frames before.
      this.#stills.begin(0)
    }
    return this.#stills
  }

  async #screen(): Promise<Offscreen> {
    const { openOffscreen } = await import('../ui/stack/open-offscreen.ts')
    const { request, clock, documents } = this.#parts
    return await openOffscreen({
      ...sizeOf(this.#parts),
      theme: request.theme,
      ascii: request.ascii,
      title: titleOf(this.#parts),
      hasChrome: request.hasChrome,
      view: request.view,
      startedAtMs: clock.wallMs() - clock.nowMs(),
      documentOf: (uri) => documents.of(uri),
    })
  }
}

/** All frames between the beginning and the end of the result. */
function animationExporter(sampler: FrameSampler, picture: Picture): Exporter {
  sampler.onFrame((outMs, frame) => picture.frame(outMs, frame))
  return {
    captures: null,
    isFilm: true,
    begin: ({ atMs }) => sampler.begin(atMs),
    mark(text, { atMs }) {
      const outMs = sampler.outputTime(atMs)
      if (outMs !== null) picture.mark(outMs, text)
    },
    end: ({ atMs, state, isCut }) => picture.end(sampler.end(atMs, state, { settles: !isCut })),
  }
}

function stillExporter(sampler: FrameSampler, picture: Picture, captures: 'still' | 'at' | 'end'): Exporter {
  return {
    captures,
    capture: ({ atMs, state }) => picture.frame(0, sampler.frameAt(atMs, state)),
    end: () => picture.end(0),
  }
}

/** Each frame that an event has changed, with its time in the recording. */
function everyScreenExporter(sampler: FrameSampler, picture: Picture): Exporter {
  let hasBegun = false
  sampler.onFrame((atMs, frame, isTick) => {
    if (hasBegun && !isTick) picture.frame(atMs, frame)
  })
  return {
    captures: null,
    begin({ atMs, state }) {
      hasBegun = true
      picture.frame(atMs, sampler.frameAt(atMs, state))
    },
    end({ atMs, state }) {
      sampler.end(atMs, state)
      picture.end(atMs)
    },
  }
}

const badgeStyle = makeStyle({ bold: true, inverse: true })
const mostColumns = 24

/** A screen that shows each pressed key for `holdMs` in a badge at the bottom right. Keys of one moment share a badge. */
export function withKeyBadge(screen: Offscreen, holdMs: number): Offscreen {
  let keys: readonly string[] = []
  let pressedMs = Number.NEGATIVE_INFINITY
  return {
    draw(state, nowMs) {
      const drawn = screen.draw(state, nowMs)
      const untilMs = pressedMs + holdMs
      if (nowMs >= untilMs) return drawn
      const nextAtMs = drawn.nextAtMs === null ? untilMs : Math.min(drawn.nextAtMs, untilMs)
      return { frame: badged(drawn.frame, keys), nextAtMs }
    },
    press(press, state, nowMs) {
      keys = nowMs === pressedMs ? [...keys.slice(1 - mostColumns), keyName(press)] : [keyName(press)]
      pressedMs = nowMs
      screen.press(press, state, nowMs)
    },
  }
}

function keyName({ name }: KeyPress): string {
  return name === 'space' ? '␣' : name
}

/** The frame with the badge over the row above the last one. */
function badged(frame: CellFrame, keys: readonly string[]): CellFrame {
  const isTyped = keys.every((key) => displayWidth(key) === 1)
  const text = safe` ${cutToWidth(safeLine(keys.join(isTyped ? '' : ' ')), mostColumns)} `
  const start = Math.max(0, frame.columns - displayWidth(text) - 1)
  const place = Math.max(0, frame.rows.length - 2)
  const rows = frame.rows.map((row, index) => (index === place ? overlaid(row, text, start) : row))
  return { columns: frame.columns, rows }
}

function overlaid(row: CellRow, text: SafeText, start: number): CellRow {
  const { texts, styles } = columnsOfRow(row)
  const left: Row = Array.from({ length: start }, (_, column) => {
    // A wide character that the badge would cut in two is left out.
    const isCut = column === start - 1 && texts[start] === ''
    const shown = isCut ? ' ' : (texts[column] ?? ' ')
    return { text: safeLine(shown), style: styles[column] ?? plainStyle, link: null }
  })
  return cellRow([...left, { text, style: badgeStyle, link: null }], start + displayWidth(text))
}
