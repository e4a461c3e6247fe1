// The programs are real, and so is the time: tests wait for what they write.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../../src/app/app.ts'
import { systemClock } from '../../../src/cli/host/host.ts'
import type { Hook } from '../../../src/app/state/hook.ts'
import { startHooks } from '../../../src/outputs/hooks/run-hooks.ts'
import type { Watcher } from '../../../src/outputs/watcher.ts'
import { ended, opened, prompted } from '../../support/app-states.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

const writes = `
const fs = require('node:fs')
const line = fs.readFileSync(0, 'utf8')
const { ACP_PLAN_TUI_EVENT, ACP_PLAN_TUI_SESSION, ACP_PLAN_TUI_PLAN } = process.env
fs.appendFileSync(process.argv[2], JSON.stringify({ line, args: process.argv.slice(3), env: { ACP_PLAN_TUI_EVENT, ACP_PLAN_TUI_SESSION, ACP_PLAN_TUI_PLAN } }) + '\\n')
`

interface Stage {
  readonly hooks: Watcher
  readonly said: readonly string[]
  /** Ends so many turns of a session. */
  turns(count: number, sessionId?: string): void
}

async function staged(command: Hook['command'], ...more: readonly Hook[]): Promise<Stage> {
  const said: string[] = []
  const hooks = await startHooks({
    hooks: [{ event: 'turn-end', command }, ...more],
    clock: systemClock,
    say: (text) => said.push(text),
    sayLast(text) {
      if (!text.startsWith('waiting')) said.push(text)
    },
  })
  onTestFinished(() => hooks.killNow())
  const app = createApp()
  const watch = hooks.watch({ state: app.state, clock: systemClock, folder: null, observed: null })
  app.onEvent(watch.onEvent)
  for (const event of opened()) app.dispatch(event)
  return {
    hooks,
    said,
    turns(count, sessionId = 's1') {
      for (let at = 0; at < count; at++)
        for (const event of [prompted(at), ended(at)]) app.dispatch({ ...event, sessionId } as typeof event)
    },
  }
}

async function close(hooks: Watcher, withinMs: number): Promise<void> {
  hooks.closing({ kind: 'done' }, withinMs)
  await hooks.end()
}

function script(code: string): string {
  const file = path.join(emptyFolder(), 'hook.cjs')
  writeFileSync(file, code)
  return file
}

interface Call {
  readonly line: string
  readonly args: readonly string[]
  readonly env: object
}

/** What the program of `writes` has written, a call in each line. */
function callsIn(file: string): readonly Call[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return text
    .split('\n')
    .filter(Boolean)
    .map((each) => JSON.parse(each) as Call)
}

describe('a program', () => {
  test('gets one line of JSON, its arguments as they are, and ids in its environment', async () => {
    vi.stubEnv('ACP_PLAN_TUI_PLAN', 'of another hook')
    onTestFinished(() => void vi.unstubAllEnvs())
    const out = path.join(emptyFolder(), 'out')
    const { hooks, said, turns } = await staged([
      process.execPath,
      script(writes),
      out,
      '$HOME',
      'a b',
      '; exit 3',
    ])
    turns(1)
    await close(hooks, 60_000)
    const [call, ...more] = callsIn(out)
    expect(more).toEqual([])
    expect(call?.line.endsWith('}\n')).toBe(true)
    expect(JSON.parse(call?.line ?? '')).toMatchObject({ type: 'hook', event: 'turn-end', session: 's1' })
    expect(call?.args).toEqual(['$HOME', 'a b', '; exit 3'])
    expect(call?.env).toEqual({ ACP_PLAN_TUI_EVENT: 'turn-end', ACP_PLAN_TUI_SESSION: 's1' })
    expect(said).toEqual([])
  })

  test('gets no id that a shell could misread', async () => {
    const out = path.join(emptyFolder(), 'out')
    const { hooks, turns } = await staged([process.execPath, script(writes), out])
    turns(1, '$(touch x)')
    await close(hooks, 60_000)
    expect(callsIn(out).map(({ env }) => env)).toEqual([{ ACP_PLAN_TUI_EVENT: 'turn-end' }])
    expect(callsIn(out)[0]?.line).toContain('"session":"$(touch x)"')
  })

  test('that need not read is not told of', async () => {
    const { hooks, said, turns } = await staged([process.execPath, script('')])
    turns(1)
    await close(hooks, 60_000)
    expect(said).toEqual([])
  })

  test.each<[string, Hook['command'], RegExp]>([
    [
      'is missing',
      ['no-such-program'],
      /^the hook on turn-end: there is no command "no-such-program" on the PATH$/,
    ],
    [
      'fails',
      [process.execPath, '-e', 'console.error("first\\n\\u001b[2Jno bus"); process.exit(3)'],
      /^the hook on turn-end: it ended with status 3: ␛\[2Jno bus$/,
    ],
  ])('that %s is told of once', async (_, command, words) => {
    const { hooks, said, turns } = await staged(command)
    turns(3)
    await close(hooks, 60_000)
    expect(said).toEqual([expect.stringMatching(words)])
  })

  test('that hangs is ended when nobody waits any more, with what it has started', async () => {
    const folder = emptyFolder()
    const code = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
      require('node:fs').writeFileSync(${JSON.stringify(path.join(folder, 'pids'))}, process.pid + ' ' + child.pid)
      setInterval(() => {}, 1000)`
    const { hooks, turns } = await staged([process.execPath, script(code)])
    turns(1)
    const pids = await vi.waitFor(() => {
      const found = readFileSync(path.join(folder, 'pids'), 'utf8').split(' ').map(Number)
      expect(found).toHaveLength(2)
      return found
    }, 60_000)
    await close(hooks, 0)
    for (const pid of pids)
      await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 60_000)
  })

  test('is one at a time; of many calls the last are kept, and the others counted', async () => {
    const out = path.join(emptyFolder(), 'out')
    const { hooks, turns } = await staged([process.execPath, script(writes), out])
    turns(1000)
    await close(hooks, 60_000)
    const skipped = callsIn(out).map(({ line }) => /"skipped":(\d+)/.exec(line)?.[1])
    expect(skipped).toEqual(['984', ...Array.from({ length: 15 }, () => '0')])
  })

  test('waits for none of another hook', async () => {
    const out = path.join(emptyFolder(), 'out')
    const hangs = [process.execPath, '-e', 'setInterval(() => {}, 1000)'] as const
    const other: Hook = { event: 'turn-end', command: [process.execPath, script(writes), out] }
    const { hooks, turns } = await staged(hangs, other)
    turns(2)
    await vi.waitFor(() => expect(callsIn(out)).toHaveLength(2), 60_000)
    await close(hooks, 0)
  })
})
