import { describe, expect, test } from 'vitest'
import { selected } from '../support/scripted-agent.ts'
import type { TerminalSize } from '../support/terminal.ts'
import { expectGolden, plan, workingStage, type WorkingStage } from './stage.ts'

const proposal = {
  toolCallId: 'call-1',
  title: 'Approve this plan?',
  kind: 'switch_mode',
  content: [
    { type: 'content', content: { type: 'text', text: '## Plan\n\n1. Split the tokenizer\n2. Test it' } },
  ],
}
const options = [
  'allow_always Yes, and bypass permissions',
  'allow_once Yes, this once',
  'reject_once Keep planning',
]

/** A stage with a plan, on which the agent may ask. */
async function planning(size: Partial<TerminalSize> = {}): Promise<WorkingStage> {
  const opened = await workingStage(size)
  await opened.agent.update(plan('done Read', 'now Plan'))
  await opened.screen.shows('» Plan')
  return opened
}

describe('a question', () => {
  test('shows what it is about, the safest answer first, and sends the one chosen', async () => {
    const { agent, screen } = await planning()
    const answer = agent.asks(proposal, ...options)
    await screen.shows('› Keep planning')
    await screen.gone('## Plan')
    await expectGolden(screen, 'permission')
    screen.press('down')
    await screen.shows('› Yes, this once')
    screen.press('enter')
    expect(await answer).toEqual(selected('Yes, this once'))
    await screen.gone('Approve this plan?')
    await screen.shows('approved “Yes, this once”')
  })

  test('what allows more than once needs a second enter', async () => {
    const { agent, screen } = await planning()
    const answer = agent.asks(proposal, ...options)
    await screen.shows('› Keep planning')
    screen.press('down')
    await screen.shows('› Yes, this once')
    screen.press('down')
    await screen.shows('› Yes, and bypass')
    screen.press('enter')
    await screen.shows('enter again to confirm')
    await screen.gone('## Plan')
    await expectGolden(screen, 'permission-dangerous')
    screen.press('up')
    await screen.gone('! enter again')
    screen.press('down')
    await screen.shows('› Yes, and bypass')
    screen.press('enter')
    await screen.shows('! enter again')
    expect(agent.lines().join('\n')).not.toContain('"optionId"')
    screen.press('enter')
    expect(await answer).toEqual(selected('Yes, and bypass permissions'))
  })

  test('esc puts it aside, two more cancel the turn, and every open question is answered so', async () => {
    const { agent, screen, turn } = await workingStage()
    await agent.update(plan('now Plan'))
    const first = agent.asks(proposal, ...options)
    const second = agent.asks({ toolCallId: 'call-2', title: 'Run rm' }, ...options)
    await screen.shows('1 more')
    screen.press('escape')
    await screen.shows('w to answer')
    screen.type('w')
    await screen.shows('› Keep planning')
    screen.press('escape')
    await screen.shows('w to answer')
    screen.press('escape')
    await screen.shows('esc again cancels the turn.')
    expect(agent.lines().join('\n')).not.toContain('"outcome"')
    screen.press('escape')
    await agent.received('session/cancel')
    expect(await first).toEqual({ outcome: { outcome: 'cancelled' } })
    expect(await second).toEqual({ outcome: { outcome: 'cancelled' } })
    await agent.endTurn(turn, 'cancelled')
    await screen.shows('cancelled after')
  })

  test('does not take the keys of a line that is being written, and plans can be looked at behind it', async () => {
    const { agent, screen } = await planning()
    screen.press('enter')
    await screen.shows('enter send')
    screen.type('do')
    const answer = agent.asks(proposal, ...options)
    await screen.shows('Approve this plan?')
    screen.type(' it')
    await screen.shows('› do it')
    screen.press('enter')
    await screen.shows('1 prompt waiting')
    expect(agent.lines().join('\n')).not.toContain('"outcome"')
    screen.press('enter')
    expect(await answer).toEqual(selected('Keep planning'))
  })

  test('fits into 40x12 with more options than there is room', async () => {
    const { agent, screen } = await planning({ columns: 40, rows: 12 })
    const name = (at: number): string => `Option ${at} with a name that is far too long for this`
    const many = Array.from({ length: 8 }, (_, at) => `allow_once ${name(at)}`)
    const answer = agent.asks(proposal, ...many)
    await screen.shows('Approve this plan?')
    await screen.gone('## Plan')
    await expectGolden(screen, 'permission.40x12')
    for (let more = 0; more < 7; more++) screen.press('down')
    await screen.shows('Option 7')
    screen.press('enter')
    expect(await answer).toEqual(selected(name(7)))
  })
})

test.each([
  ['without options', { options: [] }],
  ['with options that are no list', { options: 'yes or no' }],
  ['with options that cannot be chosen', { options: [{ name: 'no id' }, null, 7] }],
])('a request %s is answered with an error and counted', async (_, params) => {
  const { agent, screen } = await workingStage()
  await agent.update(plan('now Plan'))
  const answer = await agent.request('session/request_permission', {
    sessionId: agent.sessionId,
    toolCall: proposal,
    ...params,
  })
  expect(answer.error).toMatchObject({ code: -32602 })
  await screen.shows('problem')
  screen.type('!')
  await screen.shows('params.options')
})

test('an unknown request is refused with -32601, counted only where a plan is in it, and stops nothing', async () => {
  const { agent, screen } = await workingStage()
  const answer = await agent.request('fs/read_text_file', { path: '/etc/passwd' })
  expect(answer.error).toMatchObject({ code: -32601 })
  await agent.update(plan('now Go on'))
  await screen.shows('» Go on')
  expect(screen.text()).not.toContain('problem')
  await agent.request('_other/submit_plan', { plan: '# Plan' })
  await screen.shows('! 1 problem')
  screen.type('!')
  await screen.shows('the agent called fs/read_text_file')
})
