import { readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runApp } from '../support/run-app.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

function wordsOf(line: string): readonly string[] {
  return (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
}

/** What a command of these words, behind the program's name, makes now is there. */
async function expectMade(words: readonly string[]): Promise<void> {
  const args = words.map((word) => (word === '-o' ? '--check' : word))
  expect(await runApp({ cwd: root, args })).toEqual({ code: 0, signal: null, stdout: '', stderr: '' })
}

/** The words of `npm run picture` behind the program's name. */
function pictureWords(): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>
  }
  const [, line = ''] = (scripts['picture'] ?? '').split('node bin/acp-plan-tui.js ')
  return wordsOf(line)
}

test('the picture of the README is what `npm run picture` makes now', async () => {
  const words = pictureWords()
  expect(words.slice(0, 2)).toEqual(['render', '.tools/picture/demo.ndjson'])
  await expectMade(words)
})

test('the README shows it', () => {
  const file = pictureWords().at(pictureWords().indexOf('-o') + 1) ?? ''
  expect(readFileSync(path.join(root, 'README.md'), 'utf8')).toContain(`](${file})`)
})

describe('the gallery of the manual', () => {
  const page = readFileSync(path.join(root, 'src/manual/gallery.md'), 'utf8')

  // A line that ends with a backslash goes on in the next.
  const commands = page.replaceAll(/\\\n\s*/g, '').match(/^acp-plan-tui render .*$/gm) ?? []

  // Each has the time of a test.
  test.each(commands)('has the picture that its command makes now: %s', async (line) => {
    await expectMade(wordsOf(line).slice(1))
  })

  test('shows each picture above the command that makes it', () => {
    const shown = [...page.matchAll(/\]\(\.\.\/\.\.\/([^)]+)\)/g)].map(([, file]) => file)
    const made = [...page.matchAll(/ -o (\S+)/g)].map(([, file]) => file)
    expect(shown).toEqual(made)
    expect(made.length).toBeGreaterThan(2)
    expect(commands).toHaveLength(made.length)
  })

  test('keeps all pictures together below 1.5 MB', () => {
    const folder = path.join(root, '.tools/picture')
    const sizes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).size)
    expect(sizes.reduce((all, size) => all + size, 0)).toBeLessThan(1_500_000)
  })
})
