import { describe, expect, test } from 'vitest'
import type { PtyScreen } from '../support/open-app.ts'
import { background, nothing } from './background-stage.ts'
import { inkLoadedMs, plan, ptyStage, screenModes, workingStage } from './stage.ts'

const white = background('ffff')
const attributes = '\u001b[?62;22c'
const steps = plan('done Read the parser', 'now Split the tokenizer')

async function expectNothingLeft(screen: PtyScreen, code = 0): Promise<void> {
  expect(await screen.exit()).toMatchObject({ code })
  expect(screen.unread()).toBe('')
  expect(screen.modes()).toEqual([])
  expect(screen.hasTerminalRestored()).toBe(true)
}

/** After this time without events a run ends by its rule; the terminal may still take three times as long. */
const settledMs = 200

/** The terminal has got the query: it stands between its modes. */
async function asked(screen: PtyScreen): Promise<void> {
  await screen.hasModes(screenModes)
}

describe('an answer that comes after', () => {
  test.each([
    ['a quit', [white, attributes]],
    ['a quit, in parts', [white.slice(0, 9), white.slice(9), attributes.slice(0, 4), attributes.slice(4)]],
    ['a quit, twice', [white, white, attributes]],
    ['a quit, as junk', ['\u001b]11;rgb:zz/zz\u0007', '\u001b[?;;c']],
  ])('%s is not left to the shell', async (_, answers) => {
    const { screen } = await ptyStage({ answers: nothing })
    await asked(screen)
    screen.type('q')
    for (const answer of answers) screen.type(answer)
    await expectNothingLeft(screen)
  })

  test('the end by a rule is not left to the shell', async () => {
    const { agent, screen } = await workingStage({ answers: nothing, args: ['--exit-on', 'plans-done'] })
    await agent.update(steps)
    await screen.shows('Split the tokenizer')
    await screen.pass(inkLoadedMs)
    expect(screen.modes()).toEqual(screenModes)
    await agent.update(plan('done Read the parser', 'done Split the tokenizer'))
    await screen.shows('2 of 2')
    await screen.pass(settledMs)
    expect(screen.modes()).toEqual(screenModes)
    screen.type(white + attributes)
    expect(await screen.exit()).toMatchObject({ code: 0 })
    expect(screen.modes()).toEqual([])
  })
})

test('a terminal that never answers is given back all the same', async () => {
  const { screen } = await ptyStage({ answers: nothing })
  await asked(screen)
  screen.type('q')
  await expectNothingLeft(screen)
})
