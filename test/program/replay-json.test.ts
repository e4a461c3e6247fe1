import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { emptyFolder } from '../support/empty-folder.ts'
import { runApp, runHere } from '../support/run-app.ts'

/** An agent that sends plans whose documents are in their URIs, relative, missing and there, many at once, with steps between them. */
const agentWithFiles = `
const [file, missing] = process.argv.slice(2)
const say = (message) => JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n'
const plan = (plan) =>
  say({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'plan_update', plan } } })
const steps = (done) =>
  ['One', 'Two', 'Three'].map((content, at) => ({
    content, priority: 'medium', status: at < done ? 'completed' : at === done ? 'in_progress' : 'pending',
  }))
const long = encodeURIComponent('# Long\\n' + '- [ ] a step of it\\n'.repeat(2000))
const answers = {
  initialize: { protocolVersion: 1, agentCapabilities: {} },
  'session/new': { sessionId: 's' },
}
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (method !== 'session/prompt') return process.stdout.write(say({ id, result: answers[method] ?? {} }))
  let done = 0
  const timer = setInterval(() => {
    const last = done === 3
    process.stdout.write(
      plan({ type: 'file', planId: 'data' + done, uri: 'data:text/markdown,' + long + done }) +
        plan({ type: 'file', planId: 'relative' + done, uri: 'docs/' + done + '.md' }) +
        plan({ type: 'items', planId: 'steps', entries: steps(done) }) +
        plan({ type: 'file', planId: 'file', uri: done === 0 ? file : missing }) +
        (last ? say({ id, result: { stopReason: 'end_turn' } }) : ''),
    )
    done++
    if (last) clearInterval(timer)
  }, 20)
})
`

test('the JSON of a recording is that of its run, also of plans that are files', async () => {
  const folder = emptyFolder()
  const file = path.join(folder, 'run.ndjson')
  const document = path.join(folder, 'plan.md')
  writeFileSync(document, '# There\n')
  const agent = path.join(folder, 'agent.cjs')
  writeFileSync(agent, agentWithFiles)
  const uris = [document, path.join(folder, 'missing.md')].map((each) => pathToFileURL(each).href)
  const live = await runApp({
    args: ['--format', 'json', '--prompt', 'go', '--record', file],
    command: [process.execPath, agent, ...uris],
  })
  const replayed = await runHere({ args: ['replay', file, '--format', 'json'] })
  // The first line names the command, which is not recorded as a whole, and the last has the time of the end of each.
  const lines = ({ stdout }: { readonly stdout: string }): readonly string[] =>
    stdout.trimEnd().split('\n').slice(1, -1)
  expect(lines(live).filter((line) => line.includes('"type":"document"')).length).toBeGreaterThanOrEqual(8)
  expect(lines(replayed)).toEqual(lines(live))
})
