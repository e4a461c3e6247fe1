import { describe, expect, test } from 'vitest'
import { openInProcess } from '../support/in-process-app.ts'
import { inkLoadedMs, screenModes } from './stage.ts'

const size = { columns: 80, rows: 24 }
const args = ['demo', 'many', '--speed', 'max']

/** What a terminal sends for a press of the left button; columns and rows count from 0. */
function press(column: number, row: number): string {
  return `\u001b[<0;${column + 1};${row + 1}M`
}

describe('the mouse', () => {
  test('is taken from the terminal with the keys, and given back at the end', async () => {
    const screen = await openInProcess({ ...size, args })
    await screen.shows('? help')
    await screen.pass(inkLoadedMs)
    expect(screen.modes()).toEqual(screenModes)
    screen.type('q')
    await screen.exit()
    expect(screen.modes()).toEqual([])
  })

  test.each([['--no-mouse'], ['--no-alt-screen'], ['--screen-reader']])(
    'is left to it by %s',
    async (option) => {
      const screen = await openInProcess({ ...size, args: [...args, option] })
      await screen.pass(inkLoadedMs)
      expect(screen.modes().filter((mode) => mode.startsWith('mouse'))).toEqual([])
    },
  )

  test('clicks a hint, also where the report is cut, and never types', async () => {
    const screen = await openInProcess({ ...size, args })
    await screen.shows('? help')
    await screen.idle()
    const row = screen
      .text()
      .split('\n')
      .findIndex((line) => line.includes('? help'))
    const column = screen.text().split('\n')[row]?.indexOf('? help') ?? 0
    const report = press(column, row)
    screen.type(report.slice(0, 6))
    await screen.type(report.slice(6)).shows('Keys')
    for (const junk of ['[<0;999;999M', '[<;;M', '[<0;0;0m', '[?62;22c', ']11;junk\u0007', '[<0;1'])
      screen.type(`\u001b${junk}`)
    await screen.pass(2000)
    expect(screen.text()).toContain('Keys')
    await screen.press('escape').gone('Keys')
  })

  test('quits by two clicks, not by a flood of them, and leaves nothing of it to the shell', async () => {
    const screen = await openInProcess({ ...size, args })
    await screen.shows('q quit')
    await screen.idle()
    const lines = screen.text().split('\n')
    const row = lines.findIndex((line) => line.includes('q quit'))
    const click = press(lines[row]?.indexOf('q quit') ?? 0, row)
    for (let count = 0; count < 40; count++) {
      screen.type(click + click.replace('M', 'm'))
      await screen.pass(50)
    }
    expect(screen.text()).toContain('Click again: quit.')
    await screen.pass(500)
    const before = screen.raw().length
    screen.type(click + click.replace('M', 'm'))
    await screen.exit()
    const end = screen.raw().subarray(before).toString()
    // The terminal answers the query behind all reports, before anything is given back.
    expect(end).toMatch(/\?1000l[^]*\[c[^]*\?1049l/)
    expect(screen.modes()).toEqual([])
  })
})
