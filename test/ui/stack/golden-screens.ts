import { expect, test } from 'vitest'
import { rowWidth, type Row } from '../../../src/lib/cells/row.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import type { PlanDocument } from '../../../src/app/ports/plan-document.ts'
import { makeTheme, themeNames, type Theme } from '../../../src/ui/paint/theme.ts'
import { dark, plainAscii, ShownScreen } from './shown-screen.ts'
import { oldKeysOn, withRemappedKeys } from '../keys/remapped-keys.ts'
import { ansiText } from '../../support/ansi-text.ts'
import { differingRows } from '../../support/differing-rows.ts'

/** A state of the app, and the keys that are pressed in it. */
export interface Scene {
  readonly state: AppState
  readonly keys?: readonly string[]
  /** Another scene of the same test, of whose screen only some rows differ: the golden file has those rows. */
  readonly like?: string
  /** The content of file plans. */
  readonly documentOf?: (uri: string) => PlanDocument
}

export interface SceneOptions {
  /** The time on the session's clock. */
  readonly nowMs?: number
  /** Characters that the agent or the user wrote, which an ASCII screen keeps. */
  readonly foreign?: string
}

interface Look {
  readonly columns: number
  readonly rows: number
  readonly theme: Theme
}

/** One size below all the widths and heights at which the layout changes, and one above them. */
const small: Look = { columns: 40, rows: 12, theme: dark }
const usual: Look = { columns: 80, rows: 24, theme: dark }
const large: Look = { columns: 120, rows: 40, theme: dark }
const ascii: Look = { ...usual, theme: plainAscii }

function showScene(scene: Scene, look: Look, options: SceneOptions): ShownScreen {
  const { nowMs = 130_000 } = options
  const { state, keys = [], documentOf } = scene
  const files = documentOf === undefined ? {} : { documentOf }
  return new ShownScreen(state, { ...look, ...files, nowMs }).press(...keys)
}

/**
 * Each scene has a golden file in `../golden` for a small and a usual terminal. In a large terminal and in one that
 * knows only ASCII it fills exactly the screen; in the latter the only other characters are those of `foreign`.
 */
export function expectScreens(scenes: Readonly<Record<string, Scene>>, options: SceneOptions = {}): void {
  test.each(Object.keys(scenes))('%s', async (name) => {
    const scene = scenes[name]
    if (scene === undefined) throw new Error(name)
    if (scene.like !== undefined && scenes[scene.like] === undefined) throw new Error(scene.like)
    for (const look of [small, usual, large, ascii]) {
      const screen = showScene(scene, look, options)
      expect(screen.rows).toHaveLength(look.rows)
      expect(screen.rows.filter((each) => rowWidth(each) > look.columns)).toEqual([])
      if (look === ascii) {
        const ours = screen.text.split('').filter((character) => !options.foreign?.includes(character))
        expect(ours.join('')).toMatch(/^[\x20-\x7e\n]*$/)
      }
      if (look !== ascii) {
        const changed = showScene(scene, look, options).change(withRemappedKeys)
        expect(oldKeysOn(changed, scene.state)).toEqual([])
      }
      if (look !== small && look !== usual) continue
      const { like } = scene
      const base = like === undefined ? undefined : scenes[like]
      const text =
        like === undefined || base === undefined
          ? screen.text
          : differingRows(screen.text, showScene(base, look, options).text, like)
      await expectGolden(text, name, `${look.columns}x${look.rows}`)
    }
  })
}

/** Each scene has a golden file for terminals of 160 and 200 columns too. */
export function expectWide(scenes: Readonly<Record<string, Scene>>): void {
  const looks: readonly Look[] = [
    { columns: 160, rows: 50, theme: dark },
    { columns: 200, rows: 60, theme: dark },
  ]
  test.each(Object.entries(scenes))('%s in wide terminals', async (name, scene) => {
    for (const look of looks) {
      const { rows, text } = showScene(scene, look, {})
      expect(rows).toHaveLength(look.rows)
      expect(rows.filter((each) => rowWidth(each) > look.columns)).toEqual([])
      await expectGolden(text, name, `${look.columns}x${look.rows}`)
    }
  })
}

/** The scene in a large terminal, in ASCII, in each theme and without colour, these with their SGR parameters. */
export function expectThemes(name: string, scene: Scene): void {
  test('in a large terminal', async () => {
    const screen = showScene(scene, large, {})
    await expectGolden(screen.text, name, '120x40')
  })

  test('in ASCII', async () => {
    const screen = showScene(scene, ascii, {})
    await expectGolden(screen.text, name, '80x24.ascii')
  })

  test.each([...themeNames, 'no-color'] as const)('in the theme %s', async (look) => {
    const theme =
      look === 'no-color'
        ? makeTheme({ name: 'dark', color: false, ascii: false, hyperlinks: false })
        : makeTheme({ name: look, color: true, ascii: false, hyperlinks: false })
    const screen = showScene(scene, { ...usual, theme }, {})
    await expectGolden(screen.rows.map(marked).join('\n'), name, `80x24.${look}`)
  })
}

async function expectGolden(text: string, name: string, look: string): Promise<void> {
  await expect(`${text}\n`).toMatchFileSnapshot(`../golden/${name}.${look}.txt`)
}

/** A row with its SGR parameters written out. */
function marked(each: Row): string {
  return ansiText(each)
    .replaceAll('\u001b[0m', '⟧')
    .replaceAll(/\u001b\[([\d;]+)m/g, '⟦$1 ')
    .trimEnd()
}
