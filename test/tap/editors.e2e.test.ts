import { Readable, Writable } from 'node:stream'
import { client, ndJsonStream } from '@agentclientprotocol/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../src/app/app.ts'
import { taps } from '../../src/sources/observed/taps.ts'
import { placesIn, planWords } from '../support/observed-session.ts'
import { launcher } from '../support/surroundings.ts'
import { startTap, startTapOf, until, watchTap, type TapRun } from './tap-run.ts'
import path from 'node:path'
import { systemClock } from '../../src/cli/host/host.ts'

interface Editor {
  readonly updates: readonly Update[]
  request(method: string, params: object): Promise<unknown>
  close(): void
}

interface Update {
  readonly sessionUpdate: string
  readonly entries?: readonly { readonly content: string; readonly status: string }[]
}

/** A client of the SDK at the streams of a tap, as an editor is. */
function sdkEditor({ tap }: TapRun): Editor {
  const updates: Update[] = []
  const stream = ndJsonStream(
    Writable.toWeb(tap.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(tap.stdout) as ReadableStream<Uint8Array>,
  )
  const connection = client({ name: 'editor' })
    .onNotification('session/update', ({ params }) => void updates.push(params.update as Update))
    .connect(stream)
  onTestFinished(() => connection.close())
  return {
    updates,
    request: async (method, params) => await connection.agent.request(method, params),
    close: () => connection.close(),
  }
}

const initialize = {
  protocolVersion: 1,
  clientCapabilities: {},
  clientInfo: { name: 'editor', version: '1' },
}

test('a client of the SDK runs an agent behind a tap, and attach shows the plan that it got', async () => {
  const command = [process.execPath, launcher, 'demo', 'checklist', '--stdio', '--speed', 'max']
  const run = startTapOf(command, ['--label', 'sdk'])
  const editor = sdkEditor(run)
  await editor.request('initialize', initialize)
  const session = (await editor.request('session/new', { cwd: '/', mcpServers: [] })) as { sessionId: string }
  const prompt = [{ type: 'text', text: 'go' }]
  const turn = await editor.request('session/prompt', { sessionId: session.sessionId, prompt })
  expect(turn).toMatchObject({ stopReason: 'end_turn' })
  const plan = editor.updates.findLast(({ sessionUpdate }) => sessionUpdate === 'plan')
  const expected = plan?.entries?.map(({ content, status }) => `${status} ${content}`)
  expect(expected?.length).toBeGreaterThan(2)

  const folder = path.join(run.runtime, 'acp-plan-tui')
  const [found] = await taps.find(placesIn(run.runtime, { runtimeFolder: folder }))
  if (found === undefined) throw new Error('the tap is not found')
  const app = createApp()
  const source = taps.observe({
    found,
    clock: systemClock,
    attention: 'shown',
    sink: {
      began: () => undefined,
      events: (events) => events.forEach((event) => app.dispatch(event)),
      wire: () => undefined,
      begunAnew: () => undefined,
      status: () => undefined,
      notUnderstood: (what) => expect(what).toBeNull(),
    },
  })
  onTestFinished(() => source.close())
  // A step that the agent has left out is kept as a cancelled one.
  const shown = (): readonly string[] => planWords(app).filter((step) => !step.startsWith('cancelled'))
  await until(() => shown().join() === expected?.join())
  run.tap.stdin.end()
  expect(await run.ended).toEqual({ code: 0, signal: null })
  expect(run.stderr()).toBe('')
})

/** An agent that sends a checklist with an id and a markdown plan when it has been asked to with the capability for them. */
const planner = `
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const plan = (plan) => send({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'plan_update', plan } } })
let text = ''
process.stdin.on('data', (chunk) => {
  text += chunk
  for (let at = text.indexOf('\\n'); at >= 0; at = text.indexOf('\\n')) {
    const { id, method, params } = JSON.parse(text.slice(0, at))
    text = text.slice(at + 1)
    if (method === 'initialize') {
      const asked = Object.keys(params.clientCapabilities)
      send({ id, result: { protocolVersion: 1, agentCapabilities: {}, agentInfo: { name: asked.join(' '), version: '1' } } })
      if (asked.length === 0) continue
      plan({ type: 'items', planId: 'p', entries: [{ content: 'One', status: 'pending', priority: 'high' }] })
      plan({ type: 'markdown', planId: 'q', content: '# Two' })
      plan({ type: 'markdown', planId: 'q', content: '# Three' })
    } else send({ id, result: {} })
  }
})`

test('with --advertise-plans an editor gets checklists, and viewers see all and what was withheld', async () => {
  const run = startTap(planner, ['--advertise-plans'])
  const editor = sdkEditor(run)
  expect(await editor.request('initialize', initialize)).toMatchObject({
    agentInfo: { name: 'plan planCapabilities' },
  })
  const viewer = await watchTap(run.runtime)
  await until(() => viewer.lines().filter((line) => 'in' in line).length === 4 && editor.updates.length > 0)
  expect(editor.updates).toEqual([
    { sessionUpdate: 'plan', entries: [{ content: 'One', status: 'pending', priority: 'high' }] },
  ])
  const says =
    'acp-plan-tui tap: a plan of the kind “markdown” was withheld from the editor, which does not know it; so are others of its kind'
  expect(run.stderr()).toBe(`${says}\n`)
  expect(viewer.lines().flatMap(({ err }) => err ?? [])).toEqual([says])
  expect(viewer.lines().flatMap((line) => line['in'] ?? [])).toEqual([
    expect.stringContaining('"result"'),
    expect.stringContaining('"type":"items"'),
    expect.stringContaining('# Two'),
    expect.stringContaining('# Three'),
  ])
})

test('without it an editor gets what the agent sends', async () => {
  const run = startTap(planner)
  const editor = sdkEditor(run)
  expect(await editor.request('initialize', initialize)).toMatchObject({ agentInfo: { name: '' } })
})
