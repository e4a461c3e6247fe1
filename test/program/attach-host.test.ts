import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findSshd } from '../../.tools/find-sshd.mjs'
import { emptyFolder } from '../support/empty-folder.ts'
import { openApp } from '../support/open-app.ts'
import { runApp } from '../support/run-app.ts'
import { launcher } from '../support/surroundings.ts'
import { recordedHome } from '../sources/observed/recorded-homes.ts'
import { plan } from './attach-stage.ts'

const sshd = findSshd()

/** Another machine: a server of ssh on this one, whose user has another home with a session of Claude Code. */
interface Machine {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly args: readonly string[]
  /** The process there; null: it has ended. */
  remotePid(): number | null
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function machine(): Promise<Machine> {
  const folder = emptyFolder()
  const at = (name: string): string => path.join(folder, name)
  const write = (name: string, lines: readonly string[], mode = 0o600): void =>
    writeFileSync(at(name), `${lines.join('\n')}\n`, { mode })
  const port = await freePort()
  for (const key of ['host_key', 'id', 'other_key'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(key)])
  const publicKey = (name: string): string =>
    readFileSync(at(`${name}.pub`), 'utf8')
      .split(' ', 2)
      .join(' ')
  cpSync(at('id.pub'), at('authorized_keys'))
  const user = execFileSync('id', ['-un'], { encoding: 'utf8' }).trim()
  write('known_hosts', [`[127.0.0.1]:${port} ${publicKey('host_key')}`])
  write('wrong_hosts', [`[127.0.0.1]:${port} ${publicKey('other_key')}`])
  write('sshd_config', [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${at('host_key')}`,
    `AuthorizedKeysFile ${at('authorized_keys')}`,
    'PidFile none',
    'UsePAM no',
    'PermitRootLogin yes',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'StrictModes no',
  ])
  const hostLines = (name: string, hosts: string, key: string): readonly string[] => [
    `Host ${name}`,
    '  HostName 127.0.0.1',
    `  Port ${port}`,
    `  User ${user}`,
    `  IdentityFile ${at(key)}`,
    '  IdentitiesOnly yes',
    `  UserKnownHostsFile ${at(hosts)}`,
  ]
  write('ssh_config', [
    ...hostLines('box', 'known_hosts', 'id'),
    ...hostLines('changed', 'wrong_hosts', 'id'),
    ...hostLines('stranger', 'known_hosts', 'other_key'),
  ])
  const home = recordedHome('claude-code/tasks-that-wait')
  const now = new Date()
  for (const name of execFileSync('find', [home, '-type', 'f'], { encoding: 'utf8' }).trim().split('\n'))
    utimesSync(name, now, now)
  mkdirSync(at('bin'))
  write(
    'remote',
    [
      '#!/bin/sh',
      `echo $$ > ${at('remote.pid')}`,
      'echo "Welcome to the box"',
      'unset CODEX_HOME',
      `export HOME=${at('')} CLAUDE_CONFIG_DIR=${home} XDG_RUNTIME_DIR=${at('run')}`,
      `exec ${process.execPath} ${launcher} "$@"`,
    ],
    0o755,
  )
  const ssh = execFileSync('sh', ['-c', 'command -v ssh'], { encoding: 'utf8' }).trim()
  write(
    'bin/ssh',
    [
      '#!/bin/sh',
      `[ "$1" = -G ] || echo $$ > ${at('ssh.pid')}`,
      `[ -e ${at('down')} ] && echo 'ssh: no route to box' >&2 && exit 255`,
      `exec ${ssh} -F ${at('ssh_config')} "$@"`,
    ],
    0o755,
  )
  // As root it needs a folder for its unprivileged part.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true })
  const server = spawn(sshd ?? '', ['-D', '-e', '-f', at('sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  await new Promise<void>((resolve, reject) => {
    server.once('exit', () => reject(new Error('sshd does not start')))
    server.stderr.on('data', (said: Buffer) => {
      if (said.toString().includes('listening')) resolve()
    })
  })
  return {
    folder,
    env: { PATH: `${at('bin')}:${process.env['PATH'] ?? ''}` },
    args: ['--remote-command', at('remote')],
    remotePid() {
      const pid = Number(readFileSync(at('remote.pid'), 'utf8'))
      return isRunning(pid) ? pid : null
    },
  }
}

function isRunning(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) {
    if (existsSync('/proc/self')) return false
  } else return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => void setTimeout(resolve, 20))
}

describe.skipIf(sshd === null)('another machine', () => {
  test('is listed, behind what its shell writes, and no process is left there', async () => {
    const { env, args, remotePid } = await machine()
    const run = await runApp({ args: ['attach', '--list', '--json', '--host', 'box', ...args], env })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    const found = run.stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(found).toMatchObject([
      { host: 'box', kind: 'claude-code', plan: { title: 'Plan', progress: { done: 1, total: 3 } } },
    ])
    await until(() => remotePid() === null)
  })

  test('that cannot be reached says why, and the status tells it', async () => {
    const { env, args } = await machine()
    const list = async (host: string, more = args): Promise<readonly [number | null, string]> => {
      const { code, stderr } = await runApp({ args: ['attach', '--list', '--host', host, ...more], env })
      return [code, stderr]
    }
    expect(await list('changed')).toEqual([4, 'acp-plan-tui: changed: Host key verification failed.\n'])
    const [refused, why] = await list('stranger')
    expect([refused, why]).toEqual([4, expect.stringMatching(/stranger: .*Permission denied \(publickey\)/)])
    const missing =
      'there is no acp-plan-tui on its PATH: install it there with npm, or name it with --remote-command'
    expect(await list('box', ['--remote-command', 'no-such-program'])).toEqual([
      4,
      `acp-plan-tui: box: ${missing}\n`,
    ])
  })

  test('that is away is named where a session of it is sought, on a terminal too', async () => {
    const { folder, env, args } = await machine()
    writeFileSync(path.join(folder, 'down'), '')
    const screen = await openApp({
      args: ['attach', 'box/abcdef', '--host', 'box', ...args],
      env,
      columns: 100,
      rows: 24,
    })
    expect(await screen.exit()).toMatchObject({ code: 4 })
    expect(screen.text()).toContain('acp-plan-tui: box: ssh: no route to box')
  })

  test('tells the messages of a tap there, which are shown among all sessions', async () => {
    const { folder, env, args, remotePid } = await machine()
    mkdirSync(path.join(folder, 'run'), { mode: 0o700 })
    // What is written to `cat` comes back as if it were an agent's.
    const tap = spawn(process.execPath, [launcher, 'tap', '--label', 'far', '--', 'cat'], {
      env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: path.join(folder, 'run') },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    onTestFinished(() => void tap.kill('SIGKILL'))
    tap.stdin.write(plan('One over there', 'Two'))
    const screen = await openApp({
      args: ['attach', '--all', '--host', 'box', '--no-animation', ...args],
      env,
      columns: 100,
      rows: 24,
    })
    await screen.shows('2 sessions')
    await screen.shows('One over there')
    await screen.type('i').shows(/← plan +main · revision 1/)
    tap.stdin.write(plan('One over there', 'Three'))
    await screen.shows(/← plan +main · revision 2/)
    await screen.press('enter').shows('"content": "Three"')
    for (let count = 0; count < 2; count++) screen.press('escape')
    await screen.press('tab').shows('Switch the readers over')
    await screen.type('i').shows('What is shown was read from a log, which has no messages.')
    screen.press('escape')
    screen.type('q')
    await screen.exit()
    await until(() => remotePid() === null)
  })

  test('whose key has a passphrase: ssh asks for it before the screen, and by enter once more', async () => {
    const { folder, env, args, remotePid } = await machine()
    execFileSync('ssh-keygen', ['-q', '-p', '-P', '', '-N', 'open sesame', '-f', path.join(folder, 'id')])
    const screen = await openApp({
      args: ['attach', '--host', 'box', '--no-animation', ...args],
      env: { ...env, SSH_AUTH_SOCK: '' },
      columns: 100,
      rows: 24,
    })
    await screen.shows('Enter passphrase for key')
    screen.type('open sesame')
    await screen.press('enter').shows('1/3')
    const lost = remotePid()
    process.kill(Number(readFileSync(path.join(folder, 'ssh.pid'), 'utf8')), 'SIGKILL')
    await screen.shows(/ box {2}as of .*: ssh asks, enter lets it/)
    await screen.press('down').shows(/› . box {2}as of/)
    screen.press('enter')
    // The first question is still there, above.
    await screen.shows(/(?:Enter passphrase for key[^]*){2}/)
    screen.type('open sesame')
    await screen.press('enter').gone('Enter passphrase')
    await screen.shows('1/3')
    await screen.gone('as of')
    screen.press('ctrl-c')
    await screen.exit()
    await until(() => remotePid() === null && lost !== null && !isRunning(lost))
  })

  test('that is lost keeps its last state, and comes back', async () => {
    const { folder, env, args, remotePid } = await machine()
    const screen = await openApp({
      args: ['attach', '--host', 'box', '--no-animation', ...args],
      env,
      columns: 100,
      rows: 24,
    })
    await screen.shows('1/3')
    writeFileSync(path.join(folder, 'down'), '')
    const lost = remotePid()
    process.kill(Number(readFileSync(path.join(folder, 'ssh.pid'), 'utf8')), 'SIGKILL')
    await screen.shows(/as of \d\d:\d\d: ssh: no route to box/)
    expect(screen.text()).toContain('1/3')
    await until(() => lost !== null && !isRunning(lost))
    rmSync(path.join(folder, 'down'))
    await screen.gone('as of')
    // What it tells is read anew.
    await screen.shows('1/3')
    await screen.press('enter').shows('Claude Code on box')
    screen.type('q')
    await screen.exit()
    await until(() => remotePid() === null)
  })
})

test.skipIf(process.platform === 'win32')('no ssh is left by who is ended while it connects', async () => {
  const folder = emptyFolder()
  const pidFile = path.join(folder, 'pid')
  const lines = [
    '#!/bin/sh',
    '[ "$1" = -G ] && exit 1',
    `echo $$ > ${pidFile}`,
    "trap '' TERM",
    'exec sleep 600',
  ]
  writeFileSync(path.join(folder, 'ssh'), lines.join('\n'), { mode: 0o755 })
  const run = spawn(process.execPath, [launcher, 'attach', '--list', '--host', 'box'], {
    env: { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    stdio: 'ignore',
  })
  const exit = once(run, 'exit')
  await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n'))
  const ssh = Number(readFileSync(pidFile, 'utf8'))
  run.kill('SIGINT')
  await exit
  await until(() => !isRunning(ssh))
})
