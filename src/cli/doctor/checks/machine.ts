import { clipboardRoute } from '../../../terminal/clipboard.ts'
import { canDraw, terminalTraits } from '../../../terminal/terminal-traits.ts'
import {
  good,
  hint,
  missing,
  wrong,
  type Diagnosis,
  type DoctorCheck,
  type Surroundings,
} from '../doctor-check.ts'

const smallest = { columns: 40, rows: 12 }

export const terminal: DoctorCheck = {
  name: 'terminal',
  title: 'Terminal',
  run(around) {
    const { env, isTerminal } = around
    if (!isTerminal)
      return [
        hint(
          'screen',
          'standard output is not a terminal',
          'Here a run writes text or JSON. Run doctor on a terminal to check that.',
        ),
      ]
    const { color, ascii, hyperlinks } = terminalTraits(env, isTerminal)
    return [
      screen(around),
      size(around),
      color
        ? good('colours', 'yes')
        : hint('colours', 'no', 'Unset NO_COLOR, or set FORCE_COLOR=1, for colours.'),
      ascii
        ? hint('characters', 'ASCII only', 'Set a locale with UTF-8, for example LANG=C.UTF-8.')
        : good('characters', 'Unicode'),
      hyperlinks
        ? good('hyperlinks', 'yes')
        : hint(
            'hyperlinks',
            'not known to work here',
            'If your terminal supports them, set FORCE_HYPERLINK=1.',
          ),
      clipboard(around),
    ]
  },
}

function screen({ env }: Surroundings): Diagnosis {
  const term = env['TERM'] ?? ''
  const found = term === '' ? 'TERM is not set' : `TERM=${term}`
  const instead = 'A screen cannot be drawn: use another terminal, --screen-reader or --format text.'
  return canDraw(env) ? good('screen', found) : missing('screen', found, instead)
}

function size({ columns, rows }: Surroundings): Diagnosis {
  const isLarge = columns !== null && rows !== null && columns >= smallest.columns && rows >= smallest.rows
  const found = columns === null || rows === null ? 'unknown' : `${columns}x${rows}`
  return isLarge
    ? good('size', found)
    : hint('size', found, `Make the window at least ${smallest.columns}x${smallest.rows}.`)
}

function clipboard({ env }: Surroundings): Diagnosis {
  const subject = 'clipboard'
  const route = clipboardRoute(env)
  switch (route.type) {
    case 'known':
      return good(subject, `${route.terminal} takes copies`)
    case 'tmux':
      return hint(subject, 'through tmux', 'If copies do not arrive: tmux set -g set-clipboard on')
    case 'screen':
      return hint(subject, 'through GNU screen, if the terminal around it takes copies')
    case 'unknown':
      return hint(
        subject,
        'not known to take copies (OSC 52)',
        'Try `y` on a plan; else save it with `w`, or allow OSC 52 in the terminal.',
      )
    case 'none':
      return hint(subject, 'none', 'Plans can be saved to a file instead.')
  }
}

export const configuration: DoctorCheck = {
  name: 'configuration',
  title: 'Configuration',
  async run(around) {
    const { file, isFileFound, faults } = await around.configuration()
    return faults.length > 0
      ? faults.map((fault) => wrong('settings', fault.message, fault.hint))
      : [good('file', isFileFound && file !== null ? file : 'none')]
  },
}

export const state: DoctorCheck = {
  name: 'state',
  title: 'What is kept between runs',
  async run(around) {
    const { folder, bytes, fault } = await around.state()
    const size =
      bytes === null ? 'nothing yet' : bytes < 1024 ? `${bytes} bytes` : `${Math.ceil(bytes / 1024)} KiB`
    if (folder === null) return [hint('folder', 'none, since there is no home folder')]
    const mend = 'Mend it, or delete it: it is made anew. --no-state keeps nothing.'
    return [
      fault === null
        ? good('folder', `${folder}, ${size}`)
        : hint('folder', `${folder} is not used: ${fault}`, mend),
    ]
  },
}

/** As in `engines` of package.json. */
const least = [20, 19] as const

export const node: DoctorCheck = {
  name: 'node',
  title: 'Node',
  run({ nodeVersion }) {
    const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
    const isNew = major > least[0] || (major === least[0] && minor >= least[1])
    return [
      isNew
        ? good('version', nodeVersion)
        : missing('version', nodeVersion, `Install Node ${least.join('.')} or newer.`),
    ]
  },
}
