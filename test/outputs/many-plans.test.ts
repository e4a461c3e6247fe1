import { expect, test } from 'vitest'
import type { AppEvent } from '../../src/app/state/app-event.ts'
import { documentsOpen, type PlanDocuments } from '../../src/app/ports/plan-document.ts'
import { maxPlans, maxRemovedPlans } from '../../src/app/reduce/evict-plans.ts'
import {
  file,
  items,
  jsonStage,
  linesOf,
  opening,
  removed,
  stageDocuments,
  textStage,
  update,
} from './stage.ts'

const dropped = maxPlans / 20

/** One plan more than the limit. */
const tooMany: readonly AppEvent[] = [
  ...opening(),
  ...Array.from({ length: maxPlans + 1 }, (_, at) => update(1000 + at, items(`p${at}`, '. One'))),
]

async function jsonOf(
  events: readonly AppEvent[],
  documents: PlanDocuments = stageDocuments(),
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const lines = await linesOf(jsonStage(documents), events)
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
}

test('JSON: each dropped plan gets a line, and one that is sent again is new', async () => {
  const lines = await jsonOf([...tooMany, update(90_000, items('p0', '. One'))])
  const ends = lines.filter(({ type }) => type === 'plan-removed')
  expect(ends).toHaveLength(dropped)
  expect(ends[0]).toEqual({
    type: 'plan-removed',
    atMs: 11_000,
    session: 'session-1',
    plan: 'id:p0',
    id: 'p0',
    dropped: true,
  })
  const again = lines.findLast(({ type }) => type === 'plan')
  expect(again).toMatchObject({ plan: 'id:p0', change: 'new', revision: 1 })
  expect(lines.filter(({ code }) => code === 'too-many')).toHaveLength(1)
})

test('text: each is reported once, and the kept ones are listed at the end', async () => {
  const lines = await linesOf(textStage(), tooMany)
  const gone = lines.filter((line) => line.includes('dropped: there are too many plans'))
  expect(gone).toHaveLength(dropped)
  expect(gone[0]).toContain('p0: ')
  const end = lines.slice(lines.indexOf('At the end:'))
  expect(end.filter((line) => /^p\d+: /.test(line))).toHaveLength(maxPlans + 1 - dropped)
})

test('dropping a removed plan is not reported', async () => {
  const count = maxRemovedPlans * 1.25 + 1
  const events = Array.from({ length: count }, (_, at) => [
    update(1000 + at, items(`p${at}`, '. One')),
    update(1000 + at, removed(`p${at}`)),
  ])
  const lines = await jsonOf([...opening(), ...events.flat()])
  const ends = lines.filter(({ type }) => type === 'plan' || type === 'plan-removed')
  expect(ends).toHaveLength(2 * count)
  expect(ends.some((line) => 'dropped' in line)).toBe(false)
})

test(`at most ${documentsOpen} documents are open: the latest`, async () => {
  const open = new Set<string>()
  let most = 0
  const documents: PlanDocuments = {
    open(uri, changed) {
      open.add(uri)
      most = Math.max(most, open.size)
      changed({ state: 'loading', uri })
      return () => void open.delete(uri)
    },
    fetch: () => undefined,
  }
  const events = Array.from({ length: documentsOpen }, (_, at) =>
    update(1000 + at, file(`p${at}`, `file:///${at}`)),
  )
  const lines = await jsonOf(
    [
      ...opening(),
      ...events,
      update(2000, {
        type: 'plan-replaced',
        plan: { dialect: 'planId', id: 'p0' },
        content: { type: 'file', uri: 'file:///0' },
        title: 'Again',
      }),
      update(2001, file('new', 'file:///new')),
    ],
    documents,
  )
  // The new one is opened before the oldest is closed.
  expect(most).toBe(documentsOpen + 1)
  expect(lines.filter(({ reason }) => reason === 'too-many-open')).toMatchObject([
    { type: 'document', uri: 'file:///1', state: 'unavailable' },
  ])
  expect(open.size).toBe(0)
})
