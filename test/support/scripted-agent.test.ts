import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { scriptedAgent, type ScriptedAgent } from './scripted-agent.ts'

/** Starts the agent and sends it messages, as a client does. */
function start({ command: [file, ...args] }: ScriptedAgent, ...messages: readonly object[]): void {
  const agent = spawn(file, args, { stdio: ['pipe', 'ignore', 'ignore'] })
  onTestFinished(() => void agent.kill('SIGKILL'))
  for (const message of messages) agent.stdin.write(`${JSON.stringify(message)}\n`)
}

const prompt = { jsonrpc: '2.0', id: 2, method: 'session/prompt', params: { sessionId: 's', prompt: [] } }

test('each message is received once, and answers are told from requests', async () => {
  const agent = await scriptedAgent()
  start(agent, { jsonrpc: '2.0', id: 'agent-1', result: { outcome: 'yes' } }, prompt, {
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
  start(agent, prompt)
  const first = await agent.started()
  await agent.exit(1)
  await agent.gone()
  await expect(agent.write('x')).rejects.toThrow('ended before it did: stdout')
  start(agent, prompt)
  expect((await agent.started(2)).pid).not.toBe(first.pid)
  expect((await agent.received('session/prompt')).id).toBe(2)
})
