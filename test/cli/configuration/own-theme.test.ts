import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRunOptions } from '../../../src/cli/configuration/resolve-run.ts'
import type { Settings } from '../../../src/cli/configuration/settings.ts'

const home = mkdtempSync(path.join(tmpdir(), 'own-theme-'))
const folder = path.join(home, 'acp-plan-tui')
mkdirSync(path.join(folder, 'themes'), { recursive: true })
writeFileSync(path.join(folder, 'themes', 'warm.json'), '{"accent": "#ff8700"}')
writeFileSync(path.join(folder, 'beside.json'), '{"extends": "light", "accent": 130}')
afterAll(() => rmSync(home, { recursive: true }))

async function themeOf(given: {
  readonly flags?: Settings
  readonly env?: Readonly<Record<string, string>>
  readonly config?: string
}): Promise<unknown> {
  writeFileSync(path.join(folder, 'config.json'), given.config ?? '{}')
  const env = { XDG_CONFIG_HOME: home, TERM: 'xterm-256color', ...given.env }
  const host = { process: { ...process, env }, isTerminal: () => true } as unknown as Parameters<
    typeof readRunOptions
  >[1]
  const run = { hasKeyboard: true, promptCount: 0, continuesSession: false }
  const options = await readRunOptions(given.flags ?? {}, host, run)
  return options.ok ? options.value.theme : options.problem.message
}

test('the theme of an option, a variable or the configuration may be a file', async () => {
  const warm = { base: 'dark', changes: { accent: { fg: 208 } } }
  expect(await themeOf({ flags: { theme: 'warm' } })).toEqual(warm)
  expect(await themeOf({ env: { ACP_PLAN_TUI_THEME: 'warm' } })).toEqual(warm)
  expect(await themeOf({ config: '{"theme": "warm"}' })).toEqual(warm)
  expect(await themeOf({ config: '{"theme": "warm"}', flags: { theme: 'light' } })).toBe('light')
})

test('colours are those that the terminal shows', async () => {
  const flags = { theme: 'warm' }
  const accentOn = async (env: Readonly<Record<string, string>>): Promise<unknown> =>
    await themeOf({ flags, env })
  const accent = (fg: number | string): object => ({ base: 'dark', changes: { accent: { fg } } })
  expect(await accentOn({ COLORTERM: 'truecolor' })).toEqual(accent('#ff8700'))
  expect(await accentOn({ FORCE_COLOR: '3' })).toEqual(accent('#ff8700'))
  expect(await accentOn({ TERM: 'xterm' })).toEqual(accent(3))
})

test('a relative path in the configuration leads from its folder', async () => {
  expect(await themeOf({ config: '{"theme": "./beside.json"}' })).toMatchObject({ base: 'light' })
})

test('a theme that cannot be found is told with what named it', async () => {
  expect(await themeOf({ flags: { theme: 'cold' } })).toBe(
    '--theme cannot be “cold”: there is no theme of that name',
  )
  expect(await themeOf({ env: { ACP_PLAN_TUI_THEME: 'cold' } })).toBe(
    'the environment variable ACP_PLAN_TUI_THEME cannot be “cold”: there is no theme of that name',
  )
  expect(await themeOf({ config: '{\n  "theme": "cold"\n}' })).toBe(
    `${path.join(folder, 'config.json')}:2:12 “theme” cannot be “cold”: there is no theme of that name`,
  )
})
