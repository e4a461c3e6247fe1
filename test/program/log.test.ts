import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { runApp, runHere } from '../support/run-app.ts'
import { launcher } from '../support/surroundings.ts'
import { emptyFolder } from '../support/empty-folder.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = emptyFolder()
  file = path.join(folder, 'log.txt')
})

const demo = ['demo', 'permission', '--speed', 'max', '--format', 'text', '--permissions', 'deny']

describe('the log of the program', () => {
  test('tells what it did, with times, and neither prompts nor what the agent wrote', async () => {
    const args = [...demo, '--prompt', 'The secret plan', '--env', 'API_TOKEN=tok-123456789', '--log', file]
    const { stdout } = await runApp({ args })
    const log = readFileSync(file, 'utf8')
    const lines = log.trimEnd().split('\n')
    const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \+\d+\.\d{3} \d+ \S/
    expect(lines.filter((line) => !form.test(line))).toEqual([])
    const marks = ['start: acp-plan-tui', 'command: demo --speed', 'terminal: ', 'settings: format text']
    const steps = [
      'connection: open',
      'prompt-sent: ',
      'permission-answered: ',
      'answered: session/prompt after',
    ]
    for (const mark of [...marks, ...steps, 'exit: status 0']) expect(log).toContain(mark)
    for (const secret of ['secret plan', 'tok-123456789', 'src/']) expect(log).not.toContain(secret)
    expect(stdout).not.toBe('')
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('is asked for by its variable too, and is added to', async () => {
    writeFileSync(file, 'before\n')
    const { code } = await runHere({ args: ['demo', 'no-such'], env: { ACP_PLAN_TUI_LOG: file } })
    expect(code).toBe(2)
    expect(readFileSync(file, 'utf8')).toMatch(/^before\n[^]*stderr: acp-plan-tui: [^]*exit: status 2\n$/)
  })

  test('of an agent that cannot be started says so', async () => {
    const args = ['--format', 'text', '--prompt', 'x', '--log', file, '--', path.join(folder, 'none')]
    await runApp({ args })
    expect(readFileSync(file, 'utf8')).toContain('connection: ended: not-started')
  })

  test.skipIf(process.platform === 'win32')(
    'that cannot be written any more is told at the end',
    async () => {
      // At most 512 or 1024 bytes in a file.
      const limited = [
        '/bin/sh',
        '-c',
        'trap "" XFSZ; ulimit -f 1; exec "$@"',
        'sh',
        process.execPath,
        launcher,
      ] as const
      const { code, stderr } = await runApp({ program: limited, args: [...demo, '--log', file] })
      const told = `acp-plan-tui: the log ${file} is incomplete: the file size limit is reached\n`
      expect([code, stderr]).toEqual([0, told])
    },
  )

  test('belongs to the agent after --', async () => {
    const args = ['--format', 'text', '--prompt', 'x', '--', path.join(folder, 'none'), '--log', file]
    const { code } = await runApp({ args })
    expect(code).toBe(4)
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined()
  })

  test.each([
    ['a folder', (): string => folder, 'it is a folder'],
    [
      'a file in a folder that does not exist',
      (): string => path.join(folder, 'no', 'log.txt'),
      'there is no such folder',
    ],
    [
      'a link',
      (): string => {
        symlinkSync('/dev/null', file)
        return file
      },
      'it is a link, and links are not followed',
    ],
    [
      'a file with too long a name',
      (): string => path.join(folder, 'x'.repeat(5000)),
      'the name is too long',
    ],
  ])('is refused where it is %s', async (_, place, words) => {
    const name = place()
    const { stderr, code } = await runHere({ args: [...demo, '--log', name] })
    // A long name is cut.
    expect(stderr).toContain(`the log ${name.slice(0, 200)}`)
    expect(stderr).toContain(` cannot be opened: ${words}\n`)
    expect(code).toBe(2)
  })

  test.each(['', '-'])('needs the name of a file, not %j', async (name) => {
    const { stderr, code } = await runHere({ args: [...demo, '--log', name] })
    expect(stderr).toContain('--log needs the name of a file')
    expect(code).toBe(2)
  })
})

test('--version tells Node, the platform and the SDK after the version', async () => {
  const { stdout, code } = await runHere({ args: ['--version'] })
  const sdk = JSON.parse(
    readFileSync(
      new URL('../../node_modules/@agentclientprotocol/sdk/package.json', import.meta.url),
      'utf8',
    ),
  ) as { readonly version: string }
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\nNode \d+\.\d+\.\d+\n\w+ \w+\n/)
  expect(stdout).toContain(`\nACP SDK ${sdk.version}\n`)
  expect(code).toBe(0)
})
