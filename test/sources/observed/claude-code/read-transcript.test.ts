import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { TranscriptReader } from '../../../../src/sources/observed/claude-code/read-transcript.ts'
import { LogTimes } from '../../../../src/sources/observed/log/log-reading.ts'
import { expectReadWhatever, expectSameInPieces } from '../log/any-log.ts'
import { filesBelow, recordedHome } from '../recorded-homes.ts'

const names = ['plan-in-terminal', 'tasks-that-wait', 'todo-write', 'sub-agent']

function reader(): TranscriptReader {
  return new TranscriptReader({ sessionId: 's', times: new LogTimes(), keys: { next: 1 }, isSubagent: false })
}

function readLine(
  line: string,
  into = reader(),
): { readonly types: readonly string[]; readonly fault: string | null } {
  const { events, fault } = into.read(Buffer.from(line))
  return {
    types: events.map((event) => (event.type === 'session-updated' ? event.update.type : event.type)),
    fault,
  }
}

function recorded(name: string): Buffer {
  const [file = ''] = filesBelow(recordedHome(`claude-code/${name}`), '000001.jsonl')
  return readFileSync(file)
}

describe('a transcript', () => {
  test.each(names)('gives the same events however its bytes come: %s', (name) => {
    expectSameInPieces(reader, recorded(name))
  })

  test('is read whatever it holds', () => expectReadWhatever(reader, recorded('plan-in-terminal')))
})

describe('a line', () => {
  test('that is not JSON, or no object, is not understood', () => {
    expect(readLine('{"type":"user"').fault).toBe('it is not JSON')
    expect(readLine('[]').fault).toBe('it is not a JSON object')
    expect(readLine('{"sessionId":"s"}').fault).toBe('it has no type')
    expect(readLine('')).toEqual({ types: [], fault: null })
    expect(readLine('  ')).toEqual({ types: [], fault: null })
  })

  test('of an unknown type matters only if it names plans, tasks or to-dos', () => {
    expect(readLine('{"type":"weather","sky":"blue"}').fault).toBeNull()
    expect(readLine('{"type":"plan-step","step":1}').fault).toBe(
      'records of the type plan-step are not known',
    )
    expect(readLine('{"type":"state","todoList":[]}').fault).toBe('records of the type state are not known')
    expect(readLine('{"type":"tools-used","tools":["TaskCreate"]}').fault).toBeNull()
  })

  test('with a to-do list of another shape is not understood', () => {
    const call = (name: string, input: object): string =>
      JSON.stringify({
        type: 'assistant',
        message: { content: [{ type: 'tool_use', id: 't', name, input }] },
      })
    expect(readLine(call('TodoWrite', { list: 'later' })).fault).toBe('the list of a TodoWrite was not found')
    expect(readLine(call('ExitPlanMode', {})).fault).toBe('the plan of an ExitPlanMode was not found')
    expect(readLine(JSON.stringify({ type: 'assistant', message: { content: 7 } })).fault).toBe(
      'it has no content',
    )
    expect(readLine(call('TodoWrite', { todos: [] })).fault).toBeNull()
  })

  test('of the program itself is no prompt', () => {
    const types = (fields: object): readonly string[] =>
      readLine(JSON.stringify({ type: 'user', ...fields })).types.filter((type) => type === 'prompt-sent')
    expect(types({ message: { content: 'Go' } })).toEqual(['prompt-sent'])
    expect(types({ message: { content: [{ type: 'text', text: 'Go' }] } })).toEqual(['prompt-sent'])
    expect(types({ isMeta: true, message: { content: 'Caveat' } })).toEqual([])
    expect(types({ isCompactSummary: true, message: { content: 'Before' } })).toEqual([])
    expect(types({ isSidechain: true, message: { content: 'Go' } })).toEqual([])
    expect(types({ message: { content: '<command-name>/clear</command-name>' } })).toEqual([])
    expect(types({ origin: { kind: 'task-notification' }, message: { content: 'x' } })).toEqual([])
  })

  test('that interrupts ends the turn as cancelled', () => {
    const into = reader()
    into.read(Buffer.from(JSON.stringify({ type: 'user', message: { content: 'Go' } })))
    const text = '[Request interrupted by user for tool use]'
    const { events } = into.read(
      Buffer.from(JSON.stringify({ type: 'user', message: { content: [{ type: 'text', text }] } })),
    )
    expect(events).toMatchObject([
      { type: 'turn-ended', outcome: { kind: 'stopped', stopReason: 'cancelled' } },
    ])
  })

  test('that is long is parsed only if it matters', () => {
    const long = 'x'.repeat(5000)
    // Not JSON from the middle on: it would be reported if it were parsed.
    expect(readLine(`{"type":"api-request-blob","text":"${long}`).fault).toBeNull()
    expect(readLine(`{"attachment":{"type":"file","text":"${long}`).fault).toBeNull()
    expect(
      readLine(`{"content":[{"tool_use_id":"t1","type":"tool_result","content":"${long}`).fault,
    ).toBeNull()
    expect(readLine(`{"type":"user","text":"${long}`).fault).toBe('it is not JSON')
  })
})
