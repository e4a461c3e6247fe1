import { bench, describe } from 'vitest'
import { longestRising } from '../../src/lib/sequences.ts'
import { initialState } from '../../src/app/state/app-state.ts'
import { reduce } from '../../src/app/reduce/reduce.ts'
import { lineDiff } from '../../src/plans/comparison/line-diff.ts'
import { matchEntries } from '../../src/plans/matching/match-entries.ts'
import type { PlanEntry } from '../../src/protocol/plans/plan-content.ts'
import { readSessionUpdate } from '../../src/protocol/session/session-update.ts'
import { opened, planned, prompted } from '../support/app-states.ts'
import { at } from '../plans/update-time.ts'

const names = ['parser', 'lexer', 'printer', 'checker', 'reader', 'writer', 'server', 'client']

/** Another step is done in each round, and worded in another way while it is. */
function entriesOf(count: number, round: number): readonly PlanEntry[] {
  const current = round % count
  return Array.from({ length: count }, (_, index) => ({
    content: `${index === current ? `Moving (${round})` : 'Move'} the ${names[index % 8]} of part ${index} to streams`,
    status: index < current ? 'completed' : index === current ? 'in_progress' : 'pending',
    priority: 'medium',
  }))
}

const entries = entriesOf(12, 3)
const content = { type: 'items', entries }
const dialects: Readonly<Record<string, object>> = {
  'v1: plan': { sessionUpdate: 'plan', entries },
  'plan_update with id': { sessionUpdate: 'plan_update', plan: { id: 'steps', ...content } },
  'plan_update with planId': { sessionUpdate: 'plan_update', plan: { planId: 'steps', ...content } },
  'plan_update of markdown': {
    sessionUpdate: 'plan_update',
    plan: { planId: 'text', type: 'markdown', content: '# Plan\n\n- [ ] a step\n'.repeat(40) },
  },
  'plan_update of a file': {
    sessionUpdate: 'plan_update',
    plan: { planId: 'file', type: 'file', uri: 'file:///srv/site/plan.md' },
  },
  plan_removed: { sessionUpdate: 'plan_removed', planId: 'steps' },
  'a type of its own': {
    sessionUpdate: 'plan_update',
    plan: { planId: 'own', type: '_board', lanes: entries },
  },
}

describe('1000 updates of 12 entries, decoded', () => {
  for (const [dialect, update] of Object.entries(dialects))
    bench(dialect, () => {
      for (let count = 0; count < 1000; count++) readSessionUpdate({ sessionId: 's', update })
    })
})

const once = { iterations: 5, time: 0, warmupIterations: 1, warmupTime: 0 }

describe('the store', () => {
  const before = [...opened(), prompted(0)].reduce(reduce, initialState)
  const many = Array.from({ length: 10_000 }, (_, round) =>
    planned(round, { type: 'items', entries: entriesOf(12, round) }),
  )
  bench(
    '10,000 updates of 12 entries',
    () => {
      many.reduce(reduce, before)
    },
    once,
  )
  for (const count of [1, 10, 1000, 10_000]) {
    const full = Array.from({ length: count }, (_, at) =>
      planned(0, { type: 'items', entries: entriesOf(12, 0) }, `p${at}`),
    ).reduce(reduce, before)
    const spread = Array.from({ length: 1000 }, (_, round) =>
      planned(round, { type: 'items', entries: entriesOf(12, round) }, `p${(round * 7919) % count}`),
    )
    bench(
      `1000 updates among ${count} plans`,
      () => {
        spread.reduce(reduce, full)
      },
      once,
    )
  }
  const large = Array.from({ length: 4 }, (_, round) =>
    planned(round, { type: 'items', entries: entriesOf(10_000, round) }),
  )
  bench(
    '4 updates of 10,000 entries',
    () => {
      large.reduce(reduce, before)
    },
    once,
  )
})

describe('which entries are the same', () => {
  for (const count of [12, 10_000]) {
    const moment = { ...at(0), isFirst: true, firstKey: 0 }
    const { entries: before } = matchEntries([], entriesOf(count, 0), moment)
    const after = entriesOf(count, 1)
    const next = { ...at(1), isFirst: false, firstKey: count }
    const middle = count >> 1
    const added = { content: 'Ask the maintainer', status: 'pending', priority: 'medium' }
    const changes: Readonly<Record<string, readonly PlanEntry[]>> = {
      'one reworded': after,
      'another text for one': after.with(middle, added),
      'one added': after.toSpliced(middle, 0, added),
      'one removed': after.toSpliced(middle, 1),
      'first and last exchanged': [after.at(-1) ?? added, ...after.slice(1, -1), after[0] ?? added],
      'all reworded': after.map((entry) => ({ ...entry, content: `${entry.content}, with tests` })),
      'all shuffled': after.map((_, index) => after[(index * 7919) % count] ?? added),
      'all others': after.map((_, index) => ({ ...added, content: `Other${index} work` })),
      'all equal': after.map(() => added),
      'all with ids': after.map((entry, index) => ({ ...entry, id: `id-${index}` })),
    }
    for (const [name, list] of Object.entries(changes))
      bench(`${count} entries, ${name}`, () => void matchEntries(before, list, next))
  }
})

describe('which entries moved', () => {
  const shuffled = Int32Array.from({ length: 10_000 }, (_, index) => (index * 7919) % 10_000)
  bench('10,000 entries, shuffled', () => void longestRising(shuffled))
})

describe('changed lines of a text', () => {
  const lines = Array.from({ length: 2000 }, (_, index) => `- [ ] step ${index} of the ${names[index % 8]}`)
  const ticked = lines.map((line, index) => (index % 40 === 7 ? line.replace('[ ]', '[x]') : line))
  const turned = lines.toReversed()
  bench('2000 lines, 50 of them changed', () => void lineDiff(lines, ticked))
  bench('2000 lines in another order', () => void lineDiff(lines, turned))
})
