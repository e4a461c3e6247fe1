import { doubtRules } from '../configuration/settings.ts'
import { defaultHistoryBytes } from '../../app/history/default-memory.ts'
import { parseMoment, type Moment } from '../../app/playback/playback.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { notTogether, usage, wrongValue, type UsageError } from '../../lib/text/usage-error.ts'
import {
  formatSize,
  largestSize,
  presetSize,
  readSize,
  smallestSize,
  parseKeyScript,
} from '../../render/formats/render-options.ts'
import type { RenderRequest } from '../../render/formats/result-format.ts'
import type { Command, CommandLine } from '../arguments/command.ts'
import {
  allOf,
  choice,
  choiceOf,
  hasOption,
  lastValue,
  number,
  numberOf,
  option,
  saying,
  valuesOf,
  type ParsedOptions,
} from '../arguments/option.ts'
import { drawn, general, redact, title } from '../arguments/shared-options.ts'
import { builtInTheme } from '../configuration/theme-file.ts'
import {
  formatTable,
  helpForSome,
  historyHelp,
  optionWithoutEffect,
  readResults,
  sameFileTwice,
} from './render-results.ts'
import type { PlanView } from '../../ui/state/list-state.ts'

const speed = number(
  'play',
  '--speed N',
  { least: 0.01, most: 1000, preset: 1 },
  'N times as fast as it was (default: %)',
)
const idleLimit = number(
  'play',
  '--idle-limit SECONDS',
  { least: 0.1, most: 86_400, preset: Number.POSITIVE_INFINITY },
  'shorten longer pauses to that',
)
const minHold = number(
  'play',
  '--min-hold SECONDS',
  { least: 0, most: 3600, preset: 0 },
  'show every change of a plan at least that long',
)
const lastHold = number(
  'play',
  '--last-hold SECONDS',
  { least: 0, most: 3600, preset: 2 },
  'how long the last picture stays (default: %)',
)
const view = choice<PlanView>(
  'render',
  '--view VIEW',
  ['plan', 'timeline'],
  'how the plan is shown: plan (default) or timeline',
)
const frame = choice(
  'render',
  '--frame FRAME',
  ['none', 'window'],
  helpForSome('frame', 'none (default), or window with a title bar'),
)
const scale = choice(
  'render',
  '--scale N',
  ['1', '2', '3'],
  helpForSome('scale', '1, 2 or 3 times as large (default: %; .png: 2)'),
)

const output = option(
  'render',
  '-o, --output FILE',
  'write this file, in the format of its ending; may be repeated',
)

export const render: Command<RenderRequest> = {
  name: 'render',
  form: 'render TRACE -o FILE [options]',
  does: 'make pictures and texts from it, without a terminal',
  options: [
    output,
    option('render', '--check FILE', 'write nothing; exit with 1 if FILE differs from what would be written'),
    option(
      'render',
      '--size COLSxROWS|fit',
      `${formatSize(smallestSize)} to ${formatSize(largestSize)}, or fit: the rows that it needs (default: the recording's, else ${formatSize(presetSize)})`,
    ),
    option('render', '--from TIME', 'begin at this time (films: the first plan)'),
    option('render', '--to TIME', 'end at this time'),
    option('render', '--still TIME', helpForSome('still', 'a single picture of this moment')),
    option('render', '--at TIME', helpForSome('at', 'the state at this time (default: at the end)')),
    option('render', '--history', historyHelp()),
    option('render', '--keys SCRIPT', 'press keys: "2s:tab 4s:d" (see below)'),
    option('render', '--show-keys', helpForSome('show-keys', 'show each of these keys for a second')),
    view,
    option('render', '--no-chrome', 'only the plan, without header, tabs and hints'),
    frame,
    option('render', '--padding PIXELS', helpForSome('padding', 'the space around the screen, 0 to 100')),
    scale,
    speed,
    idleLimit,
    minHold,
    lastHold,
    ...saying([redact], { redact: 'hide paths, names, keys, hosts, or what files say (default: all four)' }),
    option('recording', '--no-redact', 'show everything as it was recorded'),
    ...saying([...drawn, title], {
      theme: 'dark, light, high-contrast, or a file (default: dark)',
      title: "what to call it (default: the recording's)",
    }),
    ...general,
  ],
  takes: 'files',
  hasNoAgent: 'needs a running agent, and this is a recording',
  read: readRender,
  run: async (request, around) => await (await import('./render-run.ts')).runRender(request, around),
  help: ({ options }) => `acp-plan-tui render makes pictures and texts of a recording, without a terminal.

Usage:
  acp-plan-tui render TRACE -o FILE [-o FILE…] [options]
  acp-plan-tui render TRACE --check FILE [--check FILE…] [options]

TRACE is what --record wrote; - is standard input. The ending of FILE selects the format:
${formatTable()}

Examples:
  acp-plan-tui render run.ndjson -o run.svg
  acp-plan-tui render run.ndjson -o run.cast -o run.md --history --idle-limit 2
  acp-plan-tui render run.ndjson -o demo.gif --size 80x24 --theme light --keys "2s:tab 4s:d"
  acp-plan-tui render run.ndjson -o done.png --still 1:05 --no-chrome
  acp-plan-tui render - -o plans.md < run.ndjson
  acp-plan-tui render run.ndjson --check docs/run.svg

${options}

A TIME is a time of the recording: seconds (75, 75s), minutes (1:15), end, or a marker by its number
(#2) or its caption. Keys are pressed at times in seconds or minutes, at #2 or at the end: TIME:KEY
or TIME:KEY,KEY, with blanks between them; keys are named as on the screen (tab, shift-tab, enter,
esc, up, pgdn, space, ctrl-d), text in quotes ("3s:/ 4s:'parser',enter").

Paths, names, hosts and keys are replaced before anything is drawn, and looked for again in what
was made: if one is left, nothing is written, and the status is 1. The same recording and options
give the same bytes everywhere: the environment and the configuration file are ignored.

Exit status:
  0  success                                     4    TRACE cannot be read or is not a recording,
  1  --check: FILE differs; or something              or a file cannot be written
     private is left                             130  interrupted
  2  wrong usage
`,
}

function readRender({ positionals, agent, given }: CommandLine): Result<RenderRequest, UsageError> {
  if (agent !== null)
    return usage(
      'render takes a recording, not the command of an agent',
      'Record a run with --record FILE first, and leave out the -- and what follows.',
    )
  const [trace, ...more] = positionals
  if (trace === undefined || trace === '')
    return usage(
      'render needs a recording',
      'For example `acp-plan-tui render run.ndjson -o run.svg`; - is standard input.',
    )
  if (more.length > 0)
    return usage(
      `render takes one recording, but ${positionals.length} were given: ${positionals.join(', ')}`,
      '-o gives the file to write, for example `acp-plan-tui render run.ndjson -o run.svg`.',
    )
  const results = readResults(given)
  if (!results.ok) return results
  const traceFile = trace === '-' ? null : trace
  const repeated = sameFileTwice(traceFile, results.value)
  if (repeated !== null) return fail(repeated)
  const unused = optionWithoutEffect(
    given.typed.map(({ spec }) => spec.name),
    results.value.map(({ format }) => format),
  )
  if (unused !== null) return fail(unused)
  const times = readTimes(given)
  if (!times.ok) return times
  const look = readLook(given)
  if (!look.ok) return look
  if (look.value.followsReader && !results.value.some(({ format }) => format.ending === 'svg'))
    return usage(
      '--theme auto is only for .svg',
      'Other files have the colours of one theme: choose dark, light or high-contrast.',
    )
  const redacted = readRedact(given)
  if (!redacted.ok) return redacted
  return ok({
    trace: traceFile,
    results: results.value,
    ...times.value,
    ...look.value,
    redact: redacted.value,
  })
}

type Times = Pick<RenderRequest, 'pace' | 'lastHoldMs' | 'from' | 'to' | 'still' | 'at'>

function readTimes(given: ParsedOptions): Result<Times, UsageError> {
  const moments: Partial<Record<'from' | 'to' | 'still' | 'at', Moment>> = {}
  for (const name of ['from', 'to', 'still', 'at'] as const) {
    const text = lastValue(given, name)
    if (text === null) continue
    const moment = parseMoment(text)
    if (!moment.ok) return wrongValue(name, text, moment.problem)
    moments[name] = moment.value
  }
  const { from = null, to = { type: 'end' }, still = null, at = null } = moments
  if (from?.type === 'end') return usage('--from cannot be the end', 'There would be nothing to show.')
  if (from?.type === 'time' && to.type === 'time' && to.atMs <= from.atMs)
    return usage('--to must be after --from', 'The result begins at --from and ends at --to.')
  const read = allOf({
    speed: numberOf(given, speed),
    idleLimitMs: numberOf(given, idleLimit),
    minHoldMs: numberOf(given, minHold),
    lastHoldMs: numberOf(given, lastHold),
  })
  if (!read.ok) return read
  const { lastHoldMs, ...pace } = read.value
  return ok({ pace, lastHoldMs, from, to, still, at })
}

type Look = Omit<RenderRequest, keyof Times | 'trace' | 'results' | 'redact'>

function readLook(given: ParsedOptions): Result<Look, UsageError> {
  const [size, script] = [lastValue(given, 'size'), lastValue(given, 'keys')]
  const showsKeys = hasOption(given, 'show-keys')
  const read = allOf({
    size: size === null ? ok(null) : readSize(size),
    keys: script === null ? ok([]) : parseKeyScript(script),
    showsKeys:
      script === null && showsKeys
        ? usage('--show-keys needs --keys', 'It shows the keys that --keys presses.')
        : ok(showsKeys),
    frame: choiceOf(given, frame),
    padding: readPadding(lastValue(given, 'padding')),
    scale: choiceOf(given, scale),
    view: choiceOf(given, view),
  })
  if (!read.ok) return read
  const { frame: frameName, ...look } = read.value
  const { theme = 'auto', ascii = false, title: named = null, inferredPlans = true } = given.settings
  const { historyLimit = defaultHistoryBytes } = given.settings
  return ok({
    ...look,
    // The result must not depend on the terminal.
    theme: builtInTheme(theme) ?? 'dark',
    followsReader: given.settings.theme === 'auto',
    ascii,
    hasChrome: !hasOption(given, 'no-chrome'),
    title: named,
    hasWindow: frameName === 'window',
    scale: hasOption(given, 'scale') ? Number(look.scale) : null,
    showsHistory: hasOption(given, 'history'),
    infersPlans: inferredPlans,
    historyBytes: historyLimit,
    doubtRules: doubtRules(given.settings),
  })
}

const largestPadding = 100

function readPadding(text: string | null): Result<number | null, UsageError> {
  if (text === null) return ok(null)
  return /^\d{1,3}$/.test(text) && Number(text) <= largestPadding
    ? ok(Number(text))
    : wrongValue('padding', text, `a whole number of pixels from 0 to ${largestPadding}`)
}

function readRedact(given: ParsedOptions): Result<readonly string[] | null, UsageError> {
  const lists = valuesOf(given, 'redact')
  if (!hasOption(given, 'no-redact')) return ok(lists)
  return lists.length === 0 ? ok(null) : notTogether('--redact', '--no-redact')
}

/** What makes a report of a recording, with everything else as it is by default. */
export function reportRequest(trace: string, file: string): Result<RenderRequest, UsageError> {
  return readRender({
    positionals: [trace],
    agent: null,
    given: { settings: {}, typed: [{ spec: output, value: file }] },
  })
}
