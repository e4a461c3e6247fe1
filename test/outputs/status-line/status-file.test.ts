import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApp, type App } from '../../../src/app/app.ts'
import { fileWriter, isStatusLine, keepStatusLine } from '../../../src/outputs/status-line/status-file.ts'
import type { StatusForm } from '../../../src/outputs/status-line/status-line.ts'
import type { SessionWatch, WatchedSession } from '../../../src/outputs/watcher.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { over } from '../../support/app-states.ts'
import { items, opening, stageClock, turnEnded, update, type StageClock } from '../stage.ts'

let file: string
let clock: StageClock
let said: string[]
beforeEach(() => {
  file = path.join(emptyFolder(), 'line')
  clock = stageClock()
  said = []
})

const written = (): string => readFileSync(file, 'utf8')
const keep = (named = file): ReturnType<typeof keepStatusLine> =>
  keepStatusLine(named, { clock, say: (text) => said.push(text) })

/** Time passes until the line is brought up to date. */
function settle(afterMs = 250): void {
  clock.moveTo(clock.nowMs() + afterMs)
}

interface Watched extends SessionWatch {
  readonly app: App
}

/** A session with a plan that is being carried out. */
function watched(
  watcher: ReturnType<typeof keepStatusLine>,
  observed: WatchedSession['observed'] = null,
  step = 'Write',
): Watched {
  const app = createApp()
  const watch = watcher.watch({ state: app.state, clock, folder: null, observed })
  app.onEvent(watch.onEvent)
  for (const event of [...opening(), update(400, items(null, 'x Read', `> ${step}`))]) app.dispatch(event)
  return { app, ...watch }
}

const observed = { isLive: () => true, isFollowing: () => true }

describe('the file of a status line', () => {
  test('is there at once, can be read by its owner only, and is empty at the end', async () => {
    writeFileSync(file, '» 3/7 Of earlier\n')
    chmodSync(file, 0o644)
    const watcher = keep()
    expect(written()).toBe('')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { app } = watched(watcher)
    settle()
    expect(written()).toBe('» 1/2 Write\n')
    watcher.closing({ kind: 'done' })
    expect(written()).toBe('')
    app.dispatch(update(500, items(null, 'x Read', 'x Write')))
    settle()
    await watcher.end()
    expect([written(), said]).toEqual(['', []])
  })

  test('is brought up to date four times a second at most', () => {
    const { app } = watched(keep())
    settle(249)
    expect(written()).toBe('')
    settle(1)
    expect(written()).toBe('» 1/2 Write\n')
    app.dispatch(update(500, items(null, '> Read', '. Write')))
    app.dispatch(update(600, items(null, 'x Read', 'x Write', '> Test')))
    settle(249)
    expect(written()).toBe('» 1/2 Write\n')
    settle(1)
    expect(written()).toBe('» 2/3 Test\n')
  })

  test('has the line in the form of the program that it names', () => {
    const watcher = keep(`waybar:${file}`)
    expect(written()).toBe('{"text":"","class":"none"}\n')
    watched(watcher, null, 'a < b')
    settle()
    expect(written()).toBe('{"text":"» 1/2 a &#60; b","class":"works"}\n')
  })

  test.each([
    ['a recording', () => writeFileSync(file, '{"t":1}\n{"t":2}\n')],
    ['a line of others', () => writeFileSync(file, 'token=0123456789\n')],
    ['a long file', () => writeFileSync(file, 'x'.repeat(100_000))],
    ['a pipe', () => void execFileSync('mkfifo', [file])],
    [
      'a link to a pipe',
      () => {
        execFileSync('mkfifo', [`${file}.pipe`])
        symlinkSync(`${file}.pipe`, file)
      },
    ],
  ])('is not put in the place of %s', (_, make) => {
    make()
    const [before, its] = [lstatSync(file), statSync(file)]
    const watcher = keep()
    watched(watcher)
    settle()
    watcher.closing({ kind: 'done' })
    expect([lstatSync(file).ino, statSync(file).size]).toEqual([before.ino, its.size])
    expect(said).toEqual([
      `--statusline: ${file} cannot be written: what stands there is no status line, and is kept: name another file`,
    ])
  })

  test('is not written over what others put there while it is kept', () => {
    const { app } = watched(keep())
    settle()
    writeFileSync(file, 'of others\n')
    app.dispatch(update(500, items(null, 'x Read', 'x Write')))
    settle()
    expect([written(), said]).toEqual(['of others\n', [expect.stringContaining('is no status line')]])
  })

  test('is not judged again while it has what was written last', () => {
    const write = fileWriter(file, { format: '{step}', consumer: 'plain' })
    for (const line of ['Write', 'Test', '']) write(line)
    write('Deploy')
    expect(written()).toBe('Deploy\n')
    expect(() => fileWriter(file, { format: '{step}', consumer: 'plain' })('')).toThrow('is kept')
  })

  test('that cannot be written is told of once, and is written when it can be', () => {
    mkdirSync(file)
    const { app } = watched(keep())
    settle()
    expect(said).toEqual([expect.stringContaining(`--statusline: ${file} cannot be written: `)])
    rmdirSync(file)
    app.dispatch(update(500, items(null, 'x Read', 'x Write')))
    settle()
    expect([written(), said.length]).toEqual(['» 2/2 Plan\n', 1])
  })
})

describe('what it tells', () => {
  const minutes = 60_000

  test('of a run: its plan, however long it rests, until it has ended', () => {
    const { app } = watched(keep())
    app.dispatch(turnEnded(500))
    settle(60 * minutes)
    expect(written()).toBe('◐ 1/2 Plan\n')
    settle(60 * minutes)
    expect(written()).toBe('◐ 1/2 Plan\n')
    app.dispatch(over(clock.nowMs(), { kind: 'closed' }))
    settle()
    expect(written()).toBe('')
  })

  test('of a session that is watched alone: the same; of several that rest: nothing after ten minutes', () => {
    const watcher = keep()
    const one = watched(watcher, observed)
    one.app.dispatch(turnEnded(500))
    settle()
    settle(30 * minutes)
    expect(written()).toBe('◐ 1/2 Plan\n')
    const other = watched(watcher, observed, 'Deploy')
    settle()
    expect(written()).toBe('» 1/2 Deploy\n')
    other.app.dispatch(turnEnded(clock.nowMs()))
    settle()
    expect(written()).toBe('◐ 1/2 Plan\n')
    settle(10 * minutes)
    expect(written()).toBe('')
    other.stop()
    settle()
    expect(written()).toBe('◐ 1/2 Plan\n')
  })

  test('of an agent that may have ended: for how long nothing has come', () => {
    const { app } = watched(keep(), observed)
    settle()
    settle(12 * minutes)
    const link = { state: 'open', sinceMs: 400, silentSinceMs: 400 } as const
    app.dispatch({ type: 'link-changed', atMs: 400, link })
    settle()
    expect(written()).toBe('◐ 1/2 nothing for 12m\n')
    settle(minutes)
    expect(written()).toBe('◐ 1/2 nothing for 13m\n')
  })

  test('nothing of a session while its past is read', () => {
    let isFollowing = false
    const { app } = watched(keep(), { ...observed, isFollowing: () => isFollowing })
    settle()
    expect(written()).toBe('')
    isFollowing = true
    app.dispatch(update(500, items(null, 'x Read', 'x Write', '> Test')))
    settle()
    expect(written()).toBe('» 2/3 Test\n')
  })
})

test.each<readonly [isOurs: boolean, text: string, form: Partial<StatusForm>]>([
  [true, '', {}],
  [true, '\n', {}],
  [true, '» claude\n', {}],
  [true, '? 3/7 Edit a.ts · 2 wait\n', { consumer: 'tmux' }],
  [true, '{"text":"» 1/2 a &#60; b","class":"works"}\n', {}],
  [true, '#1/2 [Write]', { format: '#{done}/{total} [{step}]' }],
  [true, '##1/2 [Write]', { format: '#{done}/{total} [{step}]', consumer: 'tmux' }],
  [true, 'claude ?', { format: '{agent} {sign}' }],
  [false, '? a question', {}],
  [false, '» 1/2 Write\nand more\n', {}],
  [false, '{"text":"a"}', {}],
  [false, '12345', { format: '{done}' }],
  [false, 'of others', { format: '{step}' }],
  [false, 'of others', { format: '{done}{step}{total}' }],
  [false, '1/2 (Write)', { format: '{done}/{total} [{step}]' }],
])('%s: %j is nothing, or a line of ours, with %j', (isOurs, text, form) => {
  expect(isStatusLine(text, { format: null, consumer: 'plain', ...form })).toBe(isOurs)
})
