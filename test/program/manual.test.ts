import { describe, expect, test } from 'vitest'
import { openInProcess, type InProcessScreen } from '../support/in-process-app.ts'
import { expectGolden, plan, workingStage } from './stage.ts'

const size = { columns: 80, rows: 24 }

async function manual(words: readonly string[] = [], at = size): Promise<InProcessScreen> {
  const screen = await openInProcess({ ...at, args: ['help', ...words] })
  await screen.shows('p pages')
  return screen
}

const named: Readonly<Record<string, string>> = { enter: '\r', tab: '\t', escape: '\u001b' }

/** Presses keys one after the other, as a user who sees what each does. */
async function press(screen: InProcessScreen, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    screen.type(named[key] ?? key)
    await screen.idle()
  }
}

/** What a terminal sends for a press of the left button on a text of the screen. */
function clickOn(screen: InProcessScreen, text: string): string {
  const rows = screen.text().split('\n')
  const row = rows.findIndex((each) => each.includes(text))
  return `\u001b[<0;${(rows[row] ?? '').indexOf(text) + 1};${row + 1}M`
}

describe('the manual on a terminal', () => {
  test.each([
    { columns: 40, rows: 12 },
    { columns: 80, rows: 24 },
    { columns: 200, rows: 60 },
  ])('lists its pages, shows one, and finds another by its words, at $columns columns', async (at) => {
    const screen = await manual([], at)
    await expectGolden(screen, `manual-contents.${at.columns}x${at.rows}`)
    await press(screen, 'tab', 'tab')
    await expectGolden(screen, `manual-link.${at.columns}x${at.rows}`)
    await press(screen, 'enter')
    await screen.shows('Keys and mouse')
    expect(screen.text()).toContain('esc back')
    await press(screen, 'p')
    screen.type('hook plan')
    await screen.idle()
    expect(screen.text()).toMatch(/hooks: programs/)
    expect(screen.text()).toContain('enter open it')
    await press(screen, 'enter')
    await screen.gone('contents')
    screen.type('q')
    expect(await screen.exit()).toMatchObject({ code: 0 })
  })

  test('links lead to a heading of another page, and esc, backspace and alt-left back to where they are', async () => {
    const screen = await manual(['keys'])
    await press(screen, 'tab')
    const before = screen.text()
    for (const back of ['\u001b', '\u007f', '\u001b[1;3D']) {
      await press(screen, 'enter')
      await screen.shows(/^ The report$/m)
      await screen.type(back).shows('report of the recording in')
      await screen.gone('esc back')
      expect(screen.text()).toBe(before)
    }
    await screen.type('\u007f').shows('There is no page before this one.')
    await screen.idle()
    await screen.press('escape').shows('q quits.')
  })

  test('a click follows a link', async () => {
    const screen = await manual()
    await screen.pass(300)
    await screen.type(clickOn(screen, 'telemetry')).shows(/^ Telemetry/m)
  })

  test('a page is searched, n goes on, and esc first takes the matches away', async () => {
    const screen = await manual(['screen'])
    screen.type('/timeline')
    await screen.idle()
    await press(screen, 'enter')
    const first = screen.text()
    expect(first).toContain('n N matches')
    await press(screen, 'n')
    expect(screen.text()).not.toBe(first)
    await press(screen, 'N', 'escape')
    await screen.gone('n N matches')
    screen.type(']')
    await screen.idle()
    const heading = screen.text()
    await press(screen, ']', '[')
    expect(screen.text()).toBe(heading)
  })

  test('an option leads to its row', async () => {
    const screen = await manual(['--exit-on'])
    await screen.shows(/^ --exit-on/m)
    expect(screen.text().split('\n')[2]).toContain('--exit-on')
  })

  test('keys of plans do nothing, a paste neither', async () => {
    const screen = await manual()
    const before = screen.text()
    for (const key of ['d', 's', 'm', 'X', 'C', 'E', 'y', 'T', 'a', 'i', 'R', ':']) await press(screen, key)
    screen.paste('a prompt')
    await screen.idle()
    await screen.pass(6000)
    expect(screen.text()).toBe(before)
    screen.press('ctrl-c')
    expect(await screen.exit()).toMatchObject({ code: 130 })
  })

  test('with PAGER set it is a text, also where the settings are broken', async () => {
    for (const env of [{ PAGER: 'cat' }, { PAGER: '', ACP_PLAN_TUI_THEME: 'none' }]) {
      const screen = await openInProcess({ ...size, args: ['help', 'lint'], env })
      expect(await screen.exit()).toMatchObject({ code: 0 })
      expect(screen.modes()).toEqual([])
      expect(screen.scrollback()).toMatch(/^ ?Lint$/m)
    }
  })

  test('without one, broken settings do not hide it', async () => {
    const screen = await openInProcess({
      columns: 100,
      rows: 900,
      args: ['help', 'lint'],
      env: { ACP_PLAN_TUI_THEME: 'none' },
    })
    expect(await screen.exit()).toMatchObject({ code: 0 })
    expect(screen.scrollback()).toMatch(/^ ?Lint$/m)
  })
})

describe('the manual over a run', () => {
  test('is opened by F1 or from the help, is where it was left, and closed gives the plan back', async () => {
    const { agent, screen } = await workingStage()
    await agent.update(plan('now Read the parser'))
    await screen.shows('Read the parser')
    await screen.type('?').shows('F1 manual')
    await screen.type('\u001bOP').shows('─ Manual: contents ─')
    await press(screen, 'tab', 'enter')
    await screen.shows('─ Manual: screen ─')
    expect(screen.text()).toContain('esc back  q close  p pages')
    await screen.type('?').shows('─ Manual: keys ─')
    await screen.shows(/^ In the manual$/m)
    await screen.type('q').gone('Manual')
    await screen.shows('Read the parser')
    await screen.type('\u001bOP').shows(/^ In the manual$/m)
    // A question that comes waits until the manual is closed.
    await agent.update(plan('now Read it again'))
    await screen.type('\u001bOP').shows('Read it again')
  })
})
