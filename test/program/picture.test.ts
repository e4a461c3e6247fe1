import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runApp } from '../support/run-app.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The words of `npm run picture` behind the program's name. */
function pictureWords(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>
  }
  const [, line = ''] = (scripts['picture'] ?? '').split('node bin/acp-plan-tui.js ')
  return (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
}

test('the picture of the README is what `npm run picture` makes now', async () => {
  const words = pictureWords()
  expect(words.slice(0, 2)).toEqual(['render', '.tools/picture/demo.ndjson'])
  const args = words.map((word) => (word === '-o' ? '--check' : word))
  expect(await runApp({ cwd: root, args })).toEqual({ code: 0, signal: null, stdout: '', stderr: '' })
})

test('the README shows it', () => {
  const file = pictureWords().at(pictureWords().indexOf('-o') + 1) ?? ''
  expect(readFileSync(path.join(root, 'README.md'), 'utf8')).toContain(`](${file})`)
})

describe('the gallery of the manual', () => {
  const page = readFileSync(path.join(root, 'src/manual/gallery.md'), 'utf8')

  test('has the pictures that its commands make now', () => {
    const { status, stderr } = spawnSync(process.execPath, ['.tools/gallery.mjs', '--check'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  test('shows each picture above the command that makes it', () => {
    const shown = [...page.matchAll(/\]\(\.\.\/\.\.\/([^)]+)\)/g)].map(([, file]) => file)
    const made = [...page.matchAll(/ -o (\S+)/g)].map(([, file]) => file)
    expect(shown).toEqual(made)
    expect(made.length).toBeGreaterThan(2)
  })

  test('keeps all pictures together below 1.5 MB', () => {
    const folder = path.join(root, '.tools/picture')
    const sizes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).size)
    expect(sizes.reduce((all, size) => all + size, 0)).toBeLessThan(1_500_000)
  })
})
