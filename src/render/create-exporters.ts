import type { Clock } from '../lib/clock.ts'
import type { TraceHeader } from '../protocol/trace/trace-record.ts'
import type { PictureOptions } from '../outputs/pictures/picture.ts'
import type { RecordedDocuments } from '../sources/plan-file/recorded-documents.ts'
import type { Offscreen } from '../ui/offscreen/open-offscreen.ts'
import { Film, type FilmPace } from './frame-sampler.ts'
import type { LeakWatch } from './leak-search.ts'
import type { RenderRequest, WantedResult } from './render-request.ts'
import type { ResultSink } from './files/written-file.ts'
import type { LoadPicture, ResultMaker, ResultParts } from './exporter.ts'
import { fittingSize, presetSize, type ScreenSize } from './render-options.ts'
import type { CellFrame } from '../lib/cells/cell-frame.ts'

export interface MakeResults {
  readonly request: RenderRequest
  /** null for recordings of others. Without what is private. */
  readonly header: TraceHeader | null
  readonly documents: RecordedDocuments
  /** That of the recording. */
  readonly clock: Clock
  readonly version: string
  /** null: nothing is private. */
  readonly leaks: LeakWatch | null
  sinkOf(wanted: WantedResult): ResultSink
}

export interface MadeResults {
  readonly films: readonly Film[]
  readonly makers: readonly ResultMaker[]
}

/** Frames of a moving picture are so far apart at least: nobody reads faster. */
const movingGapMs = 100
/** The screen behind pictures of single moments is looked at so often: what was seen is no news. */
const standingGapMs = 500
const asItWas: FilmPace = { speed: 1, idleLimitMs: Number.POSITIVE_INFINITY, minHoldMs: 0 }

/** All that makes the results that are asked for. */
export async function makeResults(parts: MakeResults): Promise<MadeResults> {
  const films = new Films(parts)
  const makers: ResultMaker[] = []
  for (const wanted of parts.request.results)
    makers.push(await wanted.format.make(resultParts(wanted, parts, films)))
  return { films: films.all(), makers }
}

function resultParts(wanted: WantedResult, parts: MakeResults, films: Films): ResultParts {
  const { request, header, documents, clock, version } = parts
  const sink = parts.sinkOf(wanted)

  function taken(by: readonly ('still' | 'at')[]): 'still' | 'at' | 'end' {
    const option = by.find((name) => request[name] !== null)
    return option === undefined || request[option]?.type === 'end' ? 'end' : option
  }

  async function film(load: LoadPicture): Promise<ResultMaker> {
    return movingMaker(await films.moving(), await pictureOf(load, parts, sink))
  }

  async function still(load: LoadPicture, by: readonly ('still' | 'at')[]): Promise<ResultMaker> {
    return stillMaker(await films.standing(), await pictureOf(load, parts, sink), taken(by))
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
    taken,
    film,
    filmOrStill: async (load) => await (request.still === null ? film(load) : still(load, ['still'])),
    still,
    everyScreen: async (load) => eachMaker(await films.standing(), await pictureOf(load, parts, sink)),
  }
}

function titleOf({ request, header }: MakeResults): string | null {
  return request.title ?? header?.title ?? null
}

function sizeOf({ request, header }: MakeResults): ScreenSize {
  if (request.size !== null) return request.size
  const columns = header?.columns ?? null
  const rows = header?.rows ?? null
  return columns === null || rows === null ? presetSize : fittingSize({ columns, rows })
}

async function pictureOf(load: LoadPicture, parts: MakeResults, sink: ResultSink): Promise<FramePicture> {
  const openPicture = await load()
  const { request, leaks } = parts
  const options: PictureOptions = {
    ...sizeOf(parts),
    theme: request.theme,
    title: titleOf(parts),
    // A name wants a place to stand at.
    hasWindow: titleOf(parts) !== null,
    castVersion: request.castVersion,
    screens: request.showsHistory ? 'each' : 'last',
  }
  const picture = openPicture(options, (piece) => sink.write(piece))
  if (leaks === null) return picture
  return {
    frame(outMs, frame) {
      leaks.frame(outMs, frame)
      picture.frame(outMs, frame)
    },
    mark: (outMs, text) => picture.mark(outMs, text),
    end: (outMs) => picture.end(outMs),
  }
}

/** The films that are needed: one that moves as it is asked to, and one at the pace of the run for pictures of moments. */
class Films {
  readonly #parts: MakeResults
  #moving: Film | null = null
  #standing: Film | null = null

  constructor(parts: MakeResults) {
    this.#parts = parts
  }

  all(): readonly Film[] {
    return [this.#moving, this.#standing].filter((film) => film !== null)
  }

  async moving(): Promise<Film> {
    const { pace, lastHoldMs } = this.#parts.request
    this.#moving ??= new Film({ screen: await this.#screen(), pace, gapMs: movingGapMs, lastHoldMs })
    return this.#moving
  }

  async standing(): Promise<Film> {
    if (this.#standing === null) {
      const screen = await this.#screen()
      this.#standing = new Film({ screen, pace: asItWas, gapMs: standingGapMs, lastHoldMs: 0 })
      // From the start, wherever the rest begins: what a screen shows depends on what was seen on it.
      this.#standing.begin(0)
    }
    return this.#standing
  }

  async #screen(): Promise<Offscreen> {
    const { openOffscreen } = await import('../ui/offscreen/open-offscreen.ts')
    const { request, clock, documents } = this.#parts
    return await openOffscreen({
      ...sizeOf(this.#parts),
      theme: request.theme,
      color: true,
      ascii: request.ascii,
      title: titleOf(this.#parts),
      hasChrome: request.hasChrome,
      startedAtMs: clock.wallMs() - clock.nowMs(),
      documentOf: (uri) => documents.of(uri),
    })
  }
}

/** What pictures are to this: `outputs/pictures`, with what looks at frames on their way. */
export interface FramePicture {
  frame(outMs: number, frame: CellFrame): void
  mark(outMs: number, text: string): void
  end(outMs: number): void
}

/** A film from where it is wanted to begin to where it ends. */
export function movingMaker(film: Film, picture: FramePicture): ResultMaker {
  film.onFrame((outMs, frame) => picture.frame(outMs, frame))
  return {
    takes: null,
    begin: ({ atMs }) => film.begin(atMs),
    mark(text, { atMs }) {
      const outMs = film.nowMs(atMs)
      if (outMs !== null) picture.mark(outMs, text)
    },
    end: ({ atMs, state, isCut }) => picture.end(film.end(atMs, state, { settles: !isCut })),
  }
}

/** The picture of one moment. */
export function stillMaker(film: Film, picture: FramePicture, takes: 'still' | 'at' | 'end'): ResultMaker {
  return {
    takes,
    take: ({ atMs, state }) => picture.frame(0, film.picture(atMs, state)),
    end: () => picture.end(0),
  }
}

/** Each screen that something which happened has brought, with its time in the recording, which is the film's. */
export function eachMaker(film: Film, picture: FramePicture): ResultMaker {
  let isWanted = false
  film.onFrame((atMs, frame, isTick) => {
    if (isWanted && !isTick) picture.frame(atMs, frame)
  })
  return {
    takes: null,
    begin({ atMs, state }) {
      isWanted = true
      picture.frame(atMs, film.picture(atMs, state))
    },
    end({ atMs, state }) {
      film.end(atMs, state)
      picture.end(atMs)
    },
  }
}
