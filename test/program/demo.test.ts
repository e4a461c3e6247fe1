import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openInProcess, type InProcessScreen } from '../support/in-process-app.ts'
import { runApp } from '../support/run-app.ts'
import { launcher } from '../support/surroundings.ts'
import { keyBytes, type Key } from '../support/terminal.ts'
import { expectGolden, quit } from './stage.ts'

async function play(name: string, columns = 80, rows = 24): Promise<InProcessScreen> {
  return openInProcess({ columns, rows, args: ['demo', name, '--speed', 'max', '--no-animation'] })
}

const listed = spawnSync(process.execPath, [launcher, 'demo', '--list'], { encoding: 'utf8' })
const scenarios = [...listed.stdout.matchAll(/^ {2}(?<name>[\w-]+) {2,}\S/gm)].map(
  ({ groups }) => groups?.['name'] ?? '',
)
/** A text that the screen shows, and what is pressed or typed then. */
type Exchange = readonly [shown: string, ...keys: readonly string[]]
const feedback: readonly Exchange[] = [['feedback ›', 'Count the hits', 'enter'], ['4. Count the hits']]
/** How the user answers the scenarios that ask; `tour` and `failure` have tests of their own. */
const dialogues: Readonly<Record<string, readonly Exchange[]>> = {
  permission: [['enter choose', 'down', 'enter']],
  proposal: [['No, keep planning', 'f'], ...feedback, ['No, keep planning', 'down', 'enter'], ['Plan 3/3']],
  'proposed-text': [['Implement this plan?', 'down', 'down', 'enter'], ['3 of 3']],
  'cursor-plan': [
    ['› Reject the plan', 'f'],
    ...feedback,
    ['› Reject the plan', 'down'],
    ['› Accept the plan', 'enter'],
    ['Plan 4/4'],
  ],
  'grok-plan': [
    ['› Reject, and keep planning', 'f'],
    ...feedback,
    ['› Reject, and keep planning', 'down', 'down'],
    ['› Approve the plan', 'enter'],
    ['Plan 4/4'],
  ],
  questions: [
    ['What is the new service to be?', 'ctrl-s'],
    ['The registry wants to know who you are.'],
    ['Decline', 'enter'],
    ['Make the folder services/rates'],
  ],
  login: [
    ['The agent wants you to log in', 'down', 'enter'],
    ['the sign-on server of the demo does not answer', 'up', 'enter'],
  ],
}

test('the scenarios are listed', () => {
  expect(scenarios).toEqual(expect.arrayContaining(['tour', 'checklist', 'markdown', 'file', 'hostile']))
})

describe('a scenario', () => {
  test.each(scenarios.filter((name) => name !== 'tour' && name !== 'failure'))(
    '%s ends idle, and only the broken dialects are reported as problems',
    async (name) => {
      const screen = await play(name)
      for (const [shown, ...keys] of dialogues[name] ?? []) {
        await screen.shows(shown)
        expect(screen.text()).not.toContain('</proposed_plan>')
        for (const key of keys)
          screen.type(/^(?:down|up|enter|ctrl-s)$/.test(key) ? keyBytes(key as Key) : key)
      }
      await answeredUntilIdle(screen)
      expect(screen.text().includes('problem')).toBe(name === 'dialects')
      expect(screen.text().split('\n')[0]).toMatch(/^ \S.* idle after/)
      await quit(screen)
    },
  )

  test('failure: the agent ends with status 3, and R starts it again', async () => {
    const screen = await play('failure')
    await screen.shows('The agent ended with status 3')
    await expectGolden(screen, 'demo-failure')
    await screen.type('R').gone('The agent ended')
    await quit(screen)
  })
})

const question = 'enter choose'
const rest = / idle(?: after|$)/m

/** Answers every question with yes. */
async function answeredUntilIdle(screen: InProcessScreen): Promise<void> {
  for (;;) {
    await screen.shows(new RegExp(`${question}|${rest.source}`, 'm'))
    if (!screen.text().includes(question)) return
    // The user takes a moment, so that the turn takes some time, if the rest of it takes none.
    await screen.pass(5)
    screen.press('down')
    screen.press('enter')
    await screen.idle()
  }
}

test.each([
  [40, 12],
  [80, 24],
])('tour: %ix%i: ends idle with every entry completed', async (columns, rows) => {
  const screen = await play('tour', columns, rows)
  await answeredUntilIdle(screen)
  await screen.type('1g').shows('✓ Read the parser')
  await screen.gone('This plan is already shown.')
  await expectGolden(screen, `demo-tour.${columns}x${rows}`)
  expect(screen.text()).not.toMatch(/! ?\d/)
  await quit(screen)
})

test('npm start builds the program and plays the demo', async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  const [build, play = ''] = scripts.start.split(' && ')
  const [node, ...words] = play.split(' ')
  // As it was built before these tests.
  expect([build, node]).toEqual(['node .tools/build.mjs --say', 'node'])
  const program = [process.execPath, ...words] as const
  // In a pipe nobody can be asked, and the demo goes on by itself.
  const { code, stdout, stderr } = await runApp({ program, args: ['--speed', 'max'], cwd: process.cwd() })
  expect(stderr).not.toContain('nobody to ask')
  expect(code).toBe(0)
  expect(stdout).toContain('agent: Demo agent')
})
