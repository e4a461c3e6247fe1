import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { planFolder, temporaryPlanFolder } from '../../src/outputs/plan-folder.ts'

let here: string

beforeEach(async () => {
  here = await mkdtemp(path.join(tmpdir(), 'plan-folder-'))
})

afterEach(async () => {
  await rm(here, { recursive: true })
})

test('says where a plan goes before it is saved, as seen from here, and it goes there', async () => {
  const folder = planFolder(here, here)
  expect(folder.fileFor('Split it')).toBe('./plan-split-it.md')
  expect(await folder.save('Split it', '# Plan\n')).toEqual({ ok: true, value: './plan-split-it.md' })
  expect(await readFile(path.join(here, 'plan-split-it.md'), 'utf8')).toBe('# Plan\n')
  folder.close()
})

test('a name that is taken gets a number, before and after', async () => {
  await writeFile(path.join(here, 'plan.md'), 'mine')
  const folder = planFolder(here, here)
  expect(folder.fileFor('')).toBe('./plan-2.md')
  expect(await folder.save('', 'text')).toEqual({ ok: true, value: './plan-2.md' })
  expect(folder.fileFor('')).toBe('./plan-3.md')
})

test('a folder elsewhere is called by the shorter of its names', async () => {
  await mkdir(path.join(here, 'a'))
  await mkdir(path.join(here, 'b'))
  expect(planFolder(path.join(here, 'b'), path.join(here, 'a')).fileFor('x')).toBe('../b/plan-x.md')
  expect(planFolder('/', path.join(here, 'a')).fileFor('x')).toBe('/plan-x.md')
})

test('one that is not there is found out when it is written', async () => {
  const folder = planFolder(path.join(here, 'gone'), here)
  expect(folder.fileFor('x')).toBe('./gone/plan-x.md')
  expect((await folder.save('x', 'text')).ok).toBe(false)
})

test('a temporary folder is made when it is needed, and goes when nothing was saved in it', async () => {
  const unused = temporaryPlanFolder()
  const file = unused.fileFor('x')
  expect(path.isAbsolute(file)).toBe(true)
  expect(unused.fileFor('x')).toBe(file)
  unused.close()
  expect(existsSync(path.dirname(file))).toBe(false)

  const used = temporaryPlanFolder()
  const saved = await used.save('x', 'text')
  used.close()
  const kept = saved.ok ? saved.value : ''
  expect(await readFile(kept, 'utf8')).toBe('text\n')
  await rm(path.dirname(kept), { recursive: true })
  temporaryPlanFolder().close()
})
