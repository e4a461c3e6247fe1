import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '../support/empty-folder.ts'
import { openInProcess, type InProcessScreen } from '../support/in-process-app.ts'
import { runHere } from '../support/run-app.ts'
import { plan, said, sendPrompt, stage } from './stage.ts'

const recording = fileURLToPath(new URL('../recordings/claude-caps-todo.ndjson', import.meta.url))

/** A home for what is kept, and the files in it. */
function keeping(): { readonly env: { readonly XDG_STATE_HOME: string }; readonly texts: () => string } {
  const folder = emptyFolder()
  const kept = path.join(folder, 'acp-plan-tui')
  return {
    env: { XDG_STATE_HOME: folder },
    texts: () =>
      existsSync(kept)
        ? readdirSync(kept)
            .map((name) => readFileSync(path.join(kept, name), 'utf8'))
            .join('')
        : '',
  }
}

describe('a prompt', () => {
  test('is found again by the next run', async () => {
    const { env } = keeping()
    const first = await stage({ env })
    await sendPrompt(first.screen, 'Split the tokenizer')
    await first.screen.shows('working')
    const next = await stage({ env })
    next.screen.press('enter')
    await next.screen.shows('enter send')
    next.screen.press('up')
    await next.screen.shows('› Split the tokenizer')
  })

  test('that was not sent is found by the next run, too', async () => {
    const { env } = keeping()
    const first = await stage({ env })
    first.screen.press('enter')
    await first.screen.shows('enter send')
    first.screen.type('a long draft')
    await first.screen.shows('› a long draft')
    first.screen.press('escape')
    await first.screen.shows('draft: a long draft')
    first.screen.type('q')
    await first.screen.exit()
    const next = await stage({ env })
    next.screen.press('enter')
    await next.screen.shows('enter send')
    next.screen.press('up')
    await next.screen.shows('› a long draft')
  })

  test('with a credential is not kept, nor is one where the user wants nothing kept', async () => {
    const { env, texts } = keeping()
    const { screen } = await stage({ env })
    await sendPrompt(screen, 'use sk-ant-api03-abcdefghijklmnopqrstuvwxyz012345')
    await screen.shows('working')
    await sendPrompt(screen, 'and tell nobody')
    await screen.shows('1 prompt waiting')
    expect(texts()).toContain('and tell nobody')
    expect(texts()).not.toContain('sk-ant')
    const none = keeping()
    const quiet = await stage({ env: none.env, args: ['--no-state'] })
    await sendPrompt(quiet.screen, 'not this')
    await quiet.screen.shows('working')
    quiet.screen.press('ctrl-c', 'ctrl-c')
    await quiet.screen.exit()
    expect(none.texts()).toBe('')
  })
})

test('comments come back with the session that is loaded again', async () => {
  const { env } = keeping()
  const first = await stage({ env, handshake: { sessionId: 'one' } })
  await first.agent.update(plan('todo Read', 'todo Write'))
  await first.screen.shows('Write')
  first.screen.press('down', 'down')
  first.screen.type('C')
  await first.screen.shows('comment ›')
  first.screen.type('not yet')
  first.screen.press('enter')
  await first.screen.shows('Comment kept')
  first.screen.press('ctrl-c')
  await first.screen.exit()

  const next = await stage({ env, handshake: null, args: ['--session', 'one'] })
  const { agent, screen } = next
  const asked = await agent.received('initialize')
  await agent.respond(asked, { protocolVersion: 1, agentCapabilities: { loadSession: true } })
  const load = await agent.received('session/load')
  await agent.update(plan('todo Read', 'todo Plan', 'todo Write'), 'one')
  await agent.respond(load, {})
  await screen.shows('not yet')
})

test('what was opened last is on the start screen, and a recording that is gone is not', async () => {
  const { env } = keeping()
  const folder = emptyFolder()
  for (const name of ['one.ndjson', 'two.ndjson']) {
    copyFileSync(recording, path.join(folder, name))
    const replay = await openInProcess({
      columns: 80,
      rows: 24,
      args: ['replay', path.join(folder, name)],
      env,
    })
    await replay.shows('Read the parser')
    replay.type('q')
    await replay.exit()
  }
  const address = 'unix:/no/such/socket'
  const connected = await openInProcess({ columns: 80, rows: 24, args: ['connect', address], env })
  await connected.shows(address)
  connected.press('ctrl-c')
  await connected.exit()
  const start = async (): Promise<InProcessScreen> =>
    await openInProcess({ columns: 80, rows: 24, cwd: emptyFolder(), env })
  const screen = await start()
  await screen.shows('The last recordings')
  expect(screen.text()).toContain(`${address}  by its address`)
  expect(screen.text().indexOf('two.ndjson')).toBeLessThan(screen.text().indexOf('one.ndjson'))
  rmSync(path.join(folder, 'two.ndjson'))
  const later = await start()
  await later.shows('one.ndjson')
  expect(later.text()).not.toContain('two.ndjson')
})

test('the second pane is as wide as it was, or hidden again', async () => {
  const { env } = keeping()
  const size = { columns: 160, rows: 40 }
  const widthOn = (screen: InProcessScreen): number =>
    Math.max(
      ...screen
        .text()
        .split('\n')
        .map((line) => line.indexOf(' │ ')),
    )
  const opened = async (): Promise<InProcessScreen> => {
    const { screen, agent } = await stage({ env, ...size })
    await sendPrompt(screen, 'Split the tokenizer')
    await agent.update(said('I read it first.'))
    await agent.update(plan('now Read the parser', 'todo Split it'))
    await screen.shows('Read the parser')
    await screen.idle()
    return screen
  }
  const first = await opened()
  const before = widthOn(first)
  expect(before).toBeGreaterThan(80)
  await first.type(':wider').shows('make the second pane wider')
  await first.idle()
  await first.press('enter').gone('Commands')
  await first.idle()
  const wider = widthOn(first)
  expect(wider).toBeLessThan(before)
  first.type('q')
  first.type('q')
  await first.exit()
  const second = await opened()
  expect(widthOn(second)).toBe(wider)
  second.type('|')
  await second.idle()
  expect(widthOn(second)).toBe(-1)
  second.type('q')
  second.type('q')
  await second.exit()
  expect(widthOn(await opened())).toBe(-1)
})

test('what has no user keeps nothing', async () => {
  const { env, texts } = keeping()
  await runHere({ args: ['replay', recording, '--format', 'text'], env })
  await runHere({ args: ['replay', recording, '--format', 'json'], env })
  await runHere({ args: ['render', recording, '-o', path.join(emptyFolder(), 'x.txt')], env })
  await runHere({ args: ['demo', 'checklist', '--speed', 'max'], env })
  expect(texts()).toBe('')
})

test('what is damaged is put aside, which the screen says once', async () => {
  const { env, texts } = keeping()
  const kept = path.join(env.XDG_STATE_HOME, 'acp-plan-tui')
  mkdirSync(kept, { mode: 0o700 })
  for (const name of ['used', 'prompts']) writeFileSync(path.join(kept, `${name}.jsonl`), 'damaged\n')
  const start = await openInProcess({ columns: 80, rows: 24, cwd: emptyFolder(), env })
  await start.shows('used.jsonl.damaged')
  start.press('escape', 'escape')
  await start.exit()
  expect(texts()).toContain('damaged')
  const { screen } = await stage({ env })
  await screen.idle()
  expect(screen.text()).not.toContain('damaged')
})
