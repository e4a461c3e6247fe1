import { describe, expect, test } from 'vitest'
import type { Flags, Invocation } from '../../src/cli/invocation.ts'
import { optionSpecs, otherSpelling, settingsWithoutOption } from '../../src/cli/options.ts'
import { parseArguments } from '../../src/cli/parse-arguments.ts'

const none: Flags = { prompts: [], cwd: null, env: {}, settings: {} }

function watching(flags: Partial<Flags>, command = 'agent', ...args: readonly string[]): Invocation {
  return { type: 'watch', command, args, flags: { ...none, ...flags } }
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
    ['demo', { type: 'demo', name: null, speed: null, flags: none }],
    ['demo --list', { type: 'demo-list' }],
    ['--list demo', { type: 'demo-list' }],
    ['demo markdown --speed max', { type: 'demo', name: 'markdown', speed: 'max', flags: none }],
    [
      '--theme light demo --ascii markdown',
      {
        type: 'demo',
        name: 'markdown',
        speed: null,
        flags: { ...none, settings: { theme: 'light', ascii: true } },
      },
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
    ['--env A -- agent', '--env A has no NAME=VALUE', 'As in `--env DEBUG=1`.'],
    ['--env =1 -- agent', '--env =1 has no NAME=VALUE', 'As in `--env DEBUG=1`.'],
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
      'demo plays one scenario, and 2 were named: a, b',
      '`acp-plan-tui demo --list` names them all.',
    ],
    ['demo -- agent', 'demo brings its own agent', 'Leave out the -- and what follows, or the word demo.'],
    ['--speed 2 -- agent', '--speed belongs to the command demo', 'As in `acp-plan-tui demo --speed`.'],
  ])('%s', (line, message, hint) => {
    expect(parse(line)).toEqual({ ok: false, problem: { message, hint } })
  })
})

test('every setting has an option, and no two options share a name', () => {
  expect(settingsWithoutOption()).toEqual([])
  const names = optionSpecs.flatMap((spec) => [spec.name, otherSpelling(spec), spec.short ?? null])
  const given = names.filter((name) => name !== null)
  expect(new Set(given).size).toBe(given.length)
})
