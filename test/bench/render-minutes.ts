import type { AppEvent } from '../../src/app/state/app-event.ts'
import { initialState } from '../../src/app/state/app-state.ts'
import { reduce } from '../../src/app/reduce/reduce.ts'
import { isSameFrame, type CellFrame } from '../../src/lib/cells/cell-row.ts'
import { openCast } from '../../src/outputs/pictures/cast.ts'
import { openGif } from '../../src/outputs/pictures/gif.ts'
import { openPng } from '../../src/outputs/pictures/png.ts'
import { openSvg } from '../../src/outputs/pictures/svg.ts'
import { openTxt } from '../../src/outputs/pictures/txt.ts'
import { openOffscreen } from '../../src/ui/stack/open-offscreen.ts'
import { items, opened, planned, prompted, said, tool } from '../support/app-states.ts'

// A long session: ten changes a second, of a checklist, a text that is written, and what the agent does.
const stepMs = 100
const columns = 120
const rows = 40

const openers = { cast: openCast, svg: openSvg, gif: openGif, png: openPng, txt: openTxt }
type PictureFormat = keyof typeof openers

function eventAt(atMs: number): AppEvent {
  const step = atMs / stepMs
  if (step % 10 === 3)
    return tool(atMs, {
      toolCallId: String(step),
      title: `Edit file ${step}.ts`,
      kind: 'edit',
      status: 'in_progress',
    })
  if (step % 5 === 1) return said(atMs, `Now step ${step}: 日本語 and “quotes”. `)
  if (step % 2 === 0) {
    const lines = Array.from(
      { length: step },
      (_, line) => `- [${line % 3 === 0 ? 'x' : ' '}] Line ${line} of the *plan* 🚀`,
    )
    return planned(atMs, { type: 'markdown', text: `# Plan\n\n${lines.slice(0, 400).join('\n')}\n` }, 'text')
  }
  const done = Math.floor(atMs / 30_000)
  const entries = Array.from(
    { length: 12 },
    (_, entry) => `${entry < done ? '✓' : entry === done ? '»' : '○'} Step ${entry}, try ${step}`,
  )
  return planned(atMs, items(...entries))
}

export interface Made {
  readonly frames: number
  /** By format. */
  readonly bytes: Readonly<Partial<Record<PictureFormat, number>>>
  /** What the process took of the machine's memory beyond what it had before. */
  readonly heldBytes: number
}

/** Draws the session once and writes it away in each format, piece by piece. */
export async function renderMinutes(minutes: number, ...formats: readonly PictureFormat[]): Promise<Made> {
  const durationMs = minutes * 60_000
  const offscreen = await openOffscreen({
    columns,
    rows,
    theme: 'dark',
    ascii: false,
    title: null,
    hasChrome: true,
    view: 'plan',
    startedAtMs: 0,
    documentOf: (uri) => ({ state: 'loading', uri }),
  })
  const bytes: Partial<Record<PictureFormat, number>> = {}
  let pieces = 0
  const before = process.memoryUsage.rss()
  let held = before
  const pictures = formats.map((format) =>
    openers[format]({ columns, rows, theme: 'dark', title: 'a long session' }, (piece) => {
      bytes[format] = (bytes[format] ?? 0) + piece.length
      pieces += 1
      if (pieces % 500 === 0) held = Math.max(held, process.memoryUsage.rss())
    }),
  )
  let state = [...opened(), prompted(0)].reduce(reduce, initialState)
  let last: CellFrame | null = null
  let frames = 0
  for (let atMs = 0; atMs < durationMs; atMs += stepMs) {
    state = reduce(state, eventAt(atMs))
    const { frame } = offscreen.draw(state, atMs)
    if (last === null || !isSameFrame(last, frame)) frames += 1
    last = frame
    for (const picture of pictures) picture.frame(atMs, frame)
  }
  for (const picture of pictures) picture.end(durationMs)
  return { frames, bytes, heldBytes: held - before }
}
