import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openApp } from './open-app.ts'
import { surroundings } from './surroundings.ts'
import { takeFaults } from './written-lines/found-faults.ts'

const fullScreen = fileURLToPath(new URL('programs/full-screen.mjs', import.meta.url))

test('only whole frames are looked at, failed waits show the screen, what is written is checked, and a killed program leaves modes behind', async () => {
  const recording = path.join(surroundings().folder, 'run.ndjson')
  writeFileSync(recording, '{"trace":"acp-plan-tui","version":1}\n')
  const screen = await openApp({
    columns: 40,
    rows: 8,
    program: [process.execPath, fullScreen],
    args: ['--record', recording],
  })
  await screen.shows('ready 40x8')
  await expect(screen.shows('never', 50)).rejects.toThrow(/does not show never:\n┌─+\n│ready 40x8/)
  await expect(screen.gone('ready', 50)).rejects.toThrow('still shows ready')
  screen.type('t')
  await expect(screen.shows('half a frame', 300)).rejects.toThrow('does not show half a frame')
  await screen.type('u').shows('whole frame')
  screen.type('l')
  expect(await screen.exit()).toEqual({ code: 137, signal: 'SIGKILL' })
  expect(screen.modes()).toEqual(['alternate-screen', 'bracketed-paste', 'cursor-hidden', 'kitty-keyboard'])
  expect(screen.hasTerminalRestored()).toBe(false)
  await expect(screen.shows('more')).rejects.toThrow('and the program ended')
  expect(takeFaults()).toHaveLength(1)
})
