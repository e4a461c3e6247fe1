import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { ShownDocument } from '../../../src/app/ports/plan-document.ts'
import {
  file,
  items,
  linesOf,
  markdown,
  opening,
  play,
  reloaded,
  removed,
  textStage,
  turnEnded,
  update,
} from '../stage.ts'
import { madeUp, opened } from '../../support/app-states.ts'
import { approvedPlan, changedPlan } from '../../support/changed-plan.ts'
import { hostileSessions, proposals, sessions, todos } from '../session-stories.ts'
import { askedById, checklist, hostile, severalPlans, trouble } from '../stories.ts'
import { shownDocument } from '../../support/shown-document.ts'

async function textOf(events: readonly AppEvent[], ascii = false): Promise<string> {
  return `${(await linesOf(textStage(ascii), events)).join('\n')}\n`
}

describe('text', () => {
  test('a checklist: whole first, then a line for each change, whole at the end', async () => {
    await expect(await textOf(checklist)).toMatchFileSnapshot('../golden/checklist.txt')
  })

  test('questions that name their calls by id, and whose they are', async () => {
    await expect(await textOf(askedById)).toMatchFileSnapshot('../golden/asked-by-id.txt')
  })

  test('a plan that is not sent again is marked as from before at the end', async () => {
    const plan = items(null, 'x One', '. Two')
    const before = [...opening(), update(1000, plan)]
    const kept = 'Plan: 1 of 2 done, as it was before the session was loaded'
    expect(await textOf([...before, ...reloaded(2000)])).toContain(kept)
    expect(await textOf([...before, ...reloaded(2000, update(2000, plan))])).not.toContain('as it was before')
  })

  test('the list of a call that is not carried out is gone, and no plan was sent', async () => {
    const called = (atMs: number, more: object): AppEvent =>
      update(atMs, { type: 'tool-call', toolCallId: 't', hasTodos: true, ...more })
    const text = await textOf([
      ...opening(),
      called(1000, { todos: [{ content: 'One', status: 'pending', priority: '' }] }),
      called(2000, { status: 'failed' }),
    ])
    expect(text).toContain('[2.0s] Plan (inferred): gone, the call that gave it was not carried out\n')
  })

  test('a compaction: a line for each status, with the reason of a failure', async () => {
    const compaction = (atMs: number, more: object): AppEvent =>
      update(atMs, { type: 'compaction', compactionId: 'c', ...more })
    const text = await textOf([
      ...opening(),
      compaction(1000, {}),
      compaction(2000, { status: 'in_progress', summary: 'The goal' }),
      compaction(3000, { status: 'failed', error: 'no room' }),
    ])
    expect(text.split('\n').filter((line) => line.includes('context'))).toEqual([
      '[1.0s] the agent is compacting its context',
      '[3.0s] the agent could not compact its context: no room',
    ])
  })

  test('an approved plan that changes afterwards: a line with what changed', async () => {
    const text = await textOf([...opened(), ...approvedPlan, ...changedPlan])
    expect(text.split('\n').filter((line) => line.includes('since'))).toEqual([
      '[2.0s] Design: changed since approved: 1 line added, 1 reworded, 1 gone',
      'Design: markdown, 5 lines, approved (Yes, and ask before each edit) by you, changed since, as above',
    ])
  })

  test('a plan with more steps than a call takes arguments is written at the end, too', async () => {
    const step = (_: unknown, index: number) => ({ content: `${index}`, status: 'pending', priority: '' })
    const content = { type: 'items', entries: Array.from({ length: 150_000 }, step) } as const
    const plan = { dialect: 'plan', id: null } as const
    const many = update(1000, { type: 'plan-replaced', plan, content })
    const lines = await linesOf(textStage(), [...opening(), many, turnEnded(2000)])
    expect(lines.at(-1)).toBe('  ○ 149999')
  })

  test('a step without words has a name', async () => {
    const lines = await linesOf(textStage(), [...opening(), update(1000, items(null, '. '))])
    expect(lines.at(-1)).toBe('  ○ (no words)')
  })

  test.each([
    ['', 'no status'],
    ['\u200b', 'no status'],
    ['__waits_for__', 'waits for'],
  ])('a step with the status %j is told with %s', async (status, word) => {
    const content = { type: 'items', entries: [{ content: 'One', status, priority: '' }] } as const
    const plan = { dialect: 'plan', id: null } as const
    const lines = await linesOf(textStage(), [
      ...opening(),
      update(1000, { type: 'plan-replaced', plan, content }),
    ])
    expect(lines.at(-1)).toBe(`  ? One · ${word}`)
  })

  test('plans whose names look the same have numbers where their ids do not tell', async () => {
    const ids = ['release', 'rel\u200bease', 'other', '', ' ']
    const text = await textOf([...opening(), ...ids.map((id) => update(1000, items(id, '. One')))])
    const names = text.split('At the end:')[1]?.match(/^.*(?=: 0 of 1)/gm)
    expect(names).toEqual(['release (#1)', 'release (#2)', 'other', 'Plan (#4)', 'Plan (#5)'])
  })

  test.each([
    ['of one name have their ids in front', ['a1', 'b2'], ['a1 Look / Plan', 'b2 Look / Plan']],
    [
      'whose ids begin the same have the ends of them',
      ['chat-of-1', 'chat-of-2'],
      ['hat-of-1 Look / Plan', 'hat-of-2 Look / Plan'],
    ],
    [
      'without a name, too',
      ['thread-x-1', 'thread-x-2'],
      ['session read-x-1 / Plan', 'session read-x-2 / Plan'],
    ],
    ['without even an id are said to be', ['', 'x'], ['session without an id / Plan', 'session x / Plan']],
  ])('sessions %s', async (name, ids, names) => {
    const isNamed = name !== 'without a name, too' && !ids.includes('')
    const text = await textOf([
      ...opening(),
      ...ids.flatMap((id) => [
        ...(isNamed ? [update(1000, { type: 'session-titled', title: 'Look' }, id)] : []),
        update(1000, items(null, '. One'), id),
      ]),
    ])
    expect(text.split('At the end:')[1]?.match(/^.*(?=: 0 of 1)/gm)).toEqual(names)
  })

  test('the same in ASCII', async () => {
    const text = await textOf(checklist, true)
    expect(text).toContain('1/3 x Read the parser · completed')
    expect(text).not.toMatch(/[✓»○⊘]/)
  })

  test('steps that only got other numbers are no news, and are not told as reworded', async () => {
    const text = await textOf([
      ...opening(),
      update(1000, items(null, '> 1. Read', '. 2. Write the tests', '. 3. Ship')),
      update(2000, items(null, 'x 1. Read', '> 2. Ask', '. 3. Write the tests', '. 4. Ship')),
      update(3000, items(null, 'x 1. Ask', '. 2. Write the tests', 'x 3. Ship it now')),
      turnEnded(4000),
    ])
    expect(text.split('\n').filter((line) => /Plan: .* · /.test(line))).toEqual([
      '[2.0s] Plan: 1/4 ✓ 1. Read · completed',
      '[2.0s] Plan: 1/4 » 2. Ask · new, in progress',
      '[3.0s] Plan: 2/3 - 1. Read · dropped',
      '[3.0s] Plan: 2/3 ✓ 1. Ask · completed',
      '[3.0s] Plan: 2/3 ✓ 3. Ship it now · completed, reworded, before: 4. Ship',
    ])
  })

  test('several plans, a text that grows, a removal and a return, a plan of an unknown type, two sessions', async () => {
    await expect(await textOf(severalPlans)).toMatchFileSnapshot('../golden/several-plans.txt')
  })

  test('a denied permission, a repeated problem, and the end of the agent with its last stderr lines', async () => {
    await expect(await textOf(trouble)).toMatchFileSnapshot('../golden/trouble.txt')
  })

  test('sessions that are loaded, changed, closed, lost and reconnected; a sub-agent', async () => {
    await expect(await textOf(sessions)).toMatchFileSnapshot('../golden/sessions.txt')
  })

  test('plans that the agent asks about, and one that is inferred until it sends its own', async () => {
    await expect(await textOf(proposals)).toMatchFileSnapshot('../golden/proposals.txt')
  })

  test('no plan came', async () => {
    expect(await textOf([...opening(), turnEnded(900)])).toMatch(
      /turn ended: end_turn after 0\.6s\nNo plan came\. The turn ended after <1s: 0 messages, 0 tool calls, no plan update\.\n$/,
    )
  })

  test('no plan came, and what the agent says in its place', async () => {
    const says = (text: string): AppEvent =>
      update(800, { type: 'said', who: 'agent', text, isWhole: true, messageId: text })
    const events = [...opening(), says('One moment.'), says('Log in first.\nThen ask again.'), says(' ')]
    expect(await textOf([...events, turnEnded(900)])).toMatch(
      / no plan update\. It said last: “Log in first\. ⏎ Then ask again\.”\n$/,
    )
  })

  test('no text of an agent controls the terminal', async () => {
    // oxlint-disable-next-line no-control-regex -- controls are what this is about
    expect(await textOf([...hostile(), ...hostileSessions()])).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
    )
  })

  test('a hundred changes of one update are listed, the rest counted', async () => {
    const rows = (mark: string): readonly string[] =>
      Array.from({ length: 130 }, (_, at) => `${mark} Step number ${at}`)
    const text = await textOf([
      ...opening(),
      update(1000, items(null, ...rows('.'))),
      update(2000, items(null, ...rows('x'))),
    ])
    expect(text.match(/ · completed/g)).toHaveLength(100)
    expect(text).toContain('130/130 and 30 more changes')
  })
})

describe('text of a file plan', () => {
  const uri = 'file:///site/plan.md'
  const shown = (text: string): ShownDocument => shownDocument(uri, text)

  test('is read, reported when it changes, and written whole when the turn ends', async () => {
    const { output, sink, documents, clock } = textStage()
    const run = play(output, [...opening(), update(1000, file('notes', uri))])
    clock.moveTo(1500)
    documents.change(shown('# Plan\n\n- one\n'))
    clock.moveTo(2000)
    documents.change(shown('# Plan\n\n- one\n- two\n'))
    documents.change({ state: 'unavailable', uri, reason: { kind: 'missing', path: '/site/plan.md' } })
    await run.end()
    expect(sink.lines.slice(3)).toEqual([
      '[1.0s] plan.md: file file:///site/plan.md',
      '[1.5s] plan.md: markdown, 3 lines',
      '[2.0s] plan.md: +1 line (markdown, 4 lines)',
      '[2.0s] plan.md: There is no file at file:///site/plan.md. It is shown as soon as it is written.',
      'At the end:',
      'plan.md: file file:///site/plan.md, not readable now',
    ])
    expect(documents.opened()).toEqual([])
  })

  test('is closed when the plan is removed', () => {
    const { output, documents } = textStage()
    const { say } = play(output, [...opening(), update(1000, file('notes', uri))])
    expect(documents.opened()).toEqual([uri])
    say([update(1100, removed('notes'))])
    expect(documents.opened()).toEqual([])
  })
})

test('a slow reader gets one line for many changes, in order, and the end', async () => {
  const { output, sink } = textStage()
  sink.congest(true)
  const run = play(output, [
    ...opening(),
    update(1000, items(null, '> Read', '. Write')),
    update(1100, items(null, 'x Read', '> Write')),
    update(1200, items(null, 'x Read', 'x Write')),
    update(1300, markdown('design', '# Design\n')),
    turnEnded(2000),
  ])
  await run.end()
  expect(sink.lines.slice(3)).toEqual([
    '[1.2s] Plan: 2 of 2 done',
    '  ✓ Read',
    '  ✓ Write',
    '[1.3s] Design: markdown, 1 line',
    '[1.3s] Design: the whole text',
    '  | # Design',
    '[2.0s] turn ended: end_turn after 1.7s',
    'At the end:',
    'Plan: 2 of 2 done',
    '  ✓ Read',
    '  ✓ Write',
    'Design: markdown, 1 line, as above',
  ])
})

test('a plan that is gone before a slow reader takes more has the time at which it went', () => {
  const { output, sink, clock } = textStage()
  const run = play(output, [...opening(), update(1000, todos('> Look around'))])
  sink.congest(true)
  run.say([update(2100, items(null, '> Move it'))])
  clock.moveTo(5000)
  sink.congest(false)
  expect(sink.lines).toContain('[2.1s] Plan (inferred): from now on sent by the agent itself')
})

test.each([
  ['vtcode', true],
  ['another', false],
])('the steps that VT Code makes up are said to be no plan of the work: %s', async (agent, isSaid) => {
  const text = await textOf([...opened(agent), update(1000, items(null, ...madeUp))])
  expect(
    text.includes('Fixed steps that VT Code sends for every prompt: they say nothing of the work.'),
  ).toBe(isSaid)
})

test('a plan of VT Code with steps of its own is a plan like any other', async () => {
  expect(await textOf([...opened('vtcode'), update(1000, items(null, '. One'))])).not.toContain('Fixed steps')
})
