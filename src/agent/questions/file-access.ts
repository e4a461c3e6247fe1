import { isAbsolute, relative } from 'node:path'
import type { Buffer } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import type { AppEvent } from '../../app/app-event.ts'
import { readFileMethod } from '../../app/exchange/agent-methods.ts'
import { isObject, stringAt, type JsonObject, type RpcError } from '../../protocol/wire/message.ts'
import type { PeerRequest } from '../connection/peer.ts'
import { FileRefused, isOfSystem, openBelow } from './open-below.ts'
import { rpcCodes, type RpcOutcome } from '../../protocol/wire/rpc-line.ts'

export interface FileAccessOptions {
  /** The folder whose files an agent may read and write; nothing outside of it. */
  readonly root: string
  readonly nowMs: () => number
  readonly note: (event: AppEvent) => void
  /** The session that prompts go to, for requests that name none. */
  readonly currentSessionId: () => string | null
}

/** Requests that wait for their turn, and what they want to write, in characters: disks are slower than agents. */
export const filesWaiting = 1000
const charactersWaiting = 64 * 1024 * 1024
/** Bytes of a file that is read. */
const largestFile = 10 * 1024 * 1024

/**
 * Reads and writes text files for the agent, one after the other in the order in which it asked. Every request gets exactly
 * one answer, and an event tells what was done or why not. https://agentclientprotocol.com/protocol/file-system
 */
export class FileAccess {
  readonly #options: FileAccessOptions
  #last: Promise<void> = Promise.resolve()
  #waiting = 0
  #charactersWaiting = 0

  constructor(options: FileAccessOptions) {
    this.#options = options
  }

  /** A request that is taken back before its turn comes is not served any more; one that comes while too many wait is refused. */
  ask(asked: PeerRequest): void {
    const characters = lengthToWrite(asked.params)
    if (this.#waiting >= filesWaiting || this.#charactersWaiting + characters > charactersWaiting)
      return this.#told(asked, tooMany)
    this.#waiting++
    this.#charactersWaiting += characters
    this.#last = this.#last.then(async () => {
      await this.#serve(asked)
      this.#waiting--
      this.#charactersWaiting -= characters
    })
  }

  async #serve(asked: PeerRequest): Promise<void> {
    const { method, params, signal } = asked
    const access = accessOf(method)
    this.#told(asked, signal.aborted ? taken : await serve(this.#options.root, access, params))
  }

  #told({ method, params, answer }: PeerRequest, outcome: RpcOutcome): void {
    answer(outcome)
    const { root, nowMs, note, currentSessionId } = this.#options
    const named = isObject(params) ? stringAt(params, 'sessionId') : undefined
    const path = (isObject(params) ? stringAt(params, 'path') : undefined) ?? ''
    note({
      type: 'file-accessed',
      atMs: nowMs(),
      sessionId: named ?? currentSessionId(),
      access: accessOf(method),
      path: shownPath(root, path),
      error: outcome.ok ? null : outcome.error.message,
    })
  }
}

function accessOf(method: string): 'read' | 'write' {
  return method === readFileMethod ? 'read' : 'write'
}

function lengthToWrite(params: unknown): number {
  return (isObject(params) ? stringAt(params, 'content') : undefined)?.length ?? 0
}

const tooMany = refusal(rpcCodes.internalError, 'too many files are asked for at once')
const taken = refusal(rpcCodes.requestCancelled, 'the request was taken back')

/** From the root on where it is below it: shorter, and what people know it by. */
function shownPath(root: string, path: string): string {
  const way = isAbsolute(path) ? relative(root, path) : path
  return way === '' || way.startsWith('..') || isAbsolute(way) ? path : way
}

async function serve(root: string, access: 'read' | 'write', params: unknown): Promise<RpcOutcome> {
  if (!isObject(params)) return refusal(rpcCodes.invalidParams, 'the params are no object')
  const path = stringAt(params, 'path')
  if (path === undefined) return refusal(rpcCodes.invalidParams, 'there is no path')
  if (!isAbsolute(path) || path.includes('\0'))
    return refusal(rpcCodes.invalidParams, 'the path is not an absolute one')
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
 * Written through the descriptor that was looked at, and not by a new file that takes the name over: what was checked is
 * what is written to, and it keeps its mode, its owner and its links.
 */
async function write(root: string, path: string, params: JsonObject): Promise<RpcOutcome> {
  const content = stringAt(params, 'content')
  if (content === undefined) return refusal(rpcCodes.invalidParams, 'there is no content')
  const file = await openBelow(root, path, 'write')
  try {
    await file.truncate(0)
    await file.writeFile(content, 'utf8')
    return { ok: true, value: {} }
  } finally {
    await file.close()
  }
}

/** A count at a key; null for none, undefined for what is no count. */
function countAt(params: JsonObject, key: string): number | null | undefined {
  const value = params[key] ?? null
  if (value === null) return null
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}

/** Its size is only looked at first: a file may grow, and those of /proc say that they are empty. */
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
    // A byte-order mark belongs to what an agent gives back.
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

/** Where the text goes on behind so many lines. */
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
  // A full disk, say, while it was written.
  if (isOfSystem(cause)) return { code: rpcCodes.internalError, message: cause.message, data }
  throw cause
}

const codes: Readonly<Record<FileRefused['reason'], number>> = {
  outside: rpcCodes.invalidParams,
  missing: rpcCodes.resourceNotFound,
  'no-file': rpcCodes.invalidParams,
  failed: rpcCodes.internalError,
}
