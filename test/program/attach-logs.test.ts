import { appendFileSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { jsonEvent } from '../../src/outputs/schema/json-event.ts'
import { filesBelow, recordedHome } from '../sources/observed/recorded-homes.ts'
import { openInProcess, type InProcessScreen } from '../support/in-process-app.ts'
import { virtualTime } from '../support/virtual-time.ts'
import { sizes } from './attach-stage.ts'

/** The file of the only session in a home. */
function sessionFile(home: string): string {
  const file = filesBelow(home, '.jsonl').find((name) => !name.includes('subagents')) ?? ''
  const seconds = virtualTime().clock.wallMs() / 1000 - 60
  utimesSync(file, seconds, seconds)
  return file
}

interface Attaching {
  readonly args: readonly string[]
  readonly columns?: number
  readonly rows?: number
}

async function attach(home: string, { args, columns = 80, rows = 24 }: Attaching): Promise<InProcessScreen> {
  return await openInProcess({
    columns,
    rows,
    args: ['attach', ...args],
    env: { HOME: home, CLAUDE_CONFIG_DIR: home, CODEX_HOME: home, XDG_RUNTIME_DIR: path.join(home, 'run') },
  })
}

async function quit(screen: InProcessScreen): Promise<void> {
  screen.type('q')
  expect(await screen.exit()).toMatchObject({ code: 0 })
}

describe('a session of Claude Code', () => {
  test.each(sizes)('tells which steps wait for which (%i × %i)', async (columns, rows) => {
    const home = recordedHome('claude-code/tasks-that-wait')
    const screen = await attach(home, { args: [sessionFile(home), '--no-animation'], columns, rows })
    await screen.shows('Switch the readers over')
    await screen.shows('waits for 2')
    await expect(`${screen.text()}\n`).toMatchFileSnapshot(`golden/attach-claude-${columns}x${rows}.txt`)
    await quit(screen)
  })

  test('is in the list, with its title, folder and plan', async () => {
    const home = recordedHome('claude-code/plan-in-terminal')
    sessionFile(home)
    const screen = await attach(home, { args: ['--list', '--json'] })
    expect(await screen.exit()).toMatchObject({ code: 0 })
    const lines = screen
      .raw()
      .toString()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    expect(lines.map((line) => jsonEvent.parse(JSON.parse(line)))).toMatchObject([
      {
        type: 'found',
        kind: 'claude-code',
        label: 'Split the tokenizer',
        folder: '/home/me/parser',
        inferred: true,
        doing: 'rests',
        plan: { progress: { done: 0, total: 4 } },
      },
    ])
  })

  test('goes on while it is shown', async () => {
    const home = recordedHome('claude-code/todo-write')
    const file = sessionFile(home)
    const screen = await attach(home, { args: [file, '--no-animation'] })
    await screen.shows('4 of 4')
    const todos = [{ content: 'Ship it', status: 'in_progress', activeForm: 'Shipping it' }]
    const content = [{ type: 'tool_use', id: 't', name: 'TodoWrite', input: { todos } }]
    appendFileSync(file, `${JSON.stringify({ type: 'assistant', message: { content }, sessionId: 's' })}\n`)
    await screen.shows('Ship it')
    appendFileSync(file, '{"type":"plan-step","of":"a later version"}\n')
    await screen.shows('1 problem')
    await quit(screen)
  })
})

describe('a session of Codex', () => {
  test.each(sizes)(
    'shows the plan that it proposed, and that it was approved (%i × %i)',
    async (columns, rows) => {
      const home = recordedHome('codex/proposed-plan')
      const screen = await attach(home, { args: [sessionFile(home), '--no-animation'], columns, rows })
      await screen.shows('4/4')
      await screen.type('1').shows('approved')
      await expect(`${screen.text()}\n`).toMatchFileSnapshot(`golden/attach-codex-${columns}x${rows}.txt`)
      await quit(screen)
    },
  )
})
