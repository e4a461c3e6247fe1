import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { FileAccess, filesWaiting } from '../../../src/agent/questions/file-access.ts'
import type { RpcOutcome } from '../../../src/protocol/wire/message.ts'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

let top: string
let root: string
let outside: string
let events: AppEvent[]
let files: FileAccess

beforeEach(() => {
  top = realpathSync(emptyFolder())
  root = join(top, 'project')
  outside = join(top, 'outside')
  for (const folder of [root, join(root, 'src'), outside]) mkdirSync(folder)
  writeFileSync(join(root, 'src', 'a.ts'), 'one\ntwo\nthree\n')
  writeFileSync(join(outside, 'secret'), 'secret')
  events = []
  files = new FileAccess({
    root,
    exchange: {
      note: (event) => events.push({ atMs: 7, ...event }),
      known: { currentId: 'current' },
    },
  })
})

async function ask(
  method: string,
  params: unknown,
  signal = new AbortController().signal,
): Promise<RpcOutcome> {
  return await new Promise((answer) => files.ask({ method, params, signal, answer }))
}

async function read(path: string, more: object = {}): Promise<RpcOutcome> {
  return await ask('fs/read_text_file', { sessionId: 's1', path, ...more })
}

async function write(path: string, content: unknown): Promise<RpcOutcome> {
  return await ask('fs/write_text_file', { sessionId: 's1', path, content })
}

const below = (...names: readonly string[]): string => join(root, ...names)
const content = (text: string): RpcOutcome => ({ ok: true, value: { content: text } })
const written: RpcOutcome = { ok: true, value: {} }

function refused(code: number, message: string, path: string): RpcOutcome {
  return { ok: false, error: { code, message, data: { path } } }
}

/** What an answer comes to: its text, or its code and words. */
function said(outcome: RpcOutcome): unknown {
  return outcome.ok ? outcome.value : `${outcome.error.code} ${outcome.error.message}`
}

describe('reading', () => {
  test.each<[object, string]>([
    [{}, 'one\ntwo\nthree\n'],
    [{ line: null, limit: null }, 'one\ntwo\nthree\n'],
    [{ line: 2 }, 'two\nthree\n'],
    [{ line: 2, limit: 1 }, 'two\n'],
    [{ limit: 2 }, 'one\ntwo\n'],
    [{ line: 0, limit: 1 }, 'one\n'],
    [{ line: 3, limit: 100 }, 'three\n'],
    [{ line: 4 }, ''],
    [{ line: 1e9, limit: 1e9 }, ''],
    [{ limit: 0 }, ''],
  ])('%j', async (part, text) => {
    expect(await read(below('src', 'a.ts'), part)).toEqual(content(text))
  })

  test('an empty file, a byte-order mark, CRLF and a last line without an end stay as they are', async () => {
    writeFileSync(below('empty'), '')
    writeFileSync(below('marked'), '\ufeffa\r\nb')
    expect(await read(below('empty'))).toEqual(content(''))
    expect(await read(below('marked'))).toEqual(content('\ufeffa\r\nb'))
    expect(await read(below('marked'), { line: 2 })).toEqual(content('b'))
  })

  test('files that cannot be read as text', async () => {
    writeFileSync(below('binary'), Uint8Array.of(0xff, 0xfe, 0))
    writeFileSync(below('large'), '')
    truncateSync(below('large'), 20 * 1024 * 1024)
    expect(await read(below('binary'))).toEqual(refused(-32603, 'it is not UTF-8 text', below('binary')))
    expect(await read(below('large'))).toEqual(refused(-32603, 'it has more than 10 MiB', below('large')))
    expect(await read(below('none'))).toEqual(refused(-32002, 'there is no such file', below('none')))
    expect(await read(below('none', 'b'))).toEqual(
      refused(-32002, 'there is no such file', below('none', 'b')),
    )
    expect(await read(root)).toEqual(refused(-32602, 'it is a folder', root))
    expect(await read(below('src'))).toEqual(refused(-32602, 'it is not a regular file', below('src')))
    expect(said(await read(below('src', 'a.ts', 'b')))).toBe('-32602 a part of the path is a file')
  })

  // Windows has no such files.
  test.skipIf(process.platform === 'win32')('a pipe and a device are refused at once', async () => {
    execFileSync('mkfifo', [below('pipe')])
    symlinkSync('/dev/zero', below('zero'))
    expect(said(await read(below('pipe')))).toBe('-32602 it is not a regular file')
    expect(said(await write(below('pipe'), 'x'))).toBe('-32602 it is not a regular file')
    expect(said(await read(below('zero')))).toMatch(/^-32602 only files below/)
  })
})

describe('writing', () => {
  test('makes the file and the folders that lead to it', async () => {
    expect(await write(below('new', 'deep', 'b.ts'), 'text é\n')).toEqual(written)
    expect(readFileSync(below('new', 'deep', 'b.ts'), 'utf8')).toBe('text é\n')
  })

  // Files of Windows have no mode.
  test.skipIf(process.platform === 'win32')(
    'replaces all of a file that is there; its mode and its links stay',
    async () => {
      chmodSync(below('src', 'a.ts'), 0o750)
      linkSync(below('src', 'a.ts'), below('same.ts'))
      expect(await write(below('src', 'a.ts'), 'x')).toEqual(written)
      expect(readFileSync(below('same.ts'), 'utf8')).toBe('x')
      expect(statSync(below('src', 'a.ts')).mode & 0o777).toBe(0o750)
    },
  )

  test('in the order of the requests, one after the other', async () => {
    const path = below('log')
    const outcomes = await Promise.all([
      write(path, 'a'.repeat(1_000_000)),
      read(path),
      write(path, 'b'),
      read(path),
    ])
    expect(outcomes).toEqual([written, content('a'.repeat(1_000_000)), written, content('b')])
  })

  test('nothing when the request was cancelled', async () => {
    const params = { sessionId: 's1', path: below('src', 'a.ts'), content: 'x' }
    const outcome = await ask('fs/write_text_file', params, AbortSignal.abort())
    expect(said(outcome)).toBe('-32800 the request was cancelled')
    expect(readFileSync(below('src', 'a.ts'), 'utf8')).toBe('one\ntwo\nthree\n')
  })

  test('neither in place of a folder nor through a file', async () => {
    expect(said(await write(below('src'), 'x'))).toBe('-32602 it is a folder')
    expect(said(await write(root, 'x'))).toBe('-32602 it is a folder')
    expect(said(await write(below('src', 'a.ts', 'b'), 'x'))).toBe('-32602 a part of the path is a file')
  })
})

describe('no path leads out of the root', () => {
  const lines = /^-32602 only files below .*project can be read and written$/

  test.each<[string, () => string]>([
    ['another folder', () => join(outside, 'secret')],
    ['a folder above', () => top],
    ['what is not there', () => join(outside, 'none', 'at all')],
    ['a name that begins alike', () => `${root}-2/a`],
    ['..', () => `${root}/src/../../outside/secret`],
    ['.. over what is not there', () => `${root}/none/../../outside/none`],
    ['the system', () => '/etc/passwd'],
    ['the top', () => '/'],
  ])('%s', async (_, path) => {
    expect(said(await read(path()))).toMatch(lines)
    expect(said(await write(path(), 'x'))).toMatch(lines)
    expect(existsSync(join(outside, 'none'))).toBe(false)
  })

  test('links out of the root, to a file and to a folder', async () => {
    symlinkSync(join(outside, 'secret'), below('link'))
    symlinkSync('../outside', below('folder'))
    for (const path of [
      below('link'),
      below('folder', 'secret'),
      below('folder', 'new'),
      below('folder', 'a', 'b'),
    ]) {
      expect(said(await read(path))).toMatch(lines)
      expect(said(await write(path, 'x'))).toMatch(lines)
    }
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret')
  })

  test('dangling links and links in a circle', async () => {
    symlinkSync(join(outside, 'new'), below('dangling'))
    symlinkSync(below('round'), below('round'))
    for (const path of [below('dangling'), below('dangling', 'deep', 'er')]) {
      expect(said(await read(path))).toBe('-32602 it is a dangling link')
      expect(said(await write(path, 'x'))).toBe('-32602 it is a dangling link')
    }
    expect(said(await read(below('round')))).toBe('-32602 it contains a link, or a loop of links')
    expect(said(await write(below('round', 'a'), 'x'))).toBe('-32602 it contains a link, or a loop of links')
    expect(existsSync(join(outside, 'new'))).toBe(false)
  })

  test('links inside the root are followed, and a root that is a link', async () => {
    symlinkSync('src/a.ts', below('inner'))
    symlinkSync(root, join(top, 'alias'))
    expect(await read(below('inner'), { limit: 1 })).toEqual(content('one\n'))
    expect(await write(below('inner'), 'x')).toEqual(written)
    expect(lstatSync(below('inner')).isSymbolicLink()).toBe(true)
    expect(await read(join(top, 'alias', 'src', 'a.ts'))).toEqual(content('x'))
  })

  // Where folders cannot be held on to, an empty file may be made before it is found out.
  test.runIf(process.platform === 'linux')(
    'a folder that becomes a link while files are asked for',
    async () => {
      mkdirSync(below('swapped'))
      writeFileSync(below('swapped', 'secret'), 'inside')
      symlinkSync(outside, below('evil'))
      // Between two names a write may make the folder that is missing: what it made has to go first.
      const move = (from: string, to: string): void => {
        for (;;) {
          rmSync(below(to), { recursive: true, force: true })
          try {
            return renameSync(below(from), below(to))
          } catch {
            continue
          }
        }
      }
      const over = new AbortController()
      const swapping = (async () => {
        while (!over.signal.aborted) {
          renameSync(below('swapped'), below('kept'))
          move('evil', 'swapped')
          await new Promise(setImmediate)
          renameSync(below('swapped'), below('evil'))
          move('kept', 'swapped')
          await new Promise(setImmediate)
        }
      })()
      const texts = new Set<unknown>()
      for (let time = 0; time < 150; time++) {
        const outcome = await read(below('swapped', 'secret'))
        texts.add(outcome.ok ? outcome.value : 'refused')
        await write(below('swapped', 'made'), 'x')
        await write(below('swapped', 'deep', 'made'), 'x')
      }
      over.abort()
      await swapping
      expect(texts).not.toContainEqual({ content: 'secret' })
      expect(await read(below('swapped', 'secret'))).toEqual(content('inside'))
      expect(existsSync(join(outside, 'made'))).toBe(false)
      expect(existsSync(join(outside, 'deep'))).toBe(false)
    },
  )
})

test.each<[string, unknown]>([
  ['-32602 params is not an object', null],
  ['-32602 params is not an object', []],
  ['-32602 there is no path', {}],
  ['-32602 the path is the number 3, not a string', { path: 3 }],
  ['-32602 the path is not an absolute one', { path: 'src/a.ts' }],
  ['-32602 the path is not an absolute one', { path: '' }],
  ['-32602 the path has a NUL character, and no file has one in its name', { path: '/a\0b' }],
  ['-32602 the content is the number 5, not a string', { path: '/', content: 5 }],
  ['-32602 there is no content', { path: '/', content: null }],
  ['-32602 there is no content', { path: '/' }],
])('%s: write %j', async (words, params) => {
  expect(said(await ask('fs/write_text_file', params))).toBe(words)
})

test.each([{ line: -1 }, { line: 1.5 }, { limit: '3' }, { limit: -1 }])(
  'a part that is none: %j',
  async (part) => {
    expect(said(await read(below('src', 'a.ts'), part))).toBe(
      '-32602 line and limit have to be whole numbers that are not negative',
    )
  },
)

test('a root that does not exist any more', async () => {
  rmSync(root, { recursive: true })
  expect(said(await read(below('src', 'a.ts')))).toBe('-32002 there is no such file')
})

test('every access is reported with its path as the user knows it', async () => {
  await read(below('src', 'a.ts'))
  await write(below('b'), 'x')
  await read('/etc/passwd')
  await ask('fs/read_text_file', { path: 7 })
  expect(events).toEqual([
    { type: 'file-accessed', atMs: 7, sessionId: 's1', access: 'read', path: 'src/a.ts', error: null },
    { type: 'file-accessed', atMs: 7, sessionId: 's1', access: 'write', path: 'b', error: null },
    {
      type: 'file-accessed',
      atMs: 7,
      sessionId: 's1',
      access: 'read',
      path: '/etc/passwd',
      error: `only files below ${root} can be read and written`,
    },
    {
      type: 'file-accessed',
      atMs: 7,
      sessionId: 'current',
      access: 'read',
      path: '',
      error: 'the path is the number 7, not a string',
    },
  ])
})

test('requests beyond the limit of waiting ones are refused, and all are answered once', async () => {
  const asked = Array.from({ length: filesWaiting + 2 }, async () => read(join(root, 'src', 'a.ts')))
  const outcomes = await Promise.all(asked)
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(filesWaiting)
  const refused = { ok: false, error: { code: -32603, message: 'too many files are asked for at once' } }
  expect(outcomes.slice(filesWaiting)).toEqual([refused, refused])
  expect(events).toHaveLength(filesWaiting + 2)
  expect(await read(join(root, 'src', 'a.ts'))).toMatchObject({ ok: true })
})

test('writes beyond the limit of waiting bytes are refused', async () => {
  const content = 'x'.repeat(30 * 1024 * 1024)
  const params = { sessionId: 's1', path: join(root, 'b.txt'), content }
  const outcomes = await Promise.all([1, 2, 3].map(async () => ask('fs/write_text_file', params)))
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, false])
})
