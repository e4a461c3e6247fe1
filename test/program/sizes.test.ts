import { describe, expect, test } from 'vitest'
import type { Screen } from '../support/open-app.ts'
import { expectGolden, items, plan, planUpdate, stage, workingStage, type Stage } from './stage.ts'

const notes = `# Rollout notes

Ship it **slowly**, to \`5 %\` first, see [the guide](https://example.org/rollout).

- [x] write the switch
- [ ] watch the numbers

| part | owner |
|---|---|
| switch | Ada |
| numbers | 日本語 |

\`\`\`ts
const share = 0.05 // of all
\`\`\`
`

/** A little of everything. */
async function furnish({ agent, screen }: Stage): Promise<void> {
  await agent.update(
    plan(
      'done Read the parser and list its callers',
      { content: 'Split the tokenizer out of parser.ts', status: 'in_progress', priority: 'high' },
      'todo Add tests for nested quotes — “é”, 日本語, 🚀',
      { content: 'Rename parse() everywhere', status: 'cancelled', priority: 'low' },
      { content: 'Update the README', status: 'pending', priority: 'low' },
    ),
  )
  await agent.update(planUpdate({ type: 'markdown', planId: 'notes', content: notes }))
  await agent.update({ sessionUpdate: 'session_info_update', title: 'Split the tokenizer' })
  await agent.update({
    sessionUpdate: 'tool_call',
    toolCallId: '1',
    title: 'Edit',
    kind: 'edit',
    locations: [{ path: 'src/a.ts' }],
  })
  await screen.shows(/Rollout notes? ?1\/2|Rollout/)
  await screen.type('2').shows('Ship it slowly')
  await screen.type('1').shows('Read the parser')
}

function expectFits(screen: Screen, columns: number, rows: number): void {
  const shown = screen.text().split('\n')
  expect(shown).toHaveLength(rows)
  // The first and the last row stand where they belong: nothing scrolled.
  expect(shown[0]).toMatch(/scripted-agent|needs/)
  expect(shown.at(-1)).toMatch(/\? help/)
  for (const row of shown) expect(row.length).toBeLessThanOrEqual(columns)
}

test.each([
  [40, 12],
  [80, 24],
])('%ix%i: a checklist and a markdown plan', async (columns, rows) => {
  const set = await workingStage({ columns, rows })
  await furnish(set)
  expectFits(set.screen, columns, rows)
  await expectGolden(set.screen, `checklist.${columns}x${rows}`)
  set.screen.type('2')
  await set.screen.shows('Ship it slowly')
  expectFits(set.screen, columns, rows)
  await expectGolden(set.screen, `markdown.${columns}x${rows}`)
})

test('a terminal that does not know its size counts as 80x24', async () => {
  const { agent, screen } = await workingStage({ reported: { columns: 0, rows: 0 } })
  await agent.update(plan('now Read the parser'))
  await screen.shows('» Read the parser')
  expectFits(screen, 80, 24)
})

test('resizing while it runs: each screen is right, and the place is kept', async () => {
  const { agent, screen } = await workingStage()
  const steps = Array.from(
    { length: 200 },
    (_, at) => `${at < 20 ? 'done' : at === 20 ? 'now' : 'todo'} Step ${at + 1} of the work`,
  )
  await agent.update(plan(...steps))
  await screen.shows('» Step 21 of')
  await screen.type('/').shows('enter go')
  screen.type('Step 150')
  await screen.press('enter').shows(/› ?○ Step 150/)
  const before = screen.text()
  for (const [columns, rows] of [
    [40, 12],
    [120, 40],
    [30, 8],
    [300, 100],
    [80, 24],
  ] as const) {
    screen.resize(columns, rows)
    await screen.shows(
      new RegExp(`^ (?:scripted-agent|30x8)(?=[^]*› ?○ Step 150)(?:[^\\n]*\\n){${rows - 1}} [^\\n]*\\? help`),
    )
    if (columns >= 40) expectFits(screen, columns, rows)
    await screen.shows(columns >= 80 ? '20 of 200' : /Plan 20\/200|20\/200/)
  }
  expect(
    screen
      .text()
      .replaceAll(/\d+s|\d:\d\d/g, '')
      .split('\n')
      .slice(0, 5),
  ).toEqual(
    before
      .replaceAll(/\d+s|\d:\d\d/g, '')
      .split('\n')
      .slice(0, 5),
  )
  await screen.press('escape').gone('n N')
  await screen.type('f').shows('» Step 21 of')
  await agent.update(plan(...steps.slice(0, 30)))
  await screen.shows('20 of 30')
})

const sgr = /\u001b\[([\d;]*)m/g

function colours(screen: Screen): readonly string[] {
  const codes = [...screen.raw().toString('utf8').matchAll(sgr)].flatMap(([, code = '']) => code.split(';'))
  return [...new Set(codes)].filter((code) => /^(?:3[0-9]|4[0-9]|9\d|10\d)$/.test(code))
}

describe('looks', () => {
  test('--ascii: nothing of ours is outside of ASCII', async () => {
    const { agent, screen } = await stage({
      args: ['--ascii', '--prompt', 'go'],
      handshake: null,
      animation: true,
    })
    await agent.answerHandshake()
    const turn = await agent.prompted()
    await agent.update(plan('done Read', 'now Write', 'todo Rest', 'cancelled No', 'blocked Wait'))
    // A tab that was looked at has no mark of news.
    await screen.shows('Write')
    screen.type('1')
    await agent.update(
      planUpdate({ type: 'markdown', planId: 'notes', content: notes.replaceAll('日本語', 'Bob') }),
    )
    await agent.update(planUpdate({ ...items('todo x'), planId: 'gone' }))
    await screen.shows('gone')
    await screen.type('2').shows('Ship it slowly')
    await screen.gone('This plan is already shown.')
    await expectGolden(screen, 'ascii-markdown')
    await screen.type('1').shows('Write')
    await expectGolden(screen, 'ascii')
    for (const key of ['a', '!', 'e', '?']) {
      screen.type(key)
      await screen.idle()
    }
    await screen.press('escape').gone('esc close')
    await agent.update({ sessionUpdate: 'plan_removed', planId: 'gone' })
    await screen.shows('removed by the agent')
    await screen.press('enter').shows('enter send')
    screen.press('escape')
    // An escape and a key right after it are one key: alt.
    await screen.gone('enter send')
    await agent.endTurn(turn)
    await agent.exit(3)
    await screen.shows('status 3')
    screen.type('qq')
    await screen.exit()
    expect([
      ...new Set(
        screen
          .raw()
          .toString('utf8')
          .match(/[^\u0000-\u007f]/g) ?? [],
      ),
    ]).toEqual([])
  })

  test('NO_COLOR: signs and weights, no colour', async () => {
    const set = await workingStage({ env: { NO_COLOR: '1' } })
    await furnish(set)
    await expectGolden(set.screen, 'no-color')
    expect(colours(set.screen)).toEqual([])
  })

  test.each(['dark', 'light', 'high-contrast'])('--theme %s has colours of its own', async (theme) => {
    const set = await workingStage({ args: ['--theme', theme] })
    await furnish(set)
    expect(colours(set.screen)).not.toEqual([])
    await expect(`${colours(set.screen).toSorted().join(' ')}\n`).toMatchFileSnapshot(
      `golden/theme-${theme}.txt`,
    )
  })
})
