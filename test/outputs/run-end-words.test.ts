import { describe, expect, test } from 'vitest'
import type { AuthMethod, LinkEnd } from '../../src/app/state/link.ts'
import { endMessage } from '../../src/outputs/run-end-words.ts'

function message(end: LinkEnd, command: readonly string[] = ['agent', '--acp']): readonly string[] {
  const run = { kind: 'agent-ended', end, stderr: ['last\u001b[2J words'] } as const
  return endMessage(run, { command, showsStderr: true })
}

function method(id: string, how: AuthMethod['how']): AuthMethod {
  return { id, name: id.toUpperCase(), description: null, how }
}

const terminal = method('tty', { type: 'terminal', args: ['login'], env: { MODE: 'a b' } })
const variables = method('key', { type: 'env_var', names: ['KEY', 'ORG'], link: 'https://example.org/keys' })
const byAgent = method('web', { type: 'agent' })

describe('the message at the end', () => {
  test('of a required login: how to use each method', () => {
    const methods = [byAgent, terminal, variables, method('x', { type: 'other', name: 'magic' })]
    expect(message({ kind: 'wants-authentication', methods })).toEqual([
      'acp-plan-tui: the agent wants you to log in first',
      '  stderr | last␛[2J words',
      '  It offers:',
      '  “WEB”: start with --auth web to let the agent do it.',
      "  “TTY”: run this in a terminal, log in there, and start the agent again: MODE='a b' agent --acp login",
      '  “KEY”: set KEY and ORG (see https://example.org/keys) in your environment or with --env KEY=… --env ORG=…, and start the agent again.',
      "  “X”: its type “magic” is unknown: log in with the agent's own program.",
    ])
  })

  test('of a required login of a remote agent', () => {
    expect(message({ kind: 'wants-authentication', methods: [terminal, variables] }, []).slice(2)).toEqual([
      '  It offers:',
      "  “TTY”: run the agent's own program with MODE='a b' login in a terminal on its machine, log in there, and connect again.",
      "  “KEY”: set KEY and ORG in the agent's environment (see https://example.org/keys), and start it again there.",
    ])
  })

  test('of one login method, and of none', () => {
    const forged = { ...byAgent, name: 'Web\n  acp-plan-tui: forged' }
    expect(message({ kind: 'wants-authentication', methods: [forged] }).slice(2)).toEqual([
      '  It offers “Web   acp-plan-tui: forged”: start with --auth web to let the agent do it.',
    ])
    expect(message({ kind: 'wants-authentication', methods: [] }).slice(2)).toEqual([
      "  Log in with the agent's own program and start again.",
    ])
    expect(
      message({ kind: 'wants-authentication', methods: [], message: 'the token has expired' }, []),
    ).toEqual([
      'acp-plan-tui: the agent wants you to log in first: the token has expired',
      '  stderr | last␛[2J words',
      "  Check --token-file and --header where it takes those, or log in with the agent's own program, and connect again.",
    ])
  })

  test.each<[string, string, string]>([
    ['mastracode', 'the answer to initialize', 'Start it with its ACP switch: mastracode --acp'],
    [
      'mastracode --acp',
      'the answer to initialize',
      'Use a longer --timeout, or check what it is waiting for.',
    ],
    ['mastracode', 'the end of the turn', 'Use a longer --timeout, or check what it is waiting for.'],
  ])('of the silence of %s instead of %s: what to do', (command, waitingFor, hint) => {
    expect(message({ kind: 'silent', forMs: 12_000, waitingFor }, command.split(' ')).at(-1)).toBe(
      `  ${hint}`,
    )
  })

  test.each<[LinkEnd, string, string]>([
    [
      { kind: 'unreachable', address: 'ws://a/acp', cause: 'nobody listens there' },
      'acp-plan-tui: the agent at ws://a/acp cannot be reached: nobody listens there',
      '  Check the address, and that the agent is running and accepts connections there.',
    ],
    [
      { kind: 'disconnected', address: 'ws://a/acp', cause: 'it broke off' },
      'acp-plan-tui: the connection to the agent at ws://a/acp was lost: it broke off',
      '  Connect again when it is back; --continue or --session ID continues the session.',
    ],
    [
      { kind: 'refused', method: 'session/load', code: -32002, message: 'not found' },
      'acp-plan-tui: the agent answered session/load with error -32002: not found',
      '  Check the id after --session. Without it, or without --continue, a new session is opened.',
    ],
    [
      { kind: 'refused', method: 'initialize', code: -32601, message: 'Method not found' },
      'acp-plan-tui: the agent does not know initialize, with which ACP begins',
      '  Check that an ACP agent listens at that address.',
    ],
    [
      { kind: 'broke-protocol', text: 'junk' },
      'acp-plan-tui: the agent broke the protocol: junk',
      '  Check that an ACP agent listens at that address.',
    ],
  ])('$kind', (end, what, hint) => {
    const lines = message(end, [])
    expect([lines[0], lines.at(-1)]).toEqual([what, hint])
  })
})
