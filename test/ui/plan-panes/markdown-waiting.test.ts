import { expect, test } from 'vitest'
import { rowText } from '../../../src/lib/cells/row.ts'
import { markdown } from '../../../src/ui/plan-panes/markdown-pane.ts'
import { DocumentCache, type MarkdownLoader } from '../../../src/ui/plan-panes/document-cache.ts'
import type { SettledPane } from '../../../src/ui/plan-panes/pane.ts'
import { newPlan } from '../../../src/plans/plan.ts'
import { at } from '../../plans/update-time.ts'
import { paneAt } from './pane-at.ts'

const source = '# The plan\n\n- [x] **one**\n- [ ] two\n'
const plan = newPlan(
  { plan: { dialect: 'planId', id: 'p' }, content: { type: 'markdown', text: source } },
  at(0),
)

interface Later<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
}

function later<T>(): Later<T> {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}

function drawn(documentCache: DocumentCache): SettledPane {
  if (plan.body.type !== 'markdown') throw new Error('no text')
  return markdown.settle(plan, plan.body, {
    ...paneAt,
    columns: 70,
    rows: 10,
    nowMs: 5,
    hasMarks: false,
    documentCache,
  })
}

function texts({ draw }: SettledPane): readonly string[] {
  return draw().map((row) => rowText(row).trimEnd())
}

test('while the renderer is loading the pane is empty, and the source is never shown', async () => {
  const { promise, resolve } = later<Awaited<ReturnType<MarkdownLoader>>>()
  const loaded = later<undefined>()
  const documentCache = new DocumentCache(
    () => promise,
    () => loaded.resolve(undefined),
  )
  const waiting = drawn(documentCache)
  expect(texts(waiting).join('\n')).not.toMatch(/[#*]|one/)
  expect(waiting.progress).toMatchObject({ done: 1, total: 2 })
  expect({ total: waiting.shown.total, nextAtMs: waiting.nextAtMs }).toEqual({ total: 0, nextAtMs: 405 })
  resolve(await import('../../../src/ui/markdown/document.ts'))
  await loaded.promise
  expect(texts(drawn(documentCache)).join('\n')).toMatch(/The plan[^]*one/)
  expect(texts(drawn(documentCache)).join('\n')).not.toContain('**')
})

test('the renderer is loaded once, before the first document or with it', () => {
  let times = 0
  const documentCache = new DocumentCache(
    () => {
      times++
      return new Promise(() => {})
    },
    () => {},
  )
  documentCache.load()
  documentCache.load()
  drawn(documentCache)
  expect(times).toBe(1)
})

test('if the renderer cannot be loaded, a note and the source are shown', async () => {
  const told = later<undefined>()
  const documentCache = new DocumentCache(
    () => Promise.reject(new Error('no such chunk')),
    () => told.resolve(undefined),
  )
  drawn(documentCache)
  await told.promise
  const view = drawn(documentCache)
  expect(texts(view)).toEqual([
    ' The markdown renderer cannot be loaded: this is the source.',
    ' # The plan',
    '',
    ' - [x] **one**',
    ' - [ ] two',
    '',
  ])
})
