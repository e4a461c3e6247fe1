import { chmodSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeFolders, openOwnFolder, refusedFolders } from '../../src/system/own-folder.ts'
import { tapFilesIn } from '../../src/system/tap-folder.ts'
import { emptyFolder } from '../support/empty-folder.ts'

let runtime: string
let folder: string

beforeEach(() => {
  runtime = emptyFolder()
  folder = join(runtime, 'acp-plan-tui')
})

const refused = (why: string): object => ({ ok: false, problem: `${folder}: ${why}` })

// Windows has other rights than owner and mode: there the folder is below one that is the user's own.
describe.skipIf(process.platform === 'win32')('the folder of sockets', () => {
  const own = process.getuid?.() ?? 0

  test('is made if it is missing, open to its owner alone', () => {
    expect(openOwnFolder([folder])).toEqual({ ok: true, value: folder })
    // The mode that it has been made with is the one that is asked for.
    expect(openOwnFolder([folder])).toEqual({ ok: true, value: folder })
    expect(refusedFolders([folder])).toEqual([])
  })

  test('of another user is refused, and the next one is not taken in its place', () => {
    mkdirSync(folder, { mode: 0o700 })
    const other = join(runtime, 'other')
    expect(openOwnFolder([folder, other], own + 1)).toEqual(refused('it belongs to another user'))
    expect(refusedFolders([folder, other], own + 1)).toEqual([`${folder}: it belongs to another user`])
    expect(readdirSync(runtime)).toEqual(['acp-plan-tui'])
  })

  test.each([0o755, 0o710, 0o702])('is refused with mode %o', (mode) => {
    mkdirSync(folder)
    chmodSync(folder, mode)
    const why = `other users may open it (its mode is ${mode.toString(8)}); chmod 700 mends that`
    expect(openOwnFolder([folder])).toEqual(refused(why))
    expect(refusedFolders([folder])).toEqual([`${folder}: ${why}`])
  })

  test('is refused as a link, also to a folder of the user', () => {
    symlinkSync(mkdtempSync(join(runtime, 'own-')), folder)
    expect(openOwnFolder([folder])).toEqual(refused('it is not a folder'))
  })

  test('is looked into only if it is safe', async () => {
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(join(folder, '17-tap.json'), '{}')
    expect(await tapFilesIn(folder)).toEqual([
      { pid: 17, description: join(folder, '17-tap.json'), socket: join(folder, '17-tap.sock') },
    ])
    chmodSync(folder, 0o777)
    expect(await tapFilesIn(folder)).toEqual([])
  })
})

test('where there is no folder, the next one is taken', () => {
  const missing = join(runtime, 'none', 'acp-plan-tui')
  expect(refusedFolders([missing])).toEqual([])
  expect(openOwnFolder([missing, folder])).toEqual({ ok: true, value: folder })
})

describe('folders with those above them', () => {
  test('are made, and may be there', () => {
    const deep = join(runtime, 'a', 'b', 'c')
    makeFolders(deep)
    makeFolders(deep)
    expect(readdirSync(join(runtime, 'a', 'b'))).toEqual(['c'])
  })

  test('fail below a file', () => {
    writeFileSync(folder, '')
    expect(() => makeFolders(join(folder, 'a', 'b'))).toThrow(/ENOTDIR|ENOENT/)
  })

  test.runIf(process.platform === 'linux')('fail below /proc, where none can be made', () =>
    expect(() => makeFolders('/proc/1/a/b')).toThrow('ENOENT'),
  )
})
