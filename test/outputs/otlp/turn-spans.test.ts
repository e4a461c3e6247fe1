import { expect, test } from 'vitest'
import { createApp } from '../../../src/app/app.ts'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { attributesOf, otlpBody, otlpPiece, type Span } from '../../../src/outputs/otlp/otlp-messages.ts'
import { TurnSpans } from '../../../src/outputs/otlp/turn-spans.ts'
import type { PlanContent } from '../../../src/protocol/plan-kinds/plan-kinds.ts'
import {
  asked,
  chosen,
  ended,
  opened,
  over,
  planned,
  prompted,
  session,
  subagent,
  tool,
  updated,
} from '../../support/app-states.ts'
import { entries } from '../stage.ts'
import { decoded } from './otlp-stage.ts'

const plan = { type: 'markdown', text: '# Plan\n\nFirst this.' } as const

function items(...rows: readonly string[]): PlanContent {
  return { type: 'items', entries: entries(...rows) }
}

function spansOf(
  events: readonly AppEvent[],
  shown: ((text: string) => string) | null = null,
): readonly Span[] {
  const [app, turns] = [createApp(), new TurnSpans(shown)]
  const spans: Span[] = []
  app.onEvent((event, after, before) => void spans.push(...turns.onEvent(event, [after, before], 0)))
  for (const event of events) app.dispatch(event)
  return spans
}

/** A span in a line: its name, its times in milliseconds, and attributes that are not in all. */
function line(span: Span, spans: readonly Span[]): string {
  const { name, startTimeUnixNano: from, endTimeUnixNano: to, attributes, status } = span
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  const told = attributes
    .filter(({ key }) => /status|index|stop|error|reason|call.id|content|title/.test(key))
    .map(({ value }) => Object.values(value).join())
  const links = (span.links ?? []).map(({ spanId }) => {
    const linked = spans.findIndex((each) => each.spanId === spanId)
    return `in ${linked}`
  })
  const below = parent === undefined ? '' : `${parent.name} › `
  const failed = status === undefined ? [] : ['failed']
  return [`${below}${name}`, `${Number(from) / 1e6}–${Number(to) / 1e6}`, ...told, ...links, ...failed].join(
    ' ',
  )
}

const turn = [
  ...opened(),
  prompted(1000),
  planned(1500, items('> Read', '. Fix')),
  tool(2000, { toolCallId: 'call-1', kind: 'read', title: 'Read /etc/passwd', status: 'in_progress' }),
  tool(2500, { toolCallId: 'call-1', status: 'completed' }),
  planned(3000, items('x Read', '> Fix')),
  asked(4000),
  chosen(6000, 1, 'once'),
  tool(6500, { toolCallId: '/a path/', kind: 'execute', status: 'failed' }),
  planned(7000, items('x Read', 'x Fix')),
  ended(8000),
]

test('a turn with its steps, calls and waits', () => {
  const spans = spansOf(turn)
  expect(spans.map((span) => line(span, spans))).toEqual([
    'invoke_agent claude-agent-acp › acp.wait 4000–6000 permission',
    'invoke_agent claude-agent-acp 1000–8000 end_turn',
    'invoke_agent claude-agent-acp › acp.plan.entry 1500–3000 completed 1',
    'invoke_agent claude-agent-acp › acp.plan.entry 3000–7000 completed 2',
    'invoke_agent claude-agent-acp › execute_tool read 2000–2500 call-1 in 2',
    expect.stringMatching(
      /^invoke_agent claude-agent-acp › execute_tool execute 6500–6500 [0-9a-f]{32} in 3 failed$/,
    ),
  ])
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length)
})

test('texts come only through what makes them ready', () => {
  const spans = spansOf(turn, (text) => text.toUpperCase())
  expect(spans.map((span) => line(span, spans)).filter((each) => /[A-Z]{3}/.test(each))).toEqual([
    'invoke_agent claude-agent-acp › acp.plan.entry 1500–3000 completed 1 READ',
    'invoke_agent claude-agent-acp › acp.plan.entry 3000–7000 completed 2 FIX',
    'invoke_agent claude-agent-acp › execute_tool read 2000–2500 call-1 READ /ETC/PASSWD in 2',
    expect.stringMatching(/ \/A PATH\/ in 3 failed$/),
  ])
  expect(JSON.stringify(spansOf(turn))).not.toMatch(/Read|passwd|a path/)
})

test('each proposal is a phase of planning', () => {
  const spans = spansOf([
    ...opened(),
    prompted(1000),
    asked(3000, { toolKind: 'switch_mode', plan }),
    chosen(4000, 1, 'no'),
    asked(7000, { key: 2, toolKind: 'switch_mode', plan: { ...plan, text: '# Plan\n\nThat.' } }),
    chosen(9000, 2, 'once'),
    ended(9500),
  ])
  const lines = spans.map((span) => line(span, spans)).filter((each) => each.includes('› plan'))
  expect(lines).toEqual([
    'invoke_agent claude-agent-acp › plan claude-agent-acp 1000–3000',
    'invoke_agent claude-agent-acp › plan claude-agent-acp 4000–7000',
  ])
})

test('turns that fail or are lost', () => {
  const failed = { kind: 'failed', code: -32603, message: 'secret' } as const
  const spans = spansOf([
    ...opened(),
    prompted(1000),
    { type: 'turn-ended', atMs: 2000, sessionId: session, outcome: failed },
    prompted(3000),
    over(4000, { kind: 'exited', code: 1, signal: null }),
  ])
  expect(spans.map((span) => line(span, spans))).toEqual([
    'invoke_agent claude-agent-acp 1000–2000 -32603 failed',
    'invoke_agent claude-agent-acp 3000–4000 lost failed',
  ])
})

test('the span that a prompt names is the parent, and its trace that of the turn', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const [root] = spansOf([
    ...opened(),
    { ...prompted(1000), traceparent } as AppEvent,
    ended(2000),
    prompted(3000),
    ended(4000),
  ])
  expect(root).toMatchObject({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parentSpanId: 'b7ad6b7169203331',
  })
  const later = spansOf([
    ...opened(),
    { ...prompted(1000), traceparent } as AppEvent,
    ended(2000),
    prompted(3000),
    ended(4000),
  ])
  expect(later[1]?.parentSpanId).toBeUndefined()
})

test('a turn of a sub-agent belongs to that which began it', () => {
  const spans = spansOf([
    ...opened(),
    prompted(1000),
    subagent(session, 'child', 'looks around'),
    updated(1200, { type: 'state', state: 'running' }, 'child'),
    updated(1400, { type: 'state', state: 'idle', stopReason: 'end_turn' }, 'child'),
    ended(2000),
  ])
  const [child, root] = spans
  expect(spans).toHaveLength(2)
  expect(child?.traceId).toBe(root?.traceId)
  expect(child?.parentSpanId).toBe(root?.spanId)
})

test('protobufjs reads the same as stands in the JSON', () => {
  const sender = { resource: attributesOf({ 'service.name': 'x' }), version: '1.2.3' }
  const body = (isJson: boolean): Uint8Array => {
    const format = { signal: 'traces', isJson } as const
    return otlpBody(
      format,
      spansOf(turn, String).map((span) => otlpPiece(format, span)),
      sender,
    )
  }
  const json = JSON.parse(Buffer.from(body(true)).toString()) as unknown
  expect(decoded('TracesRequest', body(false))).toEqual(json)
})
