import path from 'node:path'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { planFiles } from '../../src/outputs/plan-folder.ts'
import { newFileWords } from '../../src/outputs/new-file.ts'

let folder: string
const files = planFiles({ fileFor: (title) => `./plan-${title}.md` })

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plan-files-'))
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

test('a plan is saved where the user says, and the name is told as it was typed', async () => {
  const file = path.join(folder, 'mine.md')
  expect(await files.saveAs(file, '# Plan\n')).toEqual({ ok: true, value: file })
  expect(await readFile(file, 'utf8')).toBe('# Plan\n')
  vi.stubEnv('HOME', folder)
  expect(await files.saveAs('~/home.md', 'a\n')).toEqual({ ok: true, value: '~/home.md' })
  expect(await readFile(path.join(folder, 'home.md'), 'utf8')).toBe('a\n')
  expect(files.fileFor('x')).toBe('./plan-x.md')
})

test('nothing is overwritten, also not through a link', async () => {
  await writeFile(path.join(folder, 'there.md'), 'mine')
  await symlink(path.join(folder, 'nowhere'), path.join(folder, 'link.md'))
  for (const name of ['there.md', 'link.md'])
    expect(await files.saveAs(path.join(folder, name), 'x')).toEqual({
      ok: false,
      problem: 'there is such a file already',
    })
  expect(await readFile(path.join(folder, 'there.md'), 'utf8')).toBe('mine')
  expect((await readdir(folder)).toSorted()).toEqual(['link.md', 'there.md'])
})

test('errors are told in words', async () => {
  const saved = async (...parts: readonly string[]): Promise<unknown> =>
    await files.saveAs(path.join(folder, ...parts), 'x')
  expect(await saved('no', 'plan.md')).toEqual({ ok: false, problem: 'there is no such folder' })
  expect(await saved(`${'x'.repeat(300)}.md`)).toEqual({ ok: false, problem: 'the name is too long' })
  await writeFile(path.join(folder, 'file'), '')
  expect(await saved('file', 'plan.md')).toEqual({ ok: false, problem: 'there is no such folder' })
  await mkdir(path.join(folder, 'closed'))
  await chmod(path.join(folder, 'closed'), 0o500)
  // The superuser may write everywhere, and folders of Windows have no mode.
  const isRoot = process.platform === 'win32' || process.getuid?.() === 0
  expect(await saved('closed', 'plan.md')).toMatchObject(
    isRoot ? { ok: true } : { ok: false, problem: 'you may not write there' },
  )
})

test.each([
  ['EACCES', 'you may not write there'],
  ['EROFS', 'nothing can be written there (read-only)'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'the file size limit is reached'],
  ['ELOOP', 'a symbolic link in its path leads to itself'],
  ['EISDIR', 'it is a folder'],
  ['EIO', 'the disk has failed (EIO)'],
  ['EMFILE', 'EMFILE: i/o error'],
])('%s: %s', (code, words) => {
  expect(newFileWords({ code, message: `${code}: i/o error` })).toBe(words)
})

test('a copy goes to a temporary folder; the same text is saved once', async () => {
  vi.stubEnv('TMPDIR', folder)
  const own = planFiles({ fileFor: () => '' })
  const first = await own.saveCopy('Split it', '# Plan\n')
  if (!first.ok) throw new Error(first.problem)
  expect(path.basename(first.value)).toBe('plan-split-it.md')
  expect(await own.saveCopy('Split it', '# Plan\n')).toEqual(first)
  const second = await own.saveCopy('Split it', '# Other\n')
  expect(second.ok && path.basename(second.value)).toBe('plan-split-it-2.md')
  expect(await readFile(first.value, 'utf8')).toBe('# Plan\n')
})
