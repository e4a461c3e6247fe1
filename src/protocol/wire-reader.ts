import { isUtf8, type Buffer } from 'node:buffer'
import { LineCutter, type CutLine } from './line-cutter.ts'
import { toMessage, type Message } from './message.ts'
import { splitValues } from './split-values.ts'
import { excerptOf, type WireProblem } from './wire-problem.ts'

/**
 * Lines longer than this are not parsed: parsing one blocks the keys for about 6 ms a megabyte. The longest line seen
 * from a real agent is 0.3 MB.
 */
const lineLimitBytes = 16 * 1024 * 1024

export type Incoming =
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'problem'; readonly problem: WireProblem }

/**
 * Bytes in, messages and problems out, in the order they came. Tolerates what agents write by mistake: banners, half
 * lines, CRLF, byte-order marks, invalid UTF-8, several objects a line, batches. Never throws and never answers.
 * Transport: https://agentclientprotocol.com/protocol/transports
 */
export class WireReader {
  readonly #cutter: LineCutter
  readonly #limitBytes: number

  constructor(limitBytes: number = lineLimitBytes) {
    this.#cutter = new LineCutter(limitBytes)
    this.#limitBytes = limitBytes
  }

  push(chunk: Buffer): Incoming[] {
    return this.#read(this.#cutter.push(chunk))
  }

  end(): Incoming[] {
    return this.#read(this.#cutter.end())
  }

  #read(lines: readonly CutLine[]): Incoming[] {
    const incoming: Incoming[] = []
    for (const line of lines) {
      if (line.type === 'overlong') incoming.push(tooLong(line.start, line.sizeBytes, this.#limitBytes))
      else readLine(line.bytes, incoming)
    }
    return incoming
  }
}

function tooLong(start: Buffer, sizeBytes: number, limitBytes: number): Incoming {
  const text = `a line of ${megabytes(sizeBytes)} MB, over the ${megabytes(limitBytes)} MB that are read`
  return problem({ code: 'too-long', text, weight: 'rejected', excerpt: excerptOf(start.toString('utf8')) })
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '')
}

function readLine(bytes: Buffer, incoming: Incoming[]): void {
  if (!isUtf8(bytes)) {
    const text = 'invalid UTF-8: the bad bytes are shown as \ufffd'
    incoming.push(
      problem({ code: 'not-utf8', text, weight: 'noted', excerpt: excerptOf(bytes.toString('utf8')) }),
    )
  }
  readText(withoutMark(bytes.toString('utf8')), incoming)
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

function readText(text: string, incoming: Incoming[]): void {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    if (text.trim() !== '') readBroken(text, incoming)
    return
  }
  readValue(value, text, incoming)
}

function readValue(value: unknown, text: string, incoming: Incoming[]): void {
  if (Array.isArray(value)) {
    const what = `a batch of ${value.length}: ACP sends one message a line`
    incoming.push(problem({ code: 'batch', text: what, weight: 'noted', excerpt: excerptOf(text) }))
    for (const item of value) readSingle(item, text, incoming)
    return
  }
  readSingle(value, text, incoming)
}

function readSingle(value: unknown, text: string, incoming: Incoming[]): void {
  const message = toMessage(value)
  if (message !== null) incoming.push({ type: 'message', message })
  else {
    const what = 'JSON, but not a JSON-RPC message: it has neither method nor id with result or error'
    incoming.push(
      problem({ code: 'not-a-message', text: what, weight: 'rejected', excerpt: excerptOf(text) }),
    )
  }
}

/** Not one JSON value: perhaps several objects in a row, perhaps a banner before or after them. */
function readBroken(text: string, incoming: Incoming[]): void {
  const parts = splitValues(text)
  // Objects that are no messages are pieces of a broken one, or somebody's log.
  if (!parts.values.some((value) => toMessage(value) !== null)) {
    const what = 'not JSON: an agent may write nothing but messages on stdout (logs belong on stderr)'
    incoming.push(
      problem({ code: 'not-json', text: what, weight: 'rejected', excerpt: excerptOf(text.trimEnd()) }),
    )
    return
  }
  const what =
    parts.rest === ''
      ? 'several messages on one line'
      : `text beside a message on one line: ${excerptOf(parts.rest)}`
  incoming.push(problem({ code: 'several-on-a-line', text: what, weight: 'noted', excerpt: excerptOf(text) }))
  for (const value of parts.values) readValue(value, text, incoming)
}

function problem(found: WireProblem): Incoming {
  return { type: 'problem', problem: found }
}
