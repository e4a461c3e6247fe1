import { expect, test } from 'vitest'
import { expectGolden, plan, planUpdate, said, stage, workingStage } from './stage.ts'
import { configured } from '../support/configured.ts'

const toolCall = { sessionUpdate: 'tool_call', toolCallId: 'call-1', title: 'Edit parser.ts', kind: 'edit' }

test('a key of the first moment acts at once', async () => {
  const { screen } = await stage({ handshake: null })
  await screen.idle()
  screen.type('?')
  await screen.pass(20)
  expect(screen.text()).toContain('─ Keys ─')
})

test('keys of the user: function keys, insert and alt keys come as the terminal sends them', async () => {
  const keys = { help: ['f5'], conversation: ['f1'], manual: [], stderr: ['insert'], problems: ['alt-p'] }
  const { screen } = await stage({ env: configured({ keys }) })
  for (const [sent, title] of [
    ['\u001b[15~', '─ Keys ─'],
    ['\u001bOP', '›Conversation'],
    ['\u001b[2~', '›Agent stderr'],
    ['\u001bp', '›Problems'],
  ] as const) {
    await screen.type(sent).shows(title)
  }
  // In a text they type nothing.
  await screen.press('escape').shows('F5 help')
  screen.press('enter')
  await screen.type('a\u001bOPb\u001b[15~c').shows('› abc')
})

test('the panels activity, problems, stderr and help open over the plan, one at a time, and esc closes them first', async () => {
  const { agent, screen, turn } = await workingStage()
  await agent.update(plan('now Read the parser'))
  await agent.update(said('I will read '))
  await agent.update(said('the parser first.'))
  await agent.update({
    sessionUpdate: 'agent_thought_chunk',
    content: { type: 'text', text: 'Quotes nest.' },
  })
  await agent.update({ ...toolCall, status: 'in_progress' })
  await agent.update({ sessionUpdate: 'tool_call_update', toolCallId: 'call-1', status: 'completed' })
  await agent.update({
    ...toolCall,
    toolCallId: 'call-2',
    title: 'Run the tests',
    kind: 'execute',
    status: 'failed',
  })
  await agent.writeStderr('warning: cache is cold\nwarning: so is the coffee\n')
  await screen.shows('2 tool calls')
  await screen.type('a').shows('Quotes nest.')
  await expectGolden(screen, 'panel-activity')
  await screen.type('e').shows('so is the coffee')
  await expectGolden(screen, 'panel-stderr')
  await screen.type('!').shows('No protocol errors.')
  await screen.type('??').shows('In the log')
  await expectGolden(screen, 'panel-help')
  await screen.type('G').shows('ctrl-x')
  await screen.press('escape').shows('» Read the parser')
  expect(agent.lines().join('\n')).not.toContain('session/cancel')
  screen.press('escape', 'escape')
  await agent.received('session/cancel')
  await screen.shows('cancelling')
  await agent.endTurn(turn, 'cancelled')
  await screen.shows('cancelled after')
  await expectGolden(screen, 'turn-cancelled')
})

test('a finished plan rests: nothing is written, then a key shows its effect and no more', async () => {
  const { agent, screen, turn } = await workingStage({ animation: true })
  await agent.update(plan('done Read the parser', 'done Write the tests'))
  await agent.endTurn(turn)
  await screen.shows('idle after')
  await screen.shows('2 of 2')
  // The marks of what changed last go away by themselves.
  await screen.gone('changed')
  await screen.pass(2000)
  const before = screen.raw().length
  await screen.press('down').shows(/› ?✓/)
  await screen.pass(200)
  expect(screen.raw().length - before).toBeLessThan(400)
  expect(screen.raw().subarray(before).toString()).not.toContain('idle after')
})

test('keys that come at once act one after the other, as those of a wheel do', async () => {
  const { agent, screen } = await workingStage()
  const lines = Array.from({ length: 100 }, (_, at) => `line ${at + 1}`).join('\n\n')
  await agent.update(planUpdate({ type: 'markdown', planId: 'long', content: lines }))
  // Where it stands in the text is known once that is rendered.
  await screen.shows(/^ line 1$[^]* 1–\d+ of \d+$/m)
  await screen.type('\u001b[B\u001b[B\u001b[B\u001b[B').shows(/^ line 3$[^]*^ line 10$/m)
  await screen.gone(/^ line 2$/m)
  await screen.type('/line 50\r').shows(/^ line 50$/m)
  await screen.type('gG').shows(/^ line 100$/m)
})

test('a moment is marked without a recording, and found again', async () => {
  const { agent, screen } = await workingStage()
  await agent.update(plan('now Read the parser'))
  await screen.shows('Read the parser')
  await screen.type('m').shows('mark ›')
  screen.type('before the split')
  await screen.press('enter').shows('Marked: before the split')
  await agent.update(plan('done Read the parser', 'now Split it'))
  await screen.shows('Split it')
  await screen.type('{').shows(/revision 1 of 2 .* your mark “before the split” +past/)
  await screen.gone('Split it')
  await agent.update(plan('done Read the parser', 'done Split it'))
  await screen.shows('1 newer revision came meanwhile')
  await screen.press('escape').shows('2 of 2')
})
