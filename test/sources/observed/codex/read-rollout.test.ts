import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { RolloutReader } from '../../../../src/sources/observed/codex/read-rollout.ts'
import { plansInCall } from '../../../../src/sources/observed/codex/rollout-record.ts'
import { LogTimes } from '../../../../src/sources/observed/log/log-reading.ts'
import { expectReadWhatever, expectSameInPieces } from '../log/any-log.ts'
import { filesBelow, recordedHome } from '../recorded-homes.ts'

function reader(): RolloutReader {
  return new RolloutReader({ sessionId: 's', times: new LogTimes() })
}

function told(...records: readonly object[]): readonly string[] {
  const into = reader()
  return records
    .flatMap((record) => into.read(Buffer.from(JSON.stringify(record))).events)
    .map((event) => (event.type === 'session-updated' ? event.update.type : event.type))
    .slice(3)
}

function fault(record: object): string | null {
  return reader().read(Buffer.from(JSON.stringify(record))).fault
}

const recorded = (name: string): Buffer =>
  readFileSync(filesBelow(recordedHome(`codex/${name}`), '.jsonl')[0] ?? '')

describe('a rollout', () => {
  test.each(['update-plan', 'proposed-plan'])('gives the same events however its bytes come: %s', (name) => {
    expectSameInPieces(reader, recorded(name))
  })

  test('is read whatever it holds', () => expectReadWhatever(reader, recorded('proposed-plan')))
})

describe('a rollout of an older version', () => {
  const call = { type: 'function_call', name: 'update_plan', call_id: 'c' }
  const plan = JSON.stringify({ plan: [{ step: 'One', status: 'in_progress' }] })

  test('without events of turns: a reply without a call ends the turn', () => {
    expect(
      told(
        { type: 'session_meta', payload: { id: 's' } },
        { type: 'event_msg', payload: { type: 'user_message', message: 'Go' } },
        { type: 'response_item', payload: { ...call, arguments: plan } },
        { type: 'event_msg', payload: { type: 'token_count' } },
        {
          type: 'response_item',
          payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done' }] },
        },
        { type: 'event_msg', payload: { type: 'token_count' } },
      ),
    ).toEqual(['prompt-sent', 'plan-replaced', 'said', 'turn-ended'])
  })

  test('without envelopes: items stand in lines of their own', () => {
    expect(
      told(
        { id: 's', timestamp: '2025-08-01T00:00:00Z', instructions: null },
        { record_type: 'state' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: '<environment_context>…' }] },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go' }] },
        { ...call, arguments: plan },
      ),
    ).toEqual(['prompt-sent', 'plan-replaced'])
  })
})

describe('a call', () => {
  test('of a program with checklists in it gives each of them', () => {
    const one = '{"plan":[{"step":"a } \\" {","status":"pending"}]}'
    const two = '{"plan":[{"step":"b","status":"completed"}]}'
    const input = `await tools.update_plan(${one});\nconst x = {};\nawait tools.update_plan( ${two} )`
    expect(plansInCall({ input }).map((entries) => entries.map(({ content }) => content))).toEqual([
      ['a } " {'],
      ['b'],
    ])
    expect(plansInCall({ input: 'update_plan({' })).toEqual([])
    expect(plansInCall({ input: 'update_plan(plan)' })).toEqual([])
  })

  test('may name its list and its steps otherwise', () => {
    const content = (given: Readonly<Record<string, unknown>>): unknown =>
      plansInCall(given)[0]?.map((entry) => `${entry.status} ${entry.content}`)
    expect(content({ arguments: { steps: [{ step: 'a', status: 'done' }] } })).toEqual(['completed a'])
    expect(content({ arguments: { todos: [{ content: 'a', status: 'pending' }] } })).toEqual(['pending a'])
    expect(content({ arguments: { weather: 'fine' } })).toBeUndefined()
  })
})

describe('what is not understood', () => {
  test('is a list that was not found, or an event that is about a plan', () => {
    const call = { type: 'function_call', name: 'update_plan', call_id: 'c', arguments: '{"x":1}' }
    expect(fault({ type: 'response_item', payload: call })).toBe('the list of an update_plan was not found')
    expect(fault({ type: 'event_msg', payload: { type: 'plan_shared' } })).toBe(
      'events of the type plan_shared are not known',
    )
    expect(fault({ type: 'event_msg', payload: { type: 'weather' } })).toBeNull()
    expect(fault({ type: 'event_msg', payload: { type: 'item_completed', item: { type: 'Plan' } } })).toBe(
      'the text of a plan was not found',
    )
    expect(reader().read(Buffer.from('{"type":')).fault).toBe('it is not JSON')
  })
})
