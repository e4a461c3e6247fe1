import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openApp, type PtyScreen } from './open-app.ts'

const fullScreen = fileURLToPath(new URL('programs/full-screen.mjs', import.meta.url))

async function open(columns = 40, rows = 8): Promise<PtyScreen> {
  const screen = await openApp({ columns, rows, program: [process.execPath, fullScreen] })
  await screen.shows('ready')
  return screen
}

describe('a program on a terminal', () => {
  test('its screen is read as text, with colours, and as bytes', async () => {
    const screen = await open()
    expect(screen.text()).toBe(['ready 40x8', '', '', '', '', '', '', ''].join('\n'))
    expect(screen.ansi()).toContain('\x1b[31mready')
    expect(screen.raw().toString()).toContain('\x1b[?1049h')
    expect(screen.title()).toBe('a title')
  })

  test('keys reach it as a terminal sends them', async () => {
    const screen = await open()
    screen.type('hello')
    await screen.shows('got "hello"')
    screen.press('shift-tab')
    await screen.shows(String.raw`got "\u001b[Z"`)
    screen.press('ctrl-c')
    await screen.shows(String.raw`got "\u0003"`)
    screen.paste('two\nlines')
    await screen.shows(String.raw`got "\u001b[200~two\nlines\u001b[201~"`)
    await screen.gone('hello')
  })

  test('it is told when the terminal changes its size', async () => {
    const screen = await open()
    screen.resize(100, 30)
    await screen.shows('ready 100x30')
    expect(screen.text().split('\n')).toHaveLength(30)
  })

  test('the terminal answers a question for its background', async () => {
    const screen = await open(60)
    screen.type('b')
    await screen.shows('rgb:0000/0000/0000')
  })

  test('a frame counts when it is whole', async () => {
    const screen = await open()
    screen.type('t')
    await expect(screen.shows('half a frame', 300)).rejects.toThrow('does not show half a frame')
    screen.type('u')
    await screen.shows('whole frame')
  })

  test('a wait that fails shows the screen', async () => {
    const screen = await open()
    await expect(screen.shows('never', 50)).rejects.toThrow(/does not show never:\n┌─+\n│ready 40x8/)
    await expect(screen.gone('ready', 50)).rejects.toThrow('still shows ready')
  })

  test('nothing is written while it rests', async () => {
    const screen = await open()
    await screen.quiet()
    const before = screen.raw().length
    await screen.quiet(150)
    expect(screen.raw()).toHaveLength(before)
  })
})

describe('its end', () => {
  test('a good one leaves the terminal as it was', async () => {
    const screen = await open()
    expect(screen.modes()).toEqual(['alternate-screen', 'bracketed-paste', 'cursor-hidden', 'kitty-keyboard'])
    screen.type('q')
    expect(await screen.exit()).toEqual({ code: 3, signal: null })
    expect(screen.modes()).toEqual([])
    expect(screen.hasTerminalRestored()).toBe(true)
    expect(screen.scrollback()).toBe('good bye')
    await screen.surroundings.noProcesses()
  })

  test('a bad one is seen', async () => {
    const screen = await open()
    screen.type('l')
    expect(await screen.exit()).toEqual({ code: 137, signal: 'SIGKILL' })
    expect(screen.modes()).toEqual(['alternate-screen', 'bracketed-paste', 'cursor-hidden', 'kitty-keyboard'])
    expect(screen.hasTerminalRestored()).toBe(false)
    await expect(screen.shows('more')).rejects.toThrow('and the program ended')
  })

  test('a signal reaches the program and not its shell', async () => {
    const screen = await open()
    await screen.signal('SIGTERM')
    expect(await screen.exit()).toEqual({ code: 143, signal: 'SIGTERM' })
  })

  test('a closed terminal ends it', async () => {
    const screen = await open()
    expect(screen.surroundings.processes()).not.toEqual([])
    screen.hangUp()
    await screen.surroundings.noProcesses()
  })
})
