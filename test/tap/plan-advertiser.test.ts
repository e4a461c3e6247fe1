import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { PlanAdvertiser } from '../../src/tap/plan-advertiser.ts'
import type { ByteChange } from '../../src/tap/tap-log.ts'

function initialize(params: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })}\n`
}

const old = initialize({ protocolVersion: 1, clientCapabilities: { fs: { readTextFile: true } } })

function update(value: object): string {
  const params = { sessionId: 's1', update: value }
  return `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })}\n`
}

const checklist = update({
  sessionUpdate: 'plan_update',
  plan: {
    type: 'items',
    planId: 'p1',
    entries: [
      { content: 'One', status: 'completed', priority: 'high' },
      { content: 'Two', status: 'cancelled', priority: 'odd', _meta: { id: 2 } },
      { content: 'Three', status: 'in_progress' },
      'no entry',
      { status: '_mine' },
    ],
  },
})

function list(planId: string, ...contents: readonly string[]): string {
  const entries = contents.map((content) => ({ content, status: 'pending', priority: 'medium' }))
  return update({ sessionUpdate: 'plan_update', plan: { type: 'items', planId, entries } })
}

function removal(planId: string): string {
  return update({ sessionUpdate: 'plan_removed', planId })
}

/** The contents of the checklists that an editor gets. */
function contentsOf(passed: string): readonly (readonly string[])[] {
  return passed
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { params } = JSON.parse(line) as {
        readonly params: { readonly update: { readonly entries: readonly { readonly content: string }[] } }
      }
      return params.update.entries.map(({ content }) => content)
    })
}

function advertiser(): { readonly plans: PlanAdvertiser; readonly said: string[] } {
  const said: string[] = []
  return { plans: new PlanAdvertiser((words) => said.push(words)), said }
}

function pass(change: ByteChange, ...chunks: readonly string[]): string {
  return Buffer.concat([...chunks.map((chunk) => change.pass(Buffer.from(chunk))), change.end()]).toString()
}

describe('the plan capabilities', () => {
  test('are added to initialize, and all else stays as it is', () => {
    const { plans, said } = advertiser()
    const passed = pass(plans.toAgent, old.slice(0, 30), `${old.slice(30)}{"id": 1,  "method":"x"}\nrest`)
    const [line = '', ...rest] = passed.split('\n')
    expect(JSON.parse(line)).toEqual({
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: {
        protocolVersion: 1,
        clientCapabilities: { fs: { readTextFile: true }, plan: {}, planCapabilities: {} },
      },
    })
    expect(rest).toEqual(['{"id": 1,  "method":"x"}', 'rest'])
    expect(said).toEqual([])
  })

  test.each([
    ['asks for plans', { protocolVersion: 1, clientCapabilities: { plan: {} } }, 'asks for plans itself'],
    ['speaks version 2', { protocolVersion: 2, capabilities: {} }, 'speaks a newer version'],
  ])('stay as they are where the editor %s, and so does all else', (_, params, says) => {
    const { plans, said } = advertiser()
    expect(pass(plans.toAgent, initialize(params))).toBe(initialize(params))
    expect(pass(plans.toEditor, checklist)).toBe(checklist)
    expect(said).toEqual([expect.stringContaining(says)])
  })
})

describe('plans for the editor', () => {
  test('are plans of version 1 where they are checklists', () => {
    const { plans, said } = advertiser()
    pass(plans.toAgent, old)
    expect(JSON.parse(pass(plans.toEditor, checklist.slice(0, 80), checklist.slice(80)))).toEqual({
      jsonrpc: '2.0',
      method: 'session/update',
      params: {
        sessionId: 's1',
        update: {
          sessionUpdate: 'plan',
          entries: [
            { content: 'One', status: 'completed', priority: 'high' },
            { content: 'Two', status: 'completed', priority: 'medium', _meta: { id: 2 } },
            { content: 'Three', status: 'in_progress', priority: 'medium' },
            { content: '', status: 'pending', priority: 'medium' },
          ],
        },
      },
    })
    expect(said).toEqual([])
  })

  test('are withheld where they are of another kind, and the first of each kind is told', () => {
    const { plans, said } = advertiser()
    pass(plans.toAgent, old)
    const markdown = update({
      sessionUpdate: 'plan_update',
      plan: { type: 'markdown', planId: 'p', content: '#' },
    })
    const removed = update({ sessionUpdate: 'plan_removed', planId: 'p' })
    const other = update({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: '"plan_update"' },
    })
    expect(pass(plans.toEditor, markdown + other, markdown + removed + removed)).toBe(other)
    expect(said).toEqual([
      'a plan of the kind “markdown” was withheld from the editor, which does not know it; so are others of its kind',
      'the removal of a plan was withheld from the editor, which does not know it; so are others of its kind',
    ])
  })

  test('leave bytes that are no message as they are', () => {
    const { plans } = advertiser()
    pass(plans.toAgent, old)
    const odd = 'a banner with "plan_update"\n\n{"method":"session/update","x":"plan_update"\r\n{"a":\n'
    expect(pass(plans.toEditor, odd.slice(0, 5), odd.slice(5))).toBe(odd)
  })

  test('do not hold back a line without an end for ever', () => {
    const { plans } = advertiser()
    pass(plans.toAgent, old)
    const part = Buffer.alloc(1024 * 1024, 97)
    let passed = 0
    for (let at = 0; at < 20; at++) passed += plans.toEditor.pass(part).length
    expect(passed).toBeGreaterThan(15 * part.length)
    passed += plans.toEditor.pass(Buffer.from('\n')).length + plans.toEditor.end().length
    expect(passed).toBe(20 * part.length + 1)
  })
})

describe('several plans of a session', () => {
  function passed(...lines: readonly string[]): string {
    const { plans } = advertiser()
    pass(plans.toAgent, old)
    return pass(plans.toEditor, ...lines)
  }

  test('are one checklist for the editor, in the order in which they came', () => {
    expect(contentsOf(passed(list('a', 'One'), list('b', 'Two', 'Three'), list('a', 'Uno')))).toEqual([
      ['One'],
      ['One', 'Two', 'Three'],
      ['Uno', 'Two', 'Three'],
    ])
  })

  test('are shown without one that was removed', () => {
    expect(contentsOf(passed(list('a', 'One'), list('b', 'Two'), removal('a'), removal('b')))).toEqual([
      ['One'],
      ['One', 'Two'],
      ['Two'],
      [],
    ])
  })

  test('stand beside the one without an id, which alone is passed on as it is', () => {
    const own = `{"jsonrpc":"2.0",  "method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan","entries":[{"content":"Own"}]}}}\n`
    expect(passed(own)).toBe(own)
    expect(contentsOf(passed(list('a', 'One'), own))).toEqual([['One'], ['One', 'Own']])
  })

  test('of other sessions are others', () => {
    const other = list('a', 'Other').replace('"s1"', '"s2"')
    expect(contentsOf(passed(list('a', 'One'), other))).toEqual([['One'], ['Other']])
  })

  test('are not kept without end', () => {
    const lists = Array.from({ length: 300 }, (_, index) => list(`p${index}`, `Step ${index}`))
    expect(contentsOf(passed(...lists)).at(-1)).toHaveLength(100)
    const long = 'x'.repeat(6 * 1024 * 1024)
    const last = contentsOf(passed(list('a', long), list('b', long), list('c', long))).at(-1)
    expect(last).toHaveLength(2)
  })
})
