import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '../support/empty-folder.ts'
import { openInProcess } from '../support/in-process-app.ts'
import { runApp, runHere, type RunOutcome } from '../support/run-app.ts'
import { launcher } from '../support/surroundings.ts'
import { plan, workingStage, quit } from './stage.ts'

const trace = fileURLToPath(new URL('../recordings/claude-caps-todo.ndjson', import.meta.url))
const demo = ['demo', 'checklist', '--speed', 'max', '--format', 'text']

/** Runs the program in a folder that was deleted. */
async function inDeletedFolder(args: readonly string[], command?: readonly string[]): Promise<RunOutcome> {
  const folder = path.join(emptyFolder(), 'deleted')
  mkdirSync(folder)
  const leave = `rmdir "$PWD"; exec "$@"`
  return runApp({
    cwd: folder,
    program: ['/bin/sh', '-c', leave, 'sh', process.execPath, launcher],
    args,
    ...(command === undefined ? {} : { command }),
  })
}

const gone = 'acp-plan-tui: the current folder does not exist any more, or is not readable\n'

describe('in a folder that was deleted', () => {
  test('an agent is started in another one, and otherwise it is said', async () => {
    const echo = ['/bin/sh', '-c', 'pwd >&2']
    const inFolder = await inDeletedFolder(['--format', 'text', '--prompt', 'x', '--cwd', '/'], echo)
    expect(inFolder).toMatchObject({ code: 7 })
    for (const cwd of [[], ['--cwd', 'relative']]) {
      const { code, stderr } = await inDeletedFolder(['--format', 'text', '--prompt', 'x', ...cwd], echo)
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(gone) as string })
    }
  })

  test.each([
    ['a demo', demo],
    ['a demo of a recording', ['demo', trace, '--speed', 'max', '--format', 'text']],
    ['a replay', ['replay', trace, '--format', 'text']],
  ])('what needs no folder works: %s', async (_, args) => {
    expect(await inDeletedFolder(args)).toMatchObject({ code: 0, stderr: '' })
  })

  test('a picture with whole paths is made', async () => {
    const result = path.join(emptyFolder(), 'run.txt')
    expect(await inDeletedFolder(['render', trace, '-o', result])).toMatchObject({ code: 0 })
    expect(readFileSync(result, 'utf8')).toContain('3 of 3')
  })

  test('connect wants --cwd, which is a folder elsewhere', async () => {
    const connect = ['connect', 'unix:/no/such/socket', '--prompt', 'x', '--format', 'text']
    expect(await inDeletedFolder(connect)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(gone) as string,
    })
    expect(await inDeletedFolder([...connect, '--cwd', '/srv'])).toMatchObject({ code: 4 })
  })

  test('a result without a whole path is not written', async () => {
    const { code, stderr } = await inDeletedFolder(['render', trace, '-o', 'run.txt'])
    expect(code).toBe(4)
    expect(stderr).toContain('run.txt cannot be written: the current folder does not exist any more')
  })
})

test('a recording that finds no room is told at the end, with status 4', async () => {
  const file = path.join(emptyFolder(), 'run.ndjson')
  const line = `ulimit -f 1; trap '' XFSZ; exec "$@"`
  const program = ['/bin/sh', '-c', line, 'sh', process.execPath, launcher] as const
  const { code, stderr } = await runApp({ program, args: [...demo, '--record', file] })
  expect([code, stderr]).toEqual([
    4,
    expect.stringContaining(`${file} is incomplete: the file size limit is reached`),
  ])
})

test('a folder that is deleted while an agent works in it ends nothing', async () => {
  const cwd = emptyFolder()
  const { agent, screen } = await workingStage({ args: ['--cwd', cwd] })
  rmSync(cwd, { recursive: true })
  await agent.update(plan('now Go on'))
  await screen.shows('Go on')
  await quit(screen)
})

describe('what is not a regular file', () => {
  const places: readonly (readonly [string, (folder: string) => string])[] = [
    [
      'a pipe',
      (folder) => {
        execFileSync('mkfifo', [path.join(folder, 'pipe')])
        return path.join(folder, 'pipe')
      },
    ],
    ['a device', () => '/dev/zero'],
  ]

  test.each(places)('%s is refused at once, wherever a file is to be read', async (what, make) => {
    const folder = emptyFolder()
    const file = make(folder)
    const agent = ['/bin/true']
    const refused = async (args: readonly string[], env = {}): Promise<void> => {
      const { code, stderr } = await runHere({ args: ['--format', 'text', ...args], command: agent, env })
      expect(stderr).toContain(`is ${what}, and only`)
      expect(code).toBe(2)
    }
    await refused(['--prompt-file', file])
    await refused(['--prompt', 'x', '--record', path.join(folder, 'run'), '--redact', file])
    const settings = path.join(folder, 'acp-plan-tui')
    mkdirSync(settings)
    symlinkSync(file, path.join(settings, 'config.json'))
    await refused(['--prompt', 'x'], { XDG_CONFIG_HOME: folder })
    const connect = ['connect', 'ws://localhost:1', '--cwd', '/', '--prompt', 'x', '--token-file', file]
    expect((await runHere({ args: connect })).stderr).toContain(`is ${what}, and only`)
    const played = await runHere({ args: ['demo', file] })
    expect(played).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not a regular file') as string,
    })
    const compared = path.join(folder, 'run.txt')
    symlinkSync(file, compared)
    for (const option of ['-o', '--check']) {
      const rendered = await runHere({ args: ['render', trace, option, compared] })
      expect(rendered).toMatchObject({
        code: 4,
        stderr: expect.stringContaining('is not a regular file') as string,
      })
    }
    expect(await runHere({ args: ['--record', file, '--prompt', 'x'], command: agent })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the file already exists') as string,
    })
  })

  test('a recording may come through a pipe that has a name', async () => {
    const pipe = path.join(emptyFolder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    const writing = `cat "${trace}" > "${pipe}" & exec "$@"`
    const program = ['/bin/sh', '-c', writing, 'sh', process.execPath, launcher] as const
    const { code, stdout } = await runApp({ program, args: ['replay', pipe, '--format', 'text'] })
    expect(code).toBe(0)
    expect(stdout).toContain('3 of 3 done')
  })

  test('a device is no recording', async () => {
    expect(await runHere({ args: ['replay', '/dev/zero'] })).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('it is a device, and no recording') as string,
    })
  })
})

/** A path at which nothing is. */
function missingFolder(): string {
  return path.join(emptyFolder(), 'missing')
}

function written(folder: string): string {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  return file
}

function linkToItself(): string {
  const link = path.join(emptyFolder(), 'loop')
  symlinkSync(link, link)
  return link
}

/** As a folder of another user's; not for root, whom nothing is closed to. */
function closedFolder(): string {
  const folder = path.join(emptyFolder(), 'closed')
  mkdirSync(folder, { mode: 0 })
  return folder
}

describe('folders of the environment that cannot be used', () => {
  const variables = ['HOME', 'XDG_RUNTIME_DIR', 'TMPDIR', 'APPDATA', 'CODEX_HOME', 'CLAUDE_CONFIG_DIR']
  const agent = ['--', process.execPath, '--version']
  /** Those that start others, or may want a folder for temporary files. */
  const processes = [
    demo,
    ['attach', '--list'],
    ['tap', ...agent],
    ['--prompt', 'x', '--record', 'run.ndjson', '--format', 'text', ...agent],
  ]
  const commands: readonly (readonly string[])[] = [
    ['doctor'],
    ['config'],
    ['help', 'screen'],
    ['attach', 'nobody'],
    ['replay', trace, '--format', 'text'],
    ['render', trace, '-o', 'out.md'],
    ['lint', trace],
    ['completion', 'bash'],
  ]

  test.each([
    ['missing', missingFolder],
    ['files', () => written(emptyFolder())],
    ['links to themselves', linkToItself],
    ['closed to the user', closedFolder],
  ])('%s: no command takes that for a bug of its own', async (_, make) => {
    const broken = Object.fromEntries(variables.map((variable) => [variable, make()]))
    const env = { ...broken, XDG_CONFIG_HOME: emptyFolder() }
    const check = (args: readonly string[], { code, stderr }: RunOutcome): void => {
      expect({ args, code, stderr }).not.toMatchObject({ code: 70 })
      expect({ args, stderr }).not.toMatchObject({
        stderr: expect.stringMatching(/^ {4}at |is a bug/m) as string,
      })
    }
    for (const args of commands) check(args, await runHere({ args, env }))
    await Promise.all(processes.map(async (args) => check(args, await runApp({ args, env }))))
  })

  test.each(['HOME', 'XDG_CONFIG_HOME'])(
    'a configuration below %s that cannot be reached is told',
    async (variable) => {
      const env = { XDG_CONFIG_HOME: undefined, [variable]: linkToItself() }
      const { code, stderr } = await runApp({ args: demo, env })
      expect(code).toBe(2)
      expect(stderr).toContain(
        'a symbolic link in its path leads to itself\n  Make it readable, or set XDG_CONFIG_HOME to another folder',
      )
    },
  )
})

// Nothing is closed to root, so the program runs without its capabilities. As another user it might not reach its own files.
test
  .runIf(process.platform === 'linux' && process.geteuid?.() === 0)
  .each([['--list'], ['--list', '--json']])(
  'a closed home is told where sessions are listed: %s %s',
  async (...args) => {
    const closed = closedFolder()
    const ordinary = ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] as const
    const program = [...ordinary, process.execPath, launcher] as const
    const { code, stderr } = await runApp({
      program,
      args: ['attach', ...args],
      cwd: '/',
      env: { HOME: closed, XDG_CONFIG_HOME: '/no/such', CLAUDE_CONFIG_DIR: undefined, CODEX_HOME: undefined },
    })
    expect([code, stderr]).toEqual([
      0,
      `acp-plan-tui: ${closed} cannot be read: its sessions are not listed. Give your user the right to read it, or use the account that it belongs to.\n`,
    ])
  },
)

/** What every command says that has something to write. */
const notWritten =
  'acp-plan-tui: standard output cannot be written (ENOSPC)\n  Check the disk or the program that reads it.\n'

const hello = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}\n'

test
  .runIf(process.platform === 'linux')
  .each([
    ['demo', '--stdio'],
    ['help'],
    ['help', 'screen'],
    ['--help'],
    ['render', '--help'],
    ['--version'],
    ['completion', 'bash'],
    ['config'],
    ['config', '--json'],
    ['doctor'],
    ['doctor', '--json'],
    ['demo', '--list'],
    demo,
    ['attach', trace],
    ['attach', '--list'],
    ['replay', trace, '--format', 'text'],
    ['replay', trace, '--format', 'json'],
    ['lint', trace],
    ['lint', trace, '--format', 'github'],
    ['lint', '--rules'],
  ])('a full disk under standard output is told, with status 4: %s %s %s %s', async (...args) => {
  const program = ['/bin/sh', '-c', 'exec "$@" > /dev/full', 'sh', process.execPath, launcher] as const
  const { code, stderr } = await runApp({ program, args, stdin: hello })
  expect([code, stderr.slice(-notWritten.length)]).toEqual([4, notWritten])
})

test.runIf(process.platform === 'linux')(
  'a full disk under the address of a demo that listens is told, with status 4',
  async () => {
    const program = ['/bin/sh', '-c', 'exec "$@" > /dev/full', 'sh', process.execPath, launcher] as const
    const { code, stderr } = await runApp({ program, args: ['demo', '--listen', 'tcp://:0'] })
    expect(code).toBe(4)
    expect(stderr).toContain('the address cannot be written to standard output')
  },
)

describe('surroundings that lack something', () => {
  const noTerminal = { TERM: undefined, LANG: undefined, COLUMNS: '0', LINES: 'NaN' }
  test.each<[string, Readonly<Record<string, string | undefined>>]>([
    ['no home, terminal type or language', { HOME: undefined, XDG_CONFIG_HOME: undefined, ...noTerminal }],
    ['folders that are not whole paths', { HOME: 'home', XDG_CONFIG_HOME: 'config' }],
    ['folders that are not there', { HOME: '/no/such', TMPDIR: '/no/such', XDG_CONFIG_HOME: undefined }],
  ])('%s: the demo plays', async (_, env) => {
    expect(await runApp({ args: demo, env })).toMatchObject({ code: 0, stderr: '' })
  })

  test('what comes through a pipe and can be kept nowhere is refused', async () => {
    const env = { TMPDIR: missingFolder() }
    const stdin = readFileSync(trace, 'utf8')
    const { code, stderr } = await runApp({ args: ['replay', '-', '--format', 'text'], stdin, env })
    expect(code).toBe(4)
    expect(stderr).toContain('no file can be created (ENOENT)\n  Set TMPDIR')
  })

  test('a terminal without a size shows what fits', async () => {
    const args = ['demo', 'checklist', '--speed', 'max']
    const reported = { columns: 0, rows: 0 }
    const screen = await openInProcess({ columns: 80, rows: 24, reported, args })
    await screen.idle()
    expect(screen.raw().toString('utf8')).toContain('…')
    await screen.signal('SIGTERM')
    expect(await screen.exit()).toMatchObject({ code: 143 })
    expect(screen.modes()).toEqual([])
  })
})

test.each([
  ['nowhere', 'there is no such folder'],
  ['file', 'it is not a folder'],
])('--cwd %s says what is wrong', async (name, what) => {
  const folder = emptyFolder()
  writeFileSync(path.join(folder, 'file'), '')
  const cwd = path.join(folder, name)
  const { code, stderr } = await runHere({
    args: ['--cwd', cwd, '--format', 'text', '--prompt', 'x'],
    command: ['/bin/true'],
  })
  expect(code).toBe(2)
  expect(stderr).toContain(`acp-plan-tui: --cwd ${cwd}: ${what}`)
})
