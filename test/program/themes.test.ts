import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openInProcess, type InProcessAppOptions, type InProcessScreen } from '../support/in-process-app.ts'
import { attach, home } from './attach-stage.ts'
import { styledText, white, withBackground } from './background-stage.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'themes-'))
afterAll(() => rmSync(folder, { recursive: true }))
const theme = path.join(folder, 'mine.json')
writeFileSync(theme, '{"extends": "light", "normal": {"color": "#102030", "italic": true}}')
const recording = path.join(folder, 'run.ndjson')
const exchange = [
  { dir: 'client>agent', frame: { jsonrpc: '2.0', id: 1, method: 'session/new', params: {} } },
  { dir: 'agent>client', frame: { jsonrpc: '2.0', id: 1, result: { sessionId: 's' } } },
  {
    dir: 'agent>client',
    frame: {
      jsonrpc: '2.0',
      method: 'session/update',
      params: {
        sessionId: 's',
        update: {
          sessionUpdate: 'plan',
          entries: [
            { content: 'Put both together', status: 'pending', priority: 'medium' },
            { content: 'Write', status: 'in_progress', priority: 'high' },
          ],
        },
      },
    },
  },
]
writeFileSync(recording, exchange.map((record, t) => `${JSON.stringify({ t, ...record })}\n`).join(''))

interface Given extends Pick<InProcessAppOptions, 'answers' | 'env'> {
  readonly args?: readonly string[]
}

const commands: Readonly<Record<string, (given: Given) => Promise<InProcessScreen>>> = {
  replay: async ({ args = [], ...given }) =>
    await openInProcess({
      columns: 80,
      rows: 24,
      ...given,
      args: ['replay', recording, '--speed', 'max', '--no-animation', ...args],
    }),
  attach: async ({ args = [], ...given }) => await attach(home(), { ...given, args: ['subagents', ...args] }),
}

/** The screen in which a command rests. */
async function looks(command: string, given: Given): Promise<InProcessScreen> {
  const open = commands[command]
  if (open === undefined) throw new Error(command)
  const screen = await open(given)
  await screen.shows('Put both')
  await screen.pass(2000)
  await screen.idle()
  return screen
}

/** The SGR sequences that were written. */
function styles(screen: InProcessScreen): readonly string[] {
  return [
    ...new Set(
      [
        ...screen
          .raw()
          .toString()
          .matchAll(/\u001b\[([\d;]*)m/g),
      ].map(([, sgr = '']) => sgr),
    ),
  ]
}

describe.each(Object.keys(commands))('%s', (command) => {
  test('has the styles of a theme of the user', async () => {
    const screen = await looks(command, { args: ['--theme', theme] })
    expect(styles(screen)).toContain('3;38;2;16;32;48')
  })

  test('has exactly the colours of a theme in every part of the screen', async () => {
    const roles = ['normal', 'strong', 'dim', 'key', 'accent', 'good', 'warning', 'bad', 'inverse', 'heading']
    const others = ['code', 'link', 'added', 'gone', 'struck']
    const all = [...roles, ...others].map((role, at) => [
      role,
      { color: `#1020${30 + at}`, background: '#fdfcfb' },
    ])
    const file = path.join(folder, 'all.json')
    writeFileSync(file, JSON.stringify(Object.fromEntries(all)))
    const screen = await looks(command, { args: ['--theme', file] })
    const inexact = styles(screen).filter((sgr) => {
      const exact = sgr.replaceAll(/[34]8;2;\d+;\d+;\d+/g, 'exact')
      return /\b(?:[34][0-8]|9[0-7]|10[0-7])\b/.test(exact)
    })
    expect(inexact).toEqual([])
  })

  test('has its attributes without its colours if no colours are wanted', async () => {
    const screen = await looks(command, { args: ['--theme', theme], env: { NO_COLOR: '1' } })
    expect(styles(screen)).toContain('3')
    for (const sgr of styles(screen)) expect(sgr).toMatch(/^(?:[0-9](?:;[0-9])*|2[0-9])?$/)
  })

  test('has the nearest colours that the terminal has', async () => {
    const screen = await looks(command, { args: ['--theme', theme], env: { FORCE_COLOR: '2' } })
    expect(styles(screen)).toContain('3;38;5;234')
  })

  test('refuses a theme that is not there', async () => {
    const screen = await commands[command]?.({ args: ['--theme', 'x'.repeat(5000)] })
    expect(await screen?.exit()).toMatchObject({ code: 2 })
    const words = screen?.raw().toString()
    expect(words).toMatch(/^acp-plan-tui: --theme cannot be “x+…x+”: there is no theme of that name\n/)
    expect(words?.length).toBeLessThan(1500)
  })

  test('takes the theme of the background with --theme auto', async () => {
    const args = ['--theme', 'auto']
    const chosen = async (name: string): Promise<string> =>
      styledText(await looks(command, { args: ['--theme', name] }))
    const light = await chosen('light')
    expect(styledText(await looks(command, { args, answers: white }))).toBe(light)
    const dark = await chosen('dark')
    expect(dark).not.toBe(light)
    expect(styledText(await looks(command, { args, answers: withBackground('1e1e') }))).toBe(dark)
  })
})
