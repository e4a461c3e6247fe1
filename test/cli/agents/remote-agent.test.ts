import { expect, test } from 'vitest'
import { remoteAgent } from '../../../src/cli/agents/remote-agent.ts'
import { readOptions } from '../../../src/cli/arguments/read-options.ts'
import { connect } from '../../../src/cli/commands/connect.ts'

function againOf(url: string, ...options: readonly string[]): unknown {
  const given = readOptions(options, [connect])
  if (!given.ok) throw new Error(given.problem.message)
  const request = connect.read({ positionals: [url], agent: null, given: given.value.given })
  if (!request.ok) throw new Error(request.problem.message)
  const agent = remoteAgent(request.value)
  if (!agent.ok) throw new Error(agent.problem.message)
  return agent.value.again
}

test('an address is opened again with its folders, as absolute paths', () => {
  expect(againOf('tcp://build:7000')).toEqual({
    name: 'tcp://build:7000',
    argv: ['connect', 'tcp://build:7000'],
  })
  expect(againOf('wss://agents.example', '--cwd=/srv/site', '--map-files=/srv/site=/mnt/x/../site')).toEqual({
    name: 'wss://agents.example/acp',
    argv: ['connect', '--cwd=/srv/site', '--map-files=/srv/site=/mnt/site', 'wss://agents.example'],
  })
  expect(againOf('unix:/run/agent.sock', '--map-files=/=/mnt')).toEqual({
    name: 'unix:/run/agent.sock',
    argv: ['connect', '--map-files=/=/mnt', 'unix:/run/agent.sock'],
  })
})

test.each([
  ['a query', 'wss://agents.example/acp?key=abc', []],
  ['a name and a password', 'wss://me:pw@agents.example/acp', []],
  ['a header', 'wss://agents.example/acp', ['--header=X-Team: docs']],
])('%s may be a credential: nothing is kept', (_, url, more) => {
  expect(againOf(url, ...more)).toBe(null)
})
