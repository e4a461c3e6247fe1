import { test } from 'vitest'
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
