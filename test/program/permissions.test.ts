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
    await screen.press('down').shows('› Yes, this once')
    screen.press('enter')
    expect(await answer).toEqual(selected('Yes, this once'))
    await screen.gone('Approve this plan?')
    await screen.shows('approved “Yes, this once”')
  })

  test('does not take the keys of a line that is being written, and plans can be looked at behind it', async () => {
    const { agent, screen } = await planning()
    await screen.press('enter').shows('enter send')
    screen.type('do')
    const answer = agent.asks(proposal, ...options)
    await screen.shows('Approve this plan?')
    await screen.type(' it').shows('› do it')
    await screen.press('enter').shows('1 prompt waiting')
    expect(agent.lines().join('\n')).not.toContain('"outcome"')
    screen.press('enter')
    expect(await answer).toEqual(selected('Keep planning'))
  })
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
  await screen.type('!').shows('the agent called fs/read_text_file')
})
