import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { jsonEvent } from '../../src/outputs/schema/json-event.ts'
import { emptyFolder } from '../support/empty-folder.ts'
import { asking, attach, home, minutesAgo, plan, sizes, soonMs } from './attach-stage.ts'

describe('the list', () => {
  for (const [columns, rows] of sizes)
    test(`shows what there is, in ${columns}x${rows}`, async () => {
      const screen = await attach(home(), { columns, rows })
      await screen.shows('permission')
      await screen.shows('4/4')
      await expect(`${screen.text()}\n`).toMatchFileSnapshot(`golden/attach-list-${columns}x${rows}.txt`)
      screen.press('escape', 'escape')
      expect(await screen.exit()).toMatchObject({ code: 0 })
    })

  test('is filtered while one types; enter opens a session, and escape comes back', async () => {
    const screen = await attach(home())
    await screen.shows('4/4')
    await screen.type('sub').gone('permission')
    expect(screen.text()).toContain('1 of 2')
    await screen.press('enter').shows('Put both together')
    await screen.shows('observing: nothing can be sent')
    await screen.press('escape').shows('2 found')
    expect(screen.text()).toMatch(/› . +subagents/)
    await screen.press('escape').shows('esc again quits.')
    screen.press('escape')
    expect(await screen.exit()).toMatchObject({ code: 0 })
  })

  test('follows: what comes later is listed, and who waits for an answer stands first', async () => {
    const at = home()
    const screen = await attach(at)
    await screen.shows('4/4')
    writeFileSync(path.join(at.sessions, 'late.stream.ndjson'), plan('One', 'Two').replaceAll('s1', 'late'))
    await screen.pass(3000)
    expect(screen.text()).toContain('3 found')
    expect(screen.text()).toMatch(/late .*One .*0\/2/)
    appendFileSync(path.join(at.sessions, 'demo-subagents-1.stream.ndjson'), asking('demo-subagents-1'))
    await screen.pass(soonMs)
    const lines = screen.text().split('\n')
    expect(lines.findIndex((line) => line.includes('waits: Delete'))).toBe(3)
    expect(lines[0]).toContain('3 found, 1 waits')
  })

  test('says so where there is nothing, and what to do', async () => {
    const screen = await attach({ folder: emptyFolder(), sessions: '' })
    await screen.shows('Nothing was written here lately.')
    expect(screen.text()).toContain('--since 7d')
    screen.press('enter')
    screen.press('ctrl-c')
    expect(await screen.exit()).toMatchObject({ code: 130 })
  })

  test('is written as text or JSON where there is no terminal, or on request', async () => {
    const at = home()
    const text = await attach(at, { hasPipedOutput: true })
    expect(await text.exit()).toMatchObject({ code: 0 })
    expect(text.scrollback()).toMatch(
      /2m ago +acpx:demo-permission-1 +permission +acp-plan-tui-demo +rests +3\/3/,
    )
    const json = await attach(at, { args: ['--list', '--json'] })
    expect(await json.exit()).toMatchObject({ code: 0 })
    const [, second] = json
      .raw()
      .toString()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => jsonEvent.parse(JSON.parse(line)))
    expect(second).toMatchObject({
      type: 'found',
      kind: 'acpx',
      id: 'demo-subagents-1',
      label: 'subagents',
      doing: 'rests',
      plan: { title: 'Plan', progress: { done: 4, total: 4 } },
    })
  })

  test('says of a turn that nobody ends since when nothing came, and of a killed agent that it rests', async () => {
    const at = home()
    const late = path.join(at.sessions, 'late.stream.ndjson')
    writeFileSync(late, plan('One', 'Two').replaceAll('s1', 'late'))
    utimesSync(late, minutesAgo(12), minutesAgo(12))
    const text = await attach(at, { args: ['--list'], columns: 160 })
    expect(await text.exit()).toMatchObject({ code: 0 })
    expect(text.scrollback()).toMatch(/12m ago +acpx:late .*nothing for 12m +0\/2/)
    const json = await attach(at, { args: ['--list', '--json'] })
    await json.exit()
    expect(json.raw().toString()).toMatch(/"id":"late".*"doing":"silent","about":null/)
    const screen = await attach(at)
    await screen.shows('nothing for 12m')
    await screen.type('late').gone('permission')
    await screen.press('enter').shows('0/2 ◐')
    expect(screen.text().split('\n')[0]).toMatch(/nothing for 12m$/)
    expect(screen.text()).toMatch(/◐ One +unfinished/)
    // Its process is known now, and is gone.
    writeFileSync(path.join(at.sessions, 'late.json'), JSON.stringify({ pid: 2 ** 30 }))
    appendFileSync(late, plan('One', 'Two', 'Three').replaceAll('s1', 'late'))
    await screen.shows('closed')
    expect(screen.text()).toMatch(/◐ One +unfinished/)
    const killed = await attach(at, { args: ['--list'], columns: 160 })
    await killed.exit()
    expect(killed.scrollback()).toMatch(/acpx:late .*rests +0\/3/)
  })

  test('leaves out what is older than --since', async () => {
    const screen = await attach(home(), { args: ['--list', '--since', '3m'] })
    expect(await screen.exit()).toMatchObject({ code: 0 })
    expect(screen.scrollback()).toContain('demo-permission-1')
    expect(screen.scrollback()).not.toContain('demo-subagents-1')
  })
})

describe('what cannot be attached to', () => {
  test.each<readonly [string, readonly string[], number, string]>([
    ['an unknown name', ['nobody'], 4, 'there is no session “nobody”'],
    ['an ambiguous beginning', ['demo-'], 4, '“demo-” means 2 sessions'],
    ['a folder', ['.'], 4, '. cannot be observed: it is a folder'],
    ['a binary file', ['zeros'], 4, 'zeros cannot be observed: it is a binary file'],
    ['a text', ['text.md'], 4, 'text.md cannot be observed: nothing in it is known here'],
    ['a named pipe', ['pipe'], 4, 'pipe cannot be observed: it is a pipe, which can be read once only'],
    ['a device', ['/dev/null'], 4, '/dev/null cannot be observed: it is a device'],
    ['a link to itself', ['loop'], 4, 'loop cannot be observed: a symbolic link in its path leads to itself'],
    ['a path below a file', ['zeros/x'], 4, 'there is no session “zeros/x”'],
    ['a very long name', ['x'.repeat(300)], 4, 'there is no session “xxx'],
    ['two names', ['one', 'two'], 2, 'attach shows one session, but 2 were given'],
    ['an agent', ['--', 'my-agent'], 2, 'attach watches what runs already'],
    ['a name and all', ['one', '--all'], 2, '--all is about all sessions'],
    ['--json alone', ['--json'], 2, '--json belongs to --list'],
    ['a bad time', ['--since', 'soon'], 2, '--since cannot be “soon”'],
    ['a prompt', ['--prompt', 'Hello'], 2, 'attach only watches'],
    ['--all as text', ['--all', '--format', 'text'], 2, '--all needs the screen'],
  ])('%s is an error in words', async (_, args, code, words) => {
    const at = home()
    mkdirSync(path.join(at.folder, 'run'))
    writeFileSync(path.join(at.folder, 'zeros'), Buffer.alloc(100))
    writeFileSync(path.join(at.folder, 'text.md'), '# Not a log\n')
    symlinkSync('loop', path.join(at.folder, 'loop'))
    spawnSync('mkfifo', [path.join(at.folder, 'pipe')])
    const screen = await attach(at, { args, columns: 160, cwd: at.folder })
    expect(await screen.exit()).toMatchObject({ code })
    expect(screen.scrollback()).toContain(words)
  })

  test('names what an ambiguous word may mean, and a kind before the id tells', async () => {
    const at = home()
    const screen = await attach(at, { args: ['demo-'], columns: 160 })
    await screen.exit()
    expect(screen.scrollback()).toContain(
      'acpx:demo-permission-1 (permission) and acpx:demo-subagents-1 (subagents)',
    )
    const named = await attach(at, { args: ['acpx:demo-s'] })
    await named.shows('Put both together')
    rmSync(at.sessions, { recursive: true })
    await named.pass(soonMs)
    expect(named.text()).toContain('waiting: its file is gone')
  })
})
