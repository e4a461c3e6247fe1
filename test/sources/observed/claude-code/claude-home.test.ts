import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRegistryFile, registryFile } from '../../../../src/sources/observed/claude-code/claude-home.ts'

const file = { pid: 7, sessionId: 's', cwd: '/home/me', name: 'Parser', status: 'busy', statusUpdatedAt: 5 }

test('a process says which session it has, where, and whether it waits', () => {
  expect(readRegistryFile(JSON.stringify(file))).toEqual({
    pid: 7,
    sessionId: 's',
    folder: '/home/me',
    name: 'Parser',
    doing: 'busy',
    waitsFor: null,
    statusSinceMs: 5,
    pidSpace: null,
  })
  const waiting = { ...file, status: 'waiting', waitingFor: 'permission prompt', nameSource: 'derived' }
  expect(readRegistryFile(JSON.stringify(waiting))).toMatchObject({
    waitsFor: 'permission prompt',
    name: null,
  })
  expect(readRegistryFile(JSON.stringify({ ...file, status: 'waiting' }))).toMatchObject({
    waitsFor: 'an answer',
  })
  const pidDomain = 'linux:0:pid:[4026531836]'
  expect(readRegistryFile(JSON.stringify({ ...file, pidDomain }))).toMatchObject({
    pidSpace: 'pid:[4026531836]',
  })
})

test('a process that does not say what it does is not said to do anything', () => {
  for (const status of [undefined, 'dreaming', 7, null])
    expect(readRegistryFile(JSON.stringify({ ...file, status }))).toMatchObject({
      doing: null,
      waitsFor: null,
    })
})

test('what names no session or no process is left out', () => {
  for (const text of [
    '',
    '[]',
    '{"pid":7}',
    '{"sessionId":"s"}',
    '{"pid":0,"sessionId":"s"}',
    '{"pid":-1,"sessionId":"s"}',
  ])
    expect(readRegistryFile(text)).toBeNull()
  fc.assert(fc.property(fc.json(), (text) => void readRegistryFile(text)))
})

test('the keys beside the files are not taken for such a file', () => {
  expect(registryFile.test('4711.json')).toBe(true)
  expect(registryFile.test('4711.6159f125.key')).toBe(false)
  expect(registryFile.test('pid-4711.json')).toBe(false)
  expect(registryFile.test('../4711.json')).toBe(false)
})
