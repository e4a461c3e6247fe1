import { expect, test } from 'vitest'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { dark, loadedShelf, plainAscii, ShownScreen } from './shown-screen.ts'

/** A state of the app, and the keys that are pressed in it. */
export interface Scene {
  readonly state: AppState
  readonly keys?: readonly string[]
}

const sizes = [
  { size: '40x12', columns: 40, rows: 12, theme: dark },
  { size: '80x24', columns: 80, rows: 24, theme: dark },
  { size: '120x40', columns: 120, rows: 40, theme: dark },
  { size: '80x24.ascii', columns: 80, rows: 24, theme: plainAscii },
] as const

const nowMs = 130_000

/** Each scene in each size is what its picture in `../golden` shows. */
export function expectScreens(scenes: Readonly<Record<string, Scene>>): void {
  const all = Object.entries(scenes).flatMap(([name, scene]) =>
    sizes.map((size) => ({ name, ...scene, ...size })),
  )
  test.each(all)('$name in $size', async ({ name, size, state, keys = [], theme, columns, rows }) => {
    const shelf = await loadedShelf(theme)
    const screen = new ShownScreen(state, { columns, rows, shelf, theme, nowMs })
    screen.press(...keys)
    // The sign of an escape that the agent wrote is no sign of ours.
    if (theme.ascii) expect(screen.text.replaceAll('␛', '')).toMatch(/^[\x20-\x7e\n]*$/)
    await expect(`${screen.text}\n`).toMatchFileSnapshot(`../golden/${name}.${size}.txt`)
  })
}
