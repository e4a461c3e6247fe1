import { Buffer } from 'node:buffer'
import { jsonIn } from '../lib/json/read-json.ts'
import { writeJson } from '../lib/json/write-json.ts'
import { isObject, objectAt, stringAt, type JsonObject } from '../protocol/wire/message.ts'
import type { ByteChange } from './tap-log.ts'

/** A longer line is passed on in pieces, as it is: no plan is that long. */
const maxHeldBytes = 16 * 1024 * 1024
const lineFeed = 10
const nothing = Buffer.alloc(0)

/**
 * Lets an agent send plans to an editor that does not ask for them. The plan capabilities are added to the `initialize` of the editor, if it speaks
 * version 1 and lacks them. Then `plan_update`s with a checklist go on as `plan`s, which every editor knows: several checklists of a
 * session as one, in the order in which they came, since an editor shows one. Other plans are withheld. All other bytes stay as they are. https://agentclientprotocol.com/rfds/plan-operations
 */
export class PlanAdvertiser {
  readonly #say: (words: string) => void
  readonly #said = new Set<string>()
  readonly #lists = new SessionLists()
  /** null: `initialize` has not passed yet. */
  #isActive: boolean | null = null

  /** `say` tells the user, in words that continue a sentence. */
  constructor(say: (words: string) => void) {
    this.#say = say
  }

  readonly toAgent: ByteChange = lineChange(
    () => this.#isActive === null,
    (line) => this.#advertise(line),
  )

  readonly toEditor: ByteChange = lineChange(
    () => this.#isActive !== false,
    (line) => this.#translate(line),
  )

  #advertise(line: Buffer): Buffer {
    if (this.#isActive !== null || !line.includes('"initialize"')) return line
    const message = jsonIn(line.toString('utf8'))
    if (!isObject(message) || message['method'] !== 'initialize') return line
    const params = objectAt(message, 'params')
    const capabilities = objectAt(params, 'clientCapabilities')
    const version = params['protocolVersion']
    this.#isActive = false
    if (typeof version === 'number' && version > 1)
      this.#once('the editor speaks a newer version of the protocol: nothing is changed')
    else if ('plan' in capabilities || 'planCapabilities' in capabilities)
      this.#once('the editor asks for plans itself: nothing is changed')
    else {
      this.#isActive = true
      const plans = { plan: {}, planCapabilities: {} }
      return asLine(
        { ...message, params: { ...params, clientCapabilities: { ...capabilities, ...plans } } },
        line,
      )
    }
    return line
  }

  #translate(line: Buffer): Buffer {
    if (this.#isActive !== true || !planWords.some((word) => line.includes(word))) return line
    const message = jsonIn(line.toString('utf8'))
    if (!isObject(message) || message['method'] !== 'session/update') return line
    const params = objectAt(message, 'params')
    const update = objectAt(params, 'update')
    const session = stringAt(params, 'sessionId') ?? ''
    const id = planId(update)
    const changed = (): Buffer => {
      const entries = this.#lists.of(session).flatMap((list) => list.entries)
      const plan = { sessionUpdate: 'plan', entries }
      return asLine({ ...message, params: { ...params, update: plan } }, line)
    }
    switch (update['sessionUpdate']) {
      case 'plan_removed':
        return this.#lists.delete(keyOf(session, id)) ? changed() : this.#withhold('the removal of a plan')
      case 'plan_update': {
        const plan = objectAt(update, 'plan')
        const entries = plan['entries']
        if (!Array.isArray(entries))
          return this.#withhold(`a plan of the kind “${stringAt(plan, 'type') ?? 'unknown'}”`)
        this.#lists.set(session, id, v1List(entries, line))
        return changed()
      }
      case 'plan': {
        const { entries } = update
        if (!Array.isArray(entries)) return line
        this.#lists.set(session, withoutId, v1List(entries, line))
        // The only plan of its session is passed on as it is.
        return this.#lists.of(session).length > 1 ? changed() : line
      }
      default:
        return line
    }
  }

  #withhold(what: string): Buffer {
    this.#once(`${what} was withheld from the editor, which does not know it; so are others of its kind`)
    return nothing
  }

  #once(words: string): void {
    if (this.#said.has(words) || this.#said.size >= maxSaid) return
    this.#said.add(words)
    this.#say(words)
  }
}

const planWords = ['"plan_update"', '"plan_removed"', '"plan"'].map((word) => Buffer.from(word))
/** The key of the plan of version 1, which has no id. */
const withoutId = ''

function planId(update: JsonObject): string {
  const plan = objectAt(update, 'plan')
  return (
    stringAt(plan, 'planId') ??
    stringAt(plan, 'id') ??
    stringAt(update, 'planId') ??
    stringAt(update, 'id') ??
    withoutId
  )
}

interface KeptList {
  readonly session: string
  readonly entries: readonly JsonObject[]
  /** The line that it came in. */
  readonly sizeBytes: number
}

/** The checklists that an editor shows. Beyond `maxLists` or `maxListBytes` the one that came first is forgotten. */
class SessionLists {
  readonly #lists = new Map<string, KeptList>()
  #bytes = 0

  set(session: string, id: string, list: Omit<KeptList, 'session'>): void {
    const key = keyOf(session, id)
    this.#bytes += list.sizeBytes - (this.#lists.get(key)?.sizeBytes ?? 0)
    this.#lists.set(key, { session, ...list })
    for (const oldest of this.#lists.keys()) {
      if (this.#lists.size <= maxLists && (this.#bytes <= maxListBytes || this.#lists.size === 1)) return
      this.delete(oldest)
    }
  }

  /** Returns whether there was such a list. */
  delete(key: string): boolean {
    this.#bytes -= this.#lists.get(key)?.sizeBytes ?? 0
    return this.#lists.delete(key)
  }

  /** The lists of a session, in the order in which they came. */
  of(session: string): readonly KeptList[] {
    return [...this.#lists.values()].filter((list) => list.session === session)
  }
}

const maxLists = 100
const maxListBytes = 16 * 1024 * 1024

function keyOf(session: string, id: string): string {
  return writeJson([session, id])
}

/** Different things that are said; the kinds of plans come from the agent. */
const maxSaid = 20

function v1List(entries: readonly unknown[], line: Buffer): Omit<KeptList, 'session'> {
  return { entries: entries.filter(isObject).map(v1Entry), sizeBytes: line.length }
}

/** An entry with the words of version 1. */
function v1Entry(entry: JsonObject): JsonObject {
  const { content, priority, status, _meta: meta } = entry
  return {
    content: typeof content === 'string' ? content : '',
    priority: priority === 'high' || priority === 'low' ? priority : 'medium',
    status: v1Status(status),
    ...(meta === undefined ? {} : { _meta: meta }),
  }
}

/** Version 1 knows three: what was cancelled is not to be done any more. */
function v1Status(status: unknown): string {
  if (status === 'in_progress' || status === 'completed') return status
  return status === 'cancelled' ? 'completed' : 'pending'
}

/** A message with the line end of the line that it replaces. */
function asLine(message: JsonObject, replaced: Buffer): Buffer {
  const end = replaced.at(-1) === lineFeed ? '\n' : ''
  return Buffer.from(`${writeJson(message)}${end}`)
}

/** Changes whole lines, with their line feeds, as long as `isNeeded`. */
function lineChange(isNeeded: () => boolean, change: (line: Buffer) => Buffer): ByteChange {
  let held: Buffer[] = []
  let heldBytes = 0
  /** The rest of a line that was too long to be held. */
  let isPassingLine = false
  const takeHeld = (last: Buffer): Buffer => {
    const line = held.length === 0 ? last : Buffer.concat([...held, last])
    held = []
    heldBytes = 0
    return line
  }
  return {
    pass(chunk) {
      const passed: Buffer[] = []
      let from = 0
      while (from < chunk.length) {
        if (!isNeeded() && heldBytes === 0) {
          passed.push(chunk.subarray(from))
          break
        }
        const at = chunk.indexOf(lineFeed, from)
        const to = at < 0 ? chunk.length : at + 1
        const part = chunk.subarray(from, to)
        from = to
        if (isPassingLine) {
          passed.push(part)
          isPassingLine = at < 0
        } else if (at >= 0) passed.push(change(takeHeld(part)))
        else if (heldBytes + part.length > maxHeldBytes) {
          passed.push(takeHeld(part))
          isPassingLine = true
        } else {
          held.push(part)
          heldBytes += part.length
        }
      }
      return passed.length === 1 ? (passed[0] ?? nothing) : Buffer.concat(passed)
    },
    end: () => (heldBytes === 0 ? nothing : change(takeHeld(nothing))),
  }
}
