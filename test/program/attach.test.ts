import { appendFileSync, cpSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { jsonEvent } from '../../src/outputs/json/schema/json-event.ts'
import { openInProcess, type InProcessScreen } from '../support/in-process-app.ts'
import { virtualTime } from '../support/virtual-time.ts'
import { emptyFolder } from '../support/observed-session.ts'

const recorded = fileURLToPath(new URL('../recordings/acpx', import.meta.url))
const size = { columns: 80, rows: 24 }
/** So long a change takes to be shown at most. */
const soonMs = 1000

interface Home {
  readonly folder: string
  /** The folder of acpx with its sessions. */
  readonly sessions: string
}

/** A home with two sessions of acpx, changed two and five minutes ago. */
function home(): Home {
  const folder = emptyFolder()
  const sessions = path.join(folder, '.acpx', 'sessions')
  cpSync(recorded, sessions, { recursive: true })
  const ago = (name: string, minutes: number): void => {
    const seconds = virtualTime().clock.wallMs() / 1000 - minutes * 60
    utimesSync(path.join(sessions, `${name}.stream.ndjson`), seconds, seconds)
  }
  ago('demo-permission-1', 2)
  ago('demo-subagents-1', 5)
  return { folder, sessions }
}

interface Attaching {
  readonly args?: readonly string[]
  readonly columns?: number
  readonly rows?: number
  readonly hasPipedOutput?: boolean
}

async function attach({ folder }: Home, { args = [], ...rest }: Attaching = {}): Promise<InProcessScreen> {
  return await openInProcess({
    ...size,
    ...rest,
    args: ['attach', ...args, ...(rest.hasPipedOutput === true ? [] : ['--no-animation'])],
    env: { HOME: folder, XDG_RUNTIME_DIR: path.join(folder, 'run') },
  })
}

async function quit(screen: InProcessScreen): Promise<void> {
  screen.type('q')
  expect(await screen.exit()).toMatchObject({ code: 0 })
  expect(screen.modes()).toEqual([])
}

const message = (update: object, sessionId = 's1'): string =>
  `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } })}\n`
const plan = (...steps: readonly string[]): string =>
  message({
    sessionUpdate: 'plan',
    entries: steps.map((content, at) => ({
      content,
      priority: 'medium',
      status: at === 0 ? 'in_progress' : 'pending',
    })),
  })
const asking = (sessionId: string): string =>
  `${JSON.stringify({
    jsonrpc: '2.0',
    id: 70,
    method: 'session/request_permission',
    params: {
      sessionId,
      toolCall: { toolCallId: 't', title: 'Delete the branch?' },
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
    },
  })}\n`

describe('the list', () => {
  for (const [columns, rows] of [
    [40, 12],
    [80, 24],
    [160, 50],
  ] as const)
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
    screen.type('sub')
    await screen.gone('permission')
    expect(screen.text()).toContain('1 of 2')
    screen.press('enter')
    await screen.shows('Put both together')
    await screen.shows('observing: nothing can be sent')
    screen.press('escape')
    await screen.shows('2 found')
    expect(screen.text()).toMatch(/› . +subagents/)
    screen.press('escape')
    await screen.shows('esc again quits.')
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
    expect(text.scrollback()).toMatch(/2m ago +acpx:demo-permission-1 +permission +my-agent +rests/)
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

  test('leaves out what is older than --since', async () => {
    const screen = await attach(home(), { args: ['--list', '--since', '3m'] })
    expect(await screen.exit()).toMatchObject({ code: 0 })
    expect(screen.scrollback()).toContain('demo-permission-1')
    expect(screen.scrollback()).not.toContain('demo-subagents-1')
  })
})

describe('one session', () => {
  for (const [columns, rows] of [
    [40, 12],
    [80, 24],
    [160, 50],
  ] as const)
    test(`is shown without a prompt, in ${columns}x${rows}`, async () => {
      const screen = await attach(home(), { args: ['subagents'], columns, rows })
      await screen.shows('Put both')
      await screen.pass(soonMs)
      await expect(`${screen.text()}\n`).toMatchFileSnapshot(`golden/attach-session-${columns}x${rows}.txt`)
      await quit(screen)
    })

  test('refuses every key that would send something, and leaves them out of the help', async () => {
    const screen = await attach(home(), { args: ['demo-sub'] })
    await screen.shows('Put both together')
    for (const key of ['enter', 'i', 's', 'M', 'w', 'R', 'P', 'X', 'C'] as const) {
      if (key === 'enter') screen.press(key)
      else screen.type(key)
      await screen.shows('Observing: nothing can be sent to this agent.')
      screen.press('escape')
      await screen.shows('Nothing is open.')
    }
    screen.type('?')
    await screen.shows('next plan')
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
    screen.type('[')
    await screen.shows('revision 1 of 2')
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

  test('shows a question that waits for its user, and does not answer it', async () => {
    const at = home()
    const file = path.join(at.sessions, 'demo-subagents-1.stream.ndjson')
    const screen = await attach(at, { args: ['subagents'] })
    await screen.shows('Put both together')
    appendFileSync(file, asking('demo-subagents-1'))
    await screen.pass(soonMs)
    expect(screen.text()).toContain('Delete the branch?')
    screen.press('enter')
    await screen.shows('Observing: nothing can be sent to this agent.')
    screen.type('y')
    await screen.idle()
    expect(screen.text()).toContain('Delete the branch?')
    await quit(screen)
  })

  test('counts what was not understood, and lists it', async () => {
    const at = home()
    const file = path.join(at.folder, 'log.ndjson')
    writeFileSync(file, `${plan('One')}{"jsonrpc": half\nno message at all\n`)
    const screen = await attach(at, { args: [file] })
    await screen.shows('2 problems')
    screen.type('!')
    await screen.shows('log.ndjson, line 2')
    expect(screen.text()).toContain('no message at all')
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

  test('that have the same id in two places are told apart', async () => {
    const at = home()
    const other = path.join(at.sessions, 'copy.stream.ndjson')
    cpSync(path.join(at.sessions, 'demo-subagents-1.stream.ndjson'), other)
    appendFileSync(other, plan('Only in the copy').replaceAll('s1', 'demo-subagents-1'))
    const screen = await attach(at, { args: ['--all'], columns: 120 })
    await screen.shows('3 sessions')
    await screen.shows('Only in the copy')
    screen.type('p')
    await screen.shows('All plans')
    expect(screen.text()).toContain('4/4')
    expect(screen.text()).toContain('0/1')
  })
})

describe('what cannot be attached to', () => {
  test.each<readonly [string, readonly string[], number, string]>([
    ['an unknown name', ['nobody'], 4, 'there is no session “nobody”'],
    ['an ambiguous beginning', ['demo-'], 4, '“demo-” means 2 sessions'],
    ['a folder', ['.'], 4, '. is nothing that can be observed'],
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
    const screen = await attach(at, { args, columns: 160 })
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
