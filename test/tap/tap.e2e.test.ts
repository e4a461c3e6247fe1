import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { TraceReader } from '../../src/protocol/trace/read-trace.ts'
import { isRunning } from '../../src/system/tap-folder.ts'
import { emptyFolder } from '../support/empty-folder.ts'
import { echo, echoes, socketIn, startTap, startTapOf, until, watchTap, type Watched } from './tap-run.ts'

const megabyte = 1000 * 1000

describe('many bytes either way are the same', () => {
  test('5 MB with nobody that watches', async () => {
    const run = startTap(echo)
    expect(await echoes(run, 5 * megabyte)).toBe(true)
    run.tap.stdin.end()
    expect(await run.ended).toEqual({ code: 0, signal: null })
    expect(run.stderr()).toBe('')
  })

  test('40 MB both ways, more than is kept, with a full disk, a viewer that is killed, and one that reads late and is told what it misses', async () => {
    const runtime = emptyFolder()
    // A limit on the size of files has the effect of a full disk.
    const limited = ['sh', '-c', 'ulimit -f 2000 && exec "$@"', 'sh'] as const
    const options = ['--record', path.join(runtime, 'run.ndjson')]
    const run = startTapOf([process.execPath, '-e', echo], options, runtime, limited)
    const late = await watchTap(run.runtime)
    await until(() => late.lines().length > 0)
    late.socket.pause()
    const code = `require('net').connect(process.argv[1]).on('data', () => process.stdout.write('.'))`
    const killed = spawn(process.execPath, ['-e', code, await socketIn(run.runtime)])
    killed.stdout.once('data', () => killed.kill('SIGKILL'))
    const echoing = echoes(run, 40 * megabyte)
    await until(() => killed.killed)
    expect(await echoing).toBe(true)
    await until(() => run.stderr().endsWith('\n'))
    expect(run.stderr()).toMatch(
      /^acp-plan-tui tap: the recording \S+ has ended: the file size limit is reached\n$/,
    )
    const seen = late.lines().length
    late.socket.resume()
    await until(() => late.has('"gap":{'))
    expect(
      late
        .lines()
        .slice(seen)
        .find((line) => 'gap' in line),
    ).toMatchObject({ gap: { why: 'slow' } })
    run.tap.stdin.end()
    expect(await run.ended).toEqual({ code: 0, signal: null })
  })
})

describe('the end', () => {
  test.each([0, 1, 7, 255])('has the status %i of the agent', async (status) => {
    expect(await startTap(`process.exit(${status})`).ended).toEqual({ code: status, signal: null })
  })

  test.each(['SIGTERM', 'SIGKILL', 'SIGINT', 'SIGHUP'] as const)(
    'is by %s as that of the agent',
    async (signal) => {
      const run = startTap(`process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000)`)
      expect(await run.ended).toEqual({ code: null, signal })
    },
  )

  test('is that of an agent that cannot be started', async () => {
    const missing = startTapOf(['/there/is/none'])
    expect(await missing.ended).toEqual({ code: 127, signal: null })
    expect(missing.stderr()).toBe('acp-plan-tui tap: there is no file "/there/is/none"\n')
    const twoLines = startTapOf(['/there/is\nnone'])
    await twoLines.ended
    expect(twoLines.stderr()).toBe('acp-plan-tui tap: there is no file "/there/is ⏎ none"\n')
    const folder = startTapOf(['/'])
    expect(await folder.ended).toEqual({ code: 126, signal: null })
    expect(folder.stderr()).toBe('acp-plan-tui tap: "/" is a folder, not a program\n')
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGQUIT', 'SIGWINCH'] as const)(
    'is the agent’s choice when %s comes',
    async (signal) => {
      const run = startTap(
        `process.on('${signal}', () => { process.stdout.write('got it', () => process.exit(3)) }); process.stdout.write('ready'); setInterval(() => {}, 1000)`,
      )
      let out = ''
      run.tap.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString()
        if (out === 'ready') run.tap.kill(signal)
      })
      expect(await run.ended).toEqual({ code: 3, signal: null })
      expect(out).toBe('readygot it')
    },
  )

  test('comes after all that the agent has written', async () => {
    const run = startTap('process.stdout.write(Buffer.alloc(3000000, 97), () => process.exit(5))')
    let length = 0
    run.tap.stdout.on('data', (chunk: Buffer) => (length += chunk.length))
    expect(await run.ended).toEqual({ code: 5, signal: null })
    expect(length).toBe(3_000_000)
  })

  test('comes also where the editor never reads', async () => {
    const run = startTap('process.stdout.write(Buffer.alloc(3000000, 97)); process.stdin.resume()')
    await socketIn(run.runtime)
    const exited = new Promise((resolve) => {
      run.tap.once('exit', (code, signal) => resolve({ code, signal }))
    })
    run.tap.kill('SIGTERM')
    expect(await exited).toEqual({ code: null, signal: 'SIGTERM' })
  })

  test.each(['SIGKILL', 'SIGTERM'] as const)('by %s leaves none of the agent’s processes', async (signal) => {
    const run = startTap(
      `process.on('SIGTERM', () => process.exit(0)); const { pid } = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']); process.stdout.write(pid + ' ' + process.pid + ' '); setInterval(() => {}, 1000)`,
    )
    let out = ''
    run.tap.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    await until(() => / \d+ $/.test(out))
    await socketIn(run.runtime)
    run.tap.kill(signal)
    const pids = out.trim().split(' ').map(Number)
    expect(pids).toHaveLength(2)
    await until(() => pids.every((pid) => !isRunning(pid)))
  })

  test('follows that of the editor, also where the agent does not care', async () => {
    const runtime = emptyFolder()
    const agent = `process.stdin.on('data', () => {}); require('fs').writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000)`
    const file = path.join(runtime, 'pid')
    const { tap } = startTapOf([process.execPath, '-e', agent, file], [], runtime)
    await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '')
    const pid = Number(readFileSync(file, 'utf8'))
    expect(isRunning(pid)).toBe(true)
    // Before that it has nobody yet who ends the agent after it.
    await socketIn(runtime)
    // As an editor that has crashed: nobody reads or writes any more.
    tap.stdin.destroy()
    tap.stdout.destroy()
    tap.kill('SIGKILL')
    await until(() => !isRunning(pid))
  })
})

describe('streams', () => {
  test('pass in both directions and stderr, each with its own end', async () => {
    const run = startTap(
      `process.stdin.on('data', (chunk) => { process.stdout.write('out:' + chunk); process.stderr.write('err:' + chunk) })`,
    )
    let out = ''
    run.tap.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    run.tap.stdin.write('one')
    await until(() => out === 'out:one' && run.stderr() === 'err:one')
    run.tap.stdin.end('two')
    expect(await run.ended).toEqual({ code: 0, signal: null })
    expect([out, run.stderr()]).toEqual(['out:oneout:two', 'err:oneerr:two'])
  })

  test('end for the editor where the agent closes its stdout and lives on', async () => {
    const run = startTap(
      `process.stdout.end('last'); require('fs').closeSync(1); process.stdin.on('end', () => process.exit(4)).resume()`,
    )
    let out = ''
    run.tap.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    await new Promise((resolve) => {
      run.tap.stdout.once('end', resolve)
    })
    expect([out, run.tap.exitCode]).toEqual(['last', null])
    run.tap.stdin.end()
    expect(await run.ended).toEqual({ code: 4, signal: null })
  })

  test('hold the editor back where the agent does not read', async () => {
    const run = startTap(`setInterval(() => {}, 1000)`)
    const piece = Buffer.alloc(64 * 1024)
    await socketIn(run.runtime)
    let written = 0
    // What fits in pipes and in the streams of the tap: far less than this.
    for (let at = 0; at < 1000; at++) run.tap.stdin.write(piece, () => (written += piece.length))
    const viewer = await watchTap(run.runtime)
    await until(() => viewer.lines().length > 0)
    expect(written).toBeLessThan(5_000_000)
  })
})

describe('a viewer', () => {
  test('gets who it watches, the past, then frames with their numbers, and the end', async () => {
    const run = startTap(
      `process.stderr.write('started\\n'); process.stdin.on('data', (chunk) => process.stdout.write(chunk)).on('end', () => process.exit(6))`,
      ['--label', 'my site/1'],
    )
    run.tap.stdout.resume()
    run.tap.stdin.write('{"jsonrpc":"2.0","id":1,"method":"x"}\nno json\n')
    await until(() => run.stderr() !== '')
    const viewer = await watchTap(run.runtime)
    await until(() => viewer.lines().length >= 6)
    const [greeting, ...frames] = viewer.lines()
    expect(greeting).toMatchObject({ tap: 'acp-plan-tui', version: 1, label: 'my site/1', pid: run.tap.pid })
    expect(frames.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5])
    expect(frames.map(({ out, in: from, err }) => String(out ?? from ?? err)).toSorted()).toEqual(
      [
        'started',
        '{"jsonrpc":"2.0","id":1,"method":"x"}',
        '{"jsonrpc":"2.0","id":1,"method":"x"}',
        'no json',
        'no json',
      ].toSorted(),
    )
    run.tap.stdin.end('rest')
    expect(await run.ended).toEqual({ code: 6, signal: null })
    await viewer.closed
    expect(viewer.lines().slice(6)).toMatchObject([
      { n: 6, out: 'rest' },
      { n: 7, in: 'rest' },
      { n: 8, end: { status: 6, reason: 'the agent ended with status 6' } },
    ])
    expect(readdirSync(path.join(run.runtime, 'acp-plan-tui'))).toEqual([])
  })

  test('beyond the sixteenth is refused in words', async () => {
    const run = startTap(echo)
    const viewers: Watched[] = []
    for (let at = 0; at < 16; at++) viewers.push(await watchTap(run.runtime))
    await until(() => viewers.every((viewer) => viewer.lines().length === 1))
    const refused = await watchTap(run.runtime)
    await refused.closed
    expect(refused.lines()).toEqual([{ refused: 'the tap has 16 viewers already' }])
    viewers[0]?.socket.destroy()
    await viewers[0]?.closed
    // The tap hears of the one that has left a moment later.
    let next = refused
    while (!next.has('"tap"')) {
      const another = await watchTap(run.runtime)
      await until(() => another.has('"tap"') || another.has('refused'))
      next = another
    }
    expect(next.lines()).toMatchObject([{ tap: 'acp-plan-tui' }])
  })

  test('can choose between two taps of one label, which both work', async () => {
    const first = startTap(echo, ['--label', 'twin'])
    await socketIn(first.runtime)
    const second = startTap(echo, ['--label', 'twin'], first.runtime)
    const folder = path.join(first.runtime, 'acp-plan-tui')
    const sockets = [first, second].map(({ tap }) => `${tap.pid}-twin.sock`).toSorted()
    await until(() => sockets.every((name) => readdirSync(folder).includes(name)))
    expect(
      readdirSync(folder)
        .filter((name) => name.endsWith('.sock'))
        .toSorted(),
    ).toEqual(sockets)
    expect(await echoes(first, 1000)).toBe(true)
    expect(await echoes(second, 1000)).toBe(true)
  })

  test('finds a socket and a folder that only their owner can open', async () => {
    const run = startTap(echo)
    const socket = await socketIn(run.runtime)
    expect(statSync(socket).mode & 0o777).toBe(0o600)
    expect(statSync(path.dirname(socket)).mode & 0o777).toBe(0o700)
    expect(statSync(socket.replace(/sock$/, 'json')).mode & 0o777).toBe(0o600)
  })

  test('finds no secrets in the description of the agent', async () => {
    const run = startTapOf([process.execPath, '-e', echo, '--', '--api-key', 'sk-ant-api03-abcdefghijklmnop'])
    const description = readFileSync((await socketIn(run.runtime)).replace(/sock$/, 'json'), 'utf8')
    expect(description).toContain('--api-key ***')
    expect(description).not.toContain('sk-ant')
  })
})

describe('the folder of sockets', () => {
  test('is refused where others may open it, and the agent runs all the same', async () => {
    const runtime = emptyFolder()
    mkdirSync(path.join(runtime, 'acp-plan-tui'))
    chmodSync(path.join(runtime, 'acp-plan-tui'), 0o755)
    const run = startTap(echo, [], runtime)
    await until(() => run.stderr().endsWith('\n'))
    expect(run.stderr()).toMatch(
      /^acp-plan-tui tap: nobody can watch: \S+acp-plan-tui: other users may open it \(its mode is 755\); chmod 700 mends that\n$/,
    )
    expect(await echoes(run, 1000)).toBe(true)
    expect(readdirSync(path.join(runtime, 'acp-plan-tui'))).toEqual([])
  })

  test('is freed of what killed taps have left by the next one, and of nothing else', async () => {
    const first = startTap(echo)
    const socket = await socketIn(first.runtime)
    first.tap.kill('SIGKILL')
    await first.ended
    expect(existsSync(socket)).toBe(true)
    const folder = path.dirname(socket)
    writeFileSync(path.join(folder, 'notes.txt'), '')
    const other = createServer().listen(path.join(folder, `${process.pid}-other.sock`))
    onTestFinished(() => void other.close())
    writeFileSync(path.join(folder, `${process.pid}-other.json`), '{}')
    const second = startTap(echo, [], first.runtime)
    const own = (pid: number | undefined, label: string): readonly string[] =>
      ['json', 'sock'].map((ending) => `${pid}-${label}.${ending}`)
    const left = [...own(process.pid, 'other'), ...own(second.tap.pid, 'tap'), 'notes.txt'].toSorted().join()
    await until(() => readdirSync(folder).toSorted().join() === left)
    expect(existsSync(socket)).toBe(false)
  })
})

describe('a recording', () => {
  test('holds what has passed, and each run has a file of its own', async () => {
    const folder = emptyFolder()
    const file = path.join(folder, 'run.ndjson')
    const texts: string[] = []
    for (const name of ['run.ndjson', 'run-2.ndjson']) {
      const run = startTap(echo, ['--record', file, '--label', 'site'])
      run.tap.stdout.resume()
      run.tap.stdin.end('{"jsonrpc":"2.0","id":1,"method":"x"}\nno json\n')
      expect(await run.ended).toEqual({ code: 0, signal: null })
      expect(run.stderr()).toBe('')
      texts.push(readFileSync(path.join(folder, name), 'utf8'))
    }
    for (const text of texts) {
      const reader = new TraceReader()
      const records = text.split('\n').flatMap((line) => reader.push(line))
      expect(reader.problems).toEqual([])
      expect(reader.header).toMatchObject({ title: 'site' })
      expect(
        records.map((record) => (record.type === 'frame' ? [record.dir, record.line] : record.type)),
      ).toEqual([
        ['to-agent', '{"jsonrpc":"2.0","id":1,"method":"x"}'],
        ['to-agent', 'no json'],
        ['from-agent', '{"jsonrpc":"2.0","id":1,"method":"x"}'],
        ['from-agent', 'no json'],
        'end',
      ])
    }
  })

  test('an agent that ends at once is recorded, too', async () => {
    const file = path.join(emptyFolder(), 'run.ndjson')
    const run = startTap('console.log("bye"); process.exitCode = 3', ['--record', file])
    run.tap.stdin.end()
    expect(await run.ended).toEqual({ code: 3, signal: null })
    const records = readFileSync(file, 'utf8')
    expect(records).toContain('bye')
    expect(records).toContain('the agent ended with status 3')
  })

  test('a device is no file to record to, and no other name is taken', async () => {
    const run = startTap(echo, ['--record', '/dev/full'])
    run.tap.stdin.end()
    await run.ended
    expect(run.stderr()).toMatch(/^acp-plan-tui tap: nothing is recorded: \/dev\/full: /)
    expect(existsSync('/dev/full-2')).toBe(false)
  })

  test('that cannot be made is told, and the agent runs all the same', async () => {
    const run = startTap(echo, ['--record', '/there/is/none/run.ndjson'])
    await until(() => run.stderr().endsWith('\n'))
    expect(run.stderr()).toBe(
      'acp-plan-tui tap: nothing is recorded: /there/is/none/run.ndjson: its folder does not exist. Create the folder first, or give another one.\n',
    )
    expect(await echoes(run, 1000)).toBe(true)
    const other = startTap(echo, ['--record', '/dev/null/run.ndjson'])
    await until(() => other.stderr().endsWith('\n'))
    expect(other.stderr()).toContain(
      ': a part of its path is no folder. Name a file in a folder that is there.',
    )
    expect(await echoes(other, 1000)).toBe(true)
  })
})
