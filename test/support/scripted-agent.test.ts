import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openApp, type Screen } from './open-app.ts'
import { scriptedAgent, type ScriptedAgent } from './scripted-agent.ts'

const echoClient = fileURLToPath(new URL('programs/echo-client.mjs', import.meta.url))

/** Runs a client that sends the messages to the agent, and shows what the agent writes. */
async function open(agent: ScriptedAgent, ...messages: readonly object[]): Promise<Screen> {
  const args = messages.map((message) => JSON.stringify(message))
  const program = [process.execPath, echoClient] as const
  return openApp({ columns: 100, rows: 12, program, args, command: agent.command })
}

const prompt = { jsonrpc: '2.0', id: 2, method: 'session/prompt', params: { sessionId: 's', prompt: [] } }

test('each message is received once, and answers are told from requests', async () => {
  const agent = await scriptedAgent()
  await open(agent, { jsonrpc: '2.0', id: 'agent-1', result: { outcome: 'yes' } }, prompt, {
    ...prompt,
    id: 3,
  })
  const answer = await agent.request('session/request_permission', { sessionId: 's' })
  expect(answer.result).toEqual({ outcome: 'yes' })
  expect((await agent.received('session/prompt')).id).toBe(2)
  expect((await agent.received('session/prompt')).id).toBe(3)
})

test('an agent that has ended writes nothing more, and starts again as another process', async () => {
  const agent = await scriptedAgent()
  await open(agent, prompt)
  const first = await agent.started()
  await agent.exit(1)
  await agent.gone()
  await expect(agent.write('x')).rejects.toThrow('ended before it did: stdout')
  await open(agent, prompt)
  expect((await agent.started(2)).pid).not.toBe(first.pid)
  expect((await agent.received('session/prompt')).id).toBe(2)
})
