import fc from 'fast-check'
import { expect, test } from 'vitest'
import { updateOf, type Json } from './puppet.ts'
import { settled } from './watched-run.ts'
import { runOnWire, type WireRun } from './wire.ts'

const entry = (content: string, status: string): Json => ({ content, status, priority: 'high' })

/** What an agent writes that knows what it will be asked: the ids of its answers are those of the client's requests. */
const script: readonly Json[] = [
  { id: 0, result: { protocolVersion: 1, agentInfo: { name: 'hasty' } } },
  { method: '_log', params: { text: 'ready' } },
  { id: 1, result: { sessionId: 's1' } },
  updateOf({ sessionUpdate: 'plan', entries: [entry('Read', 'in_progress'), entry('Write', 'pending')] }),
  {
    id: 'q',
    method: 'session/request_permission',
    params: {
      sessionId: 's1',
      toolCall: { toolCallId: 't', title: 'Write' },
      options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
    },
  },
  updateOf({ sessionUpdate: 'plan', entries: [entry('Read', 'completed'), entry('Write', 'in_progress')] }),
  { id: 2, result: { stopReason: 'end_turn' } },
  updateOf({ sessionUpdate: 'plan', entries: [entry('Write', 'completed')] }),
  { id: 3, result: { stopReason: 'refusal' } },
  { id: 3, result: {} },
]
const bytes = Buffer.from(
  script.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
)

async function runWith(
  chunks: readonly Buffer[],
  waits: readonly boolean[],
): Promise<WireRun & { lines: readonly string[] }> {
  const run = runOnWire({ prompts: ['one', 'two'], permissions: 'allow' })
  const wire = await run.nextWire()
  for (const [index, chunk] of chunks.entries()) {
    wire.write(chunk)
    if (waits[index % waits.length] === true) await settled()
  }
  // One turn of the loop for each answer.
  await settled()
  await settled()
  return { ...run, lines: wire.lines }
}

/** Cut at these places. */
function cut(places: readonly number[]): readonly Buffer[] {
  const ends = [...new Set([...places, bytes.length])].sort((one, other) => one - other)
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
}

test('the client behaves the same however the output of the agent is cut into chunks', async () => {
  const whole = await runWith([bytes], [true])
  expect(whole.lines.map((line) => (JSON.parse(line) as { method?: string }).method ?? 'answer')).toEqual([
    'initialize',
    'session/new',
    'session/prompt',
    'answer',
    'session/prompt',
  ])
  expect(whole.state().problems.items.map(({ problem }) => problem.code)).toEqual(['stray-response'])
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(bytes.length), { maxLength: 30 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
      async (places, waits) => {
        const run = await runWith(cut(places), waits)
        expect(run.lines).toEqual(whole.lines)
        expect(run.events).toEqual(whole.events)
      },
    ),
    { numRuns: 30 },
  )
})
