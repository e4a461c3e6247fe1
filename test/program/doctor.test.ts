import { expect, test } from 'vitest'
import { configIn, configured } from '../support/configured.ts'
import { runApp, runHere } from '../support/run-app.ts'

test('doctor looks, and finds nothing missing', async () => {
  const { stdout, code } = await runApp({ args: ['doctor'] })
  expect(stdout).toMatch(/^Terminal\n[^]*\nNode\n {2}ok {6}version: \d+[^]*\nEditors\n/)
  expect(code).toBe(0)
})

test('as JSON, which names all checks', async () => {
  const { stdout, code } = await runHere({ args: ['doctor', '--json'] })
  const { checks } = JSON.parse(stdout) as { readonly checks: readonly { readonly name: string }[] }
  expect(checks.map(({ name }) => name)).toEqual([
    'terminal',
    'node',
    'configuration',
    'state',
    'agents',
    'sessions',
    'editors',
  ])
  expect(code).toBe(0)
})

test('a broken configuration is named with its place, and fails', async () => {
  const env = configured('{"theem": "dark"}')
  const { stdout, code } = await runHere({ args: ['doctor', '--json'], env })
  const { checks } = JSON.parse(stdout) as { readonly checks: readonly { readonly name: string }[] }
  const found = {
    subject: 'settings',
    health: 'wrong',
    found: `${configIn(env)}:1:2 there is no setting “theem”`,
    advice: 'Did you mean “theme”?',
  }
  expect(checks.find(({ name }) => name === 'configuration')).toEqual({
    name: 'configuration',
    found: [found],
  })
  expect(code).toBe(1)
})

test.each([['doctor', 'x']])('%s %s is wrong usage', async (...args) => {
  expect(await runHere({ args })).toMatchObject({ code: 2 })
})
