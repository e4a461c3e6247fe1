import { describe, expect, test } from 'vitest'
import { openInProcess } from '../support/in-process-app.ts'
import type { Screen } from '../support/open-app.ts'
import { plantedCrash } from '../support/programs/planted-crash.ts'
import { expectGolden, plan, ptyStage, quit, stage, workingPtyStage, workingStage } from './stage.ts'

const steps = plan('done Read the parser', 'now Split the tokenizer')

/** Modes, line editing and screen as before the start, and no process left. */
async function expectAsBefore(screen: Screen): Promise<void> {
  expect(screen.modes()).toEqual([])
  expect(screen.hasTerminalRestored()).toBe(true)
  await screen.surroundings.noProcesses()
}

test('the screen is there before the agent has said a word; what is typed before it is loaded counts, and is not shown', async () => {
  const { screen } = await ptyStage({ handshake: null })
  await screen.shows('starting')
  expect(screen.modes()).toContain('alternate-screen')
  // What was written first, before the screen itself was loaded.
  expect(screen.raw().toString('utf8')).toMatch(
    /^\u001b\[\?1049h\u001b\[\?25l\u001b\[H acp-plan-tui {2}starting /,
  )
  // Control-L, which an echo would write as ^L.
  screen.type('\u000c\u000cq')
  expect(await screen.exit()).toMatchObject({ code: 0 })
  expect(screen.raw().toString('utf8')).not.toContain('^L')
  await expectAsBefore(screen)
})

describe('the terminal is as it was', () => {
  test('after q, which ends an agent that ignores the end of its input and SIGTERM', async () => {
    const { agent, screen } = await workingPtyStage({ outlives: ['stdin-end', 'SIGTERM', 'SIGHUP'] })
    await agent.update(steps)
    await screen.shows('Split the tokenizer')
    expect(screen.modes()).toContain('bracketed-paste')
    await screen.type('q').shows('q again quits: the agent is working.')
    screen.type('q')
    expect(await screen.exit()).toEqual({ code: 0, signal: null })
    expect(screen.scrollback()).not.toContain('Split the tokenizer')
    expect(screen.scrollback().replaceAll(/\s*\n\s*/g, ' ')).toMatch(
      /acp-plan-tui: 1 of 2 done · the turn was cancelled · --session session-1 continues this session$/,
    )
    await expectAsBefore(screen)
  })

  test('after ctrl-c: once while the agent rests', async () => {
    const { screen } = await stage()
    screen.press('ctrl-c')
    expect(await screen.exit()).toMatchObject({ code: 130 })
    await expectAsBefore(screen)
  })

  test('after ctrl-c: twice while it works, and the first one only says so', async () => {
    const { agent, screen } = await workingStage()
    await agent.update(steps)
    await screen.shows('Split the tokenizer')
    await screen.press('ctrl-c').shows('ctrl-c again quits: the agent is working.')
    await expectGolden(screen, 'ctrl-c-once')
    screen.press('ctrl-c')
    expect(await screen.exit()).toMatchObject({ code: 130 })
    await expectAsBefore(screen)
  })

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const)('after %s, in the middle of a turn with a panel open', async (signal, code) => {
    const { agent, screen } = await workingStage()
    await agent.update(steps)
    await screen.shows('Split the tokenizer')
    await screen.type('??').shows('Moving')
    await screen.signal(signal)
    expect(await screen.exit()).toMatchObject({ code })
    expect(screen.scrollback().replaceAll(/\s*\n\s*/g, ' ')).toBe(
      `acp-plan-tui: interrupted (${signal}) acp-plan-tui: 1 of 2 done · the turn was cancelled · --session session-1 continues this session`,
    )
    await expectAsBefore(screen)
  })

  test('where no more files can be opened: status 4, the mend, and no word of a bug', async () => {
    const { screen } = await ptyStage({ env: plantedCrash('files') })
    screen.resize(70, 20)
    expect(await screen.exit()).toMatchObject({ code: 4 })
    const said = screen.scrollback().replaceAll(/\s*\n\s*/g, ' ')
    expect(said).toContain('the system lets this program open no more files (EMFILE) Raise the limit')
    expect(said).not.toMatch(/bug| at /)
    await expectAsBefore(screen)
  })

  test.each(['loop', 'render'] as const)(
    'after a bug of ours in the %s: status 70, and its stack on the screen',
    async (place) => {
      const { screen } = await ptyStage({ env: plantedCrash(place) })
      screen.resize(70, 20)
      expect(await screen.exit()).toMatchObject({ code: 70 })
      expect(screen.scrollback()).toContain(`planted crash (${place})`)
      expect(screen.scrollback()).toMatch(/\n\s+at /)
      expect(screen.scrollback().replaceAll('\n', ' ')).toContain(
        'acp-plan-tui: this is a bug in acp-plan-tui',
      )
      await expectAsBefore(screen)
    },
  )
})

test('--no-alt-screen: what was there before scrolls away, and the last frame stays', async () => {
  const { agent, screen } = await workingStage({ rows: 16, args: ['--no-alt-screen'] })
  await agent.update(steps)
  await screen.shows('Split the tokenizer')
  await agent.update(plan('done Read the parser', 'done Split the tokenizer'))
  await screen.shows('2 of 2')
  expect(screen.modes()).not.toContain('alternate-screen')
  await quit(screen)
  expect(screen.scrollback()).toContain('2 of 2')
  expect(screen.scrollback().match(/Read the parser/g)).toHaveLength(1)
  await expectAsBefore(screen)
})

test('below the smallest size it says so, and works', async () => {
  const { agent, screen } = await workingStage({ columns: 30, rows: 8 })
  await agent.update(steps)
  await screen.shows('Split')
  await expectGolden(screen, 'too-small.30x8')
  screen.type('qq')
  await screen.exit()
  await expectAsBefore(screen)
})

test.each([
  [20, ' 20x3: needs 40x12'],
  [12, ' needs 40x12'],
  [10, ' min 40x12'],
  [5, '40x12'],
])('also in %i columns it says which size it needs', async (columns, words) => {
  const args = ['demo', 'removal', '--speed', 'max', '--no-animation']
  const screen = await openInProcess({ columns, rows: 3, args })
  await screen.shows('40x12')
  expect(screen.text().split('\n')[0]).toBe(words)
})

test('CI changes nothing, and on a dumb terminal the run is text', async () => {
  const { screen } = await stage({ env: { CI: '' } })
  expect(screen.modes()).toContain('alternate-screen')
  screen.type('q')
  await screen.exit()
  const dumb = await openInProcess({
    columns: 80,
    rows: 24,
    env: { TERM: 'dumb' },
    args: ['demo', 'removal', '--speed', 'max'],
  })
  expect(await dumb.exit()).toMatchObject({ code: 0 })
  expect(dumb.raw().toString('latin1')).not.toContain('\u001b')
})

test('a question that nobody is asked on a dumb terminal names it, and a screen reader asks there', async () => {
  const asks = async (args: readonly string[]): Promise<Awaited<ReturnType<typeof workingStage>>> => {
    const working = await workingStage({ env: { TERM: 'dumb' }, args })
    void working.agent.asks(
      { toolCallId: 'call-1', title: 'Run the tests' },
      'allow_once Yes',
      'reject_once No',
    )
    return working
  }
  const { agent, screen, turn } = await asks([])
  await agent.endTurn(turn)
  expect(await screen.exit()).toMatchObject({ code: 5 })
  expect(screen.scrollback()).toMatch(/nobody to ask[^]*TERM=dumb[^]*--screen-reader/)

  const spoken = await asks(['--screen-reader'])
  await spoken.screen.shows('Run the tests')
  spoken.screen.type('/quit\r')
  expect(await spoken.screen.exit()).toMatchObject({ code: 0 })
  expect(spoken.screen.raw().toString('latin1')).not.toContain('\u001b')
})
