import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { openInProcess, type InProcessScreen } from '../support/in-process-app.ts'
import { openApp, type Screen } from '../support/open-app.ts'
import { launcher } from '../support/surroundings.ts'
import { expectGolden } from './stage.ts'

async function play(name: string, columns = 80, rows = 24): Promise<InProcessScreen> {
  return openInProcess({ columns, rows, args: ['demo', name, '--speed', 'max', '--no-animation'] })
}

async function leaves(screen: Screen, code = 0): Promise<void> {
  screen.type('qq')
  expect(await screen.exit()).toMatchObject({ code })
  expect(screen.modes()).toEqual([])
  expect(screen.hasTerminalRestored()).toBe(true)
  await screen.surroundings.noProcesses()
}

const listed = spawnSync(process.execPath, [launcher, 'demo', '--list'], { encoding: 'utf8' })
const scenarios = [...listed.stdout.matchAll(/^ {2}(?<name>[\w-]+) {2,}\S/gm)].map(
  ({ groups }) => groups?.['name'] ?? '',
)
/** They ask before they go on, or do not end in rest. */
const special = new Set([
  'tour',
  'permission',
  'proposal',
  'proposed-text',
  'cursor-plan',
  'grok-plan',
  'questions',
  'login',
  'failure',
])
/** That is its purpose. */
const withProblems = new Set(['dialects'])

test('the scenarios are listed', () => {
  expect(scenarios).toEqual(expect.arrayContaining(['tour', 'checklist', 'markdown', 'file', 'hostile']))
})

describe('plays to its end in rest', () => {
  test.each(scenarios.filter((name) => !special.has(name)))('%s', async (name) => {
    const screen = await play(name)
    await screen.shows(/idle after/)
    expect(screen.text().includes('problem')).toBe(withProblems.has(name))
    expect(screen.text().split('\n')[0]).toMatch(/^ \S/)
    await leaves(screen)
  })

  test('permission: its questions are answered with enter', async () => {
    const screen = await play('permission')
    await screen.shows('enter choose')
    screen.press('down')
    screen.press('enter')
    await answeredUntilIdle(screen)
    await leaves(screen)
  })

  test('proposal: it is sent back with a word, comes again with it, and is carried out', async () => {
    const screen = await play('proposal')
    await screen.shows('No, keep planning')
    screen.type('f')
    await screen.shows('feedback ›')
    screen.type('Count the hits')
    screen.press('enter')
    await screen.shows('4. Count the hits')
    screen.press('down')
    screen.press('enter')
    await screen.shows(/idle after/)
    expect(screen.text()).toContain('Plan 3/3')
    await leaves(screen)
  })

  test('proposed-text: the plan comes without its tags, and is carried out', async () => {
    const screen = await play('proposed-text')
    await screen.shows('Implement this plan?')
    expect(screen.text()).not.toContain('</proposed_plan>')
    screen.press('down')
    screen.press('down')
    screen.press('enter')
    await screen.shows('3 of 3')
    await screen.shows(/idle after/)
    await leaves(screen)
  })

  test('cursor-plan: sent back with a word, accepted, and carried out when its turn has ended', async () => {
    const screen = await play('cursor-plan')
    await screen.shows('› Reject the plan')
    screen.type('f')
    await screen.shows('feedback ›')
    screen.type('Count the hits')
    screen.press('enter')
    await screen.shows('4. Count the hits')
    await screen.shows('› Reject the plan')
    screen.press('down')
    await screen.shows('› Accept the plan')
    screen.press('enter')
    await screen.shows('Plan 4/4')
    await screen.shows(/idle after/)
    expect(screen.text()).not.toContain('problem')
    await leaves(screen)
  })

  test('grok-plan: sent back with a word, approved, and carried out in the same turn', async () => {
    const screen = await play('grok-plan')
    await screen.shows('› Reject, and keep planning')
    screen.type('f')
    await screen.shows('feedback ›')
    screen.type('Count the hits')
    screen.press('enter')
    await screen.shows('4. Count the hits')
    await screen.shows('› Reject, and keep planning')
    screen.press('down')
    screen.press('down')
    await screen.shows('› Approve the plan')
    screen.press('enter')
    await screen.shows('Plan 4/4')
    await screen.shows(/idle after/)
    await leaves(screen)
  })

  test('questions: a form is sent as it stands, and a page is not opened', async () => {
    const screen = await play('questions')
    await screen.shows('What is the new service to be?')
    screen.press('ctrl-s')
    await screen.shows('The registry wants to know who you are.')
    await screen.shows('Decline')
    screen.press('enter')
    await screen.shows(/idle after/)
    expect(screen.text()).toContain('Make the folder services/rates')
    await leaves(screen)
  })

  test('login: one way fails and says why, another one works', async () => {
    const screen = await play('login')
    await screen.shows('The agent wants you to log in')
    screen.press('down')
    screen.press('enter')
    await screen.shows('the sign-on server of the demo does not answer')
    screen.press('up')
    screen.press('enter')
    await screen.shows(/idle after/)
    await leaves(screen)
  })

  test('failure: it dies with status 3, and R plays it again', async () => {
    const screen = await play('failure')
    await screen.shows('The agent ended with status 3')
    await expectGolden(screen, 'demo-failure')
    screen.type('R')
    await screen.gone('The agent ended')
    await leaves(screen)
  })
})

const rest = / idle(?: after|$)/m

/** Says yes to whatever is asked. */
async function answeredUntilIdle(screen: InProcessScreen): Promise<void> {
  await screen.idle()
  while (!rest.test(screen.text())) {
    await screen.shows('enter choose')
    screen.type('l')
    screen.press('enter')
    // The next question may be there at once.
    await screen.idle()
  }
}

describe('tour', () => {
  test.each([
    [40, 12],
    [80, 24],
    [120, 40],
  ])('%ix%i: everything, and then rest', async (columns, rows) => {
    const screen = await play('tour', columns, rows)
    await answeredUntilIdle(screen)
    // Where the plan stood when it was finished is a matter of luck.
    screen.type('1g')
    await screen.shows('✓ Read the parser')
    await screen.gone('This plan is already shown.')
    await expectGolden(screen, `demo-tour.${columns}x${rows}`)
    expect(screen.text()).not.toMatch(/! ?\d/)
    await leaves(screen)
  })
})

test('what npm start runs is the demo, after a build', async () => {
  const screen = await openApp({
    columns: 80,
    rows: 24,
    program: ['npm', 'start', '--silent'],
    cwd: process.cwd(),
  })
  await screen.shows('acp-plan-tui-demo', 30_000)
  await screen.shows(/working/)
  screen.press('ctrl-c')
  await screen.shows('ctrl-c again')
  screen.press('ctrl-c')
  await screen.exit()
  expect(screen.modes()).toEqual([])
  await screen.surroundings.noProcesses()
})
