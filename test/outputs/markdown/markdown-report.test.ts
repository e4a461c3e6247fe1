import { describe, expect, test } from 'vitest'
import type { PlanDocument } from '../../../src/app/ports/plan-document.ts'
import { reported } from './reported.ts'
import { file, items, markdown, opening, reloaded, update } from '../stage.ts'
import { checklist, severalPlans } from '../stories.ts'
import { shownDocument } from '../../support/shown-document.ts'

describe('a report', () => {
  test.each([
    ['checklist', checklist.slice(0, -1), {}],
    ['several-plans', severalPlans, { title: 'A *parser* run' }],
    ['ascii', checklist.slice(0, -2), { isAscii: true, startedAt: null, historyFromMs: null }],
    ['no-plan', opening(), {}],
  ] as const)('%s', async (name, events, options) => {
    await expect(reported(events, options)).toMatchFileSnapshot(`golden/${name}.md`)
  })

  test('marks a plan that was not sent again as from before', () => {
    const plan = items(null, 'x One', '. Two')
    const before = [...opening(), update(1000, plan)]
    expect(reported([...before, ...reloaded(2000)])).toContain(
      '## Plan — 1 of 2 done, as it was before the session was loaded\n',
    )
    expect(reported([...before, ...reloaded(2000, update(2000, plan))])).toContain('## Plan — 1 of 2 done\n')
  })

  test('shows documents in all their states', async () => {
    const shown = shownDocument('file:///work/notes.md', '# Notes\n\n- one\n')
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
    const report = reported(events, {
      historyFromMs: null,
      documentOf: (uri) =>
        documents.get(uri) ??
        (uri.includes('gone') ? { state: 'unavailable', uri, reason: { kind: 'binary' } } : null),
    })
    await expect(report).toMatchFileSnapshot('golden/documents.md')
  })

  test('shows a step of less than a second as `<1s`, and never as 0', () => {
    const events = [
      ...opening(),
      update(1000, items(null, '> Read', '. Split')),
      update(1200, items(null, 'x Read', 'x Split')),
    ]
    expect(reported(events, { historyFromMs: null })).toContain('- [x] Read · <1s\n- [x] Split\n')
  })

  test('writes the same text only once', () => {
    const text = '# Plan\n\n1. One\n'
    const report = reported(
      [...opening(), update(1000, markdown('a', text)), update(2000, markdown('b', text))],
      {
        historyFromMs: null,
      },
    )
    expect(report.split('\n').slice(4)).toEqual([
      '## Plan (a)',
      '',
      '1. One',
      '',
      '## Plan (b)',
      '',
      'The same text as in Plan (a), above.',
      '',
    ])
  })
})
