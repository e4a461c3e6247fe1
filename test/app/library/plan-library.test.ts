import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { publishedLint } from '../../../src/app/lint/describe-findings.ts'
import { createPlanStore, decodePlanUpdate, lintTrace } from '../../../src/app/library/plan-library.ts'
import { recordedLines } from '../../recordings/read-recording.ts'
import { lintLines, plan as planSent, trace } from '../lint/lint-lines.ts'

const step = (content: string, status = 'pending') => ({ content, status, priority: 'medium' })
const items = (...entries: readonly unknown[]) => ({ type: 'items', id: 'main', entries })
const update = (plan: object) => ({ sessionId: 's', update: { sessionUpdate: 'plan_update', plan } })

describe('an update is decoded', () => {
  test.each([
    ['plan', { sessionUpdate: 'plan', entries: [] }, { dialect: 'plan', id: null }],
    ['id', { sessionUpdate: 'plan_update', plan: items() }, { dialect: 'id', id: 'main' }],
    [
      'planId',
      { sessionUpdate: 'plan_update', plan: { type: 'file', planId: 'p', uri: 'file:///p.md' } },
      { dialect: 'planId', id: 'p' },
    ],
  ])('of the dialect with %s', (_, sent, plan) => {
    expect(decodePlanUpdate(sent)).toMatchObject({ change: { type: 'replaced', plan }, problems: [] })
  })

  test('that removes a plan, that is about something else, and that cannot be read', () => {
    expect(decodePlanUpdate({ sessionUpdate: 'plan_removed', planId: 'p' }).change).toEqual({
      type: 'removed',
      plan: { dialect: 'planId', id: 'p' },
    })
    expect(decodePlanUpdate({ sessionUpdate: 'tool_call' })).toEqual({ change: null, problems: [] })
    expect(decodePlanUpdate({ sessionUpdate: 'constructor' })).toEqual({ change: null, problems: [] })
    expect(decodePlanUpdate(7).problems).toMatchObject([{ code: 'bad-update' }])
  })
})

describe('a store', () => {
  test('finds a step again, and times it by the times that it is told', () => {
    const store = createPlanStore()
    store.apply(update(items(step('Read the parser', 'in_progress'), step('Write tests'))), 1000)
    store.apply(
      update(items(step('Write more tests', 'in_progress'), step('Read the parser', 'completed'))),
      4000,
    )
    expect(store.plans('s')).toMatchObject([
      {
        key: 'id:main',
        progress: { done: 1, total: 2, isComplete: false },
        revision: 2,
        steps: [
          { key: 1, activeSinceMs: 4000, activeMs: 0, endedAtMs: null },
          { key: 0, activeSinceMs: null, activeMs: 3000, endedAtMs: 4000 },
        ],
      },
    ])
  })

  test('gives the same object until a plan changes, and counts what repeats it', () => {
    const store = createPlanStore()
    const { plan } = store.apply(update(items(step('One'))), 0)
    expect(store.plans('s')[0]).toBe(plan)
    const repeated = store.apply(update(items(step('One'))), 1)
    expect(repeated.plan).toMatchObject({ revision: 1, updates: 2, changedAtMs: 0 })
  })

  test('marks what is removed, and takes it up again; sessions are apart and can be forgotten', () => {
    const store = createPlanStore()
    store.apply(update(items(step('One'))), 0)
    store.apply({ sessionId: 's', update: { sessionUpdate: 'plan_removed', id: 'main' } }, 5)
    expect(store.plans('s')).toMatchObject([{ removedAtMs: 5 }])
    store.apply(update(items(step('One'))), 6)
    expect(store.plans('s')).toMatchObject([{ removedAtMs: null, steps: [{ key: 0 }] }])
    expect(store.plans('other')).toEqual([])
    store.forget('s')
    expect(store.plans('s')).toEqual([])
    const unknown = { sessionId: 's', update: { sessionUpdate: 'plan_removed', id: 'main' } }
    expect(store.apply(unknown, 7)).toEqual({ sessionId: 's', plan: null, problems: [] })
  })

  test('joins the pieces of a markdown plan, whatever its title becomes', () => {
    const store = createPlanStore()
    const piece = (contentDelta: string, title?: string) =>
      update({
        type: 'markdown',
        planId: 'p',
        ...(title === undefined ? {} : { title }),
        _meta: { jetbrains: { air: { contentDelta } } },
      })
    store.apply(piece('# On'), 0)
    store.apply(piece('e\n- [x] a\n'), 1)
    expect(store.plans('s')).toMatchObject([{ title: 'One', markdown: '# One\n- [x] a\n', revision: 1 }])
    store.apply(piece('- [ ] b\n', 'Two'), 2)
    expect(store.plans('s')).toMatchObject([
      { title: 'Two', markdown: '# One\n- [x] a\n- [ ] b\n', progress: { done: 1, total: 2 } },
    ])
  })

  test('a value that JSON does not have is named', () => {
    const { problems } = createPlanStore().apply({ update: { sessionUpdate: 'plan', entries: [7n] } }, 0)
    expect(problems).toMatchObject([{ code: 'bad-entry', excerpt: '7' }])
    expect(decodePlanUpdate(7n).problems[0]?.text).toBe('the update is a bigint, an object is expected')
  })

  test('what throws when it is read is reported, and changes nothing', () => {
    const fails = (): never => {
      throw new Error('it cannot be read')
    }
    const throws = Object.defineProperty({}, 'status', { enumerable: true, get: fails })
    const closed = new Proxy({}, { get: fails })
    const store = createPlanStore()
    store.apply(update(items(step('One'))), 0)
    const [before] = store.plans('s')
    const problems = [{ code: 'bad-update', weight: 'rejected' }]
    for (const params of [update(items(throws)), update(closed), closed, { sessionId: 's', update: closed }])
      expect(store.apply(params, 1)).toMatchObject({ sessionId: '', plan: null, problems })
    expect(store.plans('s')[0]).toBe(before)
    expect(decodePlanUpdate(closed)).toMatchObject({ change: null, problems })
  })

  test('never throws, and its plans are those of its sessions', () => {
    const store = createPlanStore()
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.anything({ withBigInt: true }),
            fc.object({ withBigInt: true }).map((plan) => update(plan)),
          ),
        ),
        (all) => {
          for (const [atMs, params] of all.entries()) {
            const { sessionId, plan } = store.apply(params, atMs)
            expect(plan === null || store.plans(sessionId).includes(plan)).toBe(true)
          }
        },
      ),
    )
  })
})

describe('a trace is checked', () => {
  const lines = trace({}, planSent('in_progress One'), planSent('pending One'))

  test('as a text, as lines, parsed, and as they come: with what the program finds', async () => {
    const found = { ...publishedLint(lintLines(lines)), traceProblems: [] }
    expect(found.findings.map(({ rule }) => rule)).toContain('status-back')
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    async function* come(): AsyncGenerator<string> {
      for (const line of lines) yield await Promise.resolve(line)
    }
    const all = [lines.join('\n'), `${lines.join('\r\n')}\r\n`, lines, parsed, new Set(parsed), come()]
    for (const each of all) expect(await lintTrace(each)).toEqual(found)
  })

  test('of messages with their senders', async () => {
    const sent = { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: {} } }
    const { findings, frames } = await lintTrace([
      { dir: 'from-agent', frame: sent },
      { dir: 'from-agent', frame: 'no JSON' },
    ])
    expect(frames).toBe(2)
    expect(findings).toMatchObject([
      { rule: 'bad-update', line: 1, frame: 1, atMs: null, path: 'params.update.sessionUpdate' },
      { rule: 'stdout-junk', line: 2, frame: 2, direction: 'from-agent' },
    ])
  })

  test('that was cut while it was written, or holds what is no message', async () => {
    const cut = `${recordedLines('claude-v1-plan-cancel').join('\n')}\n{"t":1`
    expect(await lintTrace(cut)).toMatchObject({ traceProblems: [], counts: { error: 0 } })
    const { traceProblems, frames } = await lintTrace([...lines, 'a banner'])
    expect(traceProblems).toEqual([{ line: lines.length + 1, text: 'the line is no JSON, and left out' }])
    expect(frames).toBe(lintLines(lines).frames)
  })

  test('or rejected, where it is none', async () => {
    await expect(lintTrace('')).rejects.toThrow('the trace cannot be read: it is empty')
    await expect(lintTrace('{"a":1}\n')).rejects.toThrow('the trace cannot be read: nothing in it is a trace')
  })
})
