import { clipboardRoute, type ClipboardRoute } from '../../../terminal/clipboard.ts'
import { canDraw, terminalTraits } from '../../../terminal/terminal-traits.ts'
import type { Diagnosis, DoctorCheck, Surroundings } from '../doctor-check.ts'

const smallest = { columns: 40, rows: 12 }

export const terminal: DoctorCheck = {
  name: 'terminal',
  title: 'Terminal',
  run(around) {
    const { env, isTerminal } = around
    if (!isTerminal)
      return Promise.resolve([
        {
          subject: 'screen',
          health: 'hint',
          found: 'standard output is not a terminal',
          advice: 'Here a run writes text or JSON. Run doctor on a terminal to check that.',
        },
      ])
    const traits = terminalTraits(env, isTerminal)
    return Promise.resolve([
      screen(around),
      size(around),
      {
        subject: 'colours',
        health: traits.color ? 'good' : 'hint',
        found: traits.color ? 'yes' : 'no',
        advice: traits.color ? null : 'Unset NO_COLOR, or set FORCE_COLOR=1, for colours.',
      },
      {
        subject: 'characters',
        health: traits.ascii ? 'hint' : 'good',
        found: traits.ascii ? 'ASCII only' : 'Unicode',
        advice: traits.ascii ? 'Set a locale with UTF-8, for example LANG=C.UTF-8.' : null,
      },
      {
        subject: 'hyperlinks',
        health: traits.hyperlinks ? 'good' : 'hint',
        found: traits.hyperlinks ? 'yes' : 'not known to work here',
        advice: traits.hyperlinks ? null : 'If your terminal supports them, set FORCE_HYPERLINK=1.',
      },
      { subject: 'clipboard', ...clipboard(clipboardRoute(env)) },
    ])
  },
}

function screen({ env }: Surroundings): Diagnosis {
  const term = env['TERM'] ?? ''
  const found = term === '' ? 'TERM is not set' : `TERM=${term}`
  return canDraw(env)
    ? { subject: 'screen', health: 'good', found, advice: null }
    : {
        subject: 'screen',
        health: 'missing',
        found,
        advice: 'A screen cannot be drawn: use another terminal, --screen-reader or --format text.',
      }
}

function size({ columns, rows }: Surroundings): Diagnosis {
  const isLarge = columns !== null && rows !== null && columns >= smallest.columns && rows >= smallest.rows
  return {
    subject: 'size',
    health: isLarge ? 'good' : 'hint',
    found: columns === null || rows === null ? 'unknown' : `${columns}x${rows}`,
    advice: isLarge ? null : `Make the window at least ${smallest.columns}x${smallest.rows}.`,
  }
}

function clipboard(route: ClipboardRoute): Omit<Diagnosis, 'subject'> {
  switch (route.type) {
    case 'known':
      return { health: 'good', found: `${route.terminal} takes copies`, advice: null }
    case 'tmux':
      return {
        health: 'hint',
        found: 'through tmux',
        advice: 'If copies do not arrive: tmux set -g set-clipboard on',
      }
    case 'screen':
      return {
        health: 'hint',
        found: 'through GNU screen, if the terminal around it takes copies',
        advice: null,
      }
    case 'unknown':
      return {
        health: 'hint',
        found: 'not known to take copies (OSC 52)',
        advice: 'Try `y` on a plan; else save it with `w`, or allow OSC 52 in the terminal.',
      }
    case 'none':
      return { health: 'hint', found: 'none', advice: 'Plans can be saved to a file instead.' }
  }
}

export const configuration: DoctorCheck = {
  name: 'configuration',
  title: 'Configuration',
  async run(around) {
    const { file, isFileFound, faults } = await around.configuration()
    const wrong = faults.map(({ message, hint }): Diagnosis => ({
      subject: 'settings',
      health: 'wrong',
      found: message,
      advice: hint,
    }))
    const found = isFileFound && file !== null ? file : 'none'
    return wrong.length > 0 ? wrong : [{ subject: 'file', health: 'good', found, advice: null }]
  },
}

export const state: DoctorCheck = {
  name: 'state',
  title: 'What is kept between runs',
  async run(around) {
    const { folder, bytes, fault } = await around.state()
    const size =
      bytes === null ? 'nothing yet' : bytes < 1024 ? `${bytes} bytes` : `${Math.ceil(bytes / 1024)} KiB`
    if (folder === null)
      return [
        { subject: 'folder', health: 'hint', found: 'none, since there is no home folder', advice: null },
      ]
    return [
      fault === null
        ? { subject: 'folder', health: 'good', found: `${folder}, ${size}`, advice: null }
        : {
            subject: 'folder',
            health: 'hint',
            found: `${folder} is not used: ${fault}`,
            advice: 'Mend it, or delete it: it is made anew. --no-state keeps nothing.',
          },
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
    return Promise.resolve([
      {
        subject: 'version',
        health: isNew ? 'good' : 'missing',
        found: nodeVersion,
        advice: isNew ? null : `Install Node ${least.join('.')} or newer.`,
      },
    ])
  },
}
