import { expect, test } from 'vitest'
import { openApp, type Screen } from '../support/open-app.ts'
import { scriptedAgent, type ScriptedAgent } from '../support/scripted-agent.ts'

function plan(...statuses: readonly string[]): object {
  const entries = statuses.map((status, at) => ({ content: `Step ${at + 1}`, status, priority: 'medium' }))
  return { sessionUpdate: 'plan', entries }
}

interface Started {
  readonly agent: ScriptedAgent
  readonly screen: Screen
}

async function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Started> {
  const agent = await scriptedAgent()
  const size = { columns: 80, rows: 24 }
  const screen = await openApp({ ...size, args: ['--prompt', 'go', ...args], env, command: agent.command })
  await agent.answerHandshake()
  return { agent, screen }
}

/** Waits for bytes that a terminal shows nowhere. */
async function writes(screen: Screen, wanted: string): Promise<void> {
  await expect.poll(() => screen.raw().toString('utf8'), { timeout: 10_000 }).toContain(wanted)
}

const st = '\u001b\\'

test('the title says how far the plan is, and is given back at the end', async () => {
  const { agent, screen } = await start([])
  const turn = await agent.prompted()
  await expect.poll(() => screen.title(), { timeout: 10_000 }).toBe('acp-plan-tui · working')
  await agent.update(plan('completed', 'in_progress'))
  await expect.poll(() => screen.title()).toBe('acp-plan-tui · 1/2')
  const question = agent.request('session/request_permission', {
    sessionId: agent.sessionId,
    toolCall: { toolCallId: '1', title: 'Evil \u001b]2;evil\u0007 title' },
    options: [{ optionId: 'no', name: 'No', kind: 'reject_once' }],
  })
  await expect.poll(() => screen.title()).toBe('acp-plan-tui · waiting for you')
  await screen.shows('enter choose')
  screen.press('enter')
  await question
  await agent.endTurn(turn)
  await expect.poll(() => screen.title()).toBe('acp-plan-tui · stopped at 1/2')
  screen.type('qq')
  expect(await screen.exit()).toMatchObject({ code: 0 })
  expect(screen.title()).toBe('')
  expect(
    screen
      .raw()
      .toString('utf8')
      .match(/\u0007|\u001b\]9;/g),
  ).toBeNull()
})

test('progress is shown where the terminal can, and ended by a signal too', async () => {
  const { agent, screen } = await start([], { WT_SESSION: 'a-b' })
  await agent.prompted()
  await agent.update(plan('completed', 'in_progress'))
  await writes(screen, `\u001b]9;4;1;50${st}`)
  await screen.signal('SIGTERM')
  expect(await screen.exit()).toMatchObject({ code: 143 })
  const written = screen.raw().toString('utf8')
  expect(written.slice(written.lastIndexOf('\u001b]9;4;'))).toContain(`\u001b]9;4;0;0${st}`)
  expect(screen.title()).toBe('')
  expect(screen.modes()).toEqual([])
})

test('the bell rings once for a plan that is done', async () => {
  const { agent, screen } = await start(['--notify', 'bell'])
  const turn = await agent.prompted()
  await agent.update(plan('completed', 'completed'))
  await writes(screen, '\u0007')
  await agent.endTurn(turn)
  await screen.shows('2 of 2')
  screen.type('qq')
  await screen.exit()
  expect(
    screen
      .raw()
      .toString('utf8')
      .match(/\u0007/g),
  ).toHaveLength(1)
})

test('nothing of it is written when it is off', async () => {
  const { agent, screen } = await start(['--notify', 'off'], { WT_SESSION: 'a-b' })
  const turn = await agent.prompted()
  await agent.update(plan('completed'))
  await agent.endTurn(turn)
  await screen.shows('1 of 1')
  screen.type('qq')
  await screen.exit()
  expect(
    screen
      .raw()
      .toString('utf8')
      .match(/\u0007|\u001b\][29];|\u001b\[2[23];0t/g),
  ).toBeNull()
})
