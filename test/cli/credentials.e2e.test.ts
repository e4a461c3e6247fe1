import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { encodings, stringsIn, tells } from '../app/conceal/encodings.ts'
import { listen } from '../sources/remote/support.ts'
import { runApp, runHere } from '../support/run-app.ts'
import { surroundings } from '../support/surroundings.ts'

const token = 'sk-S3cret+token/42=='

interface Asked {
  readonly id: number
  readonly method: string
}

const answers: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: 1, agentInfo: { name: `agent ${token}`, version: '1' } },
  'session/new': { sessionId: `s-${token}` },
}

/** An agent that repeats the token in every encoding, wherever it has a text. */
async function echoingAgent(): Promise<string> {
  const server = createServer()
  new WebSocketServer({ server }).on('connection', (socket) => {
    const say = (message: object): void => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
    const tell = (update: object): void =>
      say({ method: 'session/update', params: { sessionId: `s-${token}`, update } })
    socket.on('message', (data: Buffer) => {
      const { id, method } = JSON.parse(data.toString('utf8')) as Asked
      if (method !== 'session/prompt') return say({ id, result: answers[method] ?? {} })
      for (const encode of Object.values(encodings)) {
        const text = `<${encode(token)}>`
        tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${text}\n` } })
        tell({
          sessionUpdate: 'plan',
          entries: [{ content: text, status: 'pending', priority: 'low' }],
          [text]: 1,
        })
        tell({ sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: text, content: `# ${text}` } })
        tell({ sessionUpdate: 'plan_update', plan: { type: text, planId: 'other', payload: text } })
        tell({
          sessionUpdate: 'plan_update',
          plan: { type: 'file', planId: 'f', uri: `data:text/plain,${text}` },
        })
        tell({ sessionUpdate: 'session_info_update', title: text })
        say({ method: `x/${text}`, params: [text] })
        socket.send(`not JSON: ${text}`)
        socket.send(Buffer.from(`{"binary": ${JSON.stringify(text)}}`))
      }
      say({ id, error: { code: -32_603, message: `no ${encodeURIComponent(token)}`, data: token } })
    })
  })
  return `ws://127.0.0.1:${await listen(server)}/acp`
}

function expectNoToken(output: string): void {
  const texts = output.split('\n').flatMap((line) => [line, ...stringsOf(line)])
  expect(texts.filter((text) => tells(text, token))).toEqual([])
}

function stringsOf(line: string): readonly string[] {
  try {
    return stringsIn(line)
  } catch {
    return []
  }
}

test.each(['text', 'json'])(
  'what an agent repeats is in nothing that is written: --format %s',
  async (format) => {
    const { folder } = surroundings()
    const tokenFile = path.join(folder, 'token')
    const record = path.join(folder, 'run.ndjson')
    writeFileSync(tokenFile, token)
    const { code, stderr, stdout } = await runApp({
      args: [
        'connect',
        `${await echoingAgent()}?token=${encodeURIComponent(token)}`,
        '--token-file',
        tokenFile,
        '--prompt',
        'go',
        '--format',
        format,
        '--record',
        record,
      ],
    })
    expect([code, stderr.includes('***')]).toEqual([7, true])
    expect(stdout).toContain('***')
    const recorded = readFileSync(record, 'utf8')
    expect(recorded).toContain('***')
    for (const output of [stdout, stderr, recorded]) expectNoToken(output)
  },
)

describe('a token for a socket', () => {
  test('that an option gives is wrong, and not told', async () => {
    for (const given of [
      ['--header', `X-Key: ${token}`],
      ['--token-file', '/no/such/file'],
    ]) {
      const { code, stderr } = await runHere({
        args: ['connect', 'tcp://127.0.0.1:1', ...given, '--prompt', 'x'],
      })
      expect([code, stderr.split('\n')[1]]).toEqual([
        2,
        '  Headers and tokens go over ws:, wss:, http: and https: only.',
      ])
      expectNoToken(stderr)
    }
  })

  test('that is set elsewhere is not even read', async () => {
    const env = { ACP_PLAN_TUI_TOKEN_FILE: '/no/such/file' }
    const { code, stderr } = await runHere({ args: ['connect', 'tcp://127.0.0.1:1', '--prompt', 'x'], env })
    expect([code, stderr.includes('cannot be reached'), stderr.includes('token')]).toEqual([4, true, false])
  })

  test('that stands in the address is wrong, and not told', async () => {
    for (const address of [`tcp://me:${token}@host:1`, `tcp://host:1?token=${token}`]) {
      const { code, stderr } = await runHere({ args: ['connect', address, '--prompt', 'x'] })
      expect(code).toBe(2)
      expectNoToken(stderr)
    }
  })
})

test('a token where its file should be named is not told', async () => {
  const given = 'ghp_0123456789abcdefghijABCDEFGHIJ'
  const { code, stderr } = await runHere({
    args: ['connect', 'ws://a', '--token-file', given, '--prompt', 'x'],
  })
  expect([code, stderr]).toEqual([
    2,
    'acp-plan-tui: --token-file: the token file does not exist, and its name looks like a token\n' +
      "  Write the token into a file and give the file's name: others can see command lines.\n",
  ])
})

test('what is named like a credential in the agent’s command is not shown', async () => {
  const { folder } = surroundings()
  mkdirSync(path.join(folder, 'a'))
  const record = path.join(folder, 'run.ndjson')
  const command = [
    '/no/such/agent',
    '--api-key',
    'hunter-two',
    'TOKEN=hunter-three',
    'https://me:hunter4@host',
  ]
  const args = ['--prompt', 'x', '--format', 'json', '--record', record]
  const { code, stderr, stdout } = await runApp({ args, command })
  expect(code).toBe(4)
  expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({
    command: ['/no/such/agent', '--api-key', '***', 'TOKEN=***', 'https://me:***@host'],
  })
  expect(stdout + stderr + readFileSync(record, 'utf8')).not.toContain('hunter')
  const asOne = await runApp({ args: ['--prompt', 'x'], command: ['agent --api-key hunter-two2'] })
  expect(asOne.code).toBe(4)
  expect(asOne.stderr).not.toContain('hunter')
})

test('nor in what is said of a wrong command line', async () => {
  for (const args of [
    ['--env', 'hunter-two', '--', 'agent'],
    ['agent', 'API_KEY=hunter-two'],
  ]) {
    const { code, stderr } = await runHere({ args })
    expect([code, stderr.includes('hunter')]).toEqual([2, false])
  }
})
