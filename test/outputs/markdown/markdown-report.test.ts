import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/app-event.ts'
import type { PlanDocument } from '../../../src/app/ports/plan-document.ts'
import { reported } from './reported.ts'
import { file, items, markdown, opening, reloaded, removed, update } from '../stage.ts'
import { checklist, severalPlans } from '../stories.ts'

const reportOf = (...given: Parameters<typeof reported>): string => reported(...given).report

/** The lines of the history. */
function changes(events: readonly AppEvent[]): readonly string[] {
  const [, lines = ''] = reportOf(events).split('## What changed\n\n')
  return lines.trimEnd().split('\n')
}

describe('a report', () => {
  test.each([
    ['checklist', checklist.slice(0, -1), {}],
    ['several-plans', severalPlans, { title: 'A *parser* run' }],
    ['ascii', checklist.slice(0, -2), { isAscii: true, startedAt: null, history: null }],
    ['no-plan', opening(), {}],
  ] as const)('%s', async (name, events, options) => {
    await expect(reportOf(events, options)).toMatchFileSnapshot(`golden/${name}.md`)
  })

  test('marks a plan that was not sent again as from before', () => {
    const plan = items(null, 'x One', '. Two')
    const before = [...opening(), update(1000, plan)]
    expect(reportOf([...before, ...reloaded(2000)])).toContain(
      '## Plan — 1 of 2 done, as it was before the session was loaded\n',
    )
    expect(reportOf([...before, ...reloaded(2000, update(2000, plan))])).toContain('## Plan — 1 of 2 done\n')
  })

  test('shows documents in all their states', () => {
    const shown: PlanDocument = {
      state: 'shown',
      uri: 'file:///work/notes.md',
      text: '# Notes\n\n- one\n',
      format: 'markdown',
      sizeBytes: 15,
      readAtMs: 0,
    }
    const source: PlanDocument = {
      ...shown,
      uri: 'file:///work/a.ts',
      text: 'const fence = "```"\n',
      format: 'source',
      language: 'typescript',
    }
    const events = [
      ...opening(),
      update(1000, file('a', shown.uri)),
      update(1000, file('b', source.uri)),
      update(1000, file('c', 'file:///work/`gone`.md')),
      update(1000, file('d', 'file:///work/later.md')),
    ]
    const documents = new Map([shown, source].map((document) => [document.uri, document]))
    const report = reportOf(events, {
      history: null,
      documentOf: (uri) =>
        documents.get(uri) ??
        (uri.includes('gone') ? { state: 'unavailable', uri, reason: { kind: 'binary' } } : null),
    })
    expect(report.split('\n').slice(4)).toEqual([
      '## notes.md',
      '',
      '`file:///work/notes.md`',
      '',
      '### Notes',
      '',
      '- one',
      '',
      '## a.ts',
      '',
      '`file:///work/a.ts`',
      '',
      '````typescript',
      'const fence = "```"',
      '````',
      '',
      '## `gone`.md',
      '',
      '``file:///work/`gone`.md``',
      '',
      'file:///work/&#96;gone&#96;.md is not text that can be shown here: it is binary, or text in an encoding other than UTF-8 and UTF-16.',
      '',
      '## later.md',
      '',
      '`file:///work/later.md`',
      '',
    ])
  })

  test('shows a step of less than a second as `<1s`, and never as 0', () => {
    const events = [
      ...opening(),
      update(1000, items(null, '> Read', '. Split')),
      update(1200, items(null, 'x Read', 'x Split')),
    ]
    expect(reportOf(events, { history: null })).toContain('- [x] Read · <1s\n- [x] Split\n')
  })

  test('writes the same text only once', () => {
    const text = '# Plan\n\n1. One\n'
    const report = reportOf(
      [...opening(), update(1000, markdown('a', text)), update(2000, markdown('b', text))],
      {
        history: null,
      },
    )
    expect(report.split('\n').slice(4)).toEqual([
      '## Plan',
      '',
      '1. One',
      '',
      '## Plan',
      '',
      'The same text as in Plan, above.',
      '',
    ])
  })
})

describe('what changed', () => {
  test('a text that is streamed counts as one change', () => {
    const events = [
      ...opening(),
      update(1000, markdown('a', 'one\n')),
      ...Array.from({ length: 50 }, (_, index) =>
        update(5000 + index * 100, markdown('a', `one\n${'more\n'.repeat(index + 1)}`)),
      ),
      update(20_000, markdown('a', 'two\n')),
    ]
    expect(changes(events)).toEqual([
      '- 0:01 **a** — new: markdown, 1 line',
      '- 0:05 **a** — +50 lines (markdown, 51 lines)',
      '- 0:20 **a** — +1 -51 lines (markdown, 1 line)',
    ])
  })

  test('is left out before the start', () => {
    const { history } = reported(checklist)
    expect(history.entries(3000).map(({ atMs }) => atMs)).toEqual([3000, 3500, 4500])
  })

  test('is bounded, and says so', () => {
    const events = Array.from({ length: 20_010 }, (_, index) =>
      update(index * 1000, items(null, `. Step ${index} of it all, as it is now`)),
    )
    const report = reportOf([...opening(), ...events])
    expect(report).toContain('\nThe first 10 changes are left out.\n')
    expect(report.split('\n').filter((line) => line.startsWith('- ')).length).toBe(20_001)
  })

  test('a plan that is removed and returns', () => {
    const events = [
      ...opening(),
      update(1000, items('a', '. One')),
      update(2000, removed('a')),
      update(3000, items('a', 'x One')),
    ]
    expect(changes(events)).toEqual([
      '- 0:01 **a** — new: 0 of 1 done',
      '- 0:02 **a** — removed by the agent',
      '- 0:03 **a** — back again: 1 of 1 done',
    ])
  })
})
