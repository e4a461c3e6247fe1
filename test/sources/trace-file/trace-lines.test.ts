import {
  appendFileSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Result } from '../../../src/lib/result.ts'
import type { TraceFault } from '../../../src/protocol/trace/trace-fault.ts'
import { FollowedTrace } from '../../../src/sources/trace-file/followed-trace.ts'
import { openTraceFile, openSpooledTrace } from '../../../src/sources/trace-file/open-trace-file.ts'
import { type TraceFile, TraceLines, type TraceLine } from '../../../src/sources/trace-file/trace-lines.ts'
import { fakeClock } from '../../agent/fake-clock.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

function written(content: string | Buffer, name = 'run.ndjson'): string {
  const file = path.join(emptyFolder(), name)
  writeFileSync(file, content)
  return file
}

const clock = fakeClock()

async function open(file: string, follows = false): Promise<TraceFile> {
  const opened = await openTraceFile({ path: file, follows, clock })
  if (!opened.ok) throw new Error(opened.problem.message)
  onTestFinished(() => opened.value.close())
  return opened.value
}

async function all(lines: TraceLines): Promise<readonly TraceLine[]> {
  const found: TraceLine[] = []
  for (;;) {
    const read = await lines.read()
    if (!read.ok) throw new Error(read.problem.message)
    if (read.value.length === 0) return found
    found.push(...read.value)
  }
}

const texts = (lines: readonly TraceLine[]): readonly string[] => lines.map(({ bytes }) => bytes.toString())

describe('lines', () => {
  test('are read from the beginning of any of them, and the rest when there is no more', async () => {
    const file = await open(written('one\ntwö\r\n\nfour\nfi'))
    const lines = file.lines()
    const found = await all(lines)
    expect(texts(found)).toEqual(['one', 'twö\r', '', 'four'])
    expect(lines.rest().toString()).toBe('fi')
    for (const [index, { endOffset }] of found.entries())
      expect(texts(await all(file.lines(endOffset)))).toEqual(texts(found.slice(index + 1)))
  })

  test('of any length are read piece by piece, and what is longer than the limit only has its beginning', async () => {
    const file = written(`short\n${'x'.repeat(2_000_000)}\n${'y'.repeat(600_000)}\nend\n`)
    const fd = openSync(file, 'r')
    onTestFinished(() => closeSync(fd))
    const found = await all(new TraceLines(fd, 0, 1_000_000))
    expect(found.map(({ sizeBytes }) => sizeBytes)).toEqual([5, 2_000_000, 600_000, 3])
    expect(found.map(({ bytes }) => bytes.length)).toEqual([5, 4096, 600_000, 3])
    expect(texts(await all(new TraceLines(fd, found[1]?.endOffset ?? 0)))).toEqual([
      'y'.repeat(600_000),
      'end',
    ])
  })
})

const faultOf = async (file: string): Promise<string | Result<TraceFile, TraceFault>> => {
  const opened = await openTraceFile({ path: file, follows: false, clock })
  return opened.ok ? opened : opened.problem.message
}

test('what cannot be read says why', async () => {
  expect(await faultOf(path.join(emptyFolder(), 'none'))).toBe('there is no such file')
  expect(await faultOf(emptyFolder())).toBe('it is a folder')
  expect(await faultOf(path.join(written(''), 'x'))).toBe('there is no such file')
  expect(await faultOf(written(gzipSync('{}')))).toContain('gzip')
  expect(await faultOf(written(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1])))).toContain('binary')
  expect(await faultOf(written('<!doctype html><title>x'))).toContain('web page')
  const loop = path.join(emptyFolder(), 'loop')
  symlinkSync(loop, loop)
  expect(await faultOf(loop)).toBe('a symbolic link in its path leads to itself')
})

describe('a pipe', () => {
  test('can be read again from an earlier place, and is complete at its end', async () => {
    const input = new Readable({ read: () => undefined })
    const spooled = spooledTrace(input)
    onTestFinished(() => spooled.close())
    let changes = 0
    spooled.onChange(() => changes++)
    const lines = spooled.lines()
    expect(await all(lines)).toEqual([])
    input.push('one\ntw')
    await expect.poll(() => spooled.sizeBytes).toBe(6)
    expect(texts(await all(lines))).toEqual(['one'])
    expect(spooled.isWhole).toBe(false)
    input.push('o\n')
    input.push(null)
    await expect.poll(() => spooled.isWhole).toBe(true)
    expect(texts(await all(lines))).toEqual(['two'])
    expect(texts(await all(spooled.lines()))).toEqual(['one', 'two'])
    expect(spooled.failure).toBeNull()
    expect(changes).toBeGreaterThan(1)
  })

  test('that breaks says why', async () => {
    const input = new Readable({ read: () => undefined })
    const spooled = spooledTrace(input)
    onTestFinished(() => spooled.close())
    input.destroy(Object.assign(new Error('broken'), { code: 'EIO' }))
    await expect.poll(() => spooled.failure?.message).toBe('it cannot be read (EIO)')
    expect(spooled.isWhole).toBe(true)
  })
})

describe('a file that grows', () => {
  /** Lets the time of a look pass until it has seen something. */
  async function changed(file: TraceFile): Promise<void> {
    let isChanged = false
    const stop = file.onChange(() => (isChanged = true))
    await expect
      .poll(() => {
        clock.pass(200)
        return isChanged
      })
      .toBe(true)
    stop()
  }

  test('reports that it has grown, and is never whole', async () => {
    const name = written('one\n')
    const file = await open(name, true)
    const lines = file.lines()
    expect(texts(await all(lines))).toEqual(['one'])
    appendFileSync(name, 'two\nth')
    await changed(file)
    expect(texts(await all(lines))).toEqual(['two'])
    appendFileSync(name, 'ree\n')
    await changed(file)
    expect(texts(await all(lines))).toEqual(['three'])
    expect([file.isWhole, file.generation]).toEqual([false, 0])
  })

  test('continues in the file that replaces it, once that has content', async () => {
    const name = written('one\n')
    const file = await open(name, true)
    const old = file.lines()
    expect(texts(await all(old))).toEqual(['one'])
    renameSync(name, `${name}.1`)
    writeFileSync(name, '')
    appendFileSync(`${name}.1`, 'two\n')
    await changed(file)
    expect(file.generation).toBe(0)
    expect(texts(await all(old))).toEqual(['two'])
    appendFileSync(`${name}.1`, 'last\n')
    appendFileSync(name, 'new\n')
    await expect
      .poll(() => {
        clock.pass(200)
        return file.generation
      })
      .toBe(1)
    // What was written into the old one last is there all the same.
    expect(texts(await all(old))).toEqual(['last'])
    expect(texts(await all(file.lines()))).toEqual(['new'])
  })

  test('that is emptied begins anew', async () => {
    const name = written('one\ntwo\n')
    const file = await open(name, true)
    truncateSync(name)
    await changed(file)
    expect(file.generation).toBe(1)
    appendFileSync(name, 'new\n')
    await changed(file)
    expect(texts(await all(file.lines()))).toEqual(['new'])
  })

  test('that goes and comes again is the new one', async () => {
    const name = written('one\n')
    const file = await open(name, true)
    rmSync(name)
    clock.pass(1000)
    mkdirSync(`${name}.folder`)
    writeFileSync(name, 'new\n')
    await changed(file)
    expect(file.generation).toBe(1)
    expect(texts(await all(file.lines()))).toEqual(['new'])
  })
})

test('an endless pipe that is no trace is no longer read', async () => {
  let pieces = 0
  const input = new Readable({
    read() {
      pieces++
      this.push(Buffer.alloc(65_536))
    },
  })
  const spooled = spooledTrace(input)
  onTestFinished(() => spooled.close())
  await new Promise<void>((resolve) => spooled.onChange(resolve))
  expect(spooled.isWhole).toBe(true)
  expect(spooled.failure?.message).toBe('it is a binary file')
  expect(spooled.sizeBytes).toBe(0)
  expect(pieces).toBeLessThan(10)
})

function spooledTrace(input: Readable): TraceFile {
  const opened = openSpooledTrace(() => input)
  return opened.ok ? opened.value : expect.fail(opened.problem.message)
}

test('a followed file that is closed again closes no file of anybody else', async () => {
  const file = path.join(emptyFolder(), 'log.jsonl')
  writeFileSync(file, '{}\n')
  const fd = openSync(file, 'r')
  const trace = new FollowedTrace({ fd, path: null, sizeBytes: 3 }, fakeClock())
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await stat(file)
  }
  trace.close()
  await turns()
  // The number of a closed file is given to the next one.
  const next = openSync(file, 'r')
  trace.close()
  await turns()
  expect(fstatSync(next).size).toBe(3)
  closeSync(next)
})
