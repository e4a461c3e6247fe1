import { fork } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { openKeptState, stateFolder, stateFolderFacts, type KeptState } from '../../src/system/kept-state.ts'
import { emptyFolder } from '../support/empty-folder.ts'

interface Opened {
  readonly kept: KeptState
  readonly folder: string
  readonly faults: readonly string[]
}

function opened(folder = join(emptyFolder(), 'state', 'acp-plan-tui'), terminal = 'a'): Opened {
  const faults: string[] = []
  let atMs = 0
  const kept = openKeptState({
    folder,
    wallMs: () => ++atMs,
    terminal,
    isPrivate: (text) => text.includes('SECRET'),
    onFault: (words) => faults.push(words),
  })
  return { kept, folder, faults }
}

const agent = (name: string, atMs: number) =>
  ({ kind: 'agent', name, argv: [`--agent=${name}`], atMs }) as const

describe('what is kept', () => {
  test('is there for the next run', () => {
    const { kept, folder } = opened()
    expect(stateFolderFacts(folder)).toEqual({ bytes: null, fault: null })
    kept.keepPrompt('one\ntwo')
    kept.keepPrompt('three')
    kept.keepComments('session', 'main', [{ text: 'no' }])
    kept.keepUse(agent('claude', 5))
    kept.keepNumber('prompt-hint', 2)
    const next = opened(folder).kept
    expect(next.prompts()).toEqual(['one\ntwo', 'three'])
    expect(next.comments('session', 'main')).toEqual([{ text: 'no' }])
    expect(next.comments('session', 'other')).toBeUndefined()
    expect(next.uses()).toEqual([agent('claude', 5)])
    expect(next.numbers()['prompt-hint']).toBe(2)
    expect(next.background()).toBeNull()
    next.keepBackground('dark')
    next.keepBackground('light')
    expect([opened(folder).kept.background(), opened(folder, 'b').kept.background()]).toEqual(['light', null])
    expect(stateFolderFacts(folder).fault).toBeNull()
    expect(stateFolderFacts(folder).bytes).toBeGreaterThan(100)
  })

  test.skipIf(process.platform === 'win32')('is for its user alone', () => {
    const { kept, folder } = opened()
    kept.keepPrompt('one')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'prompts.jsonl')).mode & 0o777).toBe(0o600)
  })

  test('has each prompt once, where it was used last', () => {
    const { kept } = opened()
    for (const text of ['one', 'two', 'one']) kept.keepPrompt(text)
    expect(kept.prompts()).toEqual(['two', 'one'])
  })

  test('has the last twenty of what was opened, the newest first', () => {
    const { kept } = opened()
    for (let at = 0; at < 30; at++) kept.keepUse(agent(`a${at % 25}`, at))
    expect(kept.uses()).toHaveLength(20)
    expect(kept.uses()[0]).toEqual(agent('a4', 29))
  })

  test('holds no credential', () => {
    const { kept, folder } = opened()
    kept.keepPrompt('open')
    kept.keepPrompt('key SECRET')
    kept.keepComments('session', 'main', [{ text: 'SECRET' }, { text: 'fine' }])
    kept.keepUse({ kind: 'agent', name: 'x', argv: ['--', 'x', 'SECRET'], atMs: 0 })
    for (const file of readdirSync(folder))
      expect(readFileSync(join(folder, file), 'utf8')).not.toContain('SECRET')
    expect(kept.prompts()).toEqual(['open'])
    expect(kept.comments('session', 'main')).toEqual([{ text: 'fine' }])
    expect(kept.uses()).toEqual([])
  })

  test('is bounded: the newest is kept', () => {
    const { kept, folder } = opened()
    for (let at = 0; at < 60; at++) kept.keepPrompt(`${at} ${'x'.repeat(40_000)}`)
    kept.keepPrompt('y'.repeat(60_000))
    const { bytes } = stateFolderFacts(folder)
    expect(bytes).toBeLessThan(2 * 1024 * 1024)
    expect(kept.prompts().at(-1)).toMatch(/^59 x/)
    expect(kept.prompts().length).toBeGreaterThan(15)
  })

  test('by several runs at once is complete', async () => {
    const { kept, folder, faults } = opened()
    const script = join(folder, '..', 'many.mjs')
    kept.keepPrompt('first')
    const source = `import { openKeptState } from './kept-state.ts'
const kept = openKeptState({ folder: process.argv[2], wallMs: Date.now, isPrivate: () => false, onFault(words) { throw new Error(words) } })
for (let at = 0; at < 100; at++) kept.keepPrompt(process.argv[3] + at + 'x'.repeat(3000))`
    const resolveDir = fileURLToPath(new URL('../../src/system', import.meta.url))
    const stdin = { contents: source, resolveDir, loader: 'ts' } as const
    await build({ stdin, bundle: true, platform: 'node', format: 'esm', outfile: script })
    const statuses: (number | null)[] = []
    for (const name of ['a', 'b', 'c'])
      fork(script, [folder, name]).on('exit', (status) => statuses.push(status))
    // Who reads meanwhile misses nothing that was there before.
    const counts = [kept.prompts().length]
    while (statuses.length < 3) {
      await setImmediate()
      counts.push(kept.prompts().length)
    }
    expect(counts).toEqual(counts.toSorted((one, other) => one - other))
    expect(statuses).toEqual([0, 0, 0])
    const found = kept.prompts()
    expect(found.filter((text) => text !== 'first').length).toBe(300)
    expect(faults).toEqual([])
  })

  test('is complete where another run puts a full file beside just before this one does', () => {
    const folder = join(emptyFolder(), 'acp-plan-tui')
    const faults: string[] = []
    let atMs = 1_000_000
    const parts = {
      folder,
      terminal: '',
      isPrivate: () => false,
      onFault: (words: string) => faults.push(words),
    }
    const other = openKeptState({ ...parts, wallMs: () => ++atMs })
    const long = 'x'.repeat(40_000)
    const texts: string[] = []
    let times = 0
    const kept = openKeptState({
      ...parts,
      wallMs() {
        // Asked again for the same prompt: the file is full, and gets its new name next.
        if (++times === 2) for (const text of [`other ${atMs}`, `begun ${atMs}`]) other.keepPrompt(text)
        return ++atMs
      },
    })
    for (let at = 0; at < 21; at++) {
      texts.push(`${at} ${long}`)
      times = 0
      kept.keepPrompt(`${at} ${long}`)
    }
    expect(kept.prompts().filter((text) => text.endsWith('x'))).toEqual(texts)
    expect(faults).toEqual([])
  })
})

describe('a damaged file', () => {
  test('is put aside and said once, and what is readable stays', () => {
    const { kept, folder, faults } = opened()
    kept.keepPrompt('good')
    const file = join(folder, 'prompts.jsonl')
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"text": "tor\n[1]\n`)
    kept.keepPrompt('better')
    expect(kept.prompts()).toEqual(['good', 'better'])
    expect(faults).toEqual([`${file} is damaged: what is readable of it is kept; it is now ${file}.damaged`])
    const next = opened(folder)
    expect(next.kept.prompts()).toEqual(['good', 'better'])
    expect(next.faults).toEqual([])
  })

  test('is one whose last line is not finished by anybody only once another follows', () => {
    const { kept, folder, faults } = opened()
    kept.keepPrompt('good')
    const file = join(folder, 'prompts.jsonl')
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n{"text":"tor`)
    expect(kept.prompts()).toEqual(['good'])
    expect(faults).toEqual([])
  })

  test('of another form counts as nothing', () => {
    const { kept, folder } = opened()
    kept.keepPrompt('good')
    writeFileSync(join(folder, 'used.jsonl'), '{"kind":"agent"}\n{"kind":"x","name":"y","argv":["z"]}\n')
    writeFileSync(join(folder, 'numbers.jsonl'), '{"name":"prompt-hint","value":"3"}\n')
    expect([kept.uses(), kept.numbers()]).toEqual([[], {}])
  })
})

describe.skipIf(process.platform === 'win32')('a folder that is not for this user alone', () => {
  test.each([
    ['a link', (folder: string) => symlinkSync(emptyFolder(), folder), 'it is not a folder'],
    ['a file', (folder: string) => writeFileSync(folder, ''), 'it is not a folder'],
    [
      'open to others',
      (folder: string) => (mkdirSync(folder), chmodSync(folder, 0o755)),
      'other users may open it',
    ],
  ])('%s: nothing is kept, which is said once', (_name, make, words) => {
    const folder = join(emptyFolder(), 'acp-plan-tui')
    make(folder)
    const { kept, faults } = opened(folder)
    expect(kept.prompts()).toEqual([])
    kept.keepPrompt('one')
    kept.keepPrompt('two')
    expect(kept.prompts()).toEqual([])
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(words)
    expect(stateFolderFacts(folder).fault).toContain(words)
  })

  test('a file in it that is a link is not written through', () => {
    const { kept, folder, faults } = opened()
    kept.keepPrompt('one')
    const target = join(emptyFolder(), 'target')
    writeFileSync(target, 'mine')
    symlinkSync(target, join(folder, 'used.jsonl'))
    kept.keepUse(agent('claude', 1))
    expect(readFileSync(target, 'utf8')).toBe('mine')
    expect(faults).toEqual([expect.stringContaining('not remembered: ')])
  })

  test('a full disk: what is kept is told to be incomplete', () => {
    const { kept, folder, faults } = opened()
    kept.keepPrompt('one')
    symlinkSync('/dev/full', join(folder, 'used.jsonl'))
    kept.keepUse(agent('claude', 1))
    kept.keepUse(agent('claude', 2))
    expect(faults).toHaveLength(1)
    expect(kept.prompts()).toEqual(['one'])
  })
})

describe('the folder', () => {
  test('is in XDG_STATE_HOME if that is absolute, on Windows in LOCALAPPDATA, else in the home', () => {
    expect(stateFolder({ XDG_STATE_HOME: '/state' }, 'linux')).toBe(join('/state', 'acp-plan-tui'))
    expect(stateFolder({ LOCALAPPDATA: '/local' }, 'win32')).toBe(join('/local', 'acp-plan-tui'))
    for (const XDG_STATE_HOME of ['relative', '', undefined])
      expect(stateFolder({ XDG_STATE_HOME }, 'linux')).toMatch(/[/\\]\.local[/\\]state[/\\]acp-plan-tui$/)
  })
})
