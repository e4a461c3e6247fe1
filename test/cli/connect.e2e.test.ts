import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { jsonEvent } from '../../src/outputs/schema/json-event.ts'
import { serveAgent } from '../sources/remote/served-agent.ts'
import { openInProcess } from '../support/in-process-app.ts'
import { runApp, runHere, type RunOutcome } from '../support/run-app.ts'
import { surroundings } from '../support/surroundings.ts'
import { linesOf } from './run-with-agent.ts'

const prompt = ['--prompt', 'build a boat', '--permissions', 'allow'] as const

async function connect(...args: readonly string[]): Promise<RunOutcome> {
  return runApp({ args: ['connect', ...args] })
}

/** For a command line that is wrong: nothing is connected to. */
async function connectHere(...args: readonly string[]): Promise<RunOutcome> {
  return runHere({ args: ['connect', ...args] })
}

const told = [
  'agent: small 1 · ACP v1',
  'session: s1',
  'prompt: build a boat',
  'Plan: 0 of 1 done',
  '  » build a boat',
  'permission asked: May I build a boat? (No | Yes)',
  'permission answered: Yes (by the policy, nobody was asked)',
  'turn ended: end_turn after some time',
  'At the end:',
  'Plan: 0 of 1 done',
  '  ◐ build a boat · unfinished',
  '  done in its steps:',
  '    build a boat: 1 question',
  '  doubts:',
  '    left open: 1 step',
]

describe.each(['ws', 'http', 'tcp', 'unix'] as const)('an agent over %s', (way) => {
  test('is prompted, and its session goes on in the next run', async () => {
    const { address } = await serveAgent(way)
    const first = await connect(address, ...prompt, '--cwd', '/srv/nowhere')
    expect([first.code, first.stderr]).toEqual([0, ''])
    expect(linesOf(first)).toEqual(told)
    const again = await connect(address, '--session', 's1')
    expect([again.code, again.stderr]).toEqual([0, ''])
    const lines = linesOf(again)
    // Over HTTP what a session reports has a stream of its own, and may come after the answer.
    expect(lines.filter((line) => line !== 'session: s1 (loaded)')).toEqual([
      'agent: small 1 · ACP v1',
      'session: s1 is being loaded',
      'Plan: 0 of 1 done',
      '  ◐ build a boat · unfinished',
      'At the end:',
      'Plan: 0 of 1 done',
      '  ◐ build a boat · unfinished',
    ])
    expect(lines).toContain('session: s1 (loaded)')
  })

  test('that is not there: status 4', async () => {
    const served = await serveAgent(way)
    await served.stop()
    const { code, stderr } = await connect(served.address, ...prompt)
    expect(code).toBe(4)
    expect(stderr).toMatch(
      /^acp-plan-tui: the agent at \S+ cannot be reached: .+\n {2}Check the address, and that the agent is running and accepts connections there\.\n$/,
    )
    expect(stderr).toContain(served.address.replace(/^unix:/, ''))
  })
})

interface Asked {
  readonly id: number
  readonly method: string
}

type Say = (message: object) => void

/** An agent over TCP that opens sessions by itself; prompts are answered by the test. Gives its address. */
async function lineAgent(prompted: (request: Asked, say: Say, socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.setEncoding('utf8')
    const say: Say = (message) => void socket.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    let rest = ''
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const request = JSON.parse(line) as Asked
        if (request.method === 'session/prompt') prompted(request, say, socket)
        else say({ id: request.id, result: opening[request.method] ?? {} })
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return `tcp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

const opening: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: 1, agentCapabilities: { loadSession: true } },
  'session/new': { sessionId: 's1' },
}

test('an agent that is lost in a turn is called again, and gets no prompt twice: status 7', async () => {
  const address = await lineAgent((_request, _say, socket) => socket.destroy())
  const outcome = await connect(address, '--prompt', 'one', '--timeout', '10')
  expect(linesOf(outcome).join('\n')).toMatch(
    /prompt: one\nthe connection was lost \(.+\); next attempt \(1\) in 1s\n[^]*session: s1 is being loaded\nsession: s1 \(loaded\)\nthe agent is back\n/,
  )
  expect(outcome.stdout.match(/prompt: one/g)).toHaveLength(1)
  expect([outcome.code, outcome.stderr]).toEqual([
    7,
    'acp-plan-tui: the agent was lost while it worked: the other side closed it\n' +
      '  The result of its work is unknown; --continue or --session ID continues the session.\n',
  ])
})

describe('secrets', () => {
  test('are sent, and never written', async () => {
    const { folder } = surroundings()
    const tokenFile = path.join(folder, 'token')
    writeFileSync(tokenFile, 'hunter-two\n')
    const { address } = await serveAgent('ws')
    const url = address.replace('ws://', 'ws://user:pass-word@')
    const secrets = ['--header', 'X-Key: hunter-three', '--token-file', tokenFile]
    const { code, stderr, stdout } = await connect(url, ...secrets, ...prompt, '--format', 'json')
    expect(code).toBe(0)
    const [start] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => jsonEvent.parse(JSON.parse(line)))
    expect(start).toMatchObject({ type: 'start', command: [`${address}/acp`] })
    expect(stdout + stderr).not.toMatch(/hunter|pass-word/)
  })

  test('are not in what is said of a wrong command line', async () => {
    for (const args of [
      ['ws://host', '--header', 'hunter-three'],
      ['ws://user:hunter@', '--header', 'A: b'],
      ['ws://a', 'ws://user:hunter@b'],
      ['tcp://host:1', '--header', 'X-Key: hunter'],
    ]) {
      const { code, stderr } = await connectHere(...args)
      expect([args, code]).toEqual([args, 2])
      expect(stderr).not.toContain('hunter')
    }
  })
})

test.each([
  [
    ['localhost:3000'],
    'acp-plan-tui: the address “localhost:3000” does not say how to get there\n' +
      '  Did you mean ws://localhost:3000? Or tcp://localhost:3000.\n',
  ],
  [
    ['ws://a', '--cwd', 'src', '--prompt', 'x'],
    'acp-plan-tui: --cwd src is not an absolute path\n' +
      "  It is a folder on the agent's machine, for example `--cwd /srv/site`.\n",
  ],
  [
    ['ws://a', '--map-files', '/srv', '--prompt', 'x'],
    'acp-plan-tui: --map-files: the file mapping “/srv” has no “=”\n' +
      '  It is written REMOTE=LOCAL, for example --map-files /srv/work=/mnt/work.\n',
  ],
  [
    ['ws://a', '--token-file', '/no/such/file', '--prompt', 'x'],
    'acp-plan-tui: --token-file: the token file “/no/such/file” does not exist\n' +
      '  It must contain the token and nothing else.\n',
  ],
  [
    ['unix:/run/a', '--token-file', 'x', '--prompt', 'x'],
    'acp-plan-tui: --token-file cannot be used with unix:/run/a\n' +
      '  Headers and tokens go over ws:, wss:, http: and https: only.\n',
  ],
  [
    ['ws://a', '--allow-fs', '--cwd', '/no/such/folder', '--prompt', 'x'],
    'acp-plan-tui: --allow-fs: there is no folder /no/such/folder on this machine\n' +
      '  Leave it out, or give a --cwd that exists on both machines.\n',
  ],
  [
    ['ws://a'],
    'acp-plan-tui: nothing to do: no prompt, and a run without a screen ends when the agent is idle\n' +
      '  Give --prompt TEXT, or --exit-on never to watch until the agent ends.\n',
  ],
])('usage: %j: status 2', async (args, stderr) => {
  expect(await connectHere(...args)).toEqual({ code: 2, signal: null, stdout: '', stderr })
})

test("a plan in a file of the agent's machine is read where that is mapped to, and nowhere else", async () => {
  const { folder } = surroundings()
  mkdirSync(path.join(folder, 'site'))
  writeFileSync(path.join(folder, 'site', 'plan.md'), '# Mapped plan\n')
  const address = await lineAgent(({ id }, say) => {
    for (const [planId, uri] of [
      ['mapped', 'file:///srv/site/plan.md'],
      ['other', `file://${folder}/site/plan.md`],
    ]) {
      const update = { sessionUpdate: 'plan_update', plan: { type: 'file', planId, uri } }
      say({ method: 'session/update', params: { sessionId: 's1', update } })
    }
    say({ id, result: { stopReason: 'end_turn' } })
  })
  const { code, stdout } = await connect(address, '--prompt', 'go', '--map-files', `/srv/site=${folder}/site`)
  expect(code).toBe(0)
  expect(stdout).toContain('  | # Mapped plan')
  expect(stdout.match(/# Mapped plan/g)).toHaveLength(1)
  expect(stdout).toMatch(/At the end:\n[^]*not readable now/)
})

test('on a screen: a remote agent is asked, answered and left', async () => {
  const { address } = await serveAgent('ws')
  const args = ['connect', address, '--prompt', 'build a boat']
  const screen = await openInProcess({ columns: 80, rows: 24, args })
  await screen.receives('May I build a boat?')
  await screen.press('enter').gone('May I build a boat?')
  screen.type('qq')
  expect(await screen.exit()).toMatchObject({ code: 0 })
  expect(screen.modes()).toEqual([])
  expect(screen.title()).toBe('')
})
