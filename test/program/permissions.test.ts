import { describe, expect, test } from 'vitest'
import type { AppMessage } from '../support/scripted-agent.ts'
import { expectGolden, plan, workingStage, type Stage } from './stage.ts'

const options = [
  { optionId: 'always', name: 'Yes, and bypass permissions', kind: 'allow_always' },
  { optionId: 'yes', name: 'Yes, this once', kind: 'allow_once' },
  { optionId: 'no', name: 'Keep planning', kind: 'reject_once' },
]
const proposal = {
  toolCallId: 'call-1',
  title: 'Approve this plan?',
  kind: 'switch_mode',
  content: [
    { type: 'content', content: { type: 'text', text: '## Plan\n\n1. Split the tokenizer\n2. Test it' } },
  ],
}

function ask({ agent }: Pick<Stage, 'agent'>, params: object = {}): Promise<AppMessage> {
  return agent.request('session/request_permission', {
    sessionId: agent.sessionId,
    toolCall: proposal,
    options,
    ...params,
  })
}

const selected = (optionId: string): object => ({ outcome: { outcome: 'selected', optionId } })

describe('a question', () => {
  test('shows what it is about, the safest answer first, and sends the one chosen', async () => {
    const { agent, screen } = await workingStage()
    await agent.update(plan('done Read', 'now Plan'))
    await screen.shows('» Plan')
    const answer = ask({ agent })
    await screen.shows('› Keep planning')
    await screen.gone('## Plan')
    await expectGolden(screen, 'permission')
    screen.press('down')
    await screen.shows('› Yes, this once')
    screen.press('enter')
    expect((await answer).result).toEqual(selected('yes'))
    await screen.gone('Approve this plan?')
    await screen.shows('approved “Yes, this once”')
  })

  test('what allows more than once needs a second enter', async () => {
    const { agent, screen } = await workingStage()
    await agent.update(plan('now Plan'))
    await screen.shows('» Plan')
    const answer = ask({ agent })
    await screen.shows('› Keep planning')
    screen.type('p')
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
    expect(agent.lines().join('\n')).not.toContain('"optionId":"always"')
    screen.press('enter')
    expect((await answer).result).toEqual(selected('always'))
  })

  test('esc puts it aside, two more cancel the turn, and every open question is answered so', async () => {
    const { agent, screen, turn } = await workingStage()
    await agent.update(plan('now Plan'))
    const first = ask({ agent })
    const second = ask({ agent }, { toolCall: { toolCallId: 'call-2', title: 'Run rm' } })
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
    expect((await first).result).toEqual({ outcome: { outcome: 'cancelled' } })
    expect((await second).result).toEqual({ outcome: { outcome: 'cancelled' } })
    await agent.endTurn(turn, 'cancelled')
    await screen.shows('cancelled after')
  })

  test('does not take the keys of a line that is being written, and plans can be looked at behind it', async () => {
    const { agent, screen } = await workingStage()
    await agent.update(plan('now Plan'))
    await screen.shows('» Plan')
    screen.press('enter')
    await screen.shows('enter send')
    screen.type('do')
    const answer = ask({ agent })
    await screen.shows('Approve this plan?')
    screen.type(' it')
    await screen.shows('› do it')
    screen.press('enter')
    await screen.shows('1 prompt waiting')
    expect(agent.lines().join('\n')).not.toContain('"outcome"')
    screen.press('enter')
    expect((await answer).result).toEqual(selected('no'))
  })

  test('fits into 40x12 with more options than there is room', async () => {
    const { agent, screen } = await workingStage({ columns: 40, rows: 12 })
    await agent.update(plan('done Read', 'now Plan'))
    await screen.shows('» Plan')
    const many = Array.from({ length: 8 }, (_, at) => ({
      optionId: `option-${at}`,
      name: `Option ${at} with a name that is far too long for this`,
      kind: 'allow_once',
    }))
    const answer = ask({ agent }, { options: many })
    await screen.shows('Approve this plan?')
    await screen.gone('## Plan')
    await expectGolden(screen, 'permission.40x12')
    for (let more = 0; more < 7; more++) screen.press('down')
    await screen.shows('Option 7')
    screen.press('enter')
    expect((await answer).result).toEqual(selected('option-7'))
  })
})

test.each([
  ['without options', { options: [] }],
  ['with options that are no list', { options: 'yes or no' }],
  ['with options that cannot be chosen', { options: [{ name: 'no id' }, null, 7] }],
])('a request %s is answered with an error and counted', async (_, params) => {
  const { agent, screen } = await workingStage()
  await agent.update(plan('now Plan'))
  const answer = await ask({ agent }, params)
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
