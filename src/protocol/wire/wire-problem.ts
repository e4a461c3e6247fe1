import { Buffer } from 'node:buffer'
import { beginningOfJson } from '../../lib/json/json-values.ts'

/** The kind of defect found on the wire. */
export type ProblemCode =
  | 'not-json'
  | 'not-utf8'
  | 'too-long'
  | 'too-deep'
  | 'binary-frame'
  | 'several-on-a-line'
  | 'batch'
  | 'not-a-message'
  | 'stray-response'
  | 'bad-answer'
  | 'unknown-request'
  | 'bad-request'
  | 'bad-update'
  | 'no-plan-id'
  | 'bad-plan'
  | 'bad-entry'
  | 'bad-setting'
  | 'second-proposal'
  | 'too-many'
  | 'not-understood'

/** A defect on the wire is a value that users can read, never a throw. All strings may quote the agent: views make them safe. */
export interface WireProblem {
  readonly code: ProblemCode
  /** What is wrong and, if it helps, what is expected. */
  readonly text: string
  /** The field, as in `update.plan.entries[3].status`. */
  readonly path?: string
  /** `rejected`: something the agent sent is not shown. `noted`: nothing is missing on the screen. */
  readonly weight: 'rejected' | 'noted'
  /** The beginning of the input, at most 240 characters; '' if there was none. */
  readonly excerpt?: string
}

/** A problem that rejects a value; its excerpt is the beginning of that value. */
export function rejected(code: ProblemCode, text: string, value: unknown, path?: string): WireProblem {
  return {
    code,
    text,
    ...(path === undefined ? {} : { path }),
    weight: 'rejected',
    excerpt: excerptOf(value),
  }
}

/** The same for a value that is shown all the same. */
export function noted(code: ProblemCode, text: string, value: unknown, path?: string): WireProblem {
  return { ...rejected(code, text, value, path), weight: 'noted' }
}

/**
 * Whether it counts as a problem, and is not only listed: what lint calls a note does not. A refused request counts if something is
 * missing on the screen because of it.
 */
export function isCounted({ code, weight }: Pick<WireProblem, 'code' | 'weight'>): boolean {
  return code === 'unknown-request' ? weight === 'rejected' : code !== 'second-proposal'
}

const excerptLength = 240

/** The beginning of a raw value for the problems panel, '' if there was none; never throws. */
export function excerptOf(value: unknown): string {
  if (typeof value === 'string') return detached(value, excerptLength)
  return value === undefined ? '' : detached(beginningOfJson(value, excerptLength), excerptLength)
}

/** A slice of a string keeps the whole string in memory: 500 problems would keep 500 lines of megabytes. */
function detached(text: string, length: number): string {
  return Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le')
}

/** What a value is, for the text of a problem: `missing`, `the number 4`, `a list` … */
export function nameOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'number' || typeof value === 'boolean') return `the ${typeof value} ${String(value)}`
  return typeof value === 'string' ? 'a string' : 'an object'
}
