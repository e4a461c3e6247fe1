import { beginningOfJson } from '../../lib/json/json-values.ts'
import { given } from './message.ts'

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
export function rejected(code: ProblemCode, text: string, value?: unknown, path?: string): WireProblem {
  return { code, text, ...given('path', path), weight: 'rejected', excerpt: excerptOf(value) }
}

/** The same for a value that is shown all the same. */
export function noted(code: ProblemCode, text: string, value?: unknown, path?: string): WireProblem {
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
  return text.slice(0, length).split('').join('')
}

/** What a value is, for the text of a problem: `missing`, `the number 4`, `a list` … */
export function nameOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'number' || typeof value === 'boolean') return `the ${typeof value} ${String(value)}`
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/**
 * Collects the problems of one value: the first few as texts, the rest as a count, so that a bad list cannot flood the problems.
 */
export interface Faults {
  readonly code: ProblemCode
  readonly problems: WireProblem[]
  listed: number
  /** How many more there were. */
  readonly more: Record<WireProblem['weight'], number>
}

const maxFaultsListed = 10

export function faultsInto(problems: WireProblem[], code: ProblemCode): Faults {
  return { code, problems, listed: 0, more: { rejected: 0, noted: 0 } }
}

interface Fault {
  readonly path: string
  readonly text: string
  readonly weight: WireProblem['weight']
  readonly value: unknown
}

export function reportFault(faults: Faults, { path, text, weight, value }: Fault): void {
  if (faults.listed === maxFaultsListed) {
    faults.more[weight]++
    return
  }
  faults.listed++
  faults.problems.push({ code: faults.code, text, path, weight, excerpt: excerptOf(value) })
}

/** Reports how many more there were; to be called once, when the value was read. */
export function closeFaults(faults: Faults, path: string): void {
  const more = faults.more.rejected + faults.more.noted
  if (more === 0) return
  const text = `${more} more of it ${more === 1 ? 'is' : 'are'} wrong`
  faults.problems.push({ code: faults.code, text, path, weight: 'rejected' })
}

/** The path of what is read, and where its problems go. */
export interface ReadPosition {
  readonly path: string
  readonly faults: Faults
}

/** How to read the items of a list. */
export interface ItemReader<T> extends ReadPosition {
  /** Items kept; the rest is left out, and reported. */
  readonly limit: number
  /** Empty for an invalid item, which it reports; several items for a group. */
  readonly read: (item: unknown, at: ReadPosition) => readonly T[]
  /** Identifies items: of two with the same key the first counts. */
  readonly keyOf: (item: T) => string
}

/** The valid items of a list, without duplicates, up to the limit. */
export function readItems<T>(list: readonly unknown[], how: ItemReader<T>): readonly T[] {
  const { path, limit, faults } = how
  const items = new Map<string, T>()
  // Invalid items are examined, too, but not without limit.
  const lookedAt = Math.min(list.length, limit * 2)
  let isCut = lookedAt < list.length
  for (let index = 0; index < lookedAt; index++) {
    const at = `${path}[${index}]`
    for (const item of how.read(list[index], { path: at, faults })) {
      const key = how.keyOf(item)
      if (items.has(key)) {
        const text = `the second with the name ${excerptOf(key).slice(0, 80)}: left out`
        reportFault(faults, { path: at, text, weight: 'noted', value: list[index] })
      } else if (items.size < limit) items.set(key, item)
      else isCut = true
    }
    if (isCut && items.size === limit) break
  }
  if (isCut) {
    const text = `more than the ${limit} that are kept: ${items.size} of ${list.length} are shown`
    faults.problems.push({ code: faults.code, text, path, weight: 'rejected' })
  }
  return [...items.values()]
}

/** What lines that are no messages look like; of several, the one that tells most is first. */
export type StrayOutput = (typeof strayOutputs)[number]

const strayOutputs = [
  'terminal-program',
  'http-answer',
  'web-page',
  'framed-messages',
  'split-messages',
  'help-text',
  'stack-trace',
  'server',
  'log',
  'yaml',
  'text',
] as const

// Colours alone are used by logs, too: what moves the cursor, clears, or switches a mode of the terminal draws a screen.
// oxlint-disable-next-line no-control-regex -- escape sequences are what this is about
const drawing = /\u001b(?:\[(?:[?>=][\d;]*[a-z]|[\d;]*[A-HJKSTf])|[78c=>]|\])/
// oxlint-disable-next-line no-control-regex -- as above
const colours = /\u001b\[[\d;:]*m/g

/** What a problem's line looks like; null: it is no such problem, or a piece of a message. */
export function strayOutputOf({ code, excerpt = '' }: WireProblem): StrayOutput | null {
  return code !== 'not-json' || /^\s*\[?(?:\{|object Object)/.test(excerpt) ? null : looksLike(excerpt)
}

function looksLike(excerpt: string): StrayOutput {
  if (drawing.test(excerpt)) return 'terminal-program'
  const line = excerpt.replace(colours, '')
  if (/^HTTP\/\d/.test(line)) return 'http-answer'
  if (/^\s*<(?:!doctype html|html|head|body|title)\b/i.test(line)) return 'web-page'
  if (/^content-length: ?\d+\s*$/i.test(line)) return 'framed-messages'
  if (/^\s*"[\w-]{1,60}": |^\s+[\]}],?\s*$|^\s+'?(?:jsonrpc|id|result|method|params)'?: /.test(line))
    return 'split-messages'
  if (/^\s*(?:usage:|(?:options|commands|flags|arguments|subcommands):\s*$)|^\s+-\w, --\w/i.test(line))
    return 'help-text'
  if (/^Traceback \(|^\s+at \S.*[:(]\d+|^\s+File ".*", line \d|^panic: |^thread '.*' panicked/.test(line))
    return 'stack-trace'
  if (
    /\b(?:listening|serving|server|running|ready|started)\b.{0,80}?(?:\b(?:wss?|https?|tcp):\/\/|\bport \d|:\s?\d{4,5}\b)/i.test(
      line,
    )
  )
    return 'server'
  if (
    /^\s*\W?(?:trace|debug|info|notice|warn|warning|error|fatal)\b/i.test(line) ||
    /^\W?(?:\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|\w{3} \w{3} +\d+ \d\d:)/.test(line) ||
    /^npm \w+/.test(line)
  )
    return 'log'
  if (/^---\s*$|^\s*- [\w-]+: |^\s*[\w-]+:\s*$/.test(line)) return 'yaml'
  return 'text'
}

/** What lines look like together. */
export function moreTelling(one: StrayOutput, other: StrayOutput): StrayOutput {
  return strayOutputs.indexOf(one) <= strayOutputs.indexOf(other) ? one : other
}
