import type { TraceRecord, WireRecord } from '../../protocol/trace/trace-record.ts'
import { WireReader, type Incoming } from '../../protocol/wire/wire-reader.ts'
import type { AppEvent } from '../state/app-event.ts'
import { ExchangeInterpreter } from './exchange-interpreter.ts'
import { readDocumentEvent } from '../notes/document-note.ts'
import { readNote } from '../notes/read-note.ts'

export interface TraceInterpreterOptions {
  /** The name of an agent that does not name itself. */
  readonly fallbackName: string
}

/**
 * Reads the events of a trace, record by record, in order. What the client did is read from the notes of the trace;
 * without notes it is inferred from the frames. Never throws, whatever the trace holds.
 */
export class TraceInterpreter {
  readonly #interpreter: ExchangeInterpreter
  readonly #reader = new WireReader()

  constructor(
    { fallbackName }: TraceInterpreterOptions = { fallbackName: 'agent' },
    interpreter = new ExchangeInterpreter({ fallbackName, factSource: 'frames' }),
  ) {
    this.#interpreter = interpreter
  }

  /** An independent copy in the same state. */
  copy(): TraceInterpreter {
    return new TraceInterpreter(undefined, this.#interpreter.copy())
  }

  /** The agent's frame that was read last; null: none was. */
  get frame(): number | null {
    return this.#interpreter.known.frame
  }

  /** The events of one more record. `onPassed` is called with each message and defect in it, of either direction. */
  read(record: TraceRecord, onPassed?: (incoming: Incoming) => void): readonly AppEvent[] {
    const interpreter = this.#interpreter
    interpreter.setTime(record.t)
    switch (record.type) {
      case 'frame':
      case 'bytes':
      case 'overlong':
        this.#passed(record, onPassed)
        break
      case 'event': {
        const event = readNote(record.event, record.t) ?? readDocumentEvent(record.event, record.t)
        if (event !== null) interpreter.noted(event)
        break
      }
      case 'stderr':
        interpreter.stderrWritten(record.line)
        break
      case 'end':
        interpreter.ended()
        break
      case 'mark':
        interpreter.marked(record.text)
        break
      case 'size':
      case 'unknown':
    }
    const events = interpreter.takeEvents()
    return 'isUntimed' in record ? events.map((event) => ({ ...event, isUntimed: true })) : events
  }

  #passed(record: WireRecord, onPassed?: (incoming: Incoming) => void): void {
    const isFromAgent = record.dir === 'from-agent'
    if (isFromAgent) this.#interpreter.frameBegan()
    for (const incoming of this.#incoming(record)) {
      onPassed?.(incoming)
      if (incoming.type === 'message') {
        if (isFromAgent) this.#interpreter.received(incoming.message)
        else this.#interpreter.sent(incoming.message)
      } else if (isFromAgent) this.#interpreter.problemFound(incoming.problem)
    }
  }

  #incoming(record: WireRecord): readonly Incoming[] {
    const unit = record.isFramed === true ? 'frame' : 'line'
    switch (record.type) {
      case 'frame':
        return this.#reader.readText(record.line, unit)
      case 'bytes': {
        const { bytes, isBinary } = record
        if (unit === 'line') return this.#reader.read({ type: 'line', bytes })
        return this.#reader.read({ type: 'frame', kind: isBinary ? 'binary' : 'text', bytes })
      }
      case 'overlong': {
        const { start, sizeBytes } = record
        const framed = record.isFramed === true ? ({ isFramed: true } as const) : {}
        return this.#reader.read({ type: 'overlong', start, sizeBytes, ...framed })
      }
    }
  }
}
