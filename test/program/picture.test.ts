import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
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
