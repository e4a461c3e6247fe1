import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openSpawned } from '../../src/sources/spawned/open-spawned.ts'
import { type ProgramSpawn, programSpawn } from '../../src/system/child-processes.ts'
import type { TransportEnd } from '../../src/app/ports/transport.ts'

const folder = mkdtempSync(join(tmpdir(), 'windows-spawn-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function written(name: string, lines: readonly string[]): string {
  const file = join(folder, name)
  writeFileSync(file, `${lines.join('\n')}\n`)
  chmodSync(file, 0o755)
  return file
}

let spawn: ProgramSpawn

beforeAll(async () => {
  const { platform } = process
  // cross-spawn looks at it when it is loaded.
  Object.defineProperty(process, 'platform', { value: 'win32' })
  try {
    spawn = await programSpawn('win32')
  } finally {
    Object.defineProperty(process, 'platform', { value: platform })
  }
})

test('other systems start a program as it is named', async () => {
  const ofLinux = await programSpawn('linux')
  expect(ofLinux).not.toBe(spawn)
  expect(await programSpawn('darwin')).toBe(ofLinux)
  const child = ofLinux(process.execPath, ['-p', '6 * 7'], { stdio: ['ignore', 'pipe', 'ignore'] })
  expect(await text(child.stdout)).toBe('42\n')
  expect(child.spawnfile).toBe(process.execPath)
})

// The command interpreter of Windows is a shell script here, which writes down its arguments.
describe.skipIf(process.platform === 'win32')('a script on Windows', () => {
  const agent = written('agent.cmd', ['@echo off'])

  async function interpreted(command: string, args: readonly string[]): Promise<readonly string[]> {
    const shell = written('interpreter', ['#!/bin/sh', 'for each in "$@"; do echo "$each"; done'])
    vi.stubEnv('comspec', shell)
    const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
    vi.unstubAllEnvs()
    return (await text(child.stdout)).trimEnd().split('\n')
  }

  test('is started by the command interpreter, which takes its arguments as they are', async () => {
    expect(await interpreted(agent, ['--acp', 'two words', 'a&b %PATH%', 'say "hi"'])).toEqual([
      '/d',
      '/s',
      '/c',
      `"${agent} ^"--acp^" ^"two^ words^" ^"a^&b^ ^%PATH^%^" ^"say^ \\^"hi\\^"^""`,
    ])
  })

  test('is found without its ending, from the working folder of the agent', async () => {
    const [, , , line] = await interpreted('./agent', [])
    expect(line).toBe(`"${agent}"`)
  })

  test.each(['agent', './none', join(folder, 'none.cmd')])('%s is not there', (command) => {
    const start = (): unknown => spawn(command, [], { cwd: folder, env: {} })
    expect(start).toThrow(expect.objectContaining({ code: 'ENOENT' }))
  })
})

test('an agent that Windows does not find has not started, and why is said', async () => {
  const end = await new Promise<TransportEnd>((onEnded) => {
    const ignore = (): void => undefined
    const events = { onBytes: ignore, onFrame: ignore, onStderr: ignore, onStalled: ignore, onEnded }
    const command = { command: 'no-such-agent', args: [], cwd: folder, env: {} }
    expect(openSpawned(command, spawn)(events).isRunning).toBe(false)
  })
  expect(end).toEqual({
    kind: 'not-started',
    command: 'no-such-agent',
    cause: 'there is no command "no-such-agent" on the PATH',
  })
})
