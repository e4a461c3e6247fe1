import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openApp, type PtyScreen } from './open-app.ts'

const fullScreen = fileURLToPath(new URL('programs/full-screen.mjs', import.meta.url))
const modes = ['alternate-screen', 'bracketed-paste', 'cursor-hidden', 'kitty-keyboard']

async function open(): Promise<PtyScreen> {
  const screen = await openApp({ columns: 40, rows: 8, program: [process.execPath, fullScreen] })
  await screen.shows('ready 40x8')
  return screen
}

test('only whole frames are looked at, a wait that fails shows the screen, and a program that ends well leaves the terminal as it was', async () => {
  const screen = await open()
  await expect(screen.shows('never', 50)).rejects.toThrow(/does not show never:\n┌─+\n│ready 40x8/)
  await expect(screen.gone('ready', 50)).rejects.toThrow('still shows ready')
  screen.type('t')
  await expect(screen.shows('half a frame', 300)).rejects.toThrow('does not show half a frame')
  screen.type('u')
  await screen.shows('whole frame')
  expect(screen.modes()).toEqual(modes)
  screen.type('q')
  expect(await screen.exit()).toEqual({ code: 3, signal: null })
  expect([screen.modes(), screen.hasTerminalRestored()]).toEqual([[], true])
  await screen.surroundings.noProcesses()
})

test('a program that is killed leaves modes behind, and fails what still waits for it', async () => {
  const screen = await open()
  screen.type('l')
  expect(await screen.exit()).toEqual({ code: 137, signal: 'SIGKILL' })
  expect([screen.modes(), screen.hasTerminalRestored()]).toEqual([modes, false])
  await expect(screen.shows('more')).rejects.toThrow('and the program ended')
})
