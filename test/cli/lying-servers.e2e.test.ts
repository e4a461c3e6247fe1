import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openInProcess } from '../support/in-process-app.ts'
import { tellLie, type LyingServer } from '../support/lies/lying-server.ts'
import { runApp, type RunOutcome } from '../support/run-app.ts'

async function telling(name: string): Promise<LyingServer> {
  const server = await tellLie(name)
  onTestFinished(async () => await server.close())
  return server
}

const peakMemory = pathToFileURL(
  fileURLToPath(new URL('../support/programs/peak-memory.mjs', import.meta.url)),
).href

async function connect({ address }: LyingServer, ...args: readonly string[]): Promise<RunOutcome> {
  const env = { NODE_OPTIONS: `--import ${peakMemory}` }
  return await runApp({ args: ['connect', address, '--prompt', 'go', '--timeout', '1', ...args], env })
}

test.each([
  ['http: says nothing', 'json', [3]],
  ['http: never answers (post)', 'text', [3]],
  ['http: never answers (get)', 'json', [3]],
  ['ws: opens and says nothing', 'text', [3]],
  ['tcp: says nothing', 'json', [3]],
  ['unix: never answers session/prompt', 'text', [3]],
])('%s: the run ends with a reason that names the address, as %s', async (name, format, statuses) => {
  const server = await telling(name)
  const { code, stderr } = await connect(server, '--format', format)
  expect(statuses).toContain(code)
  expect(stderr).toContain(`acp-plan-tui: the agent at ${server.address} `)
})

// Node 20 does not notice the end of the first connection of a process by itself.
test('a server that hangs up at once is told of at once', async () => {
  const server = await telling('http: hangs up at once')
  const args = ['connect', server.address, '--prompt', 'go', '--format', 'text']
  const { code, stderr } = await runApp({ args })
  expect([code, stderr]).toEqual([4, expect.stringContaining('the connection broke (UND_ERR_SOCKET)')])
})

test.each([
  'http: is a bomb (initialize)',
  'http: is an error that is a bomb (initialize)',
  'http: has a body without end (initialize)',
  'http: has a body of tiny chunks',
  'http: has an event of empty lines without end',
  'ws: sends a message of tiny fragments',
  'ws: pings for ever and never reads',
])('%s: that ends, and takes less than 500 MB', async (name) => {
  const { code, stderr } = await connect(await telling(name))
  expect([3, 4, 7]).toContain(code)
  expect(Number(/peak (\d+) kB/.exec(stderr)?.[1])).toBeLessThan(500_000)
})

test('on the screen: a server that says nothing is told of, and the user can leave', async () => {
  const server = await telling('http: hangs up at once')
  const args = ['connect', server.address, '--timeout', '1']
  const screen = await openInProcess({ columns: 100, rows: 24, args })
  await screen.shows('cannot be reached')
  screen.type('qq')
  expect((await screen.exit()).code).toBe(4)
  expect(screen.modes()).toEqual([])
})
