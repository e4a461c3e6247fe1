import type { Stats } from 'node:fs'
import { expect, test } from 'vitest'
import { UnchangedFiles } from '../../../../src/sources/observed/log/unchanged-files.ts'

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
