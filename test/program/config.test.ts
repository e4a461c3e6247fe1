import { expect, test } from 'vitest'
import { runApp, runHere } from '../support/run-app.ts'
import { configIn, configured } from '../support/configured.ts'
import { emptyFolder } from '../support/empty-folder.ts'

test('config lists all settings, and fails with one that is wrong', async () => {
  expect(await runApp({ args: ['config'], env: { XDG_CONFIG_HOME: emptyFolder() } })).toMatchObject({
    code: 0,
  })
  const good = await runHere({ args: ['config'], env: configured('{"theme": "light"}') })
  expect(good.stdout).toMatch(/^theme +light +file, line 1$/m)
  expect(good.code).toBe(0)
  const env = configured('{"notify": "blue", "ascii": true}')
  const bad = await runHere({ args: ['config', '--json'], env })
  const message = `${configIn(env)}:1:12 “notify” has a wrong value`
  expect(JSON.parse(bad.stdout)).toMatchObject({ faults: [{ message }] })
  expect(bad.code).toBe(2)
})

test('config lists own keys, and tells of a theme that cannot be used', async () => {
  const keys = '"keys": {\n"save": [],\n"quit": ["ctrl-q", "Q"]}'
  const good = await runHere({ args: ['config'], env: configured(`{${keys}}`) })
  expect(good.stdout).toMatch(/^keys\.save +\(none\) +file, line 2\nkeys\.quit +ctrl-q Q +file, line 3$/m)
  expect(good.code).toBe(0)
  const env = configured(`{"theme": "mine", ${keys}}`)
  const bad = await runHere({ args: ['config', '--json'], env })
  expect(JSON.parse(bad.stdout)).toMatchObject({
    ownKeys: [
      { command: 'save', keys: [], line: 2 },
      { command: 'quit', keys: ['ctrl-q', 'Q'], line: 3 },
    ],
    faults: [{ message: `${configIn(env)}:1:11 “theme” cannot be “mine”: there is no theme of that name` }],
  })
  expect(bad.code).toBe(2)
})

test('config tells what is wrong in the order of the lines', async () => {
  const lines = [
    '"theme": "mauve"',
    '"lint": {"rules": {"mine": "off"}}',
    '"keys": {"fly": "x"}',
    '"ascii": 1',
  ]
  const { stdout } = await runHere({ args: ['config'], env: configured(`{${lines.join(',\n')}}`) })
  expect(Array.from(stdout.matchAll(/config\.json:(\d)/g), ([, line]) => line)).toEqual(['1', '2', '3', '4'])
})

test.each([
  [['config', 'x'], 'config takes no argument “x”'],
  [['completion'], 'completion takes the name of one shell'],
  [['completion', 'bash', 'zsh'], 'completion takes the name of one shell'],
  [['completion', 'zhs'], 'there is no completion for “zhs”'],
])('%j is wrong usage', async (args, message) => {
  const { stderr, code } = await runHere({ args })
  expect(stderr).toContain(message)
  expect(code).toBe(2)
})
