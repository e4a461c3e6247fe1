import type { CommandName, OptionGroup, OptionSpec, OptionUse } from './option-spec.ts'
import { settingSpecs, type SettingKey } from '../configuration/settings.ts'
import { helpForSome, historyHelp } from './format-help.ts'
import { largestSize, presetSize, formatSize, smallestSize } from '../../render/formats/render-options.ts'

const onByDefault: ReadonlySet<SettingKey> = new Set([
  'planCapability',
  'animation',
  'altScreen',
  'mouse',
  'inferredPlans',
])

const started: readonly OptionUse[] = ['start', 'demo']
const all: readonly OptionUse[] = [...started, 'connect']
const prompted: readonly OptionUse[] = [...all, 'lint']
const shown: readonly OptionUse[] = [...all, 'attach', 'replay']
const everywhere: readonly OptionUse[] = [...shown, 'render']
const recorded: readonly OptionUse[] = [...all, 'render']
const played: readonly OptionUse[] = ['demo', 'replay', 'render']

export const optionSpecs: readonly OptionSpec[] = [
  ...inGroup(
    'other',
    ['demo', 'attach'],
    [option('--list', 'list the scenarios and exit', { attach: 'list the sessions and exit' })],
  ),
  ...inGroup(
    'attach',
    ['attach', 'doctor', 'config'],
    [
      option('--json', 'with --list: a line of JSON for each session', {
        doctor: 'write one JSON document',
        config: 'write one JSON document',
      }),
    ],
  ),
  ...inGroup('attach', 'attach', [
    option('--all', 'show all sessions together, those that wait for their user first'),
    option('--since TIME', 'how far back sessions are looked for: 30m, 12h, 7d (default: 1d)'),
    option('--claude-home DIR', 'where Claude Code keeps its files (default: $CLAUDE_CONFIG_DIR, ~/.claude)'),
    option('--codex-home DIR', 'where Codex keeps its files (default: $CODEX_HOME, ~/.codex)'),
  ]),
  ...inGroup('demo', 'demo', [
    option('--stdio', 'no screen: speak ACP on standard input and output, as any agent'),
  ]),
  ...inGroup('render', 'render', [
    option('-o, --output FILE', 'write this file, in the format of its ending; may be repeated'),
    option('--check FILE', 'write nothing; exit with 1 if FILE differs from what would be written'),
    option(
      '--size COLSxROWS',
      `${formatSize(smallestSize)} to ${formatSize(largestSize)} (default: the recording's, else ${formatSize(presetSize)})`,
    ),
    option('--from TIME', 'begin at this time (films: the first plan)'),
    option('--to TIME', 'end at this time'),
    option('--still TIME', helpForSome('still', 'a single picture of this moment')),
    option('--at TIME', helpForSome('at', 'the state at this time (default: at the end)')),
    option('--history', historyHelp()),
    option('--keys SCRIPT', 'press keys: "2s:tab 4s:d" (see below)'),
    option('--show-keys', helpForSome('show-keys', 'show each of these keys for a second')),
    ofValues(
      ['plan', 'timeline'],
      option('--view VIEW', 'how the plan is shown: plan (default) or timeline'),
    ),
    option('--no-chrome', 'only the plan, without header, tabs and hints'),
    ofValues(
      ['none', 'window'],
      option('--frame FRAME', helpForSome('frame', 'none (default), or window with a title bar')),
    ),
    option('--padding PIXELS', helpForSome('padding', 'the space around the screen, 0 to 100')),
    ofValues(
      ['1', '2', '3'],
      option('--scale N', helpForSome('scale', '1, 2 or 3 times as large (default: 1; .png: 2)')),
    ),
    ofValues(['2', '3'], option('--cast-version N', '2 or 3 (default: 2)')),
  ]),
  ...inGroup('lint', 'lint', [
    ofValues(
      ['text', 'json', 'github'],
      option('--format FORMAT', 'text, json or github, for annotations of a workflow (default: text)'),
    ),
    ofValues(
      ['error', 'warning', 'never'],
      option(
        '--fail-on WHAT',
        'exit with 1 for an error, a warning (or an error), or never (default: error)',
      ),
    ),
    option('--rules', 'list the rules and exit'),
  ]),
  ...inGroup('play', played, [
    option('--speed N', 'play N times as fast; max: without waiting', {
      render: 'N times as fast as it was (default: 1)',
    }),
    option('--idle-limit SECONDS', 'shorten longer pauses to that'),
  ]),
  ...inGroup('play', 'replay', [
    option('--follow', 'begin at the end, and show what is added'),
    option('--paused', 'begin paused'),
    option('--loop', 'repeat after the end'),
  ]),
  ...inGroup('play', 'render', [
    option('--min-hold SECONDS', 'show every change of a plan at least that long'),
    option('--last-hold SECONDS', 'how long the last picture stays (default: 2)'),
  ]),
  ...inGroup('tap', 'tap', [
    option('--label NAME', 'what to call it in the list of attach'),
    option('--advertise-plans', 'let the agent send plans to an editor that does not ask for them'),
  ]),
  ...inGroup(
    'recording',
    [...all, 'tap'],
    [
      option('--record FILE', 'record the run, for replay and render; m marks a moment', {
        tap: 'record what passes; where FILE exists, a number is added to its name',
      }),
    ],
  ),
  ...inGroup('recording', recorded, [
    option('--redact LIST', 'leave out paths, names, keys, hosts, or what a file of rules lists', {
      render: 'hide paths, names, keys, hosts, or what files say (default: all four)',
    }),
  ]),
  ...inGroup('recording', 'render', [option('--no-redact', 'show everything as it was recorded')]),
  ...inGroup('connect', 'connect', [
    option('--header NAME:VALUE', 'send a header over WebSocket or HTTP; may be repeated'),
    setting('tokenFile', 'FILE', 'send the content of FILE as a bearer token'),
    option('--map-files REMOTE=LOCAL', "where the agent's files are on this machine; may be repeated"),
  ]),
  ...inGroup('agent', prompted, [
    option('--prompt TEXT', 'send TEXT; may be repeated, each is sent after the turn before it'),
    option('--prompt-file FILE', 'send the content of FILE; - is standard input'),
    option('--cwd DIR', "the agent's working folder (default: this one)", {
      connect: "the agent's working folder, an absolute path (default: the path of this one)",
    }),
  ]),
  ...inGroup(
    'agent',
    [...started, 'lint'],
    [option('--env NAME=VALUE', "add a variable to the agent's environment; may be repeated")],
  ),
  ...inGroup(
    'agent',
    ['start', 'lint'],
    [
      setting(
        'planTools',
        'on|off',
        'make agents send plans that do not by default (default: on, see below)',
      ),
    ],
  ),
  ...inGroup('agent', prompted, [
    option('--auth METHOD', 'log in with this method first; METHOD is an id of the agent'),
    option('--allow-fs', 'let the agent read and write files below --cwd through this client', {
      connect: 'let the agent read and write files below --cwd on this machine',
    }),
    setting('protocol', 'VERSION', 'ACP version: auto, 1 or 2 (default: auto)'),
    setting('planCapability', null, 'do not tell the agent that plans with ids are supported'),
    setting('permissions', 'POLICY', 'ask, allow (once, never always) or deny (default: ask)'),
  ]),
  ...inGroup('session', prompted, [
    option('--session ID', 'continue this session instead of a new one'),
    option('--continue', 'continue the newest session of the working folder'),
    setting('mode', 'ID', 'begin in this mode; ID is a mode of the agent'),
    option('--config ID=VALUE', "set one of the session's options; may be repeated"),
  ]),
  ...inGroup('ending', prompted, [
    setting('timeoutMs', 'SECONDS', 'end the run when the agent owes an answer and is silent that long'),
  ]),
  ...inGroup('ending', all, [
    setting('exitOn', 'WHEN', 'idle, plans-done or never (default: never on the screen, else idle)'),
  ]),
  ...inGroup('screen', shown, [
    setting('format', 'FORMAT', 'tui, text or json (default: tui on a terminal, else text)'),
  ]),
  ...inGroup('screen', everywhere, [
    setting('inferredPlans', null, 'show no plan that is only derived from a to-do tool'),
    setting('historyLimit', 'SIZE', 'memory for what plans were before (default: 32MB)'),
    setting('theme', 'NAME', 'auto, dark, light, high-contrast, or a file (default: auto)', {
      render: 'dark, light, high-contrast, or a file (default: dark)',
    }),
    setting('ascii', null, 'draw with ASCII characters only'),
  ]),
  ...inGroup('screen', shown, [
    setting('wireLimit', 'SIZE', 'memory for the messages of the wire panel (default: 64MB)'),
    setting('animation', null, 'show every change at once, without motion'),
    setting('altScreen', null, 'stay on the normal screen; the last frame stays in the scrollback'),
    setting('mouse', null, 'leave clicks and the wheel to the terminal'),
    setting('screenReader', null, 'sentences and typed lines instead of a screen; /help says more', {
      replay: 'sentences instead of a screen, without waiting',
      attach: 'sentences instead of a screen',
    }),
  ]),
  ...inGroup('screen', everywhere, [
    setting('title', 'TEXT', 'what to call this run on the screen', {
      render: "what to call it (default: the recording's)",
    }),
  ]),
  ...inGroup('screen', all, [
    setting('notify', 'HOW', 'off, title, bell, osc9, osc777 or auto (default: title, see below)'),
  ]),
  ...inGroup(
    'other',
    [...everywhere, 'lint', 'doctor', 'config'],
    [option('--log FILE', 'add to FILE what this program does, for bug reports; $ACP_PLAN_TUI_LOG too')],
  ),
  ...inGroup(
    'other',
    [...everywhere, 'tap', 'lint', 'config', 'completion', 'help'],
    [
      option('-h, --help', 'show this; with a command, its options'),
      option('-V, --version', 'show the version'),
    ],
  ),
]

/** The other spelling of a switch with a setting: `ascii` for `no-ascii`, and vice versa. */
export function otherSpelling(spec: OptionSpec): string | null {
  if (spec.setting === undefined || spec.value !== null) return null
  return spec.name.startsWith('no-') ? spec.name.slice(3) : `no-${spec.name}`
}

/** The options of a command; null: of starting an agent. */
export function optionsOf(command: CommandName | null): readonly OptionSpec[] {
  return optionSpecs.filter((spec) => spec.uses.includes(command ?? 'start'))
}

type Listed = Omit<OptionSpec, 'group' | 'uses'>

/** An option by its form in the help: `-o, --output FILE`; one without a value is a switch. */
function option(form: string, help: string, helpFor: OptionSpec['helpFor'] = {}): Listed {
  const [, short, name = '', value = null] = /^(?:-(\w), )?--(\S+)(?: (.+))?$/.exec(form) ?? []
  return { name, value, help, helpFor, ...(short === undefined ? {} : { short }) }
}

function ofValues(values: readonly string[], listed: Listed): Listed {
  return { ...listed, values }
}

/** The option of a setting; `value`: null for a switch, which is listed as `no-…` if it is on by default. */
function setting(
  key: SettingKey,
  value: string | null,
  help: string,
  helpFor: OptionSpec['helpFor'] = {},
): Listed {
  const { flag } = settingSpecs[key]
  return { setting: key, name: onByDefault.has(key) ? `no-${flag}` : flag, value, help, helpFor }
}

function inGroup(
  group: OptionGroup,
  uses: OptionUse | readonly OptionUse[],
  listed: readonly Listed[],
): readonly OptionSpec[] {
  return listed.map((each) => ({ ...each, group, uses: [uses].flat() }))
}
