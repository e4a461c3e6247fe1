import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi, afterEach } from 'vitest'
import { filesBelow } from '../../src/system/folder-files.ts'
import { emptyFolder } from '../support/empty-folder.ts'

afterEach(() => vi.unstubAllEnvs())

/** A folder with files in and beside what is looked into. */
function made(): string {
  const folder = emptyFolder()
  for (const name of ['src/deep', 'node_modules/x', '.hidden'])
    mkdirSync(path.join(folder, name), { recursive: true })
  for (const name of [
    'a.txt',
    'src/two words.ts',
    'src/deep/日本.md',
    'node_modules/x/y.js',
    '.hidden/z',
    'out.log',
  ])
    writeFileSync(path.join(folder, name), '')
  if (process.platform !== 'win32') {
    writeFileSync(path.join(folder, 'ev\u001b[2Jil'), '')
    writeFileSync(path.join(folder, 'new\nline'), '')
    writeFileSync(path.join(folder, 'right\u202eleft'), '')
    symlinkSync(folder, path.join(folder, 'src', 'around'))
  }
  return folder
}

const plain = ['a.txt', 'out.log', 'src/deep/日本.md', 'src/two words.ts']

test('without git the folder is walked, through no links, and names that cannot be typed are left out', async () => {
  vi.stubEnv('PATH', emptyFolder())
  expect((await filesBelow(made())).toSorted()).toEqual(plain)
})

test('with git, its files and those that it would add, wherever in the repository the folder is', async () => {
  const folder = made()
  execFileSync('git', ['init', '-q'], { cwd: folder })
  writeFileSync(path.join(folder, '.gitignore'), '*.log\nnode_modules\n.hidden\n')
  const found = await filesBelow(folder)
  expect(found.filter((name) => name !== 'src/around').toSorted()).toEqual([
    '.gitignore',
    ...plain.filter((name) => name !== 'out.log'),
  ])
  expect((await filesBelow(path.join(folder, 'src'))).filter((name) => name !== 'around').toSorted()).toEqual(
    ['deep/日本.md', 'two words.ts'],
  )
})

test('a folder that is gone has none', async () => {
  expect(await filesBelow(path.join(emptyFolder(), 'gone'))).toEqual([])
})
