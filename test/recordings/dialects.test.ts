import { describe, expect, test } from 'vitest'
import type { AppState } from '../../src/app/state/app-state.ts'
import { type TraceRecord, recordLine } from '../../src/protocol/trace/trace-record.ts'
import { observed, recordedLines, recordedRecords, recordingNames, shownPlans } from './read-recording.ts'

interface Frame {
  readonly t: number
  readonly dir: 'client>agent' | 'agent>client'
  readonly frame: Readonly<Record<string, unknown>>
}

function framesOf(name: string): readonly Frame[] {
  return recordedLines(name).map((line) => JSON.parse(line) as Frame)
}

/** A frame as a conductor without proxies would have recorded it. */
function conductorLine({ t, dir, frame }: Frame): string {
  const [from, to] = dir === 'client>agent' ? ['Client', 'Agent'] : ['Agent', 'Client']
  const { id, method, params, result, error } = frame
  const about = { ts: t / 1000, protocol: 'acp', from, to }
  if (method === undefined) {
    const isError = error !== undefined
    return JSON.stringify({ type: 'response', ...about, id, is_error: isError, payload: isError ? error : result })
  }
  return JSON.stringify({ type: id === undefined ? 'notification' : 'request', ...about, id, method, params })
}

/** What a trace shows, whenever it was. */
function shown(state: AppState): unknown {
  const sessions = [...state.sessions.values()].map(({ id, phase, origin, turn, counts, proposal, modes }) => {
    const outcome = turn.state === 'ended' ? turn.outcome : turn.state
    return { id, phase, origin, outcome, counts, modes, proposal: proposal?.outcome?.kind }
  })
  const { problemCount, currentSessionId, link } = state
  return { sessions, plans: shownPlans(state), problemCount, currentSessionId, link: link.state }
}

describe.each(recordingNames)('%s in other dialects', (name) => {
  const records = recordedRecords(recordedLines(name))
  const state = observed(records)

  test('as our own, without notes', () => {
    const lines = records.map((record: TraceRecord) => recordLine(record))
    expect(recordedRecords(lines)).toEqual(records)
  })

  test('as nothing but messages: their ways are found out', () => {
    const bare = recordedRecords(framesOf(name).map(({ frame }) => JSON.stringify(frame)))
    const waysOf = (all: readonly TraceRecord[]): unknown => all.map((record) => 'dir' in record && record.dir)
    expect(waysOf(bare)).toEqual(waysOf(records))
    expect(shown(observed(bare))).toEqual(shown(state))
  })

  test('as a conductor records it', () => {
    expect(shown(observed(recordedRecords(framesOf(name).map(conductorLine))))).toEqual(shown(state))
  })

  test('what the agent wrote, alone: its plans are the same', () => {
    const agents = records.filter((record) => 'dir' in record && record.dir === 'from-agent')
    const alone = observed(agents)
    const contents = (from: AppState): unknown => shownPlans(from).map(({ key, content }) => ({ key, content }))
    // Whose past is told, which session is closed: only the client's requests say so.
    if (/sessions|reload|resume/.test(name)) expect(alone.sessions.size).toBeGreaterThan(0)
    else expect(contents(alone)).toEqual(contents(state))
  })
})
