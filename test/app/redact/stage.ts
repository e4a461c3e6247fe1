import { expect } from 'vitest'
import type { RedactClass, RedactConfig } from '../../../src/app/redact/redact-config.ts'
import type { RedactRules } from '../../../src/app/redact/redact-rules.ts'
import { createRedactor, type Redactor } from '../../../src/app/redact/redactor.ts'
import type { TraceDirection, TraceRecord } from '../../../src/protocol/trace/trace-record.ts'

const everything: readonly RedactClass[] = ['paths', 'names', 'keys', 'hosts']

/** The laptop of Anna, who works for a client. */
export const annasLaptop: RedactConfig = {
  classes: new Set(everything),
  surroundings: {
    homes: ['/home/anna'],
    workingDirectories: ['/home/anna/work/bank', '/srv/build/shop'],
    users: ['anna', 'Björn'],
    hosts: ['annas-thinkpad', 'buildbox.corp.acme.de'],
  },
  rules: null,
}

export function onAnnasLaptop(
  classes: readonly RedactClass[] = everything,
  rules: RedactRules | null = null,
): Redactor {
  return createRedactor({ ...annasLaptop, classes: new Set(classes), rules })
}

/** A redactor that knows nothing, or only these folders and users. */
export function anywhere(
  known: Partial<RedactConfig['surroundings']> = {},
  classes: readonly RedactClass[] = everything,
): Redactor {
  const surroundings = { homes: [], workingDirectories: [], users: [], hosts: [], ...known }
  return createRedactor({ classes: new Set(classes), surroundings, rules: null })
}

/** The text is redacted to this, which is not changed again, and has no leak. */
export function expectRedacted(redactor: () => Redactor, text: string, redacted: string): void {
  const first = redactor()
  expect(first.text(text)).toBe(redacted)
  expect(first.text(redacted)).toBe(redacted)
  expect(redactor().text(redacted)).toBe(redacted)
  expect(first.leaks(redacted)).toEqual([])
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

/** The texts of the parts of one message after redaction. */
export function redactParts(redactor: Redactor, parts: readonly string[]): readonly string[] {
  return textsOf(
    redactAll(
      redactor,
      parts.map((part, t) => chunk(t, part)),
    ),
  )
}

/** The escaped text of each part of a message; of other records their type. */
export function textsOf(records: readonly TraceRecord[]): readonly string[] {
  return records.map((record) => {
    const line = record.type === 'frame' ? record.line : '{}'
    return /"text":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? record.type
  })
}
