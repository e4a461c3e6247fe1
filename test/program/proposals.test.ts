import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../support/empty-folder.ts'
import { selected } from '../support/scripted-agent.ts'
import { plan, said, sendPrompt, workingStage, type Stage } from './stage.ts'

const modes = {
  currentModeId: 'plan',
  availableModes: [
    { id: 'yolo', name: 'YOLO' },
    { id: 'default', name: 'Default' },
    { id: 'plan', name: 'Plan' },
  ],
}

function proposes({ agent }: Pick<Stage, 'agent'>, text: string): Promise<unknown> {
  const title = 'Approve this plan?'
  const toolCall = { toolCallId: 'call', title, kind: 'switch_mode', rawInput: { plan: text } }
  return agent.asks(toolCall, 'allow_once Yes, this once', 'reject_once Keep planning')
}

test('a plan is rejected with feedback, which is the next prompt; revised; compared; approved; and stays', async () => {
  const { agent, screen, turn } = await workingStage()
  const first = proposes({ agent }, '# Split\n\n1. Move it\n2. Test it\n')
  await screen.shows('Proposed plan ?')
  await screen.shows('› Keep planning')
  await screen.type('f').shows('feedback ›')
  await screen.type('warn first').shows('feedback › warn first')
  screen.press('enter')
  expect(await first).toEqual(selected('Keep planning'))
  await screen.shows('rejected “Keep planning”')
  await screen.shows('feedback: warn first')
  await agent.endTurn(turn, 'cancelled')
  const next = await agent.prompted()
  expect(next.params).toMatchObject({ prompt: [{ type: 'text', text: 'warn first' }] })

  const second = proposes({ agent }, '# Split\n\n1. Warn\n2. Move it\n3. Test it\n')
  await screen.shows('revision 2 · +1 −0 line since the last proposal')
  await screen.shows('▌1. Warn')
  await screen.type('d').shows('+1. Warn')
  await screen.shows('# Split')
  screen.press('down')
  screen.press('enter')
  expect(await second).toEqual(selected('Yes, this once'))
  await screen.shows('approved “Yes, this once”')
  await agent.update(plan('now Warn', 'todo Move it'))
  await screen.shows('» Warn')
  await agent.endTurn(next)
  await screen.type('1').shows('approved “Yes, this once”')
})

test('a plan in a message: refined by the next prompt, saved, and implemented in a mode that may work', async () => {
  const folder = emptyFolder()
  const { agent, screen, turn } = await workingStage({
    handshake: { session: { modes } },
    args: ['--cwd', folder],
  })
  const tell = (text: string): Promise<void> =>
    agent.update(said(`<proposed_plan>\n# Split it\n\n1. ${text}\n</proposed_plan>\n`))
  await tell('Move')
  await agent.endTurn(turn)
  await screen.shows('Implement this plan?')
  await screen.shows('› No, refine it')
  await sendPrompt(screen, 'and test')
  const second = await agent.prompted()
  expect(second.params).toMatchObject({ prompt: [{ text: 'and test' }] })
  await tell('Move and test')
  await agent.endTurn(second)
  await screen.shows('1 reworded since the last proposal')
  await screen.shows('› No, refine it')
  const file = path.relative(screen.surroundings.folder, path.join(folder, 'plan-split-it.md'))
  await screen.shows(`Save it to ${file}`)
  screen.press('down')
  await screen.press('enter').shows(`Saved to ${file}`)
  await screen.gone('Implement this plan?')
  expect(await readFile(path.join(folder, 'plan-split-it.md'), 'utf8')).toBe(
    '# Split it\n\n1. Move and test\n',
  )

  await sendPrompt(screen, 'again')
  const third = await agent.prompted()
  await tell('Ship')
  await agent.endTurn(third)
  await screen.shows('› No, refine it')
  await screen.press('down').shows('› Save it to')
  await screen.press('down').shows('› Yes, implement it')
  screen.press('enter')
  const set = await agent.received('session/set_mode')
  expect(set.params).toMatchObject({ modeId: 'default' })
  await agent.respond(set, {})
  const fourth = await agent.prompted()
  expect(fourth.params).toMatchObject({ prompt: [{ text: 'Implement the plan.' }] })
  await screen.shows('approved “Implement”')
})
