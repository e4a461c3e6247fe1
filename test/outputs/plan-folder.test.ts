import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PlanFolder } from '../../src/outputs/plan-folder.ts'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'

let here: string

beforeEach(async () => {
  here = await mkdtemp(path.join(tmpdir(), 'plan-folder-'))
})

afterEach(async () => {
  await rm(here, { recursive: true })
})

test('names the file before a plan is saved, relative to the working directory, and saves to it', async () => {
  const folder = new PlanFolder(here, here)
  expect(folder.fileFor('Split it')).toBe('./plan-split-it.md')
  expect(await folder.save('Split it', '# Plan\n')).toEqual({ ok: true, value: './plan-split-it.md' })
  expect(await readFile(path.join(here, 'plan-split-it.md'), 'utf8')).toBe('# Plan\n')
  folder.close()
})

test('an existing name gets a number, before and after saving', async () => {
  await writeFile(path.join(here, 'plan.md'), 'mine')
  const folder = new PlanFolder(here, here)
  expect(folder.fileFor('')).toBe('./plan-2.md')
  expect(await folder.save('', 'text')).toEqual({ ok: true, value: './plan-2.md' })
  expect(folder.fileFor('')).toBe('./plan-3.md')
})

test('a folder elsewhere is shown by its shorter path', async () => {
  await mkdir(path.join(here, 'a'))
  await mkdir(path.join(here, 'b'))
  expect(new PlanFolder(path.join(here, 'b'), path.join(here, 'a')).fileFor('x')).toBe('../b/plan-x.md')
  expect(new PlanFolder('/', path.join(here, 'a')).fileFor('x')).toBe('/plan-x.md')
})

test('a temporary folder is created when needed, and removed if nothing was saved in it', async () => {
  const unused = new PlanFolder(null, null)
  const file = unused.fileFor('x')
  expect(path.isAbsolute(file)).toBe(true)
  expect(unused.fileFor('x')).toBe(file)
  unused.close()
  expect(existsSync(path.dirname(file))).toBe(false)

  const used = new PlanFolder(null, null)
  const saved = await used.save('x', 'text')
  used.close()
  const kept = saved.ok ? saved.value : ''
  expect(await readFile(kept, 'utf8')).toBe('text\n')
  await rm(path.dirname(kept), { recursive: true })
  new PlanFolder(null, null).close()
})

test('a plan becomes a new file, named after its title', async () => {
  const file = path.join(here, 'plan-split-the-tokenizer-out.md')
  expect(await new PlanFolder(here, null).save('Split the `Tokenizer` out!', '# Plan\n')).toEqual({
    ok: true,
    value: file,
  })
  expect((await stat(file)).mode & 0o777 & ~0o022).toBe(0o644)
})

test.each([
  ['../../etc/passwd', 'plan-etc-passwd.md'],
  ['Über Größe', 'plan-uber-gro-e.md'],
  ['計画', 'plan.md'],
  ['', 'plan.md'],
  ['x'.repeat(1000), `plan-${'x'.repeat(50)}.md`],
  ['a\u0000b\n\u001b[2J', 'plan-a-b-2j.md'],
])('a title like %j', async (title, name) => {
  await new PlanFolder(here, null).save(title, 'text')
  expect(await readdir(here)).toEqual([name])
  expect(await readFile(path.join(here, name), 'utf8')).toBe('text\n')
})

test('existing files and targets of links are not overwritten', async () => {
  await writeFile(path.join(here, 'plan-x.md'), 'mine')
  await symlink(path.join(here, 'elsewhere'), path.join(here, 'plan-x-2.md'))
  expect(await new PlanFolder(here, null).save('x', 'new')).toEqual({
    ok: true,
    value: path.join(here, 'plan-x-3.md'),
  })
  expect(await readFile(path.join(here, 'plan-x.md'), 'utf8')).toBe('mine')
  expect((await readdir(here)).toSorted()).toEqual(['plan-x-2.md', 'plan-x-3.md', 'plan-x.md'])
})

test('a folder that is missing or not writable is reported', async () => {
  const gone = new PlanFolder(path.join(here, 'gone'), here)
  expect(gone.fileFor('x')).toBe('./gone/plan-x.md')
  const missing = await gone.save('x', 'text')
  expect(missing).toMatchObject({ ok: false, problem: expect.stringContaining('ENOENT') as string })
  await writeFile(path.join(here, 'file'), '')
  const inFile = await new PlanFolder(path.join(here, 'file'), null).save('x', 'text')
  expect(inFile).toMatchObject({ ok: false, problem: expect.stringContaining('ENOTDIR') as string })
  await chmod(here, 0o500)
  const result = await new PlanFolder(here, null).save('x', 'text')
  await chmod(here, 0o700)
  // Root may write anywhere, and folders of Windows have no mode.
  expect(result.ok).toBe(process.platform === 'win32' || process.getuid?.() === 0)
})

test('at most a hundred files have the same name', async () => {
  for (let count = 1; count <= 100; count++)
    expect((await new PlanFolder(here, null).save('x', 'text')).ok).toBe(true)
  expect(await new PlanFolder(here, null).save('x', 'text')).toMatchObject({
    ok: false,
    problem: expect.stringContaining('100') as string,
  })
})
