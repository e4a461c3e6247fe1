import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '../support/empty-folder.ts'
import { openInProcess, type InProcessScreen } from '../support/in-process-app.ts'
import { openApp, type Screen } from '../support/open-app.ts'
import { runApp, runHere } from '../support/run-app.ts'
import { launcher } from '../support/surroundings.ts'
import { plan, said, stage, workingStage, quit } from './stage.ts'

const size = { columns: 80, rows: 24 }

function traceName(): string {
  return path.join(emptyFolder(), 'run.ndjson')
}

/** A demo played on a screen and recorded, to its rest. */
async function recordedDemo(name: string, file: string): Promise<InProcessScreen> {
  const args = ['demo', name, '--speed', 'max', '--no-animation', '--record', file]
  const screen = await openInProcess({ ...size, args })
  await screen.shows(/idle after/)
  return screen
}

/** A recording of a turn that does five steps, one a second. */
async function recordedSteps(file: string): Promise<void> {
  const { agent, screen, turn } = await workingStage({ args: ['--record', file] })
  await screen.pass(1000)
  for (let done = 0; done <= 5; done++) {
    const status = (at: number): string => (at < done ? 'done' : at === done ? 'now' : 'todo')
    await agent.update(plan(...Array.from({ length: 5 }, (_, at) => `${status(at)} Step ${at + 1}`)))
    await screen.pass(1000)
  }
  await agent.endTurn(turn)
  await screen.shows(/idle after/)
  await quit(screen)
}

async function replay(file: string, ...args: readonly string[]): Promise<InProcessScreen> {
  return openInProcess({ ...size, args: ['replay', file, '--no-animation', ...args] })
}

/** The header and the plan. Which tabs were looked at depends on the pace, and a live demo has rows below the plan at its end. */
function planRows(screen: Screen): readonly string[] {
  const rows = screen.text().split('\n').toSpliced(1, 1)
  const shown = rows.slice(
    0,
    rows.findLastIndex((row) => /^ ─+$/.test(row)),
  )
  return shown.slice(0, 1 + shown.findLastIndex((row) => row !== ''))
}

function recordsOf(file: string): readonly Readonly<Record<string, unknown>>[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
}

describe('what was recorded on a screen ends in the same screen', () => {
  test.each(['checklist', 'markdown', 'dialects', 'removal', 'todo-tool', 'subagents', 'many', 'file'])(
    'demo %s',
    async (name) => {
      const file = traceName()
      const live = await recordedDemo(name, file)
      // Which tab is followed, and which part of a text, depends on the pace.
      live.type('1g')
      await live.idle()
      const seen = planRows(live)
      await quit(live)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(recordsOf(file).at(-1)).toEqual({
        t: expect.any(Number) as number,
        end: { status: 0, reason: 'quit' },
      })
      const again = await replay(file, '--speed', 'max')
      await again.shows(/ {2}end( loop)?\s*$/m)
      again.type('1g')
      await again.idle()
      expect(seen.length).toBeGreaterThan(3)
      expect(planRows(again).slice(0, seen.length)).toEqual(seen)
      await quit(again)
    },
  )
})

test('keys move a recording, and nothing else', async () => {
  const file = traceName()
  await recordedSteps(file)
  const screen = await replay(file, '--paused')
  await screen.shows('paused')
  await screen.shows('a recording of acp-plan-tui')
  await screen.type('>').shows(/◂ +1\/\d+/)
  await screen.shows('0 of 5')
  for (let count = 0; count < 4; count++) screen.type('>')
  await screen.shows(/◂ +5\/\d+/)
  await screen.type('<').shows(/◂ +4\/\d+/)
  await screen.type('.').shows('paused')
  await screen.type('t').shows('go to ›')
  screen.type('1h')
  await screen.press('enter').shows(/ {2}end( loop)?\s*$/m)
  await screen.shows('5 of 5')
  await screen.type('(').shows(/◂ +0\/\d+/)
  await screen.type('??').shows('The recording')
  await screen.press('escape').gone('The recording')
  await screen.press('enter').shows('This is a recording: nothing can be sent.')
  await quit(screen)
})

test('the past of a recording can be looked at while it plays on, and ends when it goes back', async () => {
  const file = traceName()
  await recordedSteps(file)
  const screen = await replay(file, '--paused')
  await screen.shows('paused')
  for (let count = 0; count < 4; count++) screen.type('>')
  await screen.shows(/◂ +4\/\d+/)
  await screen.type('[').shows(/revision 3 of 4 .* past/)
  await screen.type('m').shows('mark ›')
  screen.type('here')
  await screen.press('enter').shows('Marked: here')
  await screen.type('}').shows(/revision 4 of 4 .*your mark “here”/)
  await screen.type('[>').shows('1 newer revision came meanwhile')
  await screen.shows(/revision 3 of 5 .* past/)
  await screen.type('<<<').shows('That moment does not exist any more: this is now.')
  await screen.shows('1 of 5')
  await quit(screen)
  expect(recordsOf(file).filter((record) => 'mark' in record)).toEqual([])
})

test('a long text is searched to its end, while the recording stands', async () => {
  const file = traceName()
  const content = `# Parts\n\n${`${'Some words. '.repeat(40)}\n\n`.repeat(300)}The needle.\n`
  const sent = { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: 'p', content } }
  const params = { sessionId: 's', update: sent }
  writeFileSync(file, `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })}\n`)
  const screen = await replay(file)
  await screen.shows('Some words.')
  await screen.type('/').shows('enter go')
  await screen.type('needle').shows('1 match')
  await screen.type('\r').shows('The needle.')
  await quit(screen)
})

test('what comes over a pipe is shown too, and can be gone back in', async () => {
  const file = traceName()
  await quit(await recordedDemo('checklist', file))
  const line = 'cat "$1" | exec "$2" "$3" replay - --no-animation --speed max'
  const program = ['/bin/sh', '-c', line, 'sh', file, process.execPath, launcher] as const
  const screen = await openApp({ ...size, program })
  await screen.shows('5 of 5')
  await screen.shows(/ {2}end( loop)?\s*$/m)
  await screen.shows('standard input: a recording')
  await screen.type('<').shows('4 of 5')
  await quit(screen)
})

test('messages without times are shown one after the other', async () => {
  const file = traceName()
  const step = (content: string): string =>
    JSON.stringify({
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: 's', update: plan(`now ${content}`) },
    })
  writeFileSync(file, `${['one', 'two', 'three'].map(step).join('\n')}\n`)
  const screen = await replay(file, '--paused')
  await screen.shows('shown 50 ms apart')
  await screen.type('>>').shows('» two')
  await screen.type('>').shows('» three')
  await quit(screen)
})

test.each([
  ['text', /^\[(?!-\])/m],
  ['json', /"atMs":[1-9]/],
])('messages without times have none in %s', async (format, aTime) => {
  const file = fileURLToPath(new URL('../recordings/acpx/demo-permission-1.stream.ndjson', import.meta.url))
  const { code, stdout } = await runHere({ args: ['replay', file, '--format', format] })
  expect(code).toBe(0)
  expect(stdout).toContain(format === 'text' ? '[-] turn ended: end_turn' : '"tookMs":null')
  expect(stdout).not.toMatch(aTime)
})

test('nor have a document and a report of them, where a recording tells how long it took', async () => {
  const trace = fileURLToPath(new URL('../recordings/acpx/demo-permission-1.stream.ndjson', import.meta.url))
  const recorded = fileURLToPath(new URL('../recordings/claude-v2-todo.ndjson', import.meta.url))
  const aTime = /\d+m?s(?:<\/p>)?$/m
  for (const ending of ['md', 'html']) {
    const file = `${traceName()}.${ending}`
    const factsOf = async (of: string): Promise<string | undefined> => {
      const { code } = await runHere({ args: ['render', of, '-o', file] })
      expect(code).toBe(0)
      const text = readFileSync(file, 'utf8')
      return ending === 'md' ? text.split('\n')[2] : /<p class="facts">.*?<\/p>/.exec(text)?.[0]
    }
    expect(await factsOf(recorded)).toMatch(aTime)
    expect(await factsOf(trace)).not.toMatch(aTime)
  }
})

test('marks are set with a caption, and found again', async () => {
  const file = traceName()
  const { agent, screen } = await workingStage({ args: ['--record', file] })
  await agent.update(plan('now Read the parser'))
  await screen.shows('Read the parser')
  await screen.type('m').shows('mark ›')
  screen.type('before the split')
  await screen.press('enter').shows('Marked: before the split')
  await agent.update(plan('done Read the parser', 'now Split it'))
  await screen.shows('Split it')
  await screen.press('ctrl-c').shows('ctrl-c again')
  screen.press('ctrl-c')
  await screen.exit()
  expect(recordsOf(file)).toContainEqual({ t: expect.any(Number) as number, mark: 'before the split' })
  expect(recordsOf(file).at(-1)).toMatchObject({ end: { status: 130, reason: 'interrupted' } })
  const again = await replay(file, '--paused')
  await again.shows('1 marker')
  await again.type(')').shows('Read the parser')
  await again.type(')').shows('Split it')
  await again.shows(/ {2}end( loop)?\s*$/m)
  await quit(again)
})

test('a run that is killed is there to its last second, and a torn line is no harm', async () => {
  const file = traceName()
  const recording = traceName()
  const { agent, screen } = await workingStage({ args: ['--record', recording] })
  await agent.update(plan('now Read the parser'))
  await agent.update(said('Reading it now'))
  await screen.pass(1000)
  // A program that is killed leaves what the file contains at that moment.
  copyFileSync(recording, file)
  const whole = await replay(file, '--speed', 'max')
  await whole.shows(/ {2}end( loop)?\s*$/m)
  await whole.shows('Reading it now')
  await whole.shows('working')
  await quit(whole)
  truncateSync(file, statSync(file).size - 20)
  const torn = await replay(file, '--speed', 'max')
  await torn.shows(/ {2}end( loop)?\s*$/m)
  await torn.shows('Read the parser')
  expect(torn.text()).not.toContain('oddit')
  await quit(torn)
})

test('what is still being recorded is followed', async () => {
  const file = traceName()
  const { agent, screen } = await workingStage({ args: ['--record', file] })
  await agent.update(plan('now Read the parser'))
  await screen.pass(1000)
  const follower = await replay(file, '--follow')
  await follower.shows('Read the parser')
  await follower.shows('  waiting')
  await agent.update(plan('done Read the parser', 'now Split it'))
  await screen.pass(1000)
  await follower.shows('Split it')
  await quit(follower)
})

test('a recording that is deleted is told, and the run goes on', async () => {
  const file = traceName()
  const { agent, screen } = await workingStage({ args: ['--record', file] })
  await agent.update(plan('now Read the parser'))
  await screen.pass(1000)
  expect(readFileSync(file, 'utf8')).toContain('Read the parser')
  rmSync(file)
  await screen.shows('Recording stopped: the file was deleted. The run goes on.')
  await agent.update(plan('now Split it'))
  await screen.shows('Split it')
  screen.press('ctrl-c')
  screen.press('ctrl-c')
  await screen.exit()
  expect(screen.scrollback()).toContain(`the recording ${file} is incomplete`)
})

describe('without a screen', () => {
  test('a recording gives the same text as its run, without waiting', async () => {
    const file = traceName()
    const plain = { env: { NO_COLOR: '1' } }
    const demo = ['demo', 'checklist', '--speed', 'max', '--format', 'text']
    const live = await runHere({ ...plain, args: [...demo, '--record', file] })
    expect(live.code).toBe(0)
    const again = await runHere({ ...plain, args: ['replay', file, '--format', 'text'] })
    const untimed = (text: string): string => text.replaceAll(/^\[[\d.]+s\]|after [\d.]+s$/gm, '')
    expect(untimed(again.stdout)).toBe(untimed(live.stdout))
    expect([again.code, again.stderr]).toEqual([0, ''])
    const json = await runApp({
      args: ['replay', '-', '--format', 'json'],
      stdin: readFileSync(file, 'utf8'),
    })
    const types = json.stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly type: string }).type)
    expect([types[0], types.at(-1), json.code]).toEqual(['start', 'end', 0])
    expect(types.filter((type) => type === 'plan').length).toBeGreaterThan(5)
    const spoken = await runHere({ args: ['replay', file, '--screen-reader'] })
    expect(spoken.stdout).toContain('Write the release note')
  })

  test.each([
    ['nothing', ['replay'], 2, 'replay needs a recording'],
    ['two', ['replay', 'a', 'b'], 2, 'replay takes one recording'],
    ['a speed that is none', ['replay', 'a', '--speed', 'x'], 2, '--speed cannot be “x”'],
    ['no file', ['replay', 'no-such.ndjson'], 4, 'no-such.ndjson: there is no such file'],
    ['a folder', ['replay', '.'], 4, '.: it is a folder'],
  ])('%s', async (_, args, code, message) => {
    const ended = await runHere({ args: [...args, '--format', 'text'] })
    expect(ended.code).toBe(code)
    expect(ended.stderr).toContain(message)
    expect(ended.stdout).toBe('')
  })

  test('what is no recording, and what may not be written over', async () => {
    const file = traceName()
    writeFileSync(file, 'hello\n')
    const empty = await runApp({ args: ['replay', '-', '--format', 'text'] })
    expect([empty.code, empty.stderr]).toEqual([4, expect.stringContaining('standard input: it is empty')])
    const none = await runHere({ args: ['replay', file, '--format', 'text'] })
    expect([none.code, none.stderr]).toEqual([4, expect.stringContaining('nothing in it is a trace')])
    const there = await runHere({ args: ['demo', '--format', 'text', '--record', file] })
    expect([there.code, there.stderr]).toEqual([2, expect.stringContaining('the file already exists')])
    expect(readFileSync(file, 'utf8')).toBe('hello\n')
    const redact = await runHere({ args: ['demo', '--format', 'text', '--redact', 'paths'] })
    expect([redact.code, redact.stderr]).toEqual([2, expect.stringContaining('--redact needs --record')])
  })
})

test('what is redacted is not in the file', async () => {
  const file = traceName()
  const args = ['--record', file, '--redact', 'paths,names,keys', '--env', 'X=1']
  const { agent, screen } = await workingStage({ args })
  await agent.update(said('Your key is ghp_16C7e42F292c69'))
  await agent.update(said('12E7710c838347Ae178B4a, dana@corp.com.'))
  await agent.update(plan('now Rotate the key'))
  await screen.shows('Rotate the key')
  screen.press('ctrl-c')
  screen.press('ctrl-c')
  await screen.exit()
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('Rotate the key')
  expect(text).not.toMatch(/ghp_16C7|347Ae178|dana@corp/)
  expect(text).not.toContain(screen.surroundings.folder)
  const again = await replay(file, '--speed', 'max')
  await again.shows('Rotate the key')
  await quit(again)
})

test('neither the agent’s arguments and variables nor headers are in a recording', async () => {
  const file = traceName()
  const { agent, screen } = await stage({
    args: ['--record', file, '--env', 'API_TOKEN=very-secret-value'],
    env: { OTHER_TOKEN: 'another-secret-value' },
  })
  screen.type('qq')
  await screen.exit()
  const text = readFileSync(file, 'utf8')
  expect(text).not.toMatch(/very-secret|another-secret/)
  for (const word of agent.command.slice(1)) expect(text).not.toContain(word)
})
