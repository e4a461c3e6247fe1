import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import * as app from '../../support/app-states.ts'
import { approvedPlan, changedPlan, changedText } from '../../support/changed-plan.ts'
import { items, markdown, opening, removed, update } from '../stage.ts'
import { reported } from './reported.ts'

/** The lines of the history, without empty ones. */
function told(events: readonly AppEvent[], options: Parameters<typeof reported>[1] = {}): readonly string[] {
  const [, lines = ''] = reported(events, options).split('## What changed\n')
  return lines.split('\n').filter((line) => line.trim() !== '')
}

const session = opening().slice(0, -1)

describe('the history of a plan', () => {
  test('tells revisions, what changed in them, and what became of them', async () => {
    const rejected: readonly AppEvent[] = [
      app.prompted(10_000, 'plan it'),
      app.planned(11_000, { type: 'markdown', text: '# Design\n\n1. Split the tokenizer\n' }, 'p'),
      app.asked(12_000, { key: 9, plan: { type: 'markdown', text: '# Design\n\n1. Split the tokenizer\n' } }),
      app.chosen(20_000, 9, 'no'),
      {
        type: 'proposal-answered',
        atMs: 21_000,
        sessionId: app.session,
        outcome: {
          kind: 'rejected',
          words: 'Keep planning',
          atMs: 20_000,
          feedback: 'Where are the *tests*?',
        },
      },
    ]
    const later = [...approvedPlan, ...changedPlan].map((event) => ({ ...event, atMs: event.atMs + 60_000 }))
    const report = reported([...app.opened(), ...rejected, ...later])
    await expect(report).toMatchFileSnapshot('golden/history.md')
  })

  test('is told as in the golden, whatever becomes of it', async () => {
    const stories: Readonly<Record<string, readonly AppEvent[]>> = {
      'streamed text is one revision, and identical repeats are none': [
        update(1000, markdown('a', 'one\n')),
        ...Array.from({ length: 5 }, (_, at) =>
          update(5000 + at * 100, markdown('a', `one\n${'more\n'.repeat(at + 1)}`)),
        ),
        update(12_000, markdown('a', `one\n${'more\n'.repeat(5)}`)),
        update(20_000, markdown('a', 'two\n')),
      ],
      'progress of a checklist is summed up, and words that only follow it are no news': [
        update(1000, items('a', '. Read the parser', '. Write tests', '. Old step')),
        update(2000, items('a', '> Reading the parser', '. Write tests', '. Old step')),
        update(3000, items('a', 'x Read the parser', '> Writing tests', '. Old step')),
        update(4000, items('a', 'x Read the parser', 'x Write tests', '. Old step')),
        update(5000, items('a', 'x Read the parser', 'x Write tests', '. Publish a release')),
        update(6000, items('a', 'x Read the parser', 'x Write tests', 'x Publish a release')),
      ],
      'statuses that go backwards are told as steps that are not done any more': [
        update(1000, items('a', 'x Read the parser', 'x Write tests', '> Ship')),
        update(2000, items('a', '. Read the parser', '. Write tests', '. Ship')),
      ],
      'a reworded step tells what it was, and moved ones are told as moved': [
        update(1000, items('a', '. Write the tests of the parser', '. Build', '. Publish', '. Announce')),
        update(
          2000,
          items('a', '. Write the benchmarks of the parser', '. Announce', '. Build', '. Publish'),
        ),
      ],
      'steps that only got other numbers are no news; one that has moved too is told as moved': [
        update(1000, items('a', '. 1. Read', '. 2. Build', '. 3. Publish')),
        update(2000, items('a', '. 2. Read', '. 3. Build', '. 4. Publish')),
        update(3000, items('a', '. 1. Publish', '. 2. Read', '. 3. Build')),
      ],
      'a removal, and a plan of another kind': [
        update(1000, items('a', '. One')),
        update(2000, removed('a')),
        update(3000, markdown('a', 'text\n')),
      ],
    }
    const text = Object.entries(stories).map(([what, events]) =>
      [`== ${what}`, ...told([...session, ...events]), ''].join('\n'),
    )
    await expect(text.join('\n')).toMatchFileSnapshot('golden/history-of-plans.md')
  })

  test('what came before the beginning is left out', () => {
    const events = [...session, update(1000, items('a', '. One')), update(3000, items('a', '. Two'))]
    expect(told(events, { historyFromMs: 2000 })[1]).toMatch(/^- 0:03/)
    expect(told(events, { historyFromMs: 4000 })).toEqual([])
  })

  test('a long history is folded: the first, the approved revision and the last ones are told', () => {
    const many = Array.from({ length: 200 }, (_, at) =>
      app.planned(10_000 + at * 2000, { type: 'markdown', text: `${changedText}\n## Part ${at}\n` }, 'p'),
    )
    const lines = told([...app.opened(), ...approvedPlan, ...many])
    expect(lines.filter((line) => line.startsWith('- ')).slice(0, 5)).toEqual([
      '- 0:00 **revision 1** — markdown, 5 lines',
      '- 0:00 **approved**',
      '- … 160 more revisions',
      '- 5:30 **revision 162** — 1 line reworded',
      '- 5:32 **revision 163** — 1 line reworded',
    ])
    expect(lines.filter((line) => line.includes('**revision'))).toHaveLength(41)
  })

  test('revisions that are not kept any more are said', () => {
    const many = Array.from({ length: 1500 }, (_, at) =>
      update(at * 2000, items('a', `. Another step ${at} of all`)),
    )
    const lines = told([...session, ...many])
    expect(lines[0]).toBe('### Plan — 1500 revisions')
    expect(lines[2]).toMatch(/^- … \d+ more revisions$/)
    const counts = lines.map((line) =>
      Number(/… (\d+)/.exec(line)?.[1] ?? (line.includes('**revision') ? 1 : 0)),
    )
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1500)
  })
})
