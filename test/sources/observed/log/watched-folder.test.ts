import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { WatchedFolder } from '../../../../src/sources/observed/log/watched-folder.ts'
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
