import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { remoteTransports } from '../../src/sources/remote/transports/remote-transports.ts'
import { wrongInDocuments } from '../sources/remote/documented-transports.ts'
import { serveAgent } from '../sources/remote/served-agent.ts'
import { plantedProgram, type PlantedProgram } from './planted.ts'
import { runApp, type RunOutcome } from '../support/run-app.ts'

const prompt = ['--prompt', 'build a boat', '--permissions', 'allow'] as const

describe('a transport that is added', () => {
  let program: PlantedProgram
  beforeAll(async () => {
    program = await plantedProgram()
  })

  const run = async (args: readonly string[], folder?: string): Promise<RunOutcome> =>
    await runApp({ program: program.program, args, env: { XDG_RUNTIME_DIR: folder } })

  test('carries the messages of an agent', async () => {
    const { address } = await serveAgent('unix')
    const socket = address.slice('unix:'.length)
    const { code, stderr, stdout } = await run(
      ['connect', `run:${path.basename(socket)}`, ...prompt],
      path.dirname(socket),
    )
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /agent: small 1[^]*Plan: 0 of 1 done\n {2}» build a boat\n[^]*turn ended: end_turn/,
    )
  })

  test('says in its own words why nobody is there', async () => {
    expect(await run(['connect', 'run:none.sock', ...prompt], program.folder)).toMatchObject({
      code: 4,
      stderr:
        'acp-plan-tui: the agent at run:none.sock cannot be reached: there is no such socket (ENOENT)\n' +
        '  Check the address, and that the agent is running and accepts connections there.\n',
    })
  })

  test('gets no credential', async () => {
    const given = ['connect', 'run:a.sock', '--header', 'X-Key: secret-secret', ...prompt]
    expect((await run(given, program.folder)).stderr).toBe(
      'acp-plan-tui: --header cannot be used with run:a.sock\n' +
        '  Headers and tokens go over ws:, wss:, http: and https: only.\n',
    )
  })

  test('is in the help and in errors', async () => {
    const { stdout } = await run(['connect', '--help'])
    expect(stdout).toMatch(/^ {2}run:NAME {20}lines over a socket in \$XDG_RUNTIME_DIR$/m)
    expect(stdout).toMatch(/for a connection \(tcp, unix, run\)/)
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([])
    const said = async (...args: readonly string[]): Promise<string> =>
      (await run(args, program.folder)).stderr
    expect(await said('connect')).toContain('http:, tcp:, unix: and run: are possible too.')
    expect(await said('connect', 'rune://x')).toContain(
      'Did you mean run://x? An address is ws://HOST:PORT, wss://…, http://…, https://…, tcp://HOST:PORT, unix:/PATH or run:NAME.',
    )
    expect(await said('connect', 'run:a/b')).toContain('must have the name of a socket')
    expect(await said('run:agent.sock')).toContain('an address was given without a command')
  })
})

test('one that the documents do not name is told of', () => {
  const [, , tcp] = remoteTransports
  const added = tcp === undefined ? [] : [{ ...tcp, schemes: { run: 'run:NAME' } }]
  expect(wrongInDocuments([...remoteTransports, ...added])).toEqual([
    'README lacks run: `tcp` and `unix`',
    'README lacks run: `tcp`, `unix`',
    'README lacks run: `tcp:` or `unix:`',
    'SECURITY lacks run: `tcp:` or `unix:`',
  ])
})
