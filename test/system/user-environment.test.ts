import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { homeFolder, userName, absolutePath, workingFolder } from '../../src/system/user-environment.ts'

const gone = (): never => {
  throw Object.assign(new Error('ENOENT: no such file or directory, uv_cwd'), { code: 'ENOENT' })
}

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})
afterEach(() => vi.unstubAllEnvs())

test('without a working folder, only absolute paths can be resolved', () => {
  expect(workingFolder()).toBe(process.cwd())
  expect(absolutePath('a/../b')).toBe(`${process.cwd()}/b`)
  vi.spyOn(process, 'cwd').mockImplementation(gone)
  expect(workingFolder()).toBeNull()
  expect(absolutePath('b')).toBeNull()
  expect(absolutePath('/a/../b')).toBe('/b')
})

test.each([
  ['/home/me', '/home/me'],
  ['', null],
  ['relative', null],
])('with HOME=%s the home folder is %j', (home, folder) => {
  vi.stubEnv('HOME', home)
  expect(homeFolder()).toBe(folder)
})

test.each([
  ['me', (): object => ({ username: 'me' })],
  [null, (): object => ({ username: '' })],
  [null, gone],
])('the name of the user: %s', (name, info) => {
  vi.spyOn(os, 'userInfo').mockImplementation(info as typeof os.userInfo)
  syncBuiltinESMExports()
  expect(userName()).toBe(name)
})
