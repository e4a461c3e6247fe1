import { expect, test } from 'vitest'
import { expectGolden, planUpdate, workingStage, type Stage } from './stage.ts'

async function write({ agent }: Pick<Stage, 'agent'>, content: string): Promise<void> {
  await agent.update(planUpdate({ type: 'markdown', planId: 'design', content }))
}

const design = `# Design of the tokenizer

Why: *parser.ts* mixes lexing and **parsing**; nested quotes cannot be tested alone.

## Steps

1. Move \`tokenize()\` to src/tokenizer.ts
2. Re-export it
   - for the **old** callers
   - [x] until 2.0
   - [ ] then no more

> Quotes nest. Quotes in quotes nest too, and this one is so long that it must be wrapped somewhere.

| part | owner | state of it |
|:---|---:|:---:|
| lexer | Ada | done |
| 構文解析 | 花子 | begun |

\`\`\`ts
export function tokenize(text: string): Token[] {
  return [...scan(text)] // all of them
}
\`\`\`

See [the RFD](https://example.org/rfd), &amp; ask :smile: ![a picture](x.png)

---

Last words.
`

test('a document is rendered at the width there is', async () => {
  for (const [columns, rows] of [
    [40, 70],
    [80, 50],
  ] as const) {
    const set = await workingStage({ columns, rows })
    await write(set, design)
    await set.screen.shows('☐ then no more')
    await set.screen.shows('Last words.')
    await expectGolden(set.screen, `design.${columns}x${rows}`)
  }
})

test('while it streams, cut anywhere, the rows that are there stay in their place', async () => {
  const set = await workingStage({ rows: 60 })
  let before: readonly string[] = []
  for (let at = 10; at < design.length; at += 23) {
    await write(set, design.slice(0, at))
    const now = await documentAfter(set, at)
    // What came last is in flux: a table is one as of its second line. What stands above it is settled.
    const settled = before.slice(0, Math.max(0, before.length - 6))
    expect(now.slice(0, settled.length)).toEqual(settled)
    before = now
  }
  expect(before.length).toBeGreaterThan(20)
})

/** The rows of the document, from its title on, once what was written up to `at` has been drawn. */
async function documentAfter(
  { agent, screen }: Pick<Stage, 'agent' | 'screen'>,
  at: number,
): Promise<readonly string[]> {
  await agent.update({ sessionUpdate: 'tool_call', toolCallId: 'mark', title: `mark ${at}` })
  await screen.shows(`mark ${at} `)
  const rows = screen.text().split('\n').slice(3, -4)
  const title = rows.findIndex((row) => row.includes('Design'))
  return title < 0 ? [] : rows.slice(title, rows.findLastIndex((row) => row !== '') + 1)
}

test('1 MB with fences that name no language, growing: keys are answered', async () => {
  const set = await workingStage()
  const { screen } = set
  const block = `## Part\n\n\`\`\`\nconst x = { a: [1, 2, 3] } // ${'code '.repeat(20)}\n\`\`\`\n\nText with **bold** and \`code\`.\n\n`
  const whole = block.repeat(Math.ceil((1024 * 1024) / block.length))
  await write(set, whole)
  await screen.shows('Part')
  for (let at = 1; at <= 5; at++) {
    await write(set, `${whole}\n\nAddition ${at}\n`)
    screen.type('?')
    await screen.shows('Moving')
    screen.type('?')
    await screen.gone('Moving')
  }
  screen.type('G')
  await screen.shows('Addition 5')
})
