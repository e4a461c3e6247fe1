import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openInProcess, type InProcessScreen } from '../support/in-process-app.ts'

/** The recording of a run with GitHub Copilot, played to its end. */
async function replay(
  name: string,
  { columns, rows, hasPipedOutput = false }: { columns: number; rows: number; hasPipedOutput?: boolean },
  ...more: readonly string[]
): Promise<InProcessScreen> {
  const trace = fileURLToPath(new URL(`../recordings/copilot-v1-${name}.ndjson`, import.meta.url))
  const args = ['replay', trace, '--speed', 'max', '--no-animation', ...more]
  return openInProcess({ columns, rows, args, hasPipedOutput })
}

describe.each([
  [80, 24],
  [40, 12],
])('at %dx%d', (columns, rows) => {
  test.each(['todo', 'sql', 'plan', 'subagent'])('%s', async (name) => {
    const screen = await replay(name, { columns, rows })
    await screen.shows('play again')
    // The recording is read on to its end, which the line of revisions shows, and a message tells.
    await screen.pass(30_000)
    await expect(`${screen.text()}\n`).toMatchFileSnapshot(`golden/copilot-${name}-${columns}x${rows}.txt`)
  })
})

test.each(['todo', 'sql', 'plan', 'reload'])('%s in words', async (name) => {
  const screen = await replay(name, { columns: 160, rows: 60, hasPipedOutput: true }, '--format', 'text')
  expect(await screen.exit()).toMatchObject({ code: 0 })
  await expect(`${screen.text().trimEnd()}\n`).toMatchFileSnapshot(`golden/copilot-${name}-in-words.txt`)
})

test('what is uncertain is so in JSON, too', async () => {
  const screen = await replay('sql', { columns: 4000, rows: 60, hasPipedOutput: true }, '--format', 'json')
  expect(await screen.exit()).toMatchObject({ code: 0 })
  const plans = screen
    .text()
    .split('\n')
    .filter((line) => line.startsWith('{"type":"plan"'))
  expect(plans.map((line) => line.includes('"isUncertain":true'))).toEqual([false, false, false, true])
})
