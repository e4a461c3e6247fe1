import type { CellFrame } from '../lib/cells/cell-frame.ts'
import type { Film } from './frame-sampler.ts'
import type { ResultMaker } from './exporter.ts'

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
