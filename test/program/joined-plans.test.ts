import { expect, test } from 'vitest'
import { selected } from '../support/scripted-agent.ts'
import { plan, planUpdate, sendPrompt, workingStage, type Stage } from './stage.ts'

const text = '# Split the parser\n\n1. Move the tokenizer\n2. Test it\n'
const revised = '# Split the parser\n\n1. Warn when it is used\n2. Move the tokenizer\n3. Test it\n'

function asks({ agent }: Pick<Stage, 'agent'>, words: string, toolCallId: string): Promise<unknown> {
  const toolCall = {
    toolCallId,
    title: 'Implement this plan?',
    kind: 'switch_mode',
    rawInput: { plan: words },
  }
  return agent.asks(toolCall, 'allow_once Yes, implement this plan', 'reject_once No, keep planning')
}

function markdown(planId: string, content: string): object {
  return planUpdate({ type: 'markdown', planId, content })
}

/** The row of the tabs. */
function tabs(screen: Stage['screen']): string {
  return screen.text().split('\n')[1]?.trimEnd() ?? ''
}

test('as codex: sent piece by piece, asked about, rejected, revised under another id, approved, worked off: one tab', async () => {
  const { agent, screen, turn } = await workingStage()
  await agent.update(markdown('a-1-plan', text.slice(0, 45)))
  await screen.shows('Move the tokenizer')
  await agent.update(markdown('a-1-plan', text))
  const first = asks({ agent }, text, 'plan-review:a-1-plan')
  await screen.shows('› No, keep planning')
  expect(tabs(screen)).toBe(' Proposed plan ?')
  screen.press('enter')
  expect(await first).toEqual(selected('No, keep planning'))
  await screen.shows('rejected “No, keep planning”')
  await agent.endTurn(turn)
  await screen.shows('enter ask')
  await sendPrompt(screen, 'warn first')
  const next = await agent.prompted()

  await agent.update(markdown('a-2-plan', revised.slice(0, 40)))
  await screen.shows('being written')
  expect(tabs(screen)).toBe(' Proposed plan')
  await agent.update(markdown('a-2-plan', revised))
  const second = asks({ agent }, revised, 'plan-review:a-2-plan')
  await screen.shows('revision 2 · +1 −0 line since the last proposal')
  expect(tabs(screen)).toBe(' Proposed plan ?')
  await screen.press('down').shows('› Yes, implement this plan')
  screen.press('enter')
  expect(await second).toEqual(selected('Yes, implement this plan'))
  await screen.shows('approved “Yes, implement this plan”')
  await agent.update(plan('now Warn when it is used', 'todo Move the tokenizer'))
  await screen.shows('» Warn when it is used')
  expect(tabs(screen)).toBe(' Proposed plan    Plan 0/2 »')
  await agent.endTurn(next)
})
