import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import * as stable from '@agentclientprotocol/sdk'
import * as stable2 from '@agentclientprotocol/sdk/experimental/v2'
import * as unstable2 from '@agentclientprotocol/sdk/experimental/v2/unstable'
import * as unstable from '@agentclientprotocol/sdk/unstable'
import type { Json } from './puppet.ts'

// Why nothing that an agent sends is read by the SDK: what its four entries do to each way of sending a plan. When an upgrade
// changes a line here, look again at what we do ourselves.

const pending = { content: 'x', priority: 'medium', status: 'pending' }
const updates: Readonly<Record<string, Json>> = {
  'a: plan': { sessionUpdate: 'plan', entries: [pending] },
  'a: plan without entries': { sessionUpdate: 'plan', entries: null },
  'a: plan with an unknown status': {
    sessionUpdate: 'plan',
    entries: [{ ...pending, status: 'blocked' }, pending],
  },
  'b: plan_update by id': {
    sessionUpdate: 'plan_update',
    plan: { type: 'items', id: 'p', entries: [pending] },
  },
  'b: plan_removed by id': { sessionUpdate: 'plan_removed', id: 'p' },
  'c: items by planId': {
    sessionUpdate: 'plan_update',
    plan: { type: 'items', planId: 'p', entries: [pending] },
  },
  'c: markdown': { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: 'p', content: '# x' } },
  'c: file': { sessionUpdate: 'plan_update', plan: { type: 'file', planId: 'p', uri: 'file:///x' } },
  'c: plan_removed by planId': { sessionUpdate: 'plan_removed', planId: 'p' },
  'd: an entry cancelled': {
    sessionUpdate: 'plan_update',
    plan: { type: 'items', planId: 'p', entries: [{ ...pending, status: 'cancelled' }] },
  },
  'd: a type of its own': { sessionUpdate: 'plan_update', plan: { type: '_graph', planId: 'p', nodes: [1] } },
}

type Fate = 'as it came' | 'changed' | 'rejected'

interface AnyStream {
  readonly readable: ReadableStream<never>
  readonly writable: WritableStream<Json>
}

/** As much of an entry's client as is needed here; the four types differ. */
interface AnyClient {
  onNotification(
    method: '*' | 'session/update',
    handler: (context: { params: { update: Json } }) => void,
  ): AnyClient
  connect(stream: AnyStream): {
    close(): void
    readonly agent: { request(method: string, params: Json): Promise<unknown> }
  }
}

async function fatesIn(makeClient: () => unknown, version: 1 | 2): Promise<Readonly<Record<string, Fate>>> {
  const received: Json[] = []
  let toClient: ReadableStreamDefaultController | undefined
  const readable = new ReadableStream<never>({ start: (controller) => void (toClient = controller) })
  const answered = new Map<unknown, () => void>()
  const writable = new WritableStream<Json>({
    write(message) {
      const result = { protocolVersion: version, info: { name: 'x', version: '1' }, capabilities: {} }
      if (message['method'] === 'initialize') toClient?.enqueue({ jsonrpc: '2.0', id: message['id'], result })
      answered.get(message['id'])?.()
    },
  })
  const connection = (makeClient() as AnyClient)
    .onNotification('session/update', ({ params }) => void received.push(params.update))
    .connect({ readable, writable })
  await connection.agent.request('initialize', {
    protocolVersion: version,
    info: { name: 'y', version: '1' },
  })
  const fates: Record<string, Fate> = {}
  for (const [name, update] of Object.entries(updates)) {
    received.length = 0
    toClient?.enqueue({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } })
    // The answer to a request that follows says that the update is through.
    await new Promise<void>((resolve) => {
      answered.set(name, resolve)
      toClient?.enqueue({ jsonrpc: '2.0', id: name, method: '_ping', params: {} })
    })
    const [first] = received
    fates[name] = first === undefined ? 'rejected' : equal(first, update) ? 'as it came' : 'changed'
  }
  connection.close()
  return fates
}

function equal(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other)
    return true
  } catch {
    return false
  }
}

let complaints: MockInstance

beforeEach(() => {
  // Where the SDK tells of rejected updates: over the screen, in a program with one.
  complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('no entry of the SDK takes every dialect, and none takes plans by id', async () => {
  const [v1, v1Unstable, v2, v2Unstable] = await Promise.all([
    fatesIn(() => stable.client({ name: 'test' }), 1),
    fatesIn(() => unstable.client({ name: 'test' }), 1),
    fatesIn(() => stable2.client({ name: 'test' }), 2),
    fatesIn(() => unstable2.client({ name: 'test' }), 2),
  ])
  const table = Object.fromEntries(
    Object.keys(updates).map((name) => [
      name,
      [v1[name], v1Unstable[name], v2[name], v2Unstable[name]].join(' | '),
    ]),
  )
  // v1 | v1 unstable | v2 | v2 unstable; v2 hands on what it does not know, but cannot talk to an agent of version 1.
  expect(table).toEqual({
    'a: plan': 'as it came | as it came | as it came | as it came',
    'a: plan without entries': 'changed | changed | as it came | as it came',
    'a: plan with an unknown status': 'changed | changed | as it came | as it came',
    'b: plan_update by id': 'rejected | rejected | rejected | rejected',
    'b: plan_removed by id': 'rejected | rejected | as it came | rejected',
    'c: items by planId': 'rejected | as it came | as it came | as it came',
    'c: markdown': 'rejected | as it came | as it came | as it came',
    'c: file': 'rejected | as it came | as it came | as it came',
    'c: plan_removed by planId': 'rejected | as it came | as it came | as it came',
    'd: an entry cancelled': 'rejected | changed | as it came | as it came',
    'd: a type of its own': 'rejected | rejected | as it came | as it came',
  })
})

test('what the SDK rejects is written to the console', async () => {
  await fatesIn(() => unstable.client({ name: 'test' }), 1)
  expect(complaints).toHaveBeenCalledWith(
    'Error handling notification',
    expect.objectContaining({ code: -32602 }),
  )
})
