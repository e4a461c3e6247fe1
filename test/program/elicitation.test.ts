import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { patienceMs } from '../support/changes.ts'
import { emptyFolder } from '../support/empty-folder.ts'
import { nodeProgram } from '../support/node-program.ts'
import type { AppMessage } from '../support/scripted-agent.ts'
import { expectGolden, plan, workingStage, type Stage } from './stage.ts'

const requestedSchema = {
  type: 'object',
  required: ['strategy', 'branch'],
  properties: {
    strategy: {
      type: 'string',
      title: 'Strategy',
      description: 'How much may change at once?',
      oneOf: [
        { const: 'low', title: 'Conservative', description: 'Minimal changes' },
        { const: 'mid', title: 'Balanced' },
      ],
    },
    branch: { type: 'string', title: 'Branch', minLength: 4, pattern: '^[a-z/]+$' },
    port: { type: 'integer', title: 'Port', minimum: 1024, default: 3000 },
    tests: { type: 'boolean', title: 'Run the tests' },
    reviewers: { type: 'array', title: 'Reviewers', items: { type: 'string', enum: ['mia', 'noor'] } },
  },
}

async function askingStage(options: Parameters<typeof workingStage>[0] = {}): Promise<Stage> {
  const opened = await workingStage(options)
  await opened.agent.update(plan('now Ask'))
  await opened.screen.shows('» Ask')
  return opened
}

function ask({ agent }: Stage, params: object): Promise<AppMessage> {
  return agent.request('elicitation/create', {
    sessionId: agent.sessionId,
    message: 'How shall I go on?',
    ...params,
  })
}

test('a form is filled in, corrected and sent', async () => {
  const opened = await askingStage()
  const { screen } = opened
  const answer = ask(opened, { mode: 'form', requestedSchema })
  await screen.shows('› ( ) Conservative')
  await screen.press('down', 'enter').shows('› Branch *')
  screen.paste('Fix')
  await screen.shows('Fix')
  await screen.press('ctrl-s').shows('! at least 4 characters are needed')
  await screen.shows('One answer is not valid yet.')
  await expectGolden(screen, 'form')
  screen.press('ctrl-u')
  // The pattern is the agent's to check.
  await screen.type('Feature/x').gone('! at least 4 characters')
  await screen.press('escape').shows('W to answer')
  await screen.type('W').shows('› Branch *')
  await screen.press('tab', 'tab', 'space', 'tab', 'down', 'space').shows('› [x] noor')
  await screen.press('enter').shows('› Send')
  screen.press('enter')
  expect((await answer).result).toEqual({
    action: 'accept',
    content: { strategy: 'mid', branch: 'Feature/x', port: 3000, tests: true, reviewers: ['noor'] },
  })
  await screen.gone('Reviewers')
})

test('what was filled in stands in the prompt when the agent dies, and while it is started again', async () => {
  const opened = await askingStage()
  const { screen, agent } = opened
  void ask(opened, { mode: 'form', requestedSchema })
  await screen.shows('› ( ) Conservative')
  await screen.press('down', 'enter').shows('› Branch *')
  screen.paste('fix/it')
  await screen.shows('fix/it')
  await agent.exit(3)
  await screen.shows('The question is gone: what you wrote for it is in the prompt.')
  await screen.shows('draft: Strategy: Balanced ⏎ Branch: fix/it')
  screen.type('R')
  await agent.started(2)
  await agent.answerHandshake()
  await screen.gone('The agent ended')
  await screen.press('enter').shows('› Strategy: Balanced')
  await screen.shows('Branch: fix/it')
})

test('a page is opened on the key only; what is done there is told by the user or the agent', async () => {
  const opened = await askingStage({ env: { BROWSER: 'none' } })
  const { screen, agent } = opened
  const page = { mode: 'url', message: 'Log in, please.', url: 'https://login.example.org/?state=xyz' }
  const first = ask(opened, { ...page, elicitationId: 'e1' })
  await screen.shows('opens at login.example.org')
  await expectGolden(screen, 'page')
  await agent.notify('elicitation/complete', { elicitationId: 'other' })
  await agent.notify('elicitation/complete', { elicitationId: 'e1' })
  expect((await first).result).toEqual({ action: 'accept' })
  const trap = ask(opened, { ...page, url: 'file:///etc/passwd', elicitationId: 'e2' })
  await screen.shows('It cannot be opened from here: only http and https are opened.')
  screen.press('enter')
  expect((await trap).result).toEqual({ action: 'decline' })
})

test('the browser is sent where the screen says', async () => {
  const folder = emptyFolder()
  // It writes down where it was sent.
  const log = path.join(folder, 'browser.log')
  const [part, whole] = [`${log}.part`, log].map((file) => JSON.stringify(file))
  const code =
    `const { renameSync, writeFileSync } = require('node:fs')\n` +
    `writeFileSync(${part}, process.argv.slice(2).join(' '))\nrenameSync(${part}, ${whole})\n`
  const browser = nodeProgram(folder, 'browser', code)
  const opened = await askingStage({ env: { BROWSER: browser } })
  const answer = ask(opened, { mode: 'url', url: 'https://login.example.org/?a=$(id)', elicitationId: 'e1' })
  await opened.screen.shows('opens at login.example.org')
  opened.screen.type('o')
  await opened.screen.shows('› Done')
  await vi.waitUntil(() => existsSync(log), { timeout: patienceMs, interval: 5 })
  expect(readFileSync(log, 'utf8')).toBe('https://login.example.org/?a=$(id)')
  opened.screen.press('enter')
  expect((await answer).result).toEqual({ action: 'accept' })
})

test('files are read and written below the folder, and only with --allow-fs', async () => {
  const { agent, screen } = await askingStage({ args: ['--allow-fs'] })
  const { cwd } = await agent.started()
  const sessionId = agent.sessionId
  const written = await agent.request('fs/write_text_file', {
    sessionId,
    path: `${cwd}/notes/a.md`,
    content: 'one\ntwo\n',
  })
  expect(written.result).toEqual({})
  const read = await agent.request('fs/read_text_file', { sessionId, path: `${cwd}/notes/a.md`, line: 2 })
  expect(read.result).toEqual({ content: 'two\n' })
  const outside = await agent.request('fs/read_text_file', { sessionId, path: '/etc/passwd' })
  expect(outside.error?.code).toBe(-32602)
  await screen.type('a').shows('✓ wrote notes/a.md')
  await screen.shows('✓ read notes/a.md')
  await screen.shows('× not read: /etc/passwd')
})
