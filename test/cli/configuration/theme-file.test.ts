import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { CellStyle } from '../../../src/lib/cells/cell-style.ts'
import { checkTheme } from '../../../src/cli/configuration/check-theme.ts'
import { resolveTheme, type NamedTheme } from '../../../src/cli/configuration/theme-file.ts'
import { themeSchema, publishedSchemas } from '../../../src/cli/published-schemas.ts'
import { makeTheme, roles, themeNames, type OwnTheme, type Role } from '../../../src/ui/paint/theme.ts'

function checked(text: string, depth: NamedTheme['depth'] = 'true'): unknown {
  const theme = checkTheme(text, { file: 't.json', depth })
  return theme.ok ? theme.value : [theme.problem.message, theme.problem.hint]
}

function own(text: string, depth: NamedTheme['depth'] = 'true'): OwnTheme {
  const theme = checkTheme(text, { file: 't.json', depth })
  if (!theme.ok) throw new Error(theme.problem.message)
  return theme.value
}

describe('a theme file', () => {
  test('replaces what it names, and keeps the rest of the theme that it extends', () => {
    const text =
      '\ufeff{"$schema": "x", "extends": "light", "accent": "#FF8700", "dim": {"color": 245, "dim": false}}'
    const look = { color: true, ascii: false, hyperlinks: false }
    const { styles } = makeTheme({ name: own(text), ...look })
    const light = makeTheme({ name: 'light', ...look }).styles
    expect(styles.accent).toMatchObject({ fg: '#ff8700', bold: true })
    expect(styles.dim).toMatchObject({ fg: 245, dim: false })
    expect({ ...styles, accent: light.accent, dim: light.dim }).toEqual(light)
  })

  describe('where no colour is wanted', () => {
    const look = { color: false, ascii: false, hyperlinks: false }
    const plain = (text: string): Readonly<Record<Role, CellStyle>> =>
      makeTheme({ name: own(text), ...look }).styles

    test('has no colour, also of the theme that it extends', () => {
      for (const name of themeNames) {
        const text = JSON.stringify({
          extends: name,
          ...Object.fromEntries(roles.map((role) => [role, 'red'])),
        })
        for (const theme of [plain(text), makeTheme({ name, ...look }).styles])
          for (const role of roles) expect(theme[role], role).toMatchObject({ fg: null, bg: null })
      }
    })

    test('has its attributes, and those of the theme that it extends', () => {
      const text =
        '{"extends": "high-contrast", "code": {"color": "red", "italic": true}, "link": {"bold": false}}'
      expect(plain(text).code).toMatchObject({ bold: true, italic: true })
      expect(plain(text).link).toMatchObject({ bold: false, underline: true })
      expect(plain(text).accent).toMatchObject({ inverse: true })
      expect(plain(text).dim.sgr).toBe('')
    })

    test('keeps an attribute that it turns off for a colour', () => {
      const cursor = '{"color": "black", "background": "yellow", "inverse": false}'
      const styles = plain(`{"inverse": ${cursor}, "dim": {"color": "default", "dim": false}}`)
      expect(styles.inverse.inverse).toBe(true)
      expect(styles.dim.dim).toBe(false)
    })
  })

  test.each([
    ['true', { fg: '#ff8700', bg: 208 }],
    ['256', { fg: 208, bg: 208 }],
    ['16', { fg: 3, bg: 3 }],
  ] as const)('on a terminal with %s colours shows the nearest ones', (depth, shown) => {
    const text =
      '{"accent": {"color": "#ff8700", "background": 208}, "good": "bright-green", "bad": "default"}'
    expect(own(text, depth).changes).toEqual({ accent: shown, good: { fg: 10 }, bad: { fg: null } })
  })

  test.each([
    ['{', 't.json:1:2 is not JSON: a key in double quotes was expected', 'Mend that line.'],
    ['', 't.json:1:1 is not JSON: a value was expected', 'Mend that line.'],
    ['[]', 't.json:1:1 a theme must be one object', 'For example {"extends": "dark", "accent": "#ff8700"}.'],
    ['{\n  "acent": 1\n}', 't.json:2:3 there is no role “acent”', 'Did you mean “accent”?'],
    [
      '{"extends": "drak"}',
      't.json:1:13 “extends” has a wrong value',
      'It must be dark, light or high-contrast.',
    ],
    ['{"dim": {"blod": true}}', 't.json:1:10 there is no part of a style “blod”', 'Did you mean “bold”?'],
    ['{"dim": 1, "dim": 2}', 't.json:1:12 “dim” is there twice', 'Remove one of the two.'],
    ['{"dim": {"bold": true, "bold": false}}', 't.json:1:24 “bold” is there twice', 'Remove one of the two.'],
    ['{"dim": {"bold": 1}}', 't.json:1:18 “dim.bold” has a wrong value', 'It must be true or false.'],
  ])('%j is refused with its place and what to do', (text, message, hint) => {
    expect(checked(text)).toEqual([message, hint])
  })

  const wrongColors = [256, -1, 1.5, true, null, [], 'pink', '#fff', '#ggg000', '']

  test.each(wrongColors)('%j is no colour', (color) => {
    for (const theme of [{ code: color }, { code: { color } }, { code: { background: color } }]) {
      expect(checked(JSON.stringify(theme))).toEqual([
        expect.stringMatching(/^t\.json:1:\d+ “code[.a-z]*” has a wrong value$/),
        'It must be a colour: a name such as red or green, a number from 0 to 255, or "#rrggbb".',
      ])
    }
  })

  test('the published schema has every role and accepts what the program accepts', () => {
    const values = [
      ...wrongColors,
      0,
      255,
      'default',
      'bright-cyan',
      '#00FFaa',
      {},
      { bold: true },
      { blod: true },
    ]
    for (const value of values) {
      const text = JSON.stringify({ code: value })
      expect(themeSchema.safeParse({ code: value }).success, text).toBe(!Array.isArray(checked(text)))
    }
    const { properties } = publishedSchemas['theme-schema.json'] as { readonly properties: object }
    expect(Object.keys(properties)).toEqual(['$schema', 'extends', ...roles])
  })
})

describe('the theme that a setting names', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'themes-'))
  const configFile = path.join(folder, 'config.json')
  mkdirSync(path.join(folder, 'themes', 'folder.json'), { recursive: true })
  writeFileSync(path.join(folder, 'themes', 'warm.json'), '{"accent": "red"}')
  writeFileSync(path.join(folder, 'own.json'), '{"accent": "blue"}')
  writeFileSync(path.join(folder, 'large.json'), `{"accent": "blue"}${' '.repeat(256 * 1024)}`)
  afterAll(() => rmSync(folder, { recursive: true }))

  async function found(name: string): Promise<unknown> {
    const theme = await resolveTheme({ name, from: '--theme', folder, configFile, depth: 'true' })
    return theme.ok ? theme.value : [theme.problem.message, theme.problem.hint]
  }

  test('is a built-in one, a file in the folder of themes, or any file', async () => {
    expect(await found('high-contrast')).toBe('high-contrast')
    expect(await found('auto')).toBe('auto')
    expect(await found('warm')).toEqual({ base: 'dark', changes: { accent: { fg: 1 } } })
    expect(await found('./own.json')).toEqual({ base: 'dark', changes: { accent: { fg: 4 } } })
    expect(await found(path.join(folder, 'own.json'))).toEqual({
      base: 'dark',
      changes: { accent: { fg: 4 } },
    })
  })

  test('a name that is too long for a file is none', async () => {
    const [message] = (await found('x'.repeat(5000))) as readonly string[]
    expect(message).toMatch(/^--theme cannot be “x{5000}”: there is no theme of that name$/)
  })

  test('a name that is none is compared with the built-in ones', async () => {
    const file = path.join(folder, 'themes', 'drak.json')
    expect(await found('drak')).toEqual([
      '--theme cannot be “drak”: there is no theme of that name',
      `Did you mean “dark”? A theme of your own would be the file ${file}`,
    ])
  })

  test.each([
    ['missing.json', 'there is no such file'],
    ['themes/folder.json', 'it is a folder'],
    ['folder', 'it is a folder'],
    [`${'x'.repeat(5000)}.json`, 'no file can have a name that is so long'],
    ['large.json', 'it is too long: at most 256 KiB are read'],
    ['/dev/null', 'it is a device, and only regular files are read'],
  ])('%s is refused', async (name, words) => {
    const [message, hint] = (await found(name)) as readonly string[]
    // An absolute path is not told twice.
    const file = name.startsWith('/') ? '' : ': the theme /.*'
    expect(message).toMatch(new RegExp(`^--theme “${name}”${file}: ${words}$`))
    expect(hint).toContain('It must be a JSON file such as')
  })

  test.skipIf(process.platform === 'win32')('a named pipe is not opened', async () => {
    execFileSync('mkfifo', [path.join(folder, 'pipe.json')])
    const [message] = (await found('pipe.json')) as readonly string[]
    expect(message).toContain('it is a pipe, and only regular files are read')
  })

  test('without a home folder a name leads nowhere', async () => {
    const theme = await resolveTheme({
      name: 'warm',
      from: '--theme',
      folder: null,
      configFile: null,
      depth: '16',
    })
    expect(theme).toMatchObject({
      ok: false,
      problem: { message: '--theme “warm”: there is no folder to look for it' },
    })
  })
})
