import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isObject, type JsonObject } from '../../src/protocol/wire/message.ts'

/** A recording, as a trace and as what its agent does to a client that asks for the same. */
export interface Recording {
  readonly name: string
  readonly lines: readonly string[]
  readonly version: 1 | 2
  /** What the agent answers to `initialize` and `session/new`; null: the recording has no new session. */
  readonly opening: { readonly initialize: unknown; readonly session: JsonObject } | null
  /** All that the agent writes from the first prompt on, but answers. */
  readonly said: readonly string[]
}

/** The recordings of `test/recordings`, by their names. */
export function readRecordings(folder: string): readonly Recording[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .map((name) => readRecording(name, readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n')))
}

function readRecording(name: string, lines: readonly string[]): Recording {
  const methods = new Map<unknown, string>()
  const answers = new Map<string, unknown>()
  const said: string[] = []
  for (const line of lines) {
    const record = JSON.parse(line) as { readonly dir?: string; readonly frame?: unknown }
    const frame = isObject(record.frame) ? record.frame : {}
    const method = frame['method']
    if (record.dir === 'client>agent') {
      if (typeof method === 'string' && 'id' in frame) methods.set(frame['id'], method)
    } else if (method === undefined) {
      const asked = methods.get(frame['id'])
      if (asked !== undefined && !answers.has(asked)) answers.set(asked, frame['result'])
    } else said.push(JSON.stringify(frame))
  }
  const initialize = answers.get('initialize')
  const session = answers.get('session/new')
  const version = isObject(initialize) && initialize['protocolVersion'] === 2 ? 2 : 1
  const isWhole = isObject(session) && typeof session['sessionId'] === 'string' && said.length > 0
  return { name, lines, version, opening: isWhole ? { initialize, session } : null, said }
}
