import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '../support/empty-folder.ts'
import { openInProcess, type InProcessAppOptions, type InProcessScreen } from '../support/in-process-app.ts'
import { heldMs } from '../../src/ui/state/timing.ts'
import { background, nothing, silent, styledText, white, withBackground } from './background-stage.ts'
import { inkLoadedMs, screenModes } from './stage.ts'

const size = { columns: 80, rows: 24 }
const args = ['demo', 'markdown', '--speed', 'max', '--no-animation']
const query = '\u001b]11;?\u001b\\'

async function looks(options: Partial<InProcessAppOptions>): Promise<string> {
  const screen = await openInProcess({ ...size, args, ...options })
  await screen.shows('? help')
  await screen.pass(1000)
  await screen.idle()
  return styledText(screen)
}

describe('the theme', () => {
  test('is light on a terminal that says so, in all parts of the screen, as if it had been chosen', async () => {
    const [chosen, dark, told] = [
      await looks({ args: [...args, '--theme', 'light'] }),
      await looks({ args: [...args, '--theme', 'dark'] }),
      await looks({ answers: white }),
    ]
    expect(told).toBe(chosen)
    expect(told).not.toBe(dark)
  })

  test.each<[string, Partial<InProcessAppOptions>]>([
    ['says that it is dark', { answers: withBackground('1e1e') }],
    ['answers nothing', { answers: nothing }],
    ['answers for itself', {}],
    ['answers only the attributes', { answers: silent }],
    ['answers with junk', { answers: () => '\u001b]11;rgb:zz/zz\u0007\u001b[?;;c\u001b[?997;9n' }],
  ])('stays dark on a terminal that %s', async (_, options) => {
    expect(await looks(options)).toBe(await looks({ args: [...args, '--theme', 'dark'] }))
  })

  test.each<[string, Partial<InProcessAppOptions>]>([
    ['was chosen', { args: [...args, '--theme', 'dark'] }],
    ['has no colours', { env: { NO_COLOR: '1' } }],
    ['is not drawn, but read out', { args: [...args, '--screen-reader'] }],
    ['would be asked on a console that prints queries', { env: { TERM: 'linux' } }],
  ])('is not asked for if it %s', async (_, options) => {
    const screen = await openInProcess({ ...size, args, ...options })
    await screen.pass(inkLoadedMs)
    await screen.idle()
    expect(screen.raw().toString()).not.toContain(query)
    expect(screen.modes()).not.toContain('colour-scheme-reports')
  })

  test('follows a change while the program runs, whatever is open', async () => {
    let answer = withBackground('0000')
    const screen = await openInProcess({ ...size, args, answers: (reply) => answer(reply) })
    await screen.shows('? help')
    await screen.pass(inkLoadedMs)
    await screen.type('?').shows('Keys')
    answer = white
    screen.type('\u001b[?997;2n')
    await screen.idle()
    const light = await openInProcess({ ...size, args: [...args, '--theme', 'light'] })
    await light.shows('? help')
    await light.pass(inkLoadedMs)
    await light.type('?').shows('Keys')
    await light.idle()
    expect(styledText(screen)).toBe(styledText(light))
    screen.press('escape')
    light.press('escape')
    await screen.gone('Keys')
    await light.gone('Keys')
    expect(styledText(screen)).toBe(styledText(light))
  })

  test('an answer that is cut, late or never asked for types no key', async () => {
    const screen = await openInProcess({ ...size, args, answers: nothing })
    await screen.shows('? help')
    await screen.pass(inkLoadedMs)
    await screen.idle()
    const before = screen.text()
    const answer = `${background('ffff')}\u001b[?62;22c`
    for (let at = 0; at < answer.length; at += 3) screen.type(answer.slice(at, at + 3))
    screen.type(`\u001b]11;${'q'.repeat(500)}`)
    screen.type('\u0007\u001b[?997;2n\u001b[?997;n\u001b[?62c')
    await screen.idle()
    await screen.pass(3000)
    expect(screen.text()).toBe(before)
    screen.type('q')
    expect((await screen.exit()).code).toBe(0)
  })
})

describe('the first frames', () => {
  /** What tells colours on the wire: of a palette, and of the terminal. */
  // oxlint-disable-next-line no-control-regex -- it is what is looked for
  const colour = /\u001b\[(?:[\d;]*;)?(?:3|4|9|10)\d(?:;[\d;]*)?m/
  /** What was written until the terminal was asked, and the program. */
  async function first(
    options: Partial<InProcessAppOptions>,
    more: readonly string[] = [],
  ): Promise<readonly [string, InProcessScreen]> {
    const file = path.join(emptyFolder(), 'run.ndjson')
    const entries = [{ content: 'Step', status: 'in_progress', priority: 'high' }]
    const params = { sessionId: 's', update: { sessionUpdate: 'plan', entries } }
    writeFileSync(file, `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params })}\n`)
    const replay = ['replay', file, '--no-animation', '--title', 'run', ...more]
    const screen = await openInProcess({ ...size, args: replay, ...options })
    await screen.shows('Step')
    await screen.pass(inkLoadedMs)
    await screen.idle()
    const [before = ''] = screen.raw().toString().replace(file, '').split(query)
    return [before, screen]
  }

  test('have no colours where nothing has told the background, and then those for it', async () => {
    const [before, screen] = await first({ answers: white })
    expect(before).not.toMatch(colour)
    expect(screen.raw().toString()).toMatch(colour)
  })

  test('have the colours of what the terminal has told before, and of COLORFGBG', async () => {
    const env = { XDG_STATE_HOME: emptyFolder() }
    const [, run] = await first({ answers: white, env })
    run.type('q')
    await run.exit()
    const [again] = await first({ answers: nothing, env })
    const [told] = await first({ env: { COLORFGBG: '0;15' } })
    const [dark] = await first({ env: { COLORFGBG: '15;0' } })
    expect(again).toMatch(colour)
    expect(again).toBe(told)
    expect(again).not.toBe(dark)
    const [other] = await first({ env: { ...env, TERM_PROGRAM: 'another' } })
    expect(other).not.toMatch(colour)
    const [unkept] = await first({ env }, ['--no-state'])
    expect(unkept).not.toMatch(colour)
  })
})

describe('the terminal', () => {
  test.each([['alternate'], ['normal']])(
    'is given back without reports of changes (%s screen)',
    async (kind) => {
      const options = kind === 'normal' ? ['--no-alt-screen'] : []
      const screen = await openInProcess({ ...size, args: [...args, ...options], answers: white })
      await screen.shows('? help')
      await screen.pass(inkLoadedMs)
      expect(screen.modes()).toContain('colour-scheme-reports')
      screen.type('q')
      await screen.exit()
      expect(screen.modes()).toEqual([])
    },
  )

  test('is asked only when keys are read, and given back when it has answered: nothing is left for the shell', async () => {
    const unread: string[] = []
    const screen = await openInProcess({
      ...size,
      args,
      answers(reply) {
        unread.push(reply)
        return ''
      },
    })
    await screen.shows('? help')
    expect(screen.raw().toString()).not.toContain(query)
    screen.type('q')
    await screen.pass(heldMs)
    expect(unread).not.toEqual([])
    expect(screen.modes()).toEqual(screenModes)
    for (const reply of unread) screen.type(reply)
    await screen.idle()
    expect(screen.modes()).toEqual([])
    expect((await screen.exit()).code).toBe(0)
  })
})
