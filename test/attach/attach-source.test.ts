import { expect, onTestFinished, test } from 'vitest'
import type { ObservedStatus } from '../../src/app/ports/observed-source.ts'
import { attachedSessions, type AttachedSessions } from '../../src/attach/attach-source.ts'
import { rowText } from '../../src/lib/cells/row.ts'
import { observerBar } from '../../src/ui/chrome/prompt-line.ts'
import { foundSession, observedKind, placesIn } from '../support/observed-session.ts'
import { virtualTime } from '../support/virtual-time.ts'
import { dark } from '../ui/paint/any-rows.ts'
import { rowOf } from '../ui/rows/row-of.ts'

async function all(count: number): Promise<AttachedSessions> {
  const found = Array.from({ length: count }, (_, number) =>
    foundSession({ id: `s${number}`, path: `/sessions/s${number}`, changedAtMs: 1000 - number }),
  )
  const kind = observedKind({ find: async () => await Promise.resolve(found) })
  const time = virtualTime()
  const sessions = time.run(() =>
    attachedSessions({
      request: { kinds: [kind], places: () => placesIn('/home') },
      target: { type: 'all' },
      clock: time.clock,
      options: { infersPlans: true, historyBytes: 64 * 1024, wireBytes: 1024 * 1024 },
      watcher: null,
    }),
  )
  onTestFinished(() => sessions.close())
  await time.pass(200)
  return sessions
}

test('all together are the twenty newest, and how many others there are is told', async () => {
  const { observed } = (await all(35)).app.state()
  expect(observed?.shown.map(({ session }) => session.id)).toEqual(
    Array.from({ length: 20 }, (_, number) => `s${number}`),
  )
  expect(observed?.notShown).toBe(15)
  const words = (columns: number): string =>
    observed === null
      ? ''
      : rowText(rowOf(observerBar(observed, { theme: dark, columns }), { theme: dark, columns }))
  expect(words(80)).toContain('15 not shown: attach lists all')
  expect(words(40)).toContain('observing · 15 not shown')
})

test('of several it is told how many have ended, or cannot be read', async () => {
  const { observed } = (await all(3)).app.state()
  if (observed === null) throw new Error('nothing is observed')
  const gone = { state: 'waiting', why: 'its file is gone' } as const
  const words = (...statuses: readonly ObservedStatus[]): string => {
    const shown = observed.shown.map((each, at) => ({ ...each, status: statuses[at] ?? each.status }))
    return rowText(
      rowOf(observerBar({ ...observed, shown }, { theme: dark, columns: 80 }), { theme: dark, columns: 80 }),
    ).trim()
  }
  const ended = { ...gone, hasEnded: true } as const
  expect(words(ended)).toBe('observing: nothing can be sent · 1 of 3 has ended')
  expect(words(ended, ended)).toBe('observing: nothing can be sent · 2 of 3 have ended')
  expect(words(ended, gone)).toBe('observing: nothing can be sent · nothing comes from 2 of 3')
})

test('of one it is told what is known of it, and whether its daemon tells it too', async () => {
  const { observed } = (await all(1)).app.state()
  if (observed === null) throw new Error('nothing is observed')
  const words = (status: ObservedStatus): string => {
    const shown = observed.shown.map((each) => ({ ...each, isInferred: true, label: 'Codex', status }))
    const look = { theme: dark, columns: 80 }
    return rowText(rowOf(observerBar({ ...observed, shown }, look), look)).trim()
  }
  const start = 'observing: nothing can be sent · '
  expect(words({ state: 'following' })).toBe(`${start}Codex, inferred from its log`)
  expect(words({ state: 'following', isTold: true })).toBe(
    `${start}Codex, inferred from its log and its daemon`,
  )
  const why = 'closed in Codex until it is resumed'
  expect(words({ state: 'waiting', why, hasEnded: true })).toBe(`${start}waiting: ${why}`)
  const longWhy = 'the tap has ended; it is taken up again when it starts'
  expect(words({ state: 'waiting', why: longWhy })).toBe(`observing · waiting: ${longWhy}`)
})

test('nothing is told where all are shown', async () => {
  const { observed } = (await all(20)).app.state()
  expect(observed?.shown).toHaveLength(20)
  expect(observed?.notShown).toBeUndefined()
})
