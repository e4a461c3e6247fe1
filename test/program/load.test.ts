import { describe, expect, test } from 'vitest'
import { plan, workingStage } from './stage.ts'

const megabyte = 1024 * 1024

describe('keys are answered', () => {
  test('while a line of 50 MB comes, which is reported and not read', async () => {
    const { agent, screen } = await workingStage()
    await agent.update(plan('now Read', 'todo Write'))
    await screen.shows('» Read')
    const line = `{"jsonrpc":"2.0","method":"session/update","params":{"x":"${'y'.repeat(50 * megabyte)}"}}\n`
    const coming = agent.write(line)
    for (let at = 0; at < 5; at++) {
      await screen.type('??').shows('Moving')
      await screen.type('?').gone('Moving')
    }
    await coming
    await screen.shows('! 1 problem')
    await agent.update(plan('done Read', 'now Write'))
    await screen.shows('» Write')
    await screen.type('!').shows('a line of 50 MB, over the 16 MB that are read')
  })

  test('after a burst of 10,000 updates, whose last one is shown', async () => {
    const { agent, screen } = await workingStage()
    const lines = Array.from({ length: 10_000 }, (_, at) =>
      JSON.stringify({
        jsonrpc: '2.0',
        method: 'session/update',
        params: {
          sessionId: 'session-1',
          update: plan(`now Step ${at}`, ...Array<string>(5).fill('todo More')),
        },
      }),
    )
    const coming = agent.write(`${lines.join('\n')}\n`)
    await screen.type('??').shows('Moving')
    screen.type('?')
    await coming
    await screen.shows('» Step 9999')
    const frames = screen.raw().toString('utf8').split('Step').length
    expect(frames).toBeLessThan(1000)
  })

  test('with an entry of 1 MB', async () => {
    const { agent, screen } = await workingStage()
    await agent.update(
      plan({ content: `Long ${'word '.repeat(200_000)}`, status: 'in_progress' }, 'todo Next'),
    )
    await screen.shows('○ Next')
    await screen.press('down').shows(/› ?» Long/)
    await screen.type('G').shows('○ Next')
  })
})
