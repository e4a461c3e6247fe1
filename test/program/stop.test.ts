import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openApp, type PtyScreen } from '../support/open-app.ts'
import { launcher } from '../support/surroundings.ts'
import { selected } from '../support/scripted-agent.ts'
import { inkLoadedMs, plan, ptyStage, quit, screenModes, workingPtyStage, workingStage } from './stage.ts'

const steps = plan('done Read the parser', 'now Split the tokenizer')

/** The shell has its terminal as it was: its own screen, no modes, line editing. */
async function expectLent(screen: PtyScreen): Promise<void> {
  expect(await screen.stopped()).toEqual({ hasTerminalRestored: true })
  await screen.hasModes([])
}

test('ctrl-z and SIGTSTP give the terminal to the shell; fg brings the screen back, in the size that the window has then', async () => {
  const { agent, screen } = await workingPtyStage({ jobControl: true })
  await agent.update(steps)
  await screen.shows('Split the tokenizer')
  const before = screenModes
  await screen.hasModes(before)
  screen.press('ctrl-z')
  await expectLent(screen)
  await screen.shows('acp-plan-tui: stopped; the agent works on until it has a question')
  expect(screen.text()).not.toContain('Split the tokenizer')
  // The screen is in sync with what the agent wrote meanwhile.
  await agent.update(plan('done Read the parser', 'done Split the tokenizer', 'now Join them'))
  await screen.shell('fg')
  await screen.shows('Join them')
  await screen.hasModes(before)
  await screen.signal('SIGTSTP')
  await expectLent(screen)
  screen.resize(50, 14)
  await screen.shell('fg')
  await screen.shows('Join them')
  // The last row is the last of the new size.
  await screen.shows(/q quit[^\n]*$/)
  await quit(screen)
})

test('after SIGSTOP, which nobody hears, the terminal is taken again from whatever the shell has made of it', async () => {
  const { agent, screen } = await workingPtyStage({ jobControl: true })
  await agent.update(steps)
  await screen.shows('Split the tokenizer')
  const before = screenModes
  await screen.hasModes(before)
  await screen.signal('SIGSTOP')
  await screen.stopped()
  await screen.shell(String.raw`stty sane; printf '\033[?1049l\033[?25h\033[?2004l\033[?7h\033[2J'; fg`)
  await screen.shows('Split the tokenizer')
  await screen.hasModes(before)
  // Keys come one by one, and nothing is echoed.
  await screen.type('??').shows('Moving')
  await screen.type('q').gone('Moving')
  await quit(screen)
})

test('a program that started this one and waits for it stops with it; a replay stops as a run does', async () => {
  const trace = fileURLToPath(new URL('../recordings/claude-caps-todo.ndjson', import.meta.url))
  const screen = await openApp({
    columns: 80,
    rows: 24,
    jobControl: true,
    program: ['/bin/sh', '-c', '"$@"; exit $?', 'sh', process.execPath, launcher],
    args: ['replay', trace, '--paused'],
  })
  await screen.shows('paused')
  screen.press('ctrl-z')
  await expectLent(screen)
  expect(screen.text()).not.toContain('the agent works on')
  await screen.shell('fg')
  await screen.shows('paused')
  await quit(screen)
})

test('a stop in the middle of the start leaves the terminal in order; a stopped program ends in order on SIGTERM', async () => {
  const { agent, screen } = await ptyStage({ jobControl: true, handshake: null })
  await screen.shows('starting')
  await screen.signal('SIGTSTP')
  await expectLent(screen)
  await screen.shell('fg')
  await agent.answerHandshake()
  await screen.shows('No prompt was sent')
  screen.press('ctrl-z')
  await expectLent(screen)
  // As `kill %1` of a shell: the signal waits until the job goes on.
  await screen.signal('SIGTERM')
  await screen.shell('fg')
  expect(await screen.exit()).toMatchObject({ code: 143 })
  expect(screen.modes()).toEqual([])
  expect(screen.hasTerminalRestored()).toBe(true)
  await screen.surroundings.noProcesses()
})

test('without a shell that knows jobs a stop has no effect: the screen stays', async () => {
  // SIGTSTP has no effect on an orphaned process group, and none on the process of this test.
  const { agent, screen } = await workingStage()
  await agent.update(steps)
  await screen.shows('Split the tokenizer')
  await screen.pass(inkLoadedMs)
  expect(screen.modes()).toEqual(screenModes)
  screen.press('ctrl-z')
  await agent.update(plan('now Go on'))
  await screen.shows('Go on')
  expect(screen.modes()).toEqual(screenModes)
  await quit(screen)
})

test('a question waits while the program is stopped; with --no-alt-screen the frame stays above the shell, and the screen comes back beneath it', async () => {
  const { agent, screen } = await workingPtyStage({ jobControl: true, rows: 16, args: ['--no-alt-screen'] })
  await agent.update(steps)
  const toolCall = { toolCallId: 't1', title: 'Write the file', kind: 'edit' }
  const answer = agent.asks(toolCall, 'reject_once Not now', 'allow_once This time')
  await screen.shows('Not now')
  await screen.shows('Split the tokenizer')
  screen.press('ctrl-z')
  await expectLent(screen)
  await screen.shows('acp-plan-tui: stopped; the question waits for you')
  expect(screen.scrollback()).toContain('Split the tokenizer')
  await screen.shell('fg')
  await agent.update(plan('now Go on'))
  await screen.shows('Go on')
  screen.press('enter')
  expect(await answer).toEqual(selected('Not now'))
  await quit(screen)
})
