/** What somebody writes to add something to the program: new files, and lines in files that are there. */
export interface Addition {
  /** Its files are those of `test/planted/FOLDER/src`, each at the place in `src` where it stands there. */
  readonly folder: string
  readonly lines: readonly AddedLine[]
}

export interface AddedLine {
  /** From the root: `src/plans/kinds/plan-kinds.ts`. */
  readonly file: string
  /** The whole line, without the blanks around it, that it stands beneath; the file has it once. */
  readonly beneath: string
  readonly line: string
}

/** A registry's new import and entry, each beneath one that it has. */
function entry(
  file: string,
  [belowImport, imported]: readonly [string, string],
  [belowEntry, entered]: readonly [string, string],
): readonly [AddedLine, AddedLine] {
  return [
    { file, beneath: belowImport, line: imported },
    { file, beneath: belowEntry, line: `  ${entered}` },
  ]
}

const opaque = ["import { opaque } from './opaque.ts'", "import { _table } from './table.ts'"] as const

/** The registry of each layer that has the plan kind, but for how it is read. */
export const tableLayers = [
  entry('src/plans/kinds/plan-kinds.ts', opaque, ['opaque,', '_table,']),
  entry(
    'src/ui/plan-panes/pane-kinds.ts',
    ["import { opaque } from './opaque-pane.ts'", "import { _table } from './table-pane.ts'"],
    ['opaque,', '_table,'],
  ),
  entry('src/outputs/plan-kinds/plan-kinds.ts', opaque, ['opaque,', '_table,']),
  entry(
    'src/outputs/schema/plan-content/plan-content.ts',
    ["import { markdownContent } from './markdown.ts'", "import { _table } from './table.ts'"],
    ['opaque: otherContent,', '_table,'],
  ),
]
export const tableReading = entry(
  'src/protocol/plan-kinds/plan-kinds.ts',
  ["import { jsonIn } from '../../lib/json/read-json.ts'", "import { _table } from './table.ts'"],
  ['file,', '_table,'],
)

export function table(...registries: readonly (readonly AddedLine[])[]): Addition {
  return { folder: 'plan-kind', lines: registries.flat() }
}

/** The schema of a JSON line in the list of all of them. */
export const remarkSchema = entry(
  'src/outputs/schema/json-event.ts',
  ["import { questionLines } from './question-lines.ts'", "import { remarkLines } from './remark-lines.ts'"],
  ['...questionLines,', '...remarkLines,'],
)

/** Where it is written. */
export function remarkAs(line: string): AddedLine {
  return {
    file: 'src/outputs/json/json-output.ts',
    beneath: 'return stderr(event.line, atMs)',
    line: `      case 'remarked': return [${line}]`,
  }
}

/** The kind of a list to pick from, and the command that opens it. */
export const countsKind: Addition = {
  folder: 'picker',
  lines: [
    {
      file: 'src/ui/state/ui-state.ts',
      beneath: 'export type PickerTopic =',
      line: "  | { readonly kind: 'counts' }",
    },
    {
      file: 'src/ui/keys/key-table.ts',
      beneath: "{ keys: ['p'], command: 'plans', does: 'list all plans of all sessions' },",
      line: "      { keys: [], command: 'counts', does: 'list how many plans each session has' },",
    },
  ],
}

export const additions: readonly Addition[] = [
  table(tableReading, ...tableLayers),
  {
    folder: 'json-line',
    lines: [...remarkSchema, remarkAs("{ type: 'remark', atMs, words: event.text }")],
  },
  {
    folder: 'panel',
    lines: entry(
      'src/ui/panels/panels.ts',
      ["import { help } from './help-panel.ts'", "import { updates } from './updates-panel.ts'"],
      ['stderr,', 'updates,'],
    ),
  },
  {
    ...countsKind,
    lines: [
      ...countsKind.lines,
      ...entry(
        'src/ui/pickers/picker.ts',
        [
          "import { choicesPicker } from './choices-picker.ts'",
          "import { countsPicker } from './counts-picker.ts'",
        ],
        ['login: loginPicker,', 'counts: countsPicker,'],
      ),
      { file: 'src/ui/state/open-layers.ts', beneath: "login: 'login',", line: "  counts: 'nothing'," },
      {
        file: 'src/ui/input/plan/act-on-plan.ts',
        beneath: 'return openedPlans(ui, context)',
        line: "    case 'counts':\n      return screenOnly({ ...ui, panel: null, picker: startPicker(state, { kind: command }) })",
      },
    ],
  },
  {
    folder: 'render-format',
    lines: entry(
      'src/render/formats/result-formats.ts',
      ["} from './result-format.ts'", "import { xhtml } from './xhtml.ts'"],
      ['json,', 'xhtml,'],
    ),
  },
  {
    folder: 'transport',
    lines: entry(
      'src/sources/remote/transports/remote-transports.ts',
      [
        "import type { LineAddress, LineTransport, RemoteTransport, WebTransport } from './remote-transport.ts'",
        "import { runtimeFolder } from './runtime-folder.ts'",
      ],
      ['unix,', 'runtimeFolder,'],
    ),
  },
]
