import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mapSessions } from '../../../src/app/state/session-map.ts'
import { maxWorkCalls } from '../../../src/app/state/step-work.ts'
import { sourceOfLog } from '../../../src/app/wire/wire-log.ts'
import { rowText, rowWidth } from '../../../src/lib/cells/row.ts'
import type { TraceRecord } from '../../../src/protocol/trace/trace-record.ts'
import { numberAt } from '../../../src/ui/state/shown.ts'
import { loadedWirePanel } from '../wire/loaded-readers.ts'
import { exchange, loggedAll, update } from '../../app/wire/wire-lines.ts'
import { readRecording } from '../../recordings/read-recording.ts'
import { observed } from '../../recordings/read-recording.ts'
import { dark, plainAscii, ShownScreen, type ShowOptions } from '../stack/shown-screen.ts'

const plan = (t: number, ...statuses: readonly string[]): TraceRecord =>
  update(t, 'plan', {
    entries: statuses.map((status, at) => ({
      content: names[at] ?? `Step ${at}`,
      priority: 'medium',
      status,
    })),
  })
const names = [
  'Read the parser and list its callers',
  'Split the tokenizer out of parser.ts',
  'Add tests for nested quotes',
  'Update the README',
]

const call = (t: number, toolCallId: string, fields: object): TraceRecord =>
  update(t, 'tool_call', { toolCallId, title: `Call ${toolCallId}`, ...fields })

const later = (t: number, toolCallId: string, fields: object): TraceRecord =>
  update(t, 'tool_call_update', { toolCallId, ...fields })

const edit = (path: string, oldText: string, newText: string): object => ({
  kind: 'edit',
  status: 'completed',
  content: [{ type: 'diff', path, oldText, newText }],
})

const run = (command: string, exitCode: number): object => ({
  kind: 'execute',
  status: 'completed',
  rawInput: { command },
  rawOutput: { exitCode },
})

/** A step that ends with a failure, an edit while no step is in progress, and a step in progress. */
const story: readonly TraceRecord[] = [
  ...exchange.slice(0, 5),
  plan(1_000, 'in_progress', 'pending', 'pending', 'pending'),
  call(2_000, 'a', {
    kind: 'read',
    status: 'completed',
    locations: [{ path: '/home/user/project/src/parser.ts' }],
  }),
  call(3_000, 'b', { kind: 'search', status: 'completed', title: 'grep "parse("' }),
  plan(10_000, 'completed', 'in_progress', 'pending', 'pending'),
  call(11_000, 'c', edit('/home/user/project/src/tokenizer.ts', '', 'one\ntwo\nthree\n')),
  call(
    14_000,
    'd',
    edit('/home/user/project/src/a/very/long/way/down/to/the/parser.ts', 'one\ntwo\n', 'one\n'),
  ),
  call(20_000, 'e', {
    ...run('npm test -- quotes', 1),
    status: 'in_progress',
    rawOutput: null,
    title: 'All pass',
  }),
  later(26_500, 'e', { status: 'completed', rawOutput: { exitCode: 1 } }),
  call(30_000, 'f', { kind: 'execute', status: 'completed', rawInput: { command: 'git diff --stat' } }),
  call(40_000, 'g', { kind: 'execute', status: 'failed', rawInput: { command: 'npm run lint' } }),
  plan(50_000, 'completed', 'completed', 'pending', 'pending'),
  call(52_000, 'h', edit('/home/user/project/README.md', 'a\n', 'b\n')),
  call(53_000, 'i', run('git add -A', 0)),
  plan(60_000, 'completed', 'completed', 'in_progress', 'pending'),
  call(61_000, 'j', {
    kind: 'fetch',
    status: 'in_progress',
    title: 'Fetch the \u001b[31mgrammar\nof quotes',
  }),
  call(62_000, 'k', { kind: 'execute', status: 'in_progress', rawInput: { command: 'npm test' } }),
]

function screenOf(records: readonly TraceRecord[], options: ShowOptions = {}): ShownScreen {
  const wire = loadedWirePanel(sourceOfLog(loggedAll(records)))
  return new ShownScreen(observed(records), { nowMs: 70_000, isAnimated: false, wire, ...options })
}

const pointed = (screen: ShownScreen): string =>
  screen.text.split('\n').find((each) => each.startsWith('›')) ?? ''

/** From the step in progress to the one before it. */
const toSecond = ['up', 'up'] as const

describe('on the screen', () => {
  const scenes: Readonly<Record<string, readonly string[]>> = {
    'work-in-steps': toSecond,
    'work-of-step': [...toSecond, 'w'],
    'work-running': ['w'],
    'work-outside': [...toSecond, 'w', 'down', 'enter'],
  }
  const looks = [
    { name: '40x12', columns: 40, rows: 12 },
    { name: '80x24', columns: 80, rows: 24 },
    { name: '160x50', columns: 160, rows: 50 },
    { name: '80x24.ascii', columns: 80, rows: 24, theme: plainAscii },
  ]
  describe.each(Object.entries(scenes))('%s', (name, keys) => {
    test.each(looks)('$name', async ({ name: look, columns, rows, theme = dark }) => {
      const screen = screenOf(story, { columns, rows, theme }).press(...keys)
      expect(screen.rows).toHaveLength(rows)
      expect(screen.rows.filter((each) => rowWidth(each) > columns)).toEqual([])
      if (theme === plainAscii) expect(screen.text.replace('␛', '')).toMatch(/^[\x20-\x7e\n]*$/)
      await expect(`${screen.text}\n`).toMatchFileSnapshot(`../golden/${name}.${look}.txt`)
    })
  })
})

describe('the doubts that the bar counts', () => {
  const done = plan(63_000, 'completed', 'completed', 'completed', 'completed')
  const hint = 'n N doubts'

  test('are hinted; n goes from one step in doubt to the next, round and round, and N back', () => {
    const screen = screenOf([...story, done])
    expect(screen.text).toMatch(/100% · 3 doubts[^]* n N doubts/)
    const [second, last] = ['Split the tokenizer', 'Update the README']
    // What was done outside of the plan stands at its end.
    const ways = Array.from('nnNNn', (key) => pointed(screen.press(key)))
    expect(ways).toEqual(
      [second, last, second, '', second].map((step) => expect.stringContaining(step) as string),
    )
    expect(screen.press('n', 'w').text).toContain(' ? never begun')
  })

  test('about the whole plan stand at its end, where n leads too', () => {
    const dropped = plan(64_000, 'completed', 'completed', 'completed')
    const screen = screenOf([...story, dropped], { columns: 40, rows: 9 })
    expect(screen.text).not.toContain('dropped')
    expect(screen.press('n').text).not.toContain('dropped')
    expect(screen.press('n').text).toContain('dropped')
    expect(pointed(screen.press('n'))).toContain('Split the tokenizer')
  })

  test('are not hinted where there are none, at the only one, in a search and in the changes', () => {
    const hinted = (...keys: readonly string[]): boolean =>
      screenOf(story)
        .press(...keys)
        .text.includes(hint)
    expect([hinted(), hinted('n'), hinted('/', 'e', 'enter'), hinted('d')]).toEqual([
      true,
      false,
      false,
      false,
    ])
    const none = screenOf(story.slice(0, 7))
    expect(none.text).not.toContain(hint)
    expect(none.press('n').text).toContain('No search yet')
  })
})

describe('the work panel', () => {
  test('shows the step in progress, live, and the newest call is selected', () => {
    const screen = screenOf(story.slice(0, -1)).press('w')
    expect(screen.text).toContain(names[2])
    expect(pointed(screen)).toContain('Fetch the')
    screen.show(observed(story))
    expect(pointed(screen)).toContain('npm test')
    expect(pointed(screen)).toContain('running')
    screen.show(observed([...story, later(65_000, 'k', { status: 'failed' })]))
    expect(pointed(screen)).toContain('failed')
    expect(screen.press('w').ui.panel).toBeNull()
  })

  test('tells how long a call has run, each second', () => {
    const screen = screenOf(story).press('w')
    expect(pointed(screen)).toMatch(/running +8s$/)
    expect(screen.drawn.nextAtMs).toBeLessThanOrEqual(71_000)
    expect(screen.show(observed(story), 71_000).nextAtMs).toBeLessThanOrEqual(72_000)
    expect(pointed(screen)).toMatch(/running +9s$/)
  })

  test('enter leads to the message that each call began with, and w back to the call', () => {
    const screen = screenOf(story).press(...toSecond, 'w', 'g')
    for (const id of ['c', 'd', 'e', 'f', 'g']) {
      const before = pointed(screen)
      expect(screen.press('enter').ui).toMatchObject({ panel: 'wire', wire: { wanted: null, isLost: false } })
      expect(screen.press('enter').text).toContain(`"toolCallId": "${id}"`)
      screen.press('escape', 'w')
      expect(pointed(screen)).toBe(before)
      screen.press('down')
    }
  })

  test('says so when the message is not kept any more', () => {
    const wire = loadedWirePanel(sourceOfLog(loggedAll(story.slice(0, 5))))
    const screen = screenOf(story, { wire }).press('w', 'enter')
    expect(screen.text).toContain('This message is not kept any more.')
  })

  test('says so when the call did not come in a message', () => {
    const state = observed(story)
    const sessions = mapSessions(state.sessions, (session) => ({
      ...session,
      work: {
        ...session.work,
        calls: new Map([...session.work.calls].map(([id, each]) => [id, { ...each, frame: null }])),
      },
    }))
    const screen = new ShownScreen({ ...state, sessions }, { nowMs: 70_000 }).press('w', 'enter')
    expect(screen.text).toContain('This call did not come in a message of the agent.')
  })

  test('n and N lead from failure to failure', () => {
    const screen = screenOf(story).press(...toSecond, 'w', 'N')
    expect(pointed(screen)).toContain('npm test -- quotes')
    expect(screen.press('N').text).toContain('No call has failed above.')
    expect(pointed(screen.press('n'))).toContain('npm run lint')
  })

  test('a search finds commands, titles and files', () => {
    const screen = screenOf(story).press(...toSecond, 'w', '/', ...Array.from('tokenizer'), 'enter')
    expect(pointed(screen)).toContain('src/tokenizer.ts')
    expect(pointed(screen.press('down'))).toContain('parser.ts')
  })

  test('esc leads from what is outside back to the step', () => {
    const screen = screenOf(story).press(...toSecond, 'w', 'G', 'down', 'enter')
    expect(screen.text).toContain('README.md')
    expect(screen.press('escape').text).toContain(names[1])
    expect(screen.press('escape').ui.panel).toBeNull()
  })

  test('a click selects a call, the second one opens its message', () => {
    const screen = screenOf(story).press(...toSecond, 'w')
    screen.clickOn('npm test -- quotes')
    expect(pointed(screen)).toContain('npm test -- quotes')
    expect(screen.clickOn('npm test -- quotes').ui.panel).toBe('wire')
  })

  test('without steps it lists all calls of the session', () => {
    const [, ...calls] = story.filter(({ type }) => type === 'frame').slice(5)
    const bare = calls.filter((record) => !JSON.stringify(record).includes('"plan'))
    const screen = screenOf([...exchange.slice(0, 5), ...bare]).press('w')
    expect(screen.text).toContain('All calls of the session')
    expect(screen.text).toContain('git add -A')
    expect(screenOf(exchange.slice(0, 5)).press('w').text).toContain('The agent has told no calls.')
  })

  test('says how many calls it does not list', () => {
    const many = Array.from({ length: maxWorkCalls + 7 }, (_, at) =>
      call(2_000 + at, `m${at}`, { kind: 'read', status: 'completed' }),
    )
    const screen = screenOf([...exchange.slice(0, 5), plan(1_000, 'in_progress'), ...many]).press('w')
    expect(screen.text).toContain('… 7 earlier ones are not listed')
    expect(screen.text).toContain('10007 calls')
    expect(screen.press('g').text).toContain('Call m7')
  })

  test('of recorded agents', () => {
    const screen = new ShownScreen(readRecording('claude-caps-evidence')).press('w')
    expect(screen.text).toMatch(/exit code not told/)
  })

  test('for any calls and keys a row fits, and its call is listed', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constant('\u001b[2J/漢字/'.repeat(20)),
    )
    const fields = fc.record(
      {
        kind: fc.constantFrom('edit', 'read', 'execute', 'other', 'x'.repeat(40)),
        status: fc.oneof(fc.constantFrom('completed', 'failed', 'in_progress'), text),
        title: text,
        rawInput: fc.record({ command: text }),
        rawOutput: fc.record({ exitCode: fc.integer() }),
        locations: fc.array(fc.record({ path: text }), { maxLength: 3 }),
        content: fc.array(
          fc.record({ type: fc.constant('diff'), path: text, oldText: text, newText: text }),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: [] },
    )
    const keys = fc.array(
      fc.constantFrom('up', 'down', 'enter', 'escape', 'w', 'g', 'G', 'n', 'N', 'pagedown'),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(
        fc.array(fields, { maxLength: 12 }),
        keys,
        fc.integer({ min: 12, max: 100 }),
        (each, those, columns) => {
          const calls = each.map((one, at) => call(2_000 + at, String(at), one))
          const records = [...exchange.slice(0, 5), plan(1_000, 'in_progress'), ...calls]
          const screen = screenOf(records, { columns, rows: 14 }).press('w', ...those)
          expect(screen.rows.filter((row) => rowWidth(row) > columns)).toEqual([])
          expect(screen.rows.map(rowText).join('')).not.toContain('\u001b')
          const { main } = screen.drawn.shown
          if (main.layer !== 'work' || main.place === null) return
          expect(main.place.at).toBeLessThan(main.total)
          expect(numberAt(main.calls, main.place.at)).toBeLessThan(calls.length)
        },
      ),
      { numRuns: 60 },
    )
  })
})
