import { describe, expect, test } from 'vitest'
import type { Flags, RemoteFlags } from '../../../src/cli/arguments/flags.ts'
import type { Invocation } from '../../../src/cli/arguments/invocation.ts'
import { optionSpecs, otherSpelling } from '../../../src/cli/arguments/options.ts'
import { parseArguments } from '../../../src/cli/arguments/parse-arguments.ts'
import { settingKeys } from '../../../src/cli/configuration/settings.ts'

const none: Flags = {
  prompts: [],
  cwd: null,
  env: {},
  first: { type: 'new' },
  config: [],
  auth: null,
  offersFiles: false,
  record: null,
  redact: [],
  settings: {},
}

function watching(flags: Partial<Flags>, command = 'agent', ...args: readonly string[]): Invocation {
  return { type: 'watch', command, args, flags: { ...none, ...flags } }
}

function connecting(flags: Partial<Flags>, way: Partial<RemoteFlags> = {}): Invocation {
  const flagsAndWay = { flags: { ...none, ...flags }, way: { headers: [], fileMaps: [], ...way } }
  return { type: 'connect', url: 'ws://agent', ...flagsAndWay }
}

function playing(demo: Partial<Extract<Invocation, { type: 'demo' }>>): Invocation {
  return { type: 'demo', name: null, speed: null, idleLimit: null, isStdio: false, flags: none, ...demo }
}

/** A command line as typed, without quotes; `␣` stands for a space inside a word. */
function parse(line: string): ReturnType<typeof parseArguments> {
  return parseArguments(line === '' ? [] : line.split(' ').map((word) => word.replaceAll('␣', ' ')))
}

describe('a command line', () => {
  test.each<[string, Invocation]>([
    ['', { type: 'nothing' }],
    ['--help', { type: 'help', command: null }],
    ['-h', { type: 'help', command: null }],
    ['demo --help', { type: 'help', command: 'demo' }],
    ['--help demo', { type: 'help', command: 'demo' }],
    ['--help no-such-command', { type: 'help', command: null }],
    ['--help --cwd x', { type: 'help', command: null }],
    ['--version', { type: 'version' }],
    ['-V', { type: 'version' }],
    ['-- agent', watching({})],
    ['-- agent --help -- --version', watching({}, 'agent', '--help', '--', '--version')],
    ['-- demo', watching({}, 'demo')],
    ['--prompt a␣b -- agent', watching({ prompts: [{ type: 'text', text: 'a b' }] })],
    ['--prompt -␣do␣x -- agent', watching({ prompts: [{ type: 'text', text: '- do x' }] })],
    ['--prompt=--cwd -- agent', watching({ prompts: [{ type: 'text', text: '--cwd' }] })],
    [
      '--prompt-file p.txt --prompt a --prompt-file - --prompt b -- agent',
      watching({
        prompts: [
          { type: 'file', path: 'p.txt' },
          { type: 'text', text: 'a' },
          { type: 'stdin' },
          { type: 'text', text: 'b' },
        ],
      }),
    ],
    [
      '--cwd ../x --env A=1 --env B=c=d --env C= -- agent',
      watching({ cwd: '../x', env: { A: '1', B: 'c=d', C: '' } }),
    ],
    [
      '--protocol 2 --timeout 1.5 --exit-on plans-done --format=json -- agent',
      watching({ settings: { protocol: 2, timeoutMs: 1500, exitOn: 'plans-done', format: 'json' } }),
    ],
    [
      '--protocol auto --permissions deny -- agent',
      watching({ settings: { protocol: 'auto', permissions: 'deny' } }),
    ],
    [
      '--no-animation --ascii --no-alt-screen --screen-reader --no-plan-capability -- agent',
      watching({
        settings: {
          animation: false,
          ascii: true,
          altScreen: false,
          screenReader: true,
          planCapability: false,
        },
      }),
    ],
    ['--no-ascii --animation -- agent', watching({ settings: { ascii: false, animation: true } })],
    ['--ascii --no-ascii -- agent', watching({ settings: { ascii: false } })],
    [
      '--theme high-contrast --title T -- agent',
      watching({ settings: { theme: 'high-contrast', title: 'T' } }),
    ],
    [
      '--session s-1 --mode plan -- agent',
      watching({ first: { type: 'open', sessionId: 's-1' }, settings: { mode: 'plan' } }),
    ],
    ['--continue --continue -- agent', watching({ first: { type: 'continue' } })],
    [
      '--config model=large --config web= --config a=b=c --auth key --allow-fs -- agent',
      watching({
        config: [
          { id: 'model', value: 'large' },
          { id: 'web', value: '' },
          { id: 'a', value: 'b=c' },
        ],
        auth: 'key',
        offersFiles: true,
      }),
    ],
    [
      '--no-inferred-plans --notify bell -- agent',
      watching({ settings: { inferredPlans: false, notify: 'bell' } }),
    ],
    ['connect --help', { type: 'help', command: 'connect' }],
    ['connect ws://agent', connecting({})],
    [
      'connect --header A:␣b --header C:d ws://agent --map-files /r=l --token-file t --cwd /x --continue',
      connecting(
        { cwd: '/x', first: { type: 'continue' }, settings: { tokenFile: 't' } },
        { headers: ['A: b', 'C:d'], fileMaps: ['/r=l'] },
      ),
    ],
    [
      '--record run.ndjson --redact paths,names --redact rules.json -- agent',
      watching({ record: 'run.ndjson', redact: ['paths,names', 'rules.json'] }),
    ],
    ['--record=-x -- agent', watching({ record: '-x' })],
    ['demo', playing({})],
    ['demo --list', { type: 'demo-list' }],
    ['--list demo', { type: 'demo-list' }],
    ['demo markdown --speed max', playing({ name: 'markdown', speed: 'max' })],
    [
      'demo run.ndjson --idle-limit 2 --stdio',
      playing({ name: 'run.ndjson', idleLimit: '2', isStdio: true }),
    ],
    [
      '--theme light demo --ascii markdown',
      playing({ name: 'markdown', flags: { ...none, settings: { theme: 'light', ascii: true } } }),
    ],
  ])('%s', (line, wanted) => {
    expect(parse(line)).toEqual({ ok: true, value: wanted })
  })
})

describe('a command line that is wrong', () => {
  test.each([
    [
      '--promt x -- agent',
      'unknown option --promt',
      'Did you mean --prompt? `acp-plan-tui --help` lists them all.',
    ],
    [
      '--exit-no idle -- a',
      'unknown option --exit-no',
      'Did you mean --exit-on? `acp-plan-tui --help` lists them all.',
    ],
    [
      '--perm ask -- a',
      'unknown option --perm',
      'Did you mean --permissions? `acp-plan-tui --help` lists them all.',
    ],
    [
      '--no-animations -- a',
      'unknown option --no-animations',
      'Did you mean --no-animation? `acp-plan-tui --help` lists them all.',
    ],
    ['--xyzzy -- a', 'unknown option --xyzzy', '`acp-plan-tui --help` lists them all.'],
    ['-x -- a', 'unknown option -x', '`acp-plan-tui --help` lists them all.'],
    [
      '--prompt -- agent',
      '--prompt needs a value',
      'As in `--prompt TEXT`: send TEXT; repeat it, and the next goes when a turn ends.',
    ],
    [
      '--prompt --cwd x -- agent',
      '--prompt needs a value, and the option --cwd follows',
      'If “--cwd” is meant as the value, write --prompt=--cwd',
    ],
    ['--prompt ␣ -- agent', '--prompt is empty', 'Give it the text to send, in quotes.'],
    ['--ascii=yes -- agent', '--ascii takes no value, and got “yes”', 'Write just --ascii.'],
    [
      '--theme drak -- agent',
      '--theme cannot be “drak”',
      'It must be auto, dark, light or high-contrast. Did you mean dark?',
    ],
    ['--protocol 3 -- agent', '--protocol cannot be “3”', 'It must be auto, 1 or 2.'],
    ['--timeout -5 -- agent', '--timeout cannot be “-5”', 'It must be a number of seconds above 0.'],
    ['--timeout soon -- agent', '--timeout cannot be “soon”', 'It must be a number of seconds above 0.'],
    ['--env A -- agent', '--env needs NAME=VALUE', 'As in `--env DEBUG=1`.'],
    ['--env =1 -- agent', '--env needs NAME=VALUE', 'As in `--env DEBUG=1`.'],
    [
      '--prompt-file - --prompt-file - -- agent',
      'standard input can be read once',
      'Give --prompt-file - only once.',
    ],
    [
      '--prompt x',
      'no agent command was given',
      'Put it after --, as in `acp-plan-tui -- npx @agentclientprotocol/claude-agent-acp`.',
    ],
    [
      '--',
      'no agent command was given',
      'Put it after --, as in `acp-plan-tui -- npx @agentclientprotocol/claude-agent-acp`.',
    ],
    [
      'node agent.js',
      'there is no command “node”',
      'To start an agent, put -- before it: acp-plan-tui -- node agent.js',
    ],
    [
      'dmeo',
      'there is no command “dmeo”',
      'Did you mean `acp-plan-tui demo`? To start an agent, put -- before it: acp-plan-tui -- dmeo',
    ],
    // A command that is not built yet is no command.
    ['tap -- agent', 'there is no command “tap”', 'To start an agent, put -- before it: acp-plan-tui -- tap'],
    [
      'demo a b',
      'demo plays one scenario or file, and 2 were named: a, b',
      '`acp-plan-tui demo --list` names them all.',
    ],
    [
      'demo tour --stdio --theme light',
      '--theme is nothing for --stdio, which has no screen and no prompts',
      'The client that speaks to it shows its plans. Leave out one of the two.',
    ],
    ['demo -- agent', 'demo brings its own agent', 'Leave out the -- and what follows, or the word demo.'],
    ['--session a --continue -- agent', '--session and --continue exclude each other', 'Give one of them.'],
    ['--continue --session a -- agent', '--session and --continue exclude each other', 'Give one of them.'],
    [
      '--session a --session b -- agent',
      '--session names one session, and was given twice',
      'More are opened on the screen.',
    ],
    [
      '--session ␣ -- agent',
      '--session is empty',
      'Give it the id of a session, or use --continue for the newest.',
    ],
    ['--auth= -- agent', '--auth is empty', 'Give it the id of a way to log in that the agent names.'],
    ['--config model -- agent', '--config model has no ID=VALUE', 'As in `--config model=large`.'],
    [
      '--notify bel -- agent',
      '--notify cannot be “bel”',
      'It must be off, title, bell, osc9, osc777 or auto. Did you mean bell?',
    ],
    [
      '--header A:b -- agent',
      '--header belongs to the command connect',
      'As in `acp-plan-tui connect --header`.',
    ],
    [
      '--token-file f demo',
      '--token-file belongs to the command connect',
      'As in `acp-plan-tui connect --token-file`.',
    ],
    [
      'connect ws://agent --env A=1',
      '--env is for agents that are started here, not for connect',
      'Leave it out: what it sets is set where the agent was started.',
    ],
    [
      'connect --speed 2 ws://agent',
      '--speed belongs to the commands demo, replay and render',
      'As in `acp-plan-tui demo --speed`.',
    ],
    [
      'connect',
      'connect needs the address of an agent',
      'As in `acp-plan-tui connect ws://localhost:3000/acp`; http:, tcp: and unix: are known too.',
    ],
    [
      'connect ws://a ws://b',
      'connect takes one address, and 2 were given',
      'Put a value with spaces into quotes, and leave out what is too much.',
    ],
    [
      'connect ws://a -- agent',
      'connect takes an address, and no command of an agent',
      'Leave out the -- and what follows, or the word connect.',
    ],
    [
      'conect ws://a',
      'there is no command “conect”',
      'Did you mean `acp-plan-tui connect`? To start an agent, put -- before it: acp-plan-tui -- conect ws://a',
    ],
    [
      'ws://user:secret@a',
      'an address was given, and no command',
      'Did you mean `acp-plan-tui connect`, with the address after it?',
    ],
    [
      'connect --header --continue ws://a',
      '--header needs a value, and the option --continue follows',
      'If “--continue” is meant as the value, write --header=--continue',
    ],
    ['--record ␣ -- agent', '--record is empty', 'Give it the name of a file that is not there yet.'],
    [
      'replay --record a run.ndjson',
      '--record is for agents that run, not for a recording',
      '`acp-plan-tui replay --help` says what goes with it.',
    ],
    ['demo --follow', '--follow belongs to the command replay', 'As in `acp-plan-tui replay --follow`.'],
    [
      '--speed 2 -- agent',
      '--speed belongs to the commands demo, replay and render',
      'As in `acp-plan-tui demo --speed`.',
    ],
  ])('%s', (line, message, hint) => {
    expect(parse(line)).toEqual({ ok: false, problem: { message, hint } })
  })
})

test('every setting has an option, and no two options share a name', () => {
  const filled = optionSpecs.map(({ setting }) => setting)
  expect(settingKeys.filter((key) => !filled.includes(key))).toEqual([])
  const names = optionSpecs.flatMap((spec) => [spec.name, otherSpelling(spec), spec.short ?? null])
  const given = names.filter((name) => name !== null)
  expect(new Set(given).size).toBe(given.length)
})
