import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../support/empty-folder.ts'
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
  const folder = emptyFolder()
  mkdirSync(path.join(folder, 'acp-plan-tui'))
  const file = path.join(folder, 'acp-plan-tui', 'config.json')
  writeFileSync(file, '{"theem": "dark"}')
  const { stdout, code } = await runHere({ args: ['doctor', '--json'], env: { XDG_CONFIG_HOME: folder } })
  const { checks } = JSON.parse(stdout) as { readonly checks: readonly { readonly name: string }[] }
  const found = {
    subject: 'settings',
    health: 'wrong',
    found: `${file}:1:2 there is no setting “theem”`,
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
