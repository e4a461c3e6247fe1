import { writeJson } from '../../lib/json/write-json.ts'
import { isObject, stringAt, type JsonObject } from '../wire/message.ts'

/** The version of what a tap writes to its viewers. */
export const tapVersion = 1

/** What a tap says of itself: the first line on its socket, and the file beside it. */
export interface TapGreeting {
  readonly version: number
  /** The program's name and version. */
  readonly program: string
  readonly pid: number
  readonly label: string | null
  /** The agent's command, without secrets. */
  readonly agent: string
  /** The folder that the tap was started in. */
  readonly folder: string | null
  /** ISO 8601, UTC: time 0 of its frames. */
  readonly startedAt: string
}

/** Frames that a viewer does not get. `slow`: it read too slowly; `past`: they were dropped before it came. */
export interface TapGap {
  readonly t: number
  /** The numbers of the first and the last of them. */
  readonly from: number
  readonly to: number
  readonly why: 'slow' | 'past'
}

/** The greeting as a line, without its line feed. */
export function greetingLine(greeting: TapGreeting): string {
  return writeJson({ tap: 'acp-plan-tui', ...greeting })
}

/** The greeting in a line's value; null: it is none. Missing fields get defaults. */
export function readGreeting(value: unknown): TapGreeting | null {
  if (!isObject(value) || value['tap'] !== 'acp-plan-tui') return null
  return {
    version: wholeAt(value, 'version') ?? tapVersion,
    program: stringAt(value, 'program') ?? '',
    pid: wholeAt(value, 'pid') ?? 0,
    label: stringAt(value, 'label') ?? null,
    agent: stringAt(value, 'agent') ?? 'agent',
    folder: stringAt(value, 'folder') ?? null,
    startedAt: stringAt(value, 'startedAt') ?? '',
  }
}

/** A gap as a line, without its line feed. */
export function gapLine({ t, from, to, why }: TapGap): string {
  return writeJson({ t, gap: { from, to, why } })
}

/** The gap in a line's value; null: it is none. */
export function readGap(value: JsonObject): TapGap | null {
  const gap = value['gap']
  if (!isObject(gap)) return null
  const [from, to, t] = [wholeAt(gap, 'from'), wholeAt(gap, 'to'), value['t']]
  if (from === null || to === null || to < from || typeof t !== 'number') return null
  return { t, from, to, why: gap['why'] === 'slow' ? 'slow' : 'past' }
}

/** The number of the frame in a line's value; null: it has none. */
export function frameNumber(value: JsonObject): number | null {
  return wholeAt(value, 'n')
}

/** A gap in words, for those who look at the stream. */
export function gapWords({ from, to, why }: TapGap): string {
  const count = to - from + 1
  const frames = count === 1 ? `frame ${from} is` : `frames ${from} to ${to} are`
  return why === 'slow'
    ? `${frames} missing: this viewer has read too slowly`
    : `${frames} missing: the tap keeps only so much of the past`
}

function wholeAt(value: JsonObject, key: string): number | null {
  const number = value[key]
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}
