import { expect, test } from 'vitest'
import { runApp, runHere } from '../support/run-app.ts'

test('doctor looks, and finds nothing missing', async () => {
  const { stdout, code } = await runApp({ args: ['doctor'] })
  expect(stdout).toMatch(/^Terminal\n[^]*\nNode\n {2}ok {6}version: \d+[^]*\nEditors\n/)
  expect(code).toBe(0)
})

test('as JSON, which names all checks', async () => {
  const { stdout, code } = await runHere({ args: ['doctor', '--json'] })
  const { checks } = JSON.parse(stdout) as { readonly checks: readonly { readonly name: string }[] }
  expect(checks.map(({ name }) => name)).toEqual(['terminal', 'node', 'agents', 'sessions', 'editors'])
  expect(code).toBe(0)
})

test.each([
  ['doctor', 'x'],
  ['doctor', '--', 'x'],
])('%s %s is wrong usage', async (...args) => {
  expect(await runHere({ args })).toMatchObject({ code: 2 })
})
