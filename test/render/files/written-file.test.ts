import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openComparedFile } from '../../../src/render/files/result-files.ts'
import { openResultFile, type ResultFile } from '../../../src/render/files/written-file.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

let folder: string
beforeEach(() => {
  folder = emptyFolder()
})
function opened(file: string): ResultFile {
  const result = openResultFile(file)
  if (!result.ok) throw new Error(result.problem.text)
  return result.value
}

describe('a result', () => {
  test('replaces the old file when it is complete, and not before', () => {
    const file = path.join(folder, 'a.svg')
    writeFileSync(file, 'old', { mode: 0o640 })
    const result = opened(file)
    result.write('new ')
    const bytes = new Uint8Array([0x78])
    result.write(bytes)
    bytes[0] = 0x79
    expect(result.close()).toBeNull()
    expect(readFileSync(file, 'utf8')).toBe('old')
    expect(readdirSync(folder)).toHaveLength(2)
    expect(result.publish()).toBeNull()
    expect(readFileSync(file, 'utf8')).toBe('new x')
    expect(readdirSync(folder)).toEqual(['a.svg'])
    expect(statSync(file).mode & 0o777).toBe(0o640)
    result.discard()
    expect(readdirSync(folder)).toEqual(['a.svg'])
  })

  test('leaves nothing behind when it is discarded', () => {
    const result = opened(path.join(folder, 'a.svg'))
    result.write('x'.repeat(1_000_000))
    expect(readdirSync(folder)).toHaveLength(1)
    result.discard()
    result.discard()
    expect(readdirSync(folder)).toEqual([])
  })

  test('is written to the target of a link', () => {
    mkdirSync(path.join(folder, 'there'))
    writeFileSync(path.join(folder, 'there/real.svg'), 'old')
    symlinkSync('there/real.svg', path.join(folder, 'a.svg'))
    const result = opened(path.join(folder, 'a.svg'))
    result.write('new')
    result.close()
    result.publish()
    expect(readFileSync(path.join(folder, 'there/real.svg'), 'utf8')).toBe('new')
    expect(readdirSync(folder)).toEqual(['a.svg', 'there'])
  })

  test.each([
    ['gone/a.svg', (): string => `cannot be written: there is no folder ${path.join(folder, 'gone')}`],
    ['file/a.svg', (): string => `cannot be written: ${path.join(folder, 'file')} is not a folder`],
    ['sub', (): string => 'is a folder'],
    ['new.svg/', (): string => 'is the name of a folder'],
    ['full', (): string => 'is not a regular file'],
  ])('%s cannot be one', (name, text) => {
    writeFileSync(path.join(folder, 'file'), '')
    mkdirSync(path.join(folder, 'sub'))
    symlinkSync('/dev/null', path.join(folder, 'full'))
    const file = `${folder}/${name}`
    expect(openResultFile(file)).toEqual({ ok: false, problem: { file, text: text() } })
  })

  test('is written to the missing target of a link', () => {
    mkdirSync(path.join(folder, 'there'))
    symlinkSync('there/b.svg', path.join(folder, 'a.svg'))
    symlinkSync('new.svg', path.join(folder, 'there/b.svg'))
    const result = opened(path.join(folder, 'a.svg'))
    result.close()
    result.publish()
    expect(readdirSync(folder)).toEqual(['a.svg', 'there'])
    expect(readdirSync(path.join(folder, 'there'))).toEqual(['b.svg', 'new.svg'])
    expect(lstatSync(path.join(folder, 'there/b.svg')).isSymbolicLink()).toBe(true)
  })

  test('fails where no file can be created', () => {
    const long = path.join(folder, `${'a'.repeat(300)}.svg`)
    expect(openResultFile(long)).toEqual({
      ok: false,
      problem: { file: long, text: 'cannot be written: the name is too long' },
    })
    symlinkSync('round.svg', path.join(folder, 'round.svg'))
    const round = path.join(folder, 'round.svg')
    expect(openResultFile(round)).toEqual({
      ok: false,
      problem: { file: round, text: 'cannot be written: a symbolic link in its path leads to itself' },
    })
    expect(readdirSync(folder)).toEqual(['round.svg'])
  })

  // Nobody makes files in /proc, not even root; not all systems have it.
  test('fails in a folder without write permission', () => {
    const file = '/proc/a.svg'
    const why = existsSync('/proc') ? 'no file can be made in /proc' : 'there is no folder /proc'
    expect(openResultFile(file)).toEqual({ ok: false, problem: { file, text: `cannot be written: ${why}` } })
  })
})

describe('a file that is compared', () => {
  const file = (): string => path.join(folder, 'a.txt')

  function compared(there: string, ...pieces: readonly string[]): object | null {
    writeFileSync(file(), there)
    const result = openComparedFile(file())
    if (!result.ok) throw new Error('not opened')
    for (const piece of pieces) result.value.write(piece)
    const difference = result.value.difference()
    if (difference === null || difference === 'missing') return null
    const { offset, line, there: is, rendered } = difference
    return { offset, line, there: is.toString(), rendered: rendered.toString() }
  }

  test('is equal', () => {
    expect(compared('one\ntwo\n', 'on', 'e\nt', 'wo\n')).toBeNull()
    expect(compared('')).toBeNull()
  })

  test('differs from a position on', () => {
    expect(compared('one\ntwo\nthree\n', 'one\nt', 'oo\nthree\n')).toEqual({
      offset: 5,
      line: 2,
      there: 'two',
      rendered: 'too',
    })
    expect(compared('a\n', 'b\n')).toEqual({ offset: 0, line: 1, there: 'a', rendered: 'b' })
  })

  test('is shorter, or longer', () => {
    expect(compared('one\n', 'one\ntwo\n')).toEqual({ offset: 4, line: 2, there: '', rendered: 'two' })
    expect(compared('one\ntwo\n', 'one\n')).toEqual({ offset: 4, line: 2, there: 'two', rendered: '' })
  })

  test('shows a part of a long line around the difference', () => {
    const start = 'x'.repeat(500)
    expect(compared(`${start}a${start}`, `${start}b${start}`)).toEqual({
      offset: 500,
      line: 1,
      there: `${'x'.repeat(40)}a${'x'.repeat(119)}`,
      rendered: `${'x'.repeat(40)}b${'x'.repeat(119)}`,
    })
  })

  test('may be missing, or not be a regular file', () => {
    const missing = openComparedFile(file())
    expect(missing.ok && missing.value.difference()).toBe('missing')
    expect(openComparedFile(folder)).toEqual({
      ok: false,
      problem: { file: folder, text: 'is not a regular file' },
    })
  })
})
