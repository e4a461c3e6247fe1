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
    screen.type('i')
    await screen.shows('main · revision 2 · ~1')
    await screen.shows(/→ request {3}initialize {2}#0/)
    await screen.shows(/session\/prompt {2}#\d+ +waits/)
    await agent.endTurn(turn)
    await screen.shows(/session\/prompt · end_turn/)
    screen.type('i')
    await screen.gone('Wire')
    screen.type('[')
    await screen.shows('revision 1 of 2')
    screen.type('I')
    await screen.shows(/^›.*main · revision 1/m)
    screen.type('r')
    await screen.shows('revision 1 of 2')
  })

  test('shows stderr, and a line that is no message with what is wrong about it', async () => {
    const { agent, screen } = await workingStage()
    await agent.writeStderr('a warning\n')
    await agent.write('no message\n')
    screen.type('i')
    await screen.shows(/← stderr {4}a warning/)
    await screen.shows(/← malformed no message/)
    await screen.shows(/problem {3}rejected: not JSON/)
  })
})
