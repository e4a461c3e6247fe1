import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openInProcess } from '../support/in-process-app.ts'
import { runApp, runHere } from '../support/run-app.ts'

const page = readFileSync(new URL('../../src/manual/lint.md', import.meta.url), 'utf8')

test('help lists the topics', async () => {
  const { stdout, code } = await runHere({ args: ['help'] })
  expect(stdout).toMatch(/^ {2}recording +record, replay, render$/m)
  expect(code).toBe(0)
})

test.each(['lint', '--fail-on'])('help %s in a pipe is the page as it is', async (topic) => {
  expect(await runApp({ args: ['help', topic] })).toMatchObject({ stdout: page, stderr: '', code: 0 })
})

test.each([
  [['rendr'], 'Did you mean `acp-plan-tui help render`?'],
  [['lint', 'json'], 'help takes one topic'],
])('help %j is wrong usage', async (words, message) => {
  const { stderr, code } = await runHere({ args: ['help', ...words] })
  expect(stderr).toContain(message)
  expect(code).toBe(2)
})

test('help on a terminal is rendered, also with a broken configuration', async () => {
  const env = { PAGER: '', ACP_PLAN_TUI_THEME: 'no-such-theme' }
  const screen = await openInProcess({ columns: 80, rows: 24, args: ['help', 'lint'], env })
  expect(await screen.exit()).toMatchObject({ code: 0 })
  expect(screen.scrollback()).toMatch(/^ ?Lint$/m)
  expect(screen.scrollback()).not.toContain('```')
})
