import { describe, test } from 'vitest'
import { workingStage } from './stage.ts'

const entries = (status: string): readonly object[] => [
  { content: 'Read the parser', priority: 'high', status },
]

describe('the wire panel of a running agent', () => {
  test('shows what both have sent, leads to a revision and back, and follows', async () => {
    const { agent, screen, turn } = await workingStage({ args: ['--wire-limit', '1MB'] })
    await agent.update({ sessionUpdate: 'plan', entries: entries('pending') })
    await agent.update({ sessionUpdate: 'plan', entries: entries('in_progress') })
    await screen.shows('» Read the parser')
    await screen.type('i').shows('main · revision 2 · ~1')
    await screen.shows(/→ request {3}initialize {2}#0/)
    await screen.shows(/session\/prompt {2}#\d+ +waits/)
    await agent.endTurn(turn)
    await screen.shows(/session\/prompt · end_turn/)
    await screen.type('i').gone('Wire')
    await screen.type('[').shows('revision 1 of 2')
    await screen.type('I').shows(/^›.*main · revision 1/m)
    await screen.type('r').shows('revision 1 of 2')
  })

  test('shows stderr, and a line that is no message with what is wrong about it', async () => {
    const { agent, screen } = await workingStage()
    await agent.writeStderr('a warning\n')
    await agent.write('no message\n')
    await screen.type('i').shows(/← stderr {4}a warning/)
    await screen.shows(/← malformed no message/)
    await screen.shows(/problem {3}rejected: not JSON/)
  })
})
