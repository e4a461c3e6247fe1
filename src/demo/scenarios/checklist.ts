import { checklist } from '../checklist.ts'
import { endsItsTurn, type DemoScenario, type DemoStep } from '../scenario.ts'
import { say, tool, wait } from '../steps.ts'

const start = checklist({ dialect: 'a' }, [
  { key: 'reproduce', content: 'Reproduce the crash with a test', priority: 'high' },
  { key: 'find', content: 'Find where the cache key is built', priority: 'high' },
  { key: 'fix', content: 'Put the locale into the key: “de-AT” is not “de”' },
  { key: 'types', content: 'Tighten the types', priority: 'low' },
  { key: 'notes', content: 'Write the release note', priority: 'low' },
])

/** The plainest thing: one v1 checklist, worked through from top to bottom. */
export const checklistScenario: DemoScenario = {
  name: 'checklist',
  title: 'one checklist: reworded, grown, shortened and finished',
  seconds: 14,
  prompt: 'The app crashes when the language changes. Fix it.',
  end: endsItsTurn,
  steps,
}

function steps(): readonly DemoStep[] {
  const reproduced = start.change({ reproduce: 'completed' })
  const found = reproduced.change({ find: 'completed' })
  const grown = found
    .change({ fix: 'in_progress' })
    .add({ key: 'warm', content: 'Keep the cache warm:\none entry per locale, not one for all' }, 'types')
  const fixed = grown.change({ fix: 'completed', warm: 'in_progress' })
  const settled = fixed.change({ warm: 'completed', types: 'cancelled', notes: 'in_progress' })
  return [
    { type: 'title', title: 'Fix the crash on language change' },
    say('Let me see it fail first.'),
    start.step,
    wait(1.5),
    start.change({ reproduce: { status: 'in_progress', content: 'Reproducing the crash with a test' } }).step,
    ...tool(
      {
        id: 'test-1',
        kind: 'execute',
        title: 'npm test -- locale',
        status: 'failed',
        output: 'TypeError: undefined is not a string',
      },
      2,
    ),
    reproduced.step,
    // Agents repeat themselves: the same list once more is not news.
    reproduced.step,
    wait(0.8),
    reproduced.change({ find: 'in_progress' }).step,
    ...tool(
      { id: 'search-1', kind: 'search', title: 'Search for “cacheKey”', output: 'src/cache.ts:41' },
      1.8,
    ),
    found.step,
    wait(0.6),
    grown.step,
    ...tool(
      { id: 'edit-1', kind: 'edit', title: 'Edit src/cache.ts', path: 'src/cache.ts', output: '+3 −1' },
      2.2,
    ),
    fixed.step,
    wait(2),
    settled.step,
    say('The types are fine as they are.'),
    wait(2),
    settled.change({ notes: 'completed' }).step,
    ...tool({ id: 'test-2', kind: 'execute', title: 'npm test', output: '88 passed' }, 1.2),
    say('Fixed: the cache key carries the whole locale.'),
  ]
}
