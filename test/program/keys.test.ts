import { describe, expect, test } from 'vitest'
import { expectGolden, items, plan, planUpdate, said, stage, workingStage } from './stage.ts'

const steps = (count: number, at: number): readonly string[] =>
  Array.from(
    { length: count },
    (_, index) => `${index < at ? 'done' : index === at ? 'now' : 'todo'} Step ${index + 1} of the work`,
  )

const toolCall = { sessionUpdate: 'tool_call', toolCallId: 'call-1', title: 'Edit parser.ts', kind: 'edit' }

test('a key of the first moment acts at once', async () => {
  const { screen } = await stage({ handshake: null })
  await screen.idle()
  screen.type('?')
  await screen.pass(20)
  expect(screen.text()).toContain('─ Keys ─')
})

describe('plans', () => {
  test('tab, shift-tab, arrows and digits pick one; f follows the agent again', async () => {
    const { agent, screen } = await workingStage()
    await agent.update(planUpdate({ ...items('now Step of one'), planId: 'one' }))
    await screen.shows('Step of one')
    // Picked: else a tab that changes later would take over after a while.
    screen.type('1')
    for (const name of ['two', 'three'])
      await agent.update(planUpdate({ ...items(`now Step of ${name}`), planId: name }))
    await screen.shows(/one.*two.*three/)
    await screen.shows('Step of one')
    screen.press('tab')
    await screen.shows('Step of two')
    screen.press('right')
    await screen.shows('Step of three')
    screen.press('tab')
    await screen.shows('Step of one')
    screen.press('shift-tab')
    await screen.shows('Step of three')
    screen.press('left')
    await screen.shows('Step of two')
    screen.type('1')
    await screen.shows('Step of one')
    screen.type('9')
    await agent.update(planUpdate({ ...items('done Step of two', 'now Next of two'), planId: 'two' }))
    await screen.shows(/two 1\/2 ●/)
    expect(screen.text()).toContain('Step of one')
    screen.type('f')
    await screen.shows('Next of two')
  })
})

describe('a checklist', () => {
  test('keeps the current step in view, scrolls, and follows again', async () => {
    const { agent, screen } = await workingStage()
    await agent.update(plan(...steps(100, 60)))
    await screen.shows('» Step 61 of')
    await agent.update(plan(...steps(100, 90)))
    await screen.shows('» Step 91 of')
    screen.type('g')
    await screen.shows('Step 1 of')
    await agent.update(plan(...steps(100, 91)))
    await screen.shows('91 of 100')
    expect(screen.text()).toContain('✓ Step 1 of')
    screen.press('page-down')
    await screen.gone('Step 1 of')
    screen.press('page-up')
    await screen.shows('Step 1 of')
    screen.type('G')
    await screen.shows('Step 100 of')
    screen.type('f')
    await screen.shows('» Step 92 of')
    await expectGolden(screen, 'checklist-scrolled')
  })
})

test('search: matches are marked as one types, n and N go around, esc ends it', async () => {
  const { agent, screen } = await workingStage()
  await agent.update(plan(...steps(60, 3)))
  await screen.shows('» Step 4 of')
  screen.type('/')
  await screen.shows('enter go')
  screen.type('STEP 5')
  await screen.shows('11 matches')
  await expectGolden(screen, 'search')
  expect(screen.ansi()).toMatch(/\u001b\[[\d;]*7[\d;]*mStep 5/)
  screen.press('enter')
  await screen.shows(/› ?○ Step 5 of/)
  screen.type('n')
  await screen.shows(/› ?○ Step 50 of/)
  screen.type('NN')
  await screen.shows(/› ?○ Step 59 of/)
  screen.type('n')
  await screen.shows(/› ?○ Step 5 of/)
  // The innermost thing first: the words searched for, then the selection, and only then the turn.
  screen.press('escape')
  await screen.gone('n N')
  screen.press('escape')
  await screen.gone(/› ?○ Step 5/)
  screen.press('escape')
  await screen.shows('esc again cancels the turn.')
  screen.press('escape')
  await agent.received('session/cancel')
})

describe('panels', () => {
  test('activity, problems, stderr and help open over the plan, one at a time, and esc closes them first', async () => {
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
    screen.type('a')
    await screen.shows('Quotes nest.')
    await expectGolden(screen, 'panel-activity')
    screen.type('e')
    await screen.shows('so is the coffee')
    await expectGolden(screen, 'panel-stderr')
    screen.type('!')
    await screen.shows('No protocol errors.')
    screen.type('?')
    await screen.shows('In the problems panel')
    await expectGolden(screen, 'panel-help')
    screen.type('G')
    await screen.shows('ctrl-x')
    screen.press('escape')
    await screen.shows('» Read the parser')
    expect(agent.lines().join('\n')).not.toContain('session/cancel')
    screen.press('escape', 'escape')
    await agent.received('session/cancel')
    await screen.shows('cancelling')
    await agent.endTurn(turn, 'cancelled')
    await screen.shows('cancelled after')
    await expectGolden(screen, 'turn-cancelled')
  })
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
  screen.press('down')
  await screen.shows(/› ?✓/)
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
  screen.type('\u001b[B\u001b[B\u001b[B\u001b[B')
  await screen.shows(/^ line 3$[^]*^ line 10$/m)
  await screen.gone(/^ line 2$/m)
  screen.type('/line 50\r')
  await screen.shows(/^ line 50$/m)
  screen.type('gG')
  await screen.shows(/^ line 100$/m)
})

test('a moment is marked without a recording, and found again', async () => {
  const { agent, screen } = await workingStage()
  await agent.update(plan('now Read the parser'))
  await screen.shows('Read the parser')
  screen.type('m')
  await screen.shows('mark ›')
  screen.type('before the split')
  screen.press('enter')
  await screen.shows('Marked: before the split')
  await agent.update(plan('done Read the parser', 'now Split it'))
  await screen.shows('Split it')
  screen.type('{')
  await screen.shows(/revision 1 of 2 .* your mark “before the split” +past/)
  await screen.gone('Split it')
  await agent.update(plan('done Read the parser', 'done Split it'))
  await screen.shows('1 newer revision came meanwhile')
  screen.press('escape')
  await screen.shows('2 of 2')
})
