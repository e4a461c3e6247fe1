import type { AppEvent } from '../app/state/app-event.ts'
import type { App } from '../app/app.ts'
import type { WirePiece } from '../app/ports/transport.ts'
import type { Link, LinkEnd } from '../app/state/link.ts'
import { exitWords } from '../app/words/exit.ts'
import { readLogged, type ReadMessage } from '../app/wire/read-logged.ts'
import type { Clock } from '../lib/clock.ts'
import type { ProgramLog } from '../system/host.ts'

/** Logs a run: states of the connection, sessions, questions, problems, and the method, size and latency of each message. */
export interface RunLog {
  readonly onWire: (piece: WirePiece) => void
  /** Logs what was only counted until now. */
  end(): void
}

/** Nothing that the agent or the user wrote is logged, apart from methods, codes and ids. */
export function startRunLog(log: ProgramLog, app: App, clock: Clock): RunLog {
  const runs = new CountedRuns((line) => log.note(line))
  const asked = new Map<string, { readonly method: string; readonly atMs: number }>()
  app.onEvent((event) => {
    const words = eventWords(event)
    if (words === null) return
    runs.end()
    log.note(words)
  })
  return {
    onWire({ direction, kind: unit, bytes, sizeBytes, isMessage, atMs }) {
      const read = readLogged({ number: 0, atMs, sort: direction, unit, bytes, sizeBytes, frame: 0 })
      const arrow = direction === 'to-agent' ? 'to agent' : 'from agent'
      const key = `${direction === 'to-agent' ? 'us' : 'agent'} ${String(read.id)}`
      if (read.facts.kind === 'request' && asked.size < mostWaiting)
        asked.set(key, { method: read.facts.method ?? '', atMs })
      runs.add(`${arrow}: ${isMessage ? messageWords(read) : 'a line that is no message'}`, sizeBytes)
      const question = answered(read, direction, asked)
      if (question !== null) {
        runs.end()
        log.note(`answered: ${question.method} after ${Math.round(clock.nowMs() - question.atMs)} ms`)
      }
    },
    end: () => runs.end(),
  }
}

/** Requests that are never answered must not fill the memory. */
const mostWaiting = 1000

function answered(
  { facts, id }: ReadMessage,
  direction: WirePiece['direction'],
  asked: Map<string, { readonly method: string; readonly atMs: number }>,
): { readonly method: string; readonly atMs: number } | null {
  if (facts.kind !== 'response' && facts.kind !== 'error') return null
  const key = `${direction === 'to-agent' ? 'agent' : 'us'} ${String(id)}`
  const question = asked.get(key) ?? null
  asked.delete(key)
  return question
}

/** Lines of one kind that follow each other are one line with their number. */
class CountedRuns {
  readonly #note: (line: string) => void
  #line: string | null = null
  #count = 0
  #bytes = 0

  constructor(note: (line: string) => void) {
    this.#note = note
  }

  add(line: string, bytes: number): void {
    if (line !== this.#line) this.end()
    this.#line = line
    this.#count += 1
    this.#bytes += bytes
  }

  end(): void {
    if (this.#line !== null)
      this.#note(`${this.#line}${this.#count === 1 ? '' : ` ×${this.#count}`}, ${this.#bytes} bytes`)
    this.#line = null
    this.#count = 0
    this.#bytes = 0
  }
}

function messageWords({ facts, id }: ReadMessage): string {
  const number = id === undefined ? '' : ` id ${String(id).slice(0, 40)}`
  switch (facts.kind) {
    case 'request':
      return `request ${facts.method ?? ''}${number}`
    case 'response':
    case 'error':
      return `${facts.kind}${number}`
    default:
      return `${facts.method ?? facts.kind}${facts.update === null ? '' : ` ${facts.update}`}`
  }
}

/** An event in words; null: messages tell it, or it is not the program's. */
function eventWords(event: AppEvent): string | null {
  switch (event.type) {
    case 'link-changed':
      return `connection: ${linkWords(event.link)}`
    case 'agent-described':
      return `agent: ${event.agent.name ?? 'without a name'} ${event.agent.version ?? ''}, protocol ${event.agent.protocolVersion}`
    case 'session-opening':
    case 'session-opened':
      return `${event.type} (${event.how}): ${event.sessionId}`
    case 'session-not-opened':
      return `session-not-opened: ${event.sessionId ?? 'a new one'}`
    case 'session-selected':
    case 'session-closed':
    case 'session-held':
    case 'session-released':
    case 'turn-cancelled':
    case 'prompt-sent':
      return `${event.type}: ${event.sessionId}`
    case 'turn-ended':
      return `turn-ended: ${event.sessionId}, ${event.outcome.kind === 'stopped' ? event.outcome.stopReason : event.outcome.kind}`
    case 'problem-found':
      return `problem: ${event.problem.code} ${event.problem.path ?? ''}`
    case 'permission-asked':
    case 'permission-updated':
    case 'elicitation-asked':
      return `${event.type}: ${event.request.key}`
    case 'permission-answered':
    case 'elicitation-answered':
      return `${event.type}: ${event.key}`
    case 'file-accessed':
      return `file-accessed: ${event.access}${event.error === null ? '' : ', failed'}`
    case 'proposal-answered':
    case 'plan-tools-told':
    case 'prompt-queued':
    case 'prompts-withdrawn':
    case 'sessions-listed':
    case 'queue-moved':
    case 'marked':
      return event.type
    case 'session-updated':
    case 'stderr-written':
    case 'remarked':
    case 'document-read':
    case 'document-missing':
    case 'playback-changed':
    case 'observed-changed':
      return null
  }
}

function linkWords(link: Link): string {
  switch (link.state) {
    case 'reconnecting':
      return `reconnecting, attempt ${link.attempt}`
    case 'wants-login':
      return `wants-login, ${link.methods.length} methods`
    case 'ended':
      return `ended: ${endWords(link.end)}`
    case 'starting':
    case 'shaking-hands':
    case 'open':
      return link.state
  }
}

function endWords(end: LinkEnd): string {
  switch (end.kind) {
    case 'exited':
      return exitWords(end)
    case 'refused':
      return `refused ${end.method}, code ${String(end.code)}`
    case 'silent':
      return `silent for ${end.forMs} ms, waiting for ${end.waitingFor}`
    default:
      return end.kind
  }
}
