// The options that several commands have. A command lists them among its own, in the order of its help.
import { doubtNames } from '../../app/state/doubt-rules.ts'
import { listedWords } from '../../lib/text/wording.ts'
import { statusConsumers } from '../../outputs/output-names.ts'
import { on } from './hook-option.ts'
import { notEmpty, option, setting, type OptionSpec } from './option.ts'

/** How long, and how fast, something is played. */
export const played: readonly OptionSpec[] = [
  option('play', '--speed N', 'play N times as fast; max: without waiting'),
  option('play', '--idle-limit SECONDS', 'shorten longer pauses to that'),
]

export const record = option(
  'recording',
  '--record FILE',
  'record the run, for replay and render; m marks a moment',
  notEmpty('record', 'Give it the name of a new file.'),
)

export const redact = option(
  'recording',
  '--redact LIST',
  'leave out paths, names, keys, hosts, or what a file of rules lists',
)

/** What is recorded of a run. */
export const recorded: readonly OptionSpec[] = [record, redact]

export const cwd = option(
  'agent',
  '--cwd DIR',
  "the agent's working folder (default: this one)",
  notEmpty('cwd', 'Give it the name of a folder, or leave it out for this one.'),
)

/** What an agent is asked first, and where it works. */
export const prompted: readonly OptionSpec[] = [
  option(
    'agent',
    '--prompt TEXT',
    'send TEXT; may be repeated, each is sent after the turn before it',
    notEmpty('prompt', 'Give it the text to send, in quotes.'),
  ),
  option('agent', '--prompt-file FILE', 'send the content of FILE; - is standard input'),
  cwd,
]

export const namedAgent = option(
  'agent',
  '-a, --agent AGENT',
  'start this agent: a name in the configuration, or a known one such as claude',
  notEmpty('agent', '`acp-plan-tui config` lists those that have names.'),
)

export const env = option(
  'agent',
  '--env NAME=VALUE',
  "add a variable to the agent's environment; may be repeated",
  (value) =>
    value.indexOf('=') > 0
      ? null
      : { message: '--env needs NAME=VALUE', hint: 'For example `--env DEBUG=1`.' },
)

export const planTools = setting(
  'agent',
  'planTools',
  'on|off',
  'make agents send plans that do not by default (default: %, see below)',
)

/** What a client of an agent is, and which session it opens. */
export const asClient: readonly OptionSpec[] = [
  option(
    'agent',
    '--auth METHOD',
    'log in with this method first; METHOD is an id of the agent',
    notEmpty('auth', 'Give it the id of a login method of the agent.'),
  ),
  option('agent', '--allow-fs', 'let the agent read and write files below --cwd through this client'),
  setting('agent', 'protocol', 'VERSION', 'ACP version: auto, 1 or 2 (default: %)'),
  setting('agent', 'planCapability', null, 'do not tell the agent that plans with ids are supported'),
  setting('agent', 'permissions', 'POLICY', 'ask, allow (once, never always) or deny (default: %)'),
  option(
    'session',
    '--session ID',
    'continue this session instead of a new one',
    notEmpty('session', 'Give it the id of a session, or use --continue for the newest.'),
  ),
  option('session', '--continue', 'continue the newest session of the working folder'),
  setting('session', 'mode', 'ID', 'begin in this mode; ID is a mode of the agent'),
  option('session', '--config ID=VALUE', "set one of the session's options; may be repeated", (value) =>
    value.indexOf('=') > 0
      ? null
      : { message: `--config ${value} has no ID=VALUE`, hint: 'For example `--config model=large`.' },
  ),
  setting(
    'ending',
    'timeoutMs',
    'SECONDS',
    'end the run when the agent owes an answer and is silent that long',
  ),
]

const exitOn = setting('ending', 'exitOn', 'WHEN', 'idle, plans-done or never (default: %)')
const strict = setting('ending', 'strict', null, 'with plans-done: end with 1 when there are doubts too')

/** How plans are drawn, also without a terminal. */
export const drawn: readonly OptionSpec[] = [
  setting('screen', 'inferredPlans', null, 'show no plan that is only derived from a to-do tool'),
  setting('screen', 'historyLimit', 'SIZE', 'memory for what plans were before (default: %)'),
  setting(
    'screen',
    'doubts',
    'LIST',
    `doubts to say: all, none, no-NAME, or names: ${doubtNames.join(', ')} (default: %)`,
  ),
  setting('screen', 'staleCalls', 'N', 'calls without a change of the plan until it is stale (default: %)'),
  setting('screen', 'staleAfterMs', 'SECONDS', 'the same in working time (default: %)'),
  setting('screen', 'theme', 'NAME', 'auto, dark, light, high-contrast, or a file (default: %)'),
  setting('screen', 'ascii', null, 'draw with ASCII characters only'),
]

export const title = setting('screen', 'title', 'TEXT', 'what to call this run on the screen')

/** What is shown, and on what. */
export const shown: readonly OptionSpec[] = [
  setting('screen', 'format', 'FORMAT', 'tui, text or json (default: %)'),
  ...drawn,
  setting('screen', 'wireLimit', 'SIZE', 'memory for the messages of the wire panel (default: %)'),
  setting('screen', 'animation', null, 'show every change at once, without motion'),
  setting('screen', 'altScreen', null, 'stay on the normal screen; the last frame stays in the scrollback'),
  setting('screen', 'mouse', null, 'leave clicks and the wheel to the terminal'),
  setting(
    'screen',
    'state',
    null,
    'keep nothing for the next runs: no prompts, comments, or what was opened',
  ),
  setting('screen', 'screenReader', null, 'sentences and typed lines instead of a screen; /help says more'),
  title,
]

const notify = setting(
  'screen',
  'notify',
  'HOW',
  'off, title, bell, osc9, osc777 or auto (default: %, see below)',
)

const log = option(
  'other',
  '--log FILE',
  'add to FILE what this program does, for bug reports; $ACP_PLAN_TUI_LOG too',
)

export const helpAndVersion: readonly OptionSpec[] = [
  option('other', '-h, --help', 'show this; with a command, its options'),
  option('other', '-V, --version', 'show the version'),
]

/** The last options of most commands. */
export const general: readonly OptionSpec[] = [log, ...helpAndVersion]

export const statusFile = option(
  'other',
  '--statusline FILE',
  'keep a line about the plan in FILE, or PROGRAM:FILE; see `help statusline`',
  (value) => {
    // The letter of a drive is no program.
    const [, program = 'plain'] = /^([a-z][\w-]+):/i.exec(value) ?? []
    if (value.trim() === '') return { message: '--statusline is empty', hint: 'Give it the name of a file.' }
    if (statusConsumers.some((known) => known === program)) return null
    return {
      message: `--statusline: no program has the name “${program}”`,
      hint: `It can be ${listedWords(statusConsumers, 'or')}; of a file with a colon in its name, write ./${value}`,
    }
  },
)

/** What is told to a backend of OpenTelemetry; where that is, its variables say. */
export const telemetry: readonly OptionSpec[] = [
  option('telemetry', '--otlp', 'send metrics over OTLP, to $OTEL_EXPORTER_OTLP_ENDPOINT'),
  option('telemetry', '--otlp-per-session', 'tell sessions apart in them, by the ids of the agent'),
  option('telemetry', '--otlp-traces', 'send each turn with its steps, calls and waits as a trace'),
  option('telemetry', '--otlp-content', 'send the texts of steps and calls in traces, redacted'),
]

/** What is shown of a run with an agent, when it ends, and who is told; with these its options end. */
export const running: readonly OptionSpec[] = [
  exitOn,
  strict,
  ...telemetry,
  ...shown,
  notify,
  on,
  statusFile,
  ...general,
]

/** For commands that tell what they find. */
export const json = option('attach', '--json', 'write one JSON document')
