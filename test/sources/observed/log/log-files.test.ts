import { chmodSync, mkdirSync, rmSync, utimesSync, writeFileSync, type Stats } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  closedFolders,
  WatchedFolder,
  UnchangedFiles,
} from '../../../../src/sources/observed/log/log-files.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'

async function namesIn(folder: WatchedFolder): Promise<readonly string[] | null> {
  return (await folder.entries())?.map(({ name }) => name).toSorted() ?? null
}

function add(folder: string, name: string, changedAtSeconds: number): void {
  writeFileSync(path.join(folder, name), '')
  utimesSync(folder, changedAtSeconds, changedAtSeconds)
}

test('what is added within the same tick of the clock as the last read is seen at the next look', async () => {
  const made = emptyFolder()
  const folder = new WatchedFolder(made, 10)
  add(made, 'a', 100)
  expect(await namesIn(folder)).toEqual(['a'])
  add(made, 'b', 100)
  expect(await namesIn(folder)).toEqual(['a', 'b'])
})

test('a folder that has not changed is not read again', async () => {
  const made = emptyFolder()
  const folder = new WatchedFolder(made, 10)
  add(made, 'a', 100)
  await folder.entries()
  const entries = await folder.entries()
  expect(await folder.entries()).toBe(entries)
  add(made, 'b', 200)
  expect(await namesIn(folder)).toEqual(['a', 'b'])
})

test('a folder may come later, vanish and come back', async () => {
  const made = path.join(emptyFolder(), 'later')
  const folder = new WatchedFolder(made, 10)
  expect(await folder.entries()).toBe(null)
  mkdirSync(made)
  add(made, 'a', 100)
  expect(await namesIn(folder)).toEqual(['a'])
  rmSync(made, { recursive: true })
  expect(await folder.entries()).toBe(null)
  mkdirSync(made)
  add(made, 'b', 100)
  expect(await namesIn(folder)).toEqual(['b'])
})

test('a folder that is closed to the user is told until it is open, and is read then', async () => {
  const home = emptyFolder()
  const made = path.join(home, 'logs', 'sessions')
  mkdirSync(made, { recursive: true })
  add(made, 'a', 100)
  chmodSync(home, 0o755)
  const folder = new WatchedFolder(made, 10)
  const asOther = async (mode: number, of: string): Promise<readonly string[] | null> => {
    chmodSync(of, mode)
    // Root may read everything, so the test becomes another user for this.
    const isRoot = process.geteuid?.() === 0
    if (isRoot) process.seteuid?.(65_534)
    try {
      await namesIn(folder)
      await namesIn(folder)
      return await namesIn(folder)
    } finally {
      if (isRoot) process.seteuid?.(0)
    }
  }
  const own = (): readonly string[] => closedFolders().filter((each) => each.startsWith(home))
  expect(await asOther(0, made)).toEqual([])
  expect(own()).toEqual([made])
  expect(await asOther(0o755, made)).toEqual(['a'])
  expect(own()).toEqual([])
  expect(await asOther(0, path.dirname(made))).toBe(null)
  expect(await asOther(0o755, path.dirname(made))).toEqual(['a'])
  expect(own()).toEqual([])
  // Once it is gone, what it stood in is not closed for that.
  await asOther(0, made)
  chmodSync(made, 0o755)
  rmSync(made, { recursive: true })
  expect(closedFolders().filter((each) => made.startsWith(each))).toEqual([])
})

const stats = (size: number): Stats => ({ dev: 1, ino: 2, size, mtimeMs: 3 }) as Stats

test('a file is read again only when it has changed', async () => {
  const files = new UnchangedFiles<number>(10)
  let reads = 0
  const read = async (): Promise<number> => await Promise.resolve(++reads)
  expect(await files.read('a', stats(1), read)).toBe(1)
  expect(await files.read('a', stats(1), read)).toBe(1)
  expect(await files.read('a', stats(2), read)).toBe(2)
  expect(await files.read('b', stats(2), read)).toBe(3)
})

test('only so many are kept: those that were read last', async () => {
  const files = new UnchangedFiles<string>(2)
  for (const path of ['a', 'b', 'c'])
    await files.read(path, stats(1), async () => await Promise.resolve(path))
  const again = async (): Promise<string> => await Promise.resolve('again')
  expect(await files.read('c', stats(1), again)).toBe('c')
  expect(await files.read('a', stats(1), again)).toBe('again')
})
