import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { emptyFolder } from '../support/empty-folder.ts'
import { openInProcess } from '../support/in-process-app.ts'
import { runApp, runHere } from '../support/run-app.ts'
import { launcher, surroundings } from '../support/surroundings.ts'
import { recordedHome } from '../sources/observed/recorded-homes.ts'

const forClaude = ['statusline', '--for', 'claude-code'] as const
const transcript = 'projects/-home-me-parser/00000000-0000-4000-8000-000000000001.jsonl'

function told(home: string): string {
  return JSON.stringify({ session_id: 'x', transcript_path: path.join(home, transcript), cwd: '/x' })
}

describe('for Claude Code', () => {
  test('tells of the session on stdin, in the small bundle and in the whole program', async () => {
    const stdin = told(recordedHome('claude-code/todo-write'))
    const small = await runApp({ args: [...forClaude, '--width', '40'], stdin })
    expect(small).toMatchObject({ code: 0, stdout: '✓ 4/4 Plan\n', stderr: '' })
    // Options before the command are read by the parser of the whole program.
    const whole = await runApp({ args: ['--width', '40', ...forClaude], stdin })
    expect(whole).toEqual(small)
    const own = await runApp({ args: [...forClaude, '--format={done} of {total}'], stdin })
    expect(own.stdout).toBe('4 of 4\n')
  })

  test.each([
    ['nothing', ''],
    ['no JSON', 'hello'],
    ['no object', '[1]'],
    ['no path', '{"session_id":"x"}'],
    ['a relative path', '{"transcript_path":"a.jsonl"}'],
    ['a path with nothing at it', '{"transcript_path":"/no/such.jsonl"}'],
    ['a file that is no transcript', JSON.stringify({ transcript_path: launcher })],
    ['too much', `{"a":"${'x'.repeat(400_000)}"}`],
  ])('says nothing where it is told %s', async (_, stdin) => {
    expect(await runApp({ args: forClaude, stdin })).toMatchObject({ code: 0, stdout: '', stderr: '' })
  })
})

test('nothing to tell is no failure', async () => {
  expect(await runHere({ args: ['statusline'] })).toMatchObject({ code: 0, stdout: '', stderr: '' })
})

test.each([
  [['--for', 'vim'], '--for cannot be “vim”'],
  [['--format', '{nope}'], 'there is no {nope}'],
  [['--width', '0'], '--width cannot be “0”'],
  [['--follow', '--write', 'x'], '--write'],
  [['--follow', '--for', 'claude-code'], 'one line at a time'],
  [['x'], 'takes only options'],
])('%j is wrong usage', async (args, message) => {
  const { code, stderr } = await runHere({ args: ['statusline', ...args] })
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})

test('a file that cannot be written is told of at once', async () => {
  const { code, stderr } = await runHere({ args: ['statusline', '--write', '/no/such/file'] })
  expect([code, stderr]).toEqual([4, expect.stringContaining('/no/such/file cannot be written')])
})

test('who follows it is written to again when who started both has ended: nothing else shows that nobody reads', async () => {
  const args = ['statusline', '--follow', '--for', 'waybar']
  const piped = { piped: '', hasPipedOutput: true, hasPipedErrors: true }
  const screen = await openInProcess({ args, ...piped, columns: 100, rows: 24 })
  const nothing = '{"text":"","class":"none"}\n'
  await screen.pass(200_000)
  expect(screen.written(1)).toBe(nothing)
  const parent = vi.spyOn(process, 'ppid', 'get').mockReturnValue(1)
  onTestFinished(() => parent.mockRestore())
  await screen.pass(60_000)
  expect(screen.written(1)).toBe(nothing + nothing)
})

test('follows a session that a tap sees, on stdout and in a file, and leaves the file empty', async () => {
  const runtime = emptyFolder()
  const { env, folder } = surroundings({ XDG_RUNTIME_DIR: runtime })
  const file = path.join(folder, 'line')
  const start = (...args: readonly string[]): ReturnType<typeof spawn> => {
    const child = spawn(process.execPath, [launcher, ...args], {
      cwd: folder,
      env: { ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  const following = start('statusline', '--follow', '--for', 'waybar')
  const writing = start('statusline', '--write', file)
  let shown = ''
  following.stdout?.setEncoding('utf8').on('data', (chunk: string) => (shown += chunk))
  await vi.waitFor(() => expect(shown).toBe('{"text":"","class":"none"}\n'), 60_000)
  const agent = [process.execPath, launcher, 'demo', 'checklist', '--stdio']
  const run = start(
    '--format',
    'text',
    '--exit-on',
    'never',
    '--prompt',
    'go',
    '--',
    process.execPath,
    launcher,
    'tap',
    '--',
    ...agent,
  )
  run.stdout?.resume()
  await vi.waitFor(() => expect(shown).toMatch(/^\{"text":"» \d\/\d .*","class":"works"\}$/m), 60_000)
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toMatch(/^[»?◐✓] \d\/\d .*\n$/), 60_000)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const ended = new Promise((resolve) => void writing.once('exit', resolve))
  writing.kill('SIGTERM')
  await ended
  expect(readFileSync(file, 'utf8')).toBe('')
})

test('a run keeps the line in a file while it goes on, escaped for a program', async () => {
  const { env, folder } = surroundings()
  const file = path.join(folder, 'line')
  const demo = [
    'demo',
    'checklist',
    '--format',
    'text',
    '--exit-on',
    'never',
    '--statusline',
    `waybar:${file}`,
  ]
  const child = spawn(process.execPath, [launcher, ...demo], {
    cwd: folder,
    env: { ...env },
    stdio: 'ignore',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise((resolve) => void child.once('exit', resolve))
  const written = (): string => readFileSync(file, 'utf8')
  await vi.waitFor(() => expect(written()).toMatch(/^\{"text":"» \d\/\d .*","class":"works"\}\n$/), 60_000)
  child.kill('SIGTERM')
  await ended
  expect(written()).toBe('{"text":"","class":"none"}\n')
})

test('a run whose file cannot be written says so, and goes on', async () => {
  const args = ['demo', 'checklist', '--speed', 'max', '--format', 'text', '--statusline', '/no/such/file']
  const { code, stdout } = await runHere({ args })
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('--statusline: /no/such/file cannot be written'),
  ])
})

test('attach keeps it for what it shows', async () => {
  const file = path.join(emptyFolder(), 'line')
  const { env, folder } = surroundings()
  const seen = path.join(recordedHome('claude-code/tasks-that-wait'), transcript)
  const args = [launcher, 'attach', seen, '--format', 'text', '--statusline', file]
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...env }, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toMatch(/^[»?◐✓] \d\/\d .*\n$/), 60_000)
})
