import { linkSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { json } from '../../../src/render/formats/json.ts'
import { md } from '../../../src/render/formats/md.ts'
import { sameFileTwice } from '../../../src/cli/commands/render-request.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'same-file-'))
  writeFileSync(inFolder('run.json'), '')
  symlinkSync('run.json', inFolder('link.json'))
  linkSync(inFolder('run.json'), inFolder('second.json'))
  writeFileSync(inFolder('a.md'), '')
  symlinkSync('a.md', inFolder('link.md'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function inFolder(name: string): string {
  return path.join(folder, name)
}

function said(trace: string, ...files: readonly string[]): string | null {
  const results = files.map((name) => ({
    file: inFolder(name),
    format: name.endsWith('.md') ? md : json,
    isCheck: false,
  }))
  return sameFileTwice({ trace: inFolder(trace), results })?.message.replaceAll(folder, '') ?? null
}

test('a recording is never written over, by whatever name', () => {
  expect(said('run.json', 'run.json')).toBe('-o /run.json is the recording itself')
  expect(said('link.json', 'run.json')).toBe('-o /run.json is the recording itself')
  expect(said('run.json', 'a.md', 'link.json')).toBe('-o /link.json is the recording itself')
  expect(said('run.json', 'second.json')).toBe('-o /second.json is the recording itself')
})

test('two results never take the same place', () => {
  expect(said('run.json', 'a.md', 'link.md')).toBe('-o /link.md is the same file as /a.md')
})

test('what is not there yet, or no file, is none of the two', () => {
  expect(said('run.json', 'a.md', 'new.md', 'new.json')).toBeNull()
  expect(said('new.json', 'new.json')).toBeNull()
  expect(said('', '')).toBeNull()
})
