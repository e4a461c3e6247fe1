import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished, describe, expect, test } from 'vitest'
import { changes } from '../support/changes.ts'
import { openInProcess } from '../support/in-process-app.ts'
import { runApp, runHere } from '../support/run-app.ts'
import { launcher, surroundings } from '../support/surroundings.ts'
import { virtualTime } from '../support/virtual-time.ts'
import { opened, parserRun, planned, rested, traceText } from '../render/trace.ts'

/** A folder with a recording in it, of a run of ten seconds unless told. */
function folderWith(trace = traceText(parserRun)): string {
  const { folder } = surroundings()
  const place = path.join(folder, 'work')
  mkdirSync(place)
  writeFileSync(path.join(place, 'run.ndjson'), trace)
  return place
}

/** A recording that takes a while to render: `minutes` with five changes of a plan a second. */
function longTrace(minutes: number): string {
  const steps = Array.from({ length: 24 }, (_, index) => `Step ${index} of the plan, in a few words`)
  const updates = Array.from({ length: minutes * 300 }, (_, index) =>
    planned(
      1000 + index * 200,
      ...steps.map((step, at) => `${at < index % 24 ? 'x' : '.'} ${step}${at === 0 ? index : ''}`),
    ),
  )
  return traceText([...opened(), ...updates, ...rested(2000 + minutes * 60_000)])
}

/** What the bundle is asked for while it runs, by the names of what is imported late. */
async function loadedBy(cwd: string, ...args: readonly string[]): Promise<readonly string[]> {
  const coverage = path.join(cwd, 'coverage')
  const { code, stderr } = await runApp({
    cwd,
    args: ['render', ...args],
    env: { NODE_V8_COVERAGE: coverage },
  })
  expect(code, stderr).toBe(0)
  const [report = ''] = readdirSync(coverage)
  const text = readFileSync(path.join(coverage, report), 'utf8')
  rmSync(coverage, { recursive: true })
  return [...text.matchAll(/dist\/chunks\/([\w-]+)-[A-Z0-9]{8}\.js"/g)].map(([, name = '']) => name)
}

describe('render', () => {
  test('loads what it writes, and nothing that it does not', async () => {
    const cwd = folderWith()
    const formats = ['cast', 'svg', 'gif', 'png', 'txt', 'markdown-exporter', 'json-exporter']
    const of = async (file: string): Promise<readonly string[]> => {
      const loaded = await loadedBy(cwd, 'run.ndjson', '-o', file)
      return [...formats, 'open-offscreen'].filter((name) => loaded.includes(name))
    }
    expect(await of('run.md')).toEqual(['markdown-exporter'])
    expect(await of('run.json')).toEqual(['json-exporter'])
    expect(await of('run.txt')).toEqual(['txt', 'open-offscreen'])
    expect(await of('run.gif')).toEqual(['gif', 'open-offscreen'])
  })

  test('makes what a run was recorded for', async () => {
    const cwd = folderWith()
    const demo = ['demo', 'checklist', '--speed', 'max', '--format', 'text', '--record', 'demo.ndjson']
    expect(await runHere({ cwd, args: demo })).toMatchObject({ code: 0 })
    const args = ['render', 'demo.ndjson', '-o', 'demo.svg', '-o', 'demo.md', '-o', 'demo.json', '--history']
    expect(await runHere({ cwd, args })).toEqual({ code: 0, signal: null, stdout: '', stderr: '' })
    expect(readFileSync(path.join(cwd, 'demo.md'), 'utf8')).toMatch(/^# .*\n[^]*\n- \[x\] /)
    expect(readFileSync(path.join(cwd, 'demo.json'), 'utf8')).toContain('"isComplete":true')
    expect(readFileSync(path.join(cwd, 'demo.svg'), 'utf8')).toMatch(/^<svg [^]*<\/svg>\n$/)
    expect(readdirSync(cwd).toSorted()).toEqual([
      'demo.json',
      'demo.md',
      'demo.ndjson',
      'demo.svg',
      'run.ndjson',
    ])
  })

  test('never takes the place of the recording, over a link either', async () => {
    const cwd = folderWith()
    symlinkSync('run.ndjson', path.join(cwd, 'link.json'))
    for (const name of ['run.ndjson', 'link.json'])
      expect(await runHere({ cwd, args: ['render', name, '-o', 'link.json'] })).toEqual({
        code: 2,
        signal: null,
        stdout: '',
        stderr: 'acp-plan-tui: -o link.json is the recording itself\n  Name another file.\n',
      })
    expect(readFileSync(path.join(cwd, 'run.ndjson'), 'utf8')).toBe(traceText(parserRun))
  })

  test('and replay say what they leave out of a recording', async () => {
    const cwd = folderWith(`${traceText(parserRun)}{"t":1e300,"mark":"x"}\n[]\n`)
    const line = traceText(parserRun).split('\n').length
    const stderr = `acp-plan-tui: run.ndjson, line ${line}: a time is years after the start: such records take that of the one before (and 1 more)\n`
    expect(await runHere({ cwd, args: ['render', 'run.ndjson', '-o', 'a.svg'] })).toMatchObject({
      code: 0,
      stderr,
    })
    expect(await runHere({ cwd, args: ['replay', 'run.ndjson', '--format', 'text'] })).toMatchObject({
      code: 0,
      stderr,
    })
  })

  test('reads a pipe', async () => {
    const cwd = folderWith()
    const stdin = traceText(parserRun)
    expect(await runApp({ cwd, stdin, args: ['render', '-', '-o', 'a.md'] })).toMatchObject({
      code: 0,
      stderr: '',
    })
    await runHere({ cwd, args: ['render', 'run.ndjson', '-o', 'b.md'] })
    expect(readFileSync(path.join(cwd, 'a.md'))).toEqual(readFileSync(path.join(cwd, 'b.md')))
    expect(await runApp({ cwd, args: ['render', '-', '-o', 'c.md'] })).toEqual({
      code: 4,
      signal: null,
      stdout: '',
      stderr:
        'acp-plan-tui: standard input cannot be rendered: it is empty\n  Record a run with --record FILE.\n',
    })
  })

  test('hears nothing of where it runs', async () => {
    const cwd = folderWith()
    const names = ['svg', 'cast', 'png', 'txt', 'md', 'json']
    const render = (name: string, env: Readonly<Record<string, string>>): ReturnType<typeof runApp> =>
      runApp({
        cwd,
        env,
        args: ['render', 'run.ndjson', ...names.flatMap((ending) => ['-o', `${name}.${ending}`])],
      })
    await render('a', {})
    await render('b', {
      TZ: 'Asia/Kathmandu',
      LANG: 'de_DE.ISO-8859-1',
      LC_ALL: 'C',
      NO_COLOR: '1',
      COLORFGBG: '0;15',
      TERM: 'dumb',
      COLUMNS: '200',
      ACP_PLAN_TUI_THEME: 'light',
      ACP_PLAN_TUI_ASCII: '1',
    })
    for (const ending of names) {
      const [one, other] = ['a', 'b'].map((name) => readFileSync(path.join(cwd, `${name}.${ending}`)))
      expect([ending, other?.equals(one ?? Buffer.alloc(0))]).toEqual([ending, true])
    }
  })

  test('does not wait for somebody to type a recording', async () => {
    const screen = await openInProcess({ columns: 80, rows: 24, args: ['render', '-', '-o', 'a.md'] })
    expect(await screen.exit()).toMatchObject({ code: 2 })
    expect(screen.scrollback()).toContain('acp-plan-tui: standard input is a terminal')
  })

  test('tells on a terminal how far it is, and takes that away', async () => {
    const cwd = folderWith()
    const still = virtualTime()
    let nowMs = 0
    const clock = { ...still.clock, nowMs: () => (nowMs += 1000) }
    const args = ['render', 'run.ndjson', '-o', 'a.svg']
    const screen = await openInProcess({ columns: 80, rows: 24, cwd, args, time: { ...still, clock } })
    expect(await screen.exit()).toMatchObject({ code: 0 })
    expect(screen.raw().toString()).toMatch(/acp-plan-tui: rendering run\.ndjson, \d+ %/)
    expect(screen.scrollback()).toBe('')
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s leaves nothing behind, and what was there as it was', async (signal, code) => {
    const cwd = folderWith(longTrace(20))
    writeFileSync(path.join(cwd, 'a.svg'), 'old')
    const around = surroundings()
    const args = ['render', 'run.ndjson', '-o', 'a.svg', '-o', 'b.cast']
    const child = spawn(process.execPath, [launcher, ...args], { cwd, env: { ...around.env } })
    onTestFinished(() => void child.kill('SIGKILL'))
    const moved = changes()
    let ended: number | null | undefined
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.once('close', (status) => {
      ended = status
      moved.changed()
    })
    const looks = setInterval(moved.changed, 10)
    await moved.until(
      () => (readdirSync(cwd).filter((name) => name.endsWith('.part')).length === 2 ? true : undefined),
      () => 'no work was begun',
    )
    clearInterval(looks)
    child.kill(signal)
    expect(
      await moved.until(
        () => ended,
        () => 'it does not end',
      ),
    ).toBe(code)
    expect(stderr).toBe(`acp-plan-tui: interrupted (${signal})\n`)
    expect(readdirSync(cwd).toSorted()).toEqual(['a.svg', 'run.ndjson'])
    expect(readFileSync(path.join(cwd, 'a.svg'), 'utf8')).toBe('old')
  })

  test('that finds no room on the disk says so, and leaves what was there as it was', async () => {
    const cwd = folderWith(longTrace(2))
    writeFileSync(path.join(cwd, 'a.json'), 'old')
    // A limit on the size of files is what comes nearest to a disk that is full.
    const line = `ulimit -f 64; trap '' XFSZ; exec "$@"`
    const program = ['/bin/sh', '-c', line, 'sh', process.execPath, launcher] as const
    expect(await runApp({ cwd, program, args: ['render', 'run.ndjson', '-o', 'a.json'] })).toEqual({
      code: 4,
      signal: null,
      stdout: '',
      stderr:
        'acp-plan-tui: a.json cannot be written: the file size limit is reached\n  Nothing was written; existing files are unchanged.\n',
    })
    expect(readdirSync(cwd).toSorted()).toEqual(['a.json', 'run.ndjson'])
    expect(readFileSync(path.join(cwd, 'a.json'), 'utf8')).toBe('old')
  })
})
