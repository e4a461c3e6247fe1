import { fail, ok, type Result } from '../../lib/result.ts'
import { lastValue, type Given } from '../arguments/given.ts'
import type { UsageError } from '../usage-error.ts'

export interface ScreenSize {
  readonly columns: number
  readonly rows: number
}

const smallestSize: ScreenSize = { columns: 40, rows: 12 }
const largestSize: ScreenSize = { columns: 300, rows: 100 }

export function readSize(text: string): Result<ScreenSize, UsageError> {
  const { columns, rows } = /^(?<columns>\d{1,5})[x×*](?<rows>\d{1,5})$/i.exec(text.trim())?.groups ?? {}
  if (columns === undefined || rows === undefined)
    return fail({
      message: `--size cannot be “${text}”`,
      hint: 'It must be COLUMNSxROWS, as in --size 80x24.',
    })
  const size = { columns: Number(columns), rows: Number(rows) }
  const fitting = fittingSize(size)
  if (fitting.columns === size.columns && fitting.rows === size.rows) return ok(size)
  return fail({
    message: `--size cannot be ${size.columns}x${size.rows}`,
    hint: `It must be from ${sizeText(smallestSize)} to ${sizeText(largestSize)}.`,
  })
}

/** The nearest size that is drawn. */
export function fittingSize({ columns, rows }: ScreenSize): ScreenSize {
  return {
    columns: Math.min(largestSize.columns, Math.max(smallestSize.columns, columns)),
    rows: Math.min(largestSize.rows, Math.max(smallestSize.rows, rows)),
  }
}

function sizeText({ columns, rows }: ScreenSize): string {
  return `${columns}x${rows}`
}

interface NumberRange {
  readonly least: number
  readonly most: number
  /** What it is where the option is not given. */
  readonly preset: number
}

export function readNumber(given: Given, name: string, range: NumberRange): Result<number, UsageError> {
  const text = lastValue(given, name)
  if (text === null) return ok(range.preset)
  const value = /^(?:\d+\.?\d*|\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN
  if (value >= range.least && value <= range.most) return ok(value)
  return fail({
    message: `--${name} cannot be “${text}”`,
    hint: `It must be a number from ${range.least} to ${range.most}.`,
  })
}

/** Milliseconds, of an option that is typed in seconds. The range is in seconds, the preset in milliseconds. */
export function readSeconds(given: Given, name: string, range: NumberRange): Result<number, UsageError> {
  const text = lastValue(given, name)
  if (text === null) return ok(range.preset)
  const value = /^(?:\d+\.?\d*|\.\d+)s?$/.test(text.trim())
    ? Number(text.trim().replace(/s$/, ''))
    : Number.NaN
  if (value >= range.least && value <= range.most) return ok(Math.round(value * 1000))
  return fail({
    message: `--${name} cannot be “${text}”`,
    hint: `It must be a number of seconds from ${range.least} to ${range.most}.`,
  })
}
