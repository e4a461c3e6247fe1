import {
  appendFileSync,
  closeSync,
  cpSync,
  ftruncateSync,
  openSync,
  readdirSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow, recordedHome } from '../sources/observed/recorded-homes.ts'
import { virtualTime } from '../support/virtual-time.ts'
import { asking, attach, home, plan, quit, sizes, soonMs } from './attach-stage.ts'

describe('one session', () => {
  for (const [columns, rows] of sizes)
    test(`is shown without a prompt, in ${columns}x${rows}`, async () => {
      const screen = await attach(home(), { args: ['subagents'], columns, rows })
      await screen.shows('Put both')
      await screen.pass(soonMs)
      await expect(`${screen.text()}\n`).toMatchFileSnapshot(`golden/attach-session-${columns}x${rows}.txt`)
      await quit(screen)
    })

  for (const [columns, rows] of sizes)
    test(`shows a question that is answered elsewhere, in ${columns}x${rows}`, async () => {
      const at = home()
      appendFileSync(path.join(at.sessions, 'demo-subagents-1.stream.ndjson'), asking('demo-subagents-1'))
      const screen = await attach(at, { args: ['subagents'], columns, rows })
      await screen.shows('Delete the branch?')
      await screen.pass(soonMs)
      await expect(`${screen.text()}\n`).toMatchFileSnapshot(`golden/attach-question-${columns}x${rows}.txt`)
      await quit(screen)
    })

  test('refuses every key that would send something, and leaves them out of the help', async () => {
    const screen = await attach(home(), { args: ['demo-sub'] })
    await screen.shows('Put both together')
    for (const key of ['enter', 's', 'M', 'W', 'R', 'P', 'X', 'C'] as const) {
      if (key === 'enter') screen.press(key)
      else screen.type(key)
      await screen.shows('Observing: nothing can be sent to this agent.')
      await screen.press('escape').shows('Nothing is open.')
    }
    await screen.type('??').shows('next plan')
    screen.type('/write to')
    screen.press('enter')
    await screen.idle()
    expect(screen.text()).not.toContain('write to the agent')
    screen.paste('text\n')
    await screen.idle()
    expect(screen.text()).toContain('observing: nothing can be sent')
  })

  test('is followed from its whole past on: lines that are torn, a file that goes and comes back', async () => {
    const at = home()
    const file = path.join(at.folder, 'log.ndjson')
    writeFileSync(file, plan('One') + plan('One', 'Two'))
    const screen = await attach(at, { args: [file] })
    await screen.shows('Two')
    await screen.type('[').shows('revision 1 of 2')
    screen.type('L')
    const line = plan('One', 'Two', 'Three')
    appendFileSync(file, line.slice(0, 70))
    await screen.pass(soonMs)
    appendFileSync(file, line.slice(70))
    await screen.pass(soonMs)
    expect(screen.text()).toContain('Three')
    renameSync(file, `${file}.old`)
    await screen.pass(soonMs)
    expect(screen.text()).toContain('waiting: its file is gone')
    expect(screen.text()).toContain('Three')
    writeFileSync(file, plan('Four'))
    await screen.pass(soonMs)
    expect(screen.text()).toContain('Four')
    expect(screen.text()).not.toContain('Three')
    expect(screen.text()).not.toContain('waiting')
    await quit(screen)
  })

  test('may be long, damaged, or of a later version: the rest of it is shown', async () => {
    const at = home()
    const long = path.join(at.folder, 'long.ndjson')
    writeFileSync(long, plan('One').repeat(40))
    // A hole, as a file system leaves it after a crash: longer than the longest line.
    const fd = openSync(long, 'r+')
    ftruncateSync(fd, 20 * 1024 ** 2)
    closeSync(fd)
    const later = path.join(at.folder, 'later.ndjson')
    const header = { trace: 'acp-plan-tui', version: 9, startedAt: '2026-01-01T00:00:00Z', agent: 'my-agent' }
    const unknown = { t: 1, hologram: true }
    const record = { t: 2, in: JSON.parse(plan('From the future')) as object }
    writeFileSync(later, [header, unknown, record].map((line) => `${JSON.stringify(line)}\n`).join(''))
    const binary = path.join(at.folder, 'binary.ndjson')
    writeFileSync(binary, plan('Before').repeat(40))
    appendFileSync(binary, Buffer.from([0, 0xff, 0xfe, 7, 10]))
    appendFileSync(binary, plan('After'))
    for (const [file, step, problems] of [
      [long, 'One', null],
      [later, 'From the future', '1 problem'],
      [binary, 'After', '1 problem'],
    ] as const) {
      const screen = await attach(at, { args: [file] })
      await screen.shows(step)
      if (problems !== null) expect(screen.text()).toContain(problems)
      await quit(screen)
    }
  })

  test('says as text that its file begins anew', async () => {
    const at = home()
    const file = path.join(at.folder, 'log.ndjson')
    writeFileSync(file, plan('One', 'Two'))
    const screen = await attach(at, { args: [file, '--format', 'text'] })
    await screen.shows('Two')
    writeFileSync(file, plan('Six'))
    await screen.pass(soonMs)
    await screen.shows('Six')
    expect(screen.text()).toMatch(/Two[^]*acp-plan-tui: it begins anew: [^]*Six/)
  })

  test('is written as text while it goes on, and ends with a signal', async () => {
    const at = home()
    const file = path.join(at.folder, 'log.ndjson')
    writeFileSync(file, plan('One', 'Two'))
    const screen = await attach(at, { args: [file, '--format', 'text'] })
    await screen.shows('Plan: 0 of 2 done')
    appendFileSync(file, plan('One', 'Two', 'Three'))
    await screen.pass(soonMs)
    expect(screen.text()).toContain('Three')
    await screen.signal('SIGINT')
    expect(await screen.exit()).toMatchObject({ code: 130 })
  })
})

describe('all sessions', () => {
  for (const [columns, rows] of sizes)
    test(`look like this in ${columns}x${rows}`, async () => {
      const screen = await attach(home(), { args: ['--all'], columns, rows })
      await screen.shows('2 sessions')
      await screen.shows('Plan')
      await screen.pass(soonMs)
      await expect(`${screen.text()}\n`).toMatchFileSnapshot(`golden/attach-all-${columns}x${rows}.txt`)
      await quit(screen)
    })

  test('are shown together, and one that waits comes first', async () => {
    const at = home()
    const screen = await attach(at, { args: ['--all'], columns: 100 })
    await screen.shows('2 sessions')
    await screen.shows('Review and test:  Plan 4/4')
    expect(screen.text()).toMatch(/Proposed plan.*│.*Review and test/)
    appendFileSync(path.join(at.sessions, 'demo-subagents-1.stream.ndjson'), asking('demo-subagents-1'))
    await screen.pass(soonMs)
    expect(screen.text()).toContain('one waits')
    expect(screen.text()).toMatch(/Review and test.*│.*Proposed plan/)
    expect(screen.text()).toContain('Delete the branch?')
    await quit(screen)
  })

  test('show the wire of the one whose plan is shown, and stay with it while another one works', async () => {
    const at = home()
    const screen = await attach(at, { args: ['--all'], columns: 100 })
    await screen.shows('2 sessions')
    await screen.type('i').shows('23 messages')
    expect(screen.text()).toContain('session/request_permission')
    screen.type('/kind:plan')
    await screen.press('enter').shows('6 shown')
    appendFileSync(
      path.join(at.sessions, 'demo-subagents-1.stream.ndjson'),
      plan('Only there').replaceAll('s1', 'demo-subagents-1'),
    )
    await screen.pass(5000)
    expect(screen.text()).toContain('23 messages')
    await screen.press('escape').shows('Only there')
    // A message that was selected elsewhere has no meaning here, and the filter stays.
    await screen.type('i').shows('17 messages')
    expect(screen.text()).toMatch(/›\S+ ← plan +main · revision 6/)
    await screen.press('enter').shows('"content": "Only there"')
    for (let count = 0; count < 2; count++) screen.press('escape')
    await quit(screen)
  })

  test('say why there is no wire of a session that is read from a log, or before there is a plan', async () => {
    const claudeHome = recordedHome('claude-code/tasks-that-wait')
    const [file = ''] = filesBelow(claudeHome, '.jsonl')
    const nowSeconds = virtualTime().clock.wallMs() / 1000
    utimesSync(file, nowSeconds, nowSeconds)
    const at = home()
    const env = { CLAUDE_CONFIG_DIR: claudeHome }
    const screen = await attach(at, { args: ['--all'], columns: 100, env })
    await screen.shows('3 sessions')
    await screen.shows('Switch the readers over')
    await screen.type('i').shows('What is shown was read from a log, which has no messages.')
    screen.press('escape')
    await quit(screen)
    for (const name of readdirSync(at.sessions).filter((each) => each.endsWith('.stream.ndjson')))
      writeFileSync(path.join(at.sessions, name), '')
    const empty = await attach(at, { args: ['--all'], columns: 100 })
    await empty.shows('2 sessions')
    await empty.type('i').shows('there is no plan yet')
    empty.press('escape')
    await quit(empty)
  })

  test('lead from a problem to its message only where that is shown', async () => {
    const at = home()
    const odd = (session: string): string =>
      plan('One')
        .replaceAll('s1', session)
        .replace(/"entries":\[.*?\]/, `"entries":"of ${session}"`)
    const nowSeconds = virtualTime().clock.wallMs() / 1000
    for (const [minutes, name] of ['demo-permission-1', 'demo-subagents-1'].entries()) {
      const file = path.join(at.sessions, `${name}.stream.ndjson`)
      appendFileSync(file, odd(name))
      utimesSync(file, nowSeconds - 60 * (minutes + 1), nowSeconds - 60 * (minutes + 1))
    }
    const screen = await attach(at, { args: ['--all'], columns: 100, rows: 40 })
    await screen.shows('2 problems')
    // The problem of the other one is listed below.
    await screen.type('3!').shows('The header counts 2 problems')
    await screen.press('enter').shows('18 messages')
    expect(screen.text()).toMatch(/›← plan +main · revision 6/)
    await screen.press('enter').shows('"entries": "of demo-subagents-1"')
    for (let count = 0; count < 2; count++) screen.press('escape')
    await quit(screen)
  })

  test('that have the same id in two places are told apart', async () => {
    const at = home()
    const other = path.join(at.sessions, 'copy.stream.ndjson')
    cpSync(path.join(at.sessions, 'demo-subagents-1.stream.ndjson'), other)
    appendFileSync(other, plan('Only in the copy').replaceAll('s1', 'demo-subagents-1'))
    const screen = await attach(at, { args: ['--all'], columns: 120 })
    await screen.shows('3 sessions')
    await screen.shows('Only in the copy')
    await screen.type('p').shows('All plans')
    expect(screen.text()).toContain('4/4')
    expect(screen.text()).toContain('0/1')
  })
})

test('a session that begins later joins the others', async () => {
  const at = home()
  const screen = await attach(at, { args: ['--all'], columns: 160 })
  await screen.shows('2 sessions')
  writeFileSync(path.join(at.sessions, 'late.stream.ndjson'), plan('A late step').replaceAll('s1', 'late'))
  await screen.pass(3000)
  expect(screen.text()).toContain('3 sessions')
  expect(screen.text()).toContain('A late step')
})
