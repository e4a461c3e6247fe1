import { afterEach, expect, test, vi } from 'vitest'
import { homeFolder, userName, absolutePath, workingFolder } from '../../src/system/user-environment.ts'

const gone = (): never => {
  throw Object.assign(new Error('ENOENT: no such file or directory, uv_cwd'), { code: 'ENOENT' })
}

afterEach(() => vi.restoreAllMocks())
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

test('the user has a name, or none', () => {
  expect(userName()).toSatisfy((name) => name === null || (typeof name === 'string' && name !== ''))
})
