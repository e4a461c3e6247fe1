import type { CommandName, OptionGroup, OptionSpec, OptionUse } from './option-spec.ts'
import { settingSpecs, type SettingKey } from '../configuration/settings.ts'
import { helpForSome, historyHelp } from './format-help.ts'
import { largestSize, presetSize, formatSize, smallestSize } from '../../render/render-options.ts'

// Their switches are listed as `no-…`.
const onByDefault: ReadonlySet<SettingKey> = new Set([
  'planCapability',
  'animation',
  'altScreen',
  'inferredPlans',
])

const all: readonly OptionUse[] = ['start', 'demo', 'connect']
const shown: readonly OptionUse[] = [...all, 'replay']
const everywhere: readonly OptionUse[] = [...shown, 'render']

export const optionSpecs: readonly OptionSpec[] = [
  ...inGroup(
    'demo',
    ['demo'],
    [
      { name: 'list', value: null, help: 'list the scenarios and end' },
      {
        name: 'stdio',
        value: null,
        help: 'no screen: speak ACP on standard input and output, as any agent',
      },
    ],
  ),
  ...inGroup(
    'render',
    ['render'],
    [
      {
        name: 'output',
        short: 'o',
        value: 'FILE',
        help: 'write this file, as what its ending says; may be repeated',
      },
      {
        name: 'check',
        value: 'FILE',
        help: 'write nothing; end with 1 where FILE is not what would be written',
      },
      {
        name: 'size',
        value: 'COLSxROWS',
        help: `${formatSize(smallestSize)} to ${formatSize(largestSize)} (default: the recording's, else ${formatSize(presetSize)})`,
      },
      { name: 'from', value: 'TIME', help: 'begin there' },
      { name: 'to', value: 'TIME', help: 'end there' },
      { name: 'still', value: 'TIME', help: helpForSome('still', 'the one picture of that moment') },
      { name: 'at', value: 'TIME', help: helpForSome('at', 'as it was then (default: at the end)') },
      { name: 'history', value: null, help: historyHelp() },
      { name: 'keys', value: 'SCRIPT', help: 'press keys: "2s:tab 4s:d" (see below)' },
      { name: 'no-chrome', value: null, help: 'only the plan, without what stands around it' },
      { name: 'cast-version', value: 'N', help: '2 or 3 (default: 2)' },
    ],
  ),
  ...inGroup(
    'play',
    ['demo', 'replay', 'render'],
    [
      {
        name: 'speed',
        value: 'N',
        help: 'play N times as fast; max: without any waits',
        helpFor: { render: 'N times as fast as it was (default: 1)' },
      },
    ],
  ),
  ...inGroup(
    'play',
    ['demo', 'replay', 'render'],
    [{ name: 'idle-limit', value: 'SECONDS', help: 'no pause is longer than that' }],
  ),
  ...inGroup(
    'play',
    ['replay'],
    [
      { name: 'follow', value: null, help: 'begin at its end, and go on as it grows' },
      { name: 'paused', value: null, help: 'begin at a standstill' },
      { name: 'loop', value: null, help: 'begin again after its end' },
    ],
  ),
  ...inGroup(
    'play',
    ['render'],
    [
      { name: 'min-hold', value: 'SECONDS', help: 'every change of a plan stays that long at least' },
      { name: 'last-hold', value: 'SECONDS', help: 'how long the last picture stays (default: 2)' },
    ],
  ),
  ...inGroup('recording', all, [
    {
      name: 'record',
      value: 'FILE',
      help: 'write down what happens, for replay and render; m marks a moment',
    },
  ]),
  ...inGroup(
    'recording',
    [...all, 'render'],
    [
      {
        name: 'redact',
        value: 'LIST',
        help: 'leave out paths, names, keys, hosts, or what files of rules name',
        helpFor: {
          render: 'hide paths, names, keys, hosts, or what files say (default: all four)',
        },
      },
    ],
  ),
  ...inGroup(
    'recording',
    ['render'],
    [{ name: 'no-redact', value: null, help: 'show everything as it was recorded' }],
  ),
  ...inGroup(
    'connect',
    ['connect'],
    [
      {
        name: 'header',
        value: 'NAME:VALUE',
        help: 'send a header over WebSocket or HTTP; may be repeated',
      },
      { setting: 'tokenFile', value: 'FILE', help: 'send what FILE holds as a bearer token' },
      {
        name: 'map-files',
        value: 'REMOTE=LOCAL',
        help: 'where a file: URI of the agent lies on this machine; may be repeated',
      },
    ],
  ),
  ...inGroup('agent', all, [
    { name: 'prompt', value: 'TEXT', help: 'send TEXT; repeat it, and the next goes when a turn ends' },
    { name: 'prompt-file', value: 'FILE', help: 'send what FILE holds; - is standard input' },
    {
      name: 'cwd',
      value: 'DIR',
      help: "the agent's working folder (default: this one)",
      helpFor: { connect: "the agent's working folder, a whole path (default: this folder's)" },
    },
  ]),
  ...inGroup(
    'agent',
    ['start', 'demo'],
    [
      {
        name: 'env',
        value: 'NAME=VALUE',
        help: "add a variable to the agent's environment; may be repeated",
      },
    ],
  ),
  ...inGroup(
    'agent',
    ['start'],
    [
      {
        setting: 'planTools',
        value: 'on|off',
        help: 'switch on the plans of agents that hide them (default: on, see below)',
      },
    ],
  ),
  ...inGroup('agent', all, [
    { name: 'auth', value: 'METHOD', help: 'log in this way first; METHOD is an id that the agent names' },
    {
      name: 'allow-fs',
      value: null,
      help: 'let the agent read and write files below --cwd through this client',
      helpFor: { connect: 'let the agent read and write files below --cwd on this machine' },
    },
    { setting: 'protocol', value: 'VERSION', help: 'ACP version: auto, 1 or 2 (default: auto)' },
    { setting: 'planCapability', value: null, help: 'do not tell the agent that plans by id are shown' },
    {
      setting: 'permissions',
      value: 'POLICY',
      help: 'ask, allow (once, never always) or deny (default: ask)',
    },
  ]),
  ...inGroup('session', all, [
    { name: 'session', value: 'ID', help: 'go on with this session in place of a new one' },
    { name: 'continue', value: null, help: 'go on with the newest session of the working folder' },
    { setting: 'mode', value: 'ID', help: "begin in this mode; ID is one of the agent's" },
    {
      name: 'config',
      value: 'ID=VALUE',
      help: "set one of the session's options; may be repeated",
    },
  ]),
  ...inGroup('ending', all, [
    {
      setting: 'timeoutMs',
      value: 'SECONDS',
      help: 'give up when the agent owes an answer and is silent so long',
    },
    {
      setting: 'exitOn',
      value: 'WHEN',
      help: 'idle, plans-done or never (default: never on the screen, else idle)',
    },
  ]),
  ...inGroup('screen', shown, [
    { setting: 'format', value: 'FORMAT', help: 'tui, text or json (default: tui on a terminal, else text)' },
  ]),
  ...inGroup('screen', everywhere, [
    {
      setting: 'inferredPlans',
      value: null,
      help: "show no plan that is only read from an agent's to-do tool",
    },
    {
      setting: 'theme',
      value: 'NAME',
      help: 'auto, dark, light or high-contrast (default: auto)',
      helpFor: { render: 'dark, light or high-contrast (default: dark)' },
    },
    { setting: 'ascii', value: null, help: 'draw with ASCII characters only' },
  ]),
  ...inGroup('screen', shown, [
    { setting: 'animation', value: null, help: 'show every change at once, nothing moves' },
    {
      setting: 'altScreen',
      value: null,
      help: 'stay on the normal screen; the last frame stays in the scrollback',
    },
    {
      setting: 'screenReader',
      value: null,
      help: 'sentences and typed lines instead of a screen; /help says more',
      helpFor: { replay: 'sentences instead of a screen, without waiting' },
    },
  ]),
  ...inGroup('screen', everywhere, [
    {
      setting: 'title',
      value: 'TEXT',
      help: 'what to call this run on the screen',
      helpFor: { render: "what to call it (default: the recording's)" },
    },
  ]),
  ...inGroup('screen', all, [
    {
      setting: 'notify',
      value: 'HOW',
      help: 'off, title, bell, osc9, osc777 or auto (default: title, see below)',
    },
  ]),
  ...inGroup('other', everywhere, [
    { name: 'help', short: 'h', value: null, help: 'show this; with a command, what it takes' },
    { name: 'version', short: 'V', value: null, help: 'show the version' },
  ]),
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

type Listed = Pick<OptionSpec, 'value' | 'help' | 'helpFor'> &
  ({ readonly name: string; readonly short?: string } | { readonly setting: SettingKey })

/** Adds the group, the uses, and the names of settings: `no-…` for a switch that is on by default. */
function inGroup(
  group: OptionGroup,
  uses: readonly OptionUse[],
  listed: readonly Listed[],
): readonly OptionSpec[] {
  return listed.map((each) => ({ ...each, name: nameOf(each), group, uses }))
}

function nameOf(listed: Listed): string {
  if ('name' in listed) return listed.name
  const { flag } = settingSpecs[listed.setting]
  return onByDefault.has(listed.setting) ? `no-${flag}` : flag
}
