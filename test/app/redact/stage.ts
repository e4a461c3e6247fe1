import type { RedactClass } from '../../../src/app/redact/redact-config.ts'
import type { RedactRules } from '../../../src/app/redact/redact-rules.ts'
import { createRedactor, type Redactor } from '../../../src/app/redact/redactor.ts'
import type { TraceDirection, TraceRecord } from '../../../src/protocol/trace/trace-record.ts'

const everything: readonly RedactClass[] = ['paths', 'names', 'keys', 'hosts']

/** A redactor on the laptop of Anna, who works for a client. */
export function onAnnasLaptop(
  classes: readonly RedactClass[] = everything,
  rules: RedactRules | null = null,
): Redactor {
  return createRedactor({
    classes: new Set(classes),
    surroundings: {
      homes: ['/home/anna'],
      workingDirectories: ['/home/anna/work/bank', '/srv/build/shop'],
      users: ['anna', 'Björn'],
      hosts: ['annas-thinkpad', 'buildbox.corp.acme.de'],
    },
    rules,
  })
}

/** A redactor that was told nothing. */
export function anywhere(): Redactor {
  const surroundings = { homes: [], workingDirectories: [], users: [], hosts: [] }
  return createRedactor({ classes: new Set(everything), surroundings, rules: null })
}

export function frame(t: number, value: unknown, dir: TraceDirection = 'from-agent'): TraceRecord {
  return { t, type: 'frame', dir, line: typeof value === 'string' ? value : JSON.stringify(value) }
}

export function update(t: number, value: object, sessionId = 'session-1'): TraceRecord {
  return frame(t, { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: value } })
}

/** A part of a message. */
export function chunk(t: number, text: string, sessionId = 'session-1'): TraceRecord {
  return update(t, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }, sessionId)
}

/** What a redactor makes of all records of a run. */
export function redactAll(redactor: Redactor, records: readonly TraceRecord[]): readonly TraceRecord[] {
  const stream = redactor.stream()
  return [...records.flatMap((record) => stream.push(record)), ...stream.flush()]
}

/** The same where the redactor knows the whole run from the start. */
export function redactKnowing(redactor: Redactor, records: readonly TraceRecord[]): readonly TraceRecord[] {
  redactAll(redactor, records)
  return redactAll(redactor, records)
}
