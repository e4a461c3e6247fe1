import { expect, test } from 'vitest'
import { promptTexts } from '../../../src/cli/commands/watch.ts'

test('an endless pipe is read up to the limit of a prompt', async () => {
  let pieces = 0
  async function* endless(): AsyncGenerator<Buffer> {
    for (;;) {
      pieces++
      yield await Promise.resolve(Buffer.alloc(1024 * 1024, 'a'))
    }
  }
  const read = await promptTexts([{ type: 'stdin' }], { isTerminal: false, chunks: endless })
  expect(read).toEqual({
    ok: false,
    problem: {
      message: '--prompt-file -: it is too long: at most 4 MiB are read',
      hint: 'Name the file in the prompt, and let the agent read it.',
    },
  })
  expect(pieces).toBe(5)
})
