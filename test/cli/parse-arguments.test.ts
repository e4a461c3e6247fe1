import { describe, expect, test } from 'vitest'
import type { Flags } from '../../src/cli/arguments/flags.ts'
import { otherSpelling } from '../../src/cli/arguments/option.ts'
import { readOptions } from '../../src/cli/arguments/read-options.ts'
import { allCommands } from '../../src/cli/commands/commands.ts'
import { demo, type DemoCall } from '../../src/cli/commands/demo.ts'
import { start } from '../../src/cli/commands/start.ts'
import { parseArguments } from '../../src/cli/parse-arguments.ts'
import { settingKeys } from '../../src/cli/configuration/settings.ts'
import { ok, type Result } from '../../src/lib/result.ts'
import type { UsageError } from '../../src/lib/text/usage-error.ts'

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
  hooks: [],
  telemetry: [],
  statusFile: null,
  settings: {},
}

function watching(flags: Partial<Flags>, command = 'agent', ...args: readonly string[]): Parsed {
  return { type: 'start', command, args, flags: { ...none, ...flags } }
}

function connecting(
  flags: Partial<Flags>,
  headers: readonly string[] = [],
  fileMaps: readonly string[] = [],
): Parsed {
  return { type: 'connect', url: 'ws://agent', flags: { ...none, ...flags }, headers, fileMaps }
}

function playing(demo: Partial<Extract<DemoCall, { of: 'screen' }>>): Parsed {
  return { type: 'demo', of: 'screen', name: null, speed: null, idleLimit: null, flags: none, ...demo }
}

function served(demo: Partial<Extract<DemoCall, { of: 'agent' }>>): Parsed {
  const preset = { speed: null, idleLimit: null, listen: null, isOnce: false }
  return { type: 'demo', of: 'agent', name: 'run.ndjson', ...preset, ...demo }
}

/** What a command line asks for, with the command that it is for. */
type Parsed = Readonly<Record<string, unknown>>

function wordsOf(line: string): readonly string[] {
  return line === '' ? [] : line.split(' ').map((word) => word.replaceAll('␣', ' '))
}

/** Parses a command line as typed, without quotes; `␣` is a space inside a word. */
function parse(line: string): Result<Parsed, UsageError> {
  const parsed = parseArguments(wordsOf(line))
  if (!parsed.ok) return parsed
  const { value } = parsed
  if (value.type === 'help') return ok({ type: 'help', command: value.command.name })
  if (value.type !== 'run') return ok({ ...value })
  const request = value.command.read(value.line)
  return request.ok ? ok({ type: value.command.name ?? 'start', ...(request.value as Parsed) }) : request
}

describe('a command line', () => {
  test.each<[string, Parsed]>([
    ['', { type: 'nothing' }],
    ['--help', { type: 'help', command: null }],
    ['-h', { type: 'help', command: null }],
    ['demo --help', { type: 'help', command: 'demo' }],
    ['--help demo', { type: 'help', command: 'demo' }],
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
        ['A: b', 'C:d'],
        ['/r=l'],
      ),
    ],
    [
      '--record run.ndjson --redact paths,names --redact rules.json -- agent',
      watching({ record: 'run.ndjson', redact: ['paths,names', 'rules.json'] }),
    ],
    ['--record=-x -- agent', watching({ record: '-x' })],
    ['demo', playing({})],
    ['demo --list', { type: 'demo', of: 'list' }],
    ['--list demo', { type: 'demo', of: 'list' }],
    ['demo markdown --speed max', playing({ name: 'markdown', speed: 'max' })],
    ['demo run.ndjson --idle-limit 2 --stdio', served({ idleLimit: '2' })],
    ['demo run.ndjson --listen ws://:0 --once', served({ listen: 'ws://:0', isOnce: true })],
    [
      '--theme light demo --ascii markdown',
      playing({ name: 'markdown', flags: { ...none, settings: { theme: 'light', ascii: true } } }),
    ],
  ])('%s', (line, wanted) => {
    expect(parse(line)).toEqual({ ok: true, value: wanted })
  })
})

test('a wrong command line is refused with an error and a hint', async () => {
  const lines = [
    '--promt x -- agent',
    '--exit-no idle -- a',
    '--perm ask -- a',
    '--no-animations -- a',
    '--xyzzy -- a',
    'render run.ndjson --force',
    '-x -- a',
    '--prompt -- agent',
    '--prompt --cwd x -- agent',
    '--prompt ␣ -- agent',
    '--ascii=yes -- agent',
    '--notify titel -- agent',
    '--protocol 3 -- agent',
    '--timeout -5 -- agent',
    '--timeout soon -- agent',
    '--timeout 99999999999 -- agent',
    'attach --since 999999d',
    'replay a --speed -1',
    'replay a --idle-limit 999999999',
    'lint --record x --prompt y -- agent',
    '--statusline bogus:x -- agent',
    '--cwd= -- agent',
    '--env A -- agent',
    '--env =1 -- agent',
    '--prompt-file - --prompt-file - -- agent',
    '--prompt x',
    '--',
    'node agent.js',
    'dmeo',
    'dmeo --help',
    '--help no-such-command',
    'tap -- agent',
    'demo a b',
    'demo tour --stdio --theme light',
    'demo -- agent',
    '--session a --continue -- agent',
    '--continue --session a -- agent',
    '--session a --session b -- agent',
    '--session ␣ -- agent',
    '--auth= -- agent',
    '--config model -- agent',
    '--notify bel -- agent',
    '--header A:b -- agent',
    '--token-file f demo',
    'connect ws://agent --env A=1',
    'connect --speed 2 ws://agent',
    'connect',
    'connect ws://a ws://b',
    'connect ws://a -- agent',
    'conect ws://a',
    'ws://user:secret@a',
    '--otlp http://localhost:4318 -- agent',
    'connect --header --continue ws://a',
    '--record ␣ -- agent',
    'replay --record a run.ndjson',
    'demo --follow',
    'demo --json',
    '--speed 2 -- agent',
  ]
  const refused = lines.map((line) => {
    const parsed = parse(line)
    return parsed.ok ? `${line}: accepted` : `${line}: ${parsed.problem.message}. ${parsed.problem.hint}`
  })
  await expect(`${refused.join('\n')}\n`).toMatchFileSnapshot('golden/wrong-command-lines.txt')
})

test('what starts an agent is read alike before and after all commands are loaded', () => {
  const lines = [
    '--prompt a␣b',
    '--prompt demo --cwd=render --config a=b --config c=d',
    '--no-ascii --animation --theme light --screen-reader',
    '--timeout 1.5 --session s --format json --plan-tools off',
    '--theme light demo --ascii markdown --speed 2',
    'demo --stdio run.ndjson --idle-limit=2',
  ]
  for (const line of lines) {
    const early = readOptions(wordsOf(line), [start, demo])
    expect(early.ok).toBe(true)
    expect(early).toEqual(readOptions(wordsOf(line), allCommands))
  }
})

test('every setting has an option, and no two options of a command share a name', () => {
  const filled = allCommands.flatMap(({ options }) => options.map(({ setting }) => setting))
  expect(settingKeys.filter((key) => !filled.includes(key))).toEqual([])
  for (const { name: command, options } of allCommands) {
    const names = options.flatMap((spec) => [spec.name, otherSpelling(spec), spec.short])
    const given = names.filter((name) => name !== null && name !== undefined)
    expect([command, new Set(given).size]).toEqual([command, given.length])
  }
})

test('options of one name have a value everywhere or nowhere, since they are read before the command is known', () => {
  const all = allCommands.flatMap(({ options }) => options)
  for (const { name, value } of all)
    expect([
      name,
      all.filter((each) => each.name === name && (each.value === null) !== (value === null)),
    ]).toEqual([name, []])
})
