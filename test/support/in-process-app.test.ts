import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inProcessAgent, type InProcessAgent } from './in-process-agent.ts'
import { openInProcess, type InProcessScreen } from './in-process-app.ts'
import { surroundings } from './surroundings.ts'
import { virtualTime } from './virtual-time.ts'

async function open(): Promise<{ readonly agent: InProcessAgent; readonly screen: InProcessScreen }> {
  const time = virtualTime()
  const agent = inProcessAgent(time)
  const screen = await openInProcess({ columns: 60, rows: 12, time, agent })
  await agent.answerHandshake()
  await screen.shows('No prompt was sent')
  return { agent, screen }
}

test('its clock stands still, and time passes only where a test waits for something', async () => {
  const { agent, screen } = await open()
  screen.press('enter')
  screen.type('go\r')
  const prompt = await agent.prompted()
  await screen.shows('working 0s')
  await screen.pass(90_000)
  expect(screen.text()).toContain('working 1m30s')
  await agent.endTurn(prompt)
  await screen.shows('idle after 1m30s')
})

test('idle waits for the files and modules that the program reads', async () => {
  const { agent, screen } = await open()
  const file = path.join(surroundings().folder, 'plan.md')
  writeFileSync(file, '- [x] **done**\n')
  await agent.update({
    sessionUpdate: 'plan_update',
    plan: { type: 'file', planId: 'a', uri: `file://${file}` },
  })
  await screen.idle()
  expect(screen.text()).toContain('☑ done')
})

test('idle waits for work however long the machine has no time for it', async () => {
  const now = vi.spyOn(performance, 'now')
  onTestFinished(() => now.mockRestore())
  let hours = 0
  now.mockImplementation(() => (hours += 3_600_000))
  let isDone = false
  const time = virtualTime()
  time.run(() => void setImmediate(() => (isDone = true)))
  await time.idle()
  expect(isDone).toBe(true)
})

test('it ends as a process does, with the terminal as it was', async () => {
  const { agent, screen } = await open()
  expect(screen.modes()).toContain('alternate-screen')
  await screen.signal('SIGTERM')
  expect(await screen.exit()).toEqual({ code: 143, signal: 'SIGTERM' })
  expect([screen.modes(), screen.hasTerminalRestored()]).toEqual([[], true])
  expect(screen.scrollback()).toContain('interrupted (SIGTERM)')
  await agent.gone()
  await expect(screen.shows('anything')).rejects.toThrow('and the program ended')
})

test('a wait for what never comes fails at once, and shows the screen', async () => {
  const { screen } = await open()
  await expect(screen.shows('never', 60_000)).rejects.toThrow(/does not show never:\n┌─+\n│ scripted-agent/)
})
