import { isAbsolute, relative } from 'node:path'
import type { Buffer } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import {
  isObject,
  type JsonObject,
  readFileMethod,
  rpcCodes,
  type RpcError,
  type RpcOutcome,
  stringAt,
} from '../../protocol/wire/message.ts'
import type { PeerRequest } from '../connection/peer.ts'
import type { AnswerLog } from '../live-exchange.ts'
import { nameOf } from '../../protocol/wire/wire-problem.ts'
import { FileRefused, isOfSystem, openBelow } from './open-below.ts'

export interface FileAccessOptions {
  /** The agent can access files below this folder only. */
  readonly root: string
  readonly exchange: AnswerLog
}

/** Limits for queued requests and for the characters to write in them: disks are slower than agents. */
export const filesWaiting = 1000
const charactersWaiting = 64 * 1024 * 1024
/** The largest file that is read, in bytes. */
const largestFile = 10 * 1024 * 1024

/**
 * Reads and writes text files for the agent, one after the other in the order of its requests. Every request gets exactly one
 * answer, and an event says what was done or why not. https://agentclientprotocol.com/protocol/file-system
 */
export class FileAccess {
  readonly #options: FileAccessOptions
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  #charactersWaiting = 0

  constructor(options: FileAccessOptions) {
    this.#options = options
  }

  /** Queues a request. One that is cancelled before its turn is skipped; one that comes while too many are queued is refused. */
  ask(request: PeerRequest): void {
    const characters = stringAt(request.params, 'content')?.length ?? 0
    if (this.#waiting >= filesWaiting || this.#charactersWaiting + characters > charactersWaiting)
      return this.#finish(request, tooMany)
    this.#waiting++
    this.#charactersWaiting += characters
    this.#last = this.#last.then(async () => {
      await this.#serve(request)
      this.#waiting--
      this.#charactersWaiting -= characters
    })
  }

  async #serve(request: PeerRequest): Promise<void> {
    const { method, params, signal } = request
    const access = accessOf(method)
    this.#finish(request, signal.aborted ? taken : await serve(this.#options.root, access, params))
  }

  #finish({ method, params, answer }: PeerRequest, outcome: RpcOutcome): void {
    answer(outcome)
    const { root, exchange } = this.#options
    exchange.note({
      type: 'file-accessed',
      sessionId: stringAt(params, 'sessionId') ?? exchange.known.currentId,
      access: accessOf(method),
      path: shownPath(root, stringAt(params, 'path') ?? ''),
      error: outcome.ok ? null : outcome.error.message,
    })
  }
}

function accessOf(method: string): 'read' | 'write' {
  return method === readFileMethod ? 'read' : 'write'
}

const tooMany = refusal(rpcCodes.internalError, 'too many files are asked for at once')
const taken = refusal(rpcCodes.requestCancelled, 'the request was cancelled')

/** Relative to the root if it is below it: shorter, and how people know it. */
function shownPath(root: string, path: string): string {
  const relativePath = isAbsolute(path) ? relative(root, path) : path
  return relativePath === '' || relativePath.startsWith('..') || isAbsolute(relativePath)
    ? path
    : relativePath
}

async function serve(root: string, access: 'read' | 'write', params: unknown): Promise<RpcOutcome> {
  if (!isObject(params)) return refusal(rpcCodes.invalidParams, 'params is not an object')
  const path = stringAt(params, 'path')
  if (path === undefined) return noString(params, 'path')
  if (path.includes('\0'))
    return refusal(rpcCodes.invalidParams, 'the path has a NUL character, and no file has one in its name')
  if (!isAbsolute(path)) return refusal(rpcCodes.invalidParams, 'the path is not an absolute one')
  try {
    return access === 'read' ? await read(root, path, params) : await write(root, path, params)
  } catch (cause) {
    return { ok: false, error: toRpcError(cause, path) }
  }
}

async function read(root: string, path: string, params: JsonObject): Promise<RpcOutcome> {
  const line = countAt(params, 'line')
  const limit = countAt(params, 'limit')
  if (line === undefined || limit === undefined)
    return refusal(rpcCodes.invalidParams, 'line and limit have to be whole numbers that are not negative')
  const file = await openBelow(root, path, 'read')
  try {
    const text = decoded(await wholeFile(file))
    return {
      ok: true,
      value: { content: line === null && limit === null ? text : linesOf(text, { line, limit }) },
    }
  } finally {
    await file.close()
  }
}

/**
 * Writes through the descriptor that was checked, and not by replacing the file: the checked file is the one that is
 * written to, and it keeps its mode, owner and links.
 */
async function write(root: string, path: string, params: JsonObject): Promise<RpcOutcome> {
  const content = stringAt(params, 'content')
  if (content === undefined) return noString(params, 'content')
  const file = await openBelow(root, path, 'write')
  try {
    await file.truncate(0)
    await file.writeFile(content, 'utf8')
    return { ok: true, value: {} }
  } finally {
    await file.close()
  }
}

function noString(params: JsonObject, key: string): RpcOutcome {
  const given = params[key]
  return refusal(
    rpcCodes.invalidParams,
    given === undefined || given === null
      ? `there is no ${key}`
      : `the ${key} is ${nameOf(given)}, not a string`,
  )
}

/** A count at a key; null for none, undefined for anything that is not a count. */
function countAt(params: JsonObject, key: string): number | null | undefined {
  const value = params[key] ?? null
  if (value === null) return null
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}

/** The size is only a first check: a file may grow, and those of /proc have size 0. */
async function wholeFile(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat()
  if (size > largestFile) throw tooLarge()
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of file.createReadStream({ autoClose: false, start: 0 }) as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > largestFile) throw tooLarge()
  }
  return globalThis.Buffer.concat(chunks)
}

function tooLarge(): FileRefused {
  return new FileRefused('failed', `it has more than ${largestFile / 1024 / 1024} MiB`)
}

function decoded(bytes: Buffer): string {
  try {
    // The byte-order mark is part of the content.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new FileRefused('failed', 'it is not UTF-8 text')
  }
}

interface Lines {
  /** From 1. */
  readonly line: number | null
  readonly limit: number | null
}

/** Some lines of a text with their line breaks. */
function linesOf(text: string, { line, limit }: Lines): string {
  const start = after(text, 0, (line ?? 1) - 1)
  return text.slice(start, limit === null ? text.length : after(text, start, limit))
}

/** The offset that follows so many lines. */
function after(text: string, from: number, lines: number): number {
  let at = from
  for (let line = 0; line < lines && at < text.length; line++) {
    const end = text.indexOf('\n', at)
    at = end < 0 ? text.length : end + 1
  }
  return at
}

function refusal(code: number, message: string): RpcOutcome & { readonly ok: false } {
  return { ok: false, error: { code, message } }
}

function toRpcError(cause: unknown, path: string): RpcError {
  const data = { path }
  if (cause instanceof FileRefused) return { code: codes[cause.reason], message: cause.message, data }
  // Such as a full disk.
  if (isOfSystem(cause)) return { code: rpcCodes.internalError, message: cause.message, data }
  throw cause
}

const codes: Readonly<Record<FileRefused['reason'], number>> = {
  outside: rpcCodes.invalidParams,
  missing: rpcCodes.resourceNotFound,
  'no-file': rpcCodes.invalidParams,
  failed: rpcCodes.internalError,
}
