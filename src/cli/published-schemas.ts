// All JSON Schemas of the package: of what the program writes, and of what it reads. Read when the package is built, and by no run
// of the program.
import * as z from 'zod/mini'
import { lintRules } from '../app/lint/lint-rules.ts'
import { hookEvents } from '../app/state/hook.ts'
import { colorNames, roles, styleFlags, themeNames, type Role } from '../ui/paint/theme.ts'
import { described, named, schemaPlace } from '../lib/described-schema.ts'
import { allCommands } from './commands/commands.ts'
import { commandNames } from '../ui/keys/own-keys.ts'
import {
  configKey,
  highestCount,
  listPattern,
  longestTimeoutSeconds,
  settingKeys,
  settingSpecs,
  type SettingKey,
} from './configuration/settings.ts'
import { note } from '../app/notes/schema/note.ts'
import { recordsBesideEvents, t } from '../protocol/trace/record-schema.ts'
import { traceHeader } from '../protocol/trace/trace-schema.ts'
import { jsonEvent } from '../outputs/schema/json-event.ts'
import { lintDocument, ruleList } from '../outputs/schema/lint-document.ts'
import { jsonSchemaVersion } from '../outputs/schema/run-lines.ts'
import { firstLine } from '../outputs/schema/fields.ts'

/** The configuration file. Accepts what `readConfigText` reads without a fault, and nothing else. */
export const configSchema = z.strictObject({
  $schema: schemaPlace,
  ...Object.fromEntries(
    settingKeys.map((key) => [configKey(key), z.optional(described(valueSchema(key), descriptionOf(key)))]),
  ),
  keys: z.optional(
    described(
      z.partialRecord(z.enum(commandNames), z.array(z.string())),
      'Keys of your own by command, such as {"quit": ["ctrl-q"]}; [] for none.',
    ),
  ),
  lint: z.optional(
    described(
      z.strictObject({
        rules: z.optional(
          z.partialRecord(
            z.literal(lintRules.map(({ id }) => id)),
            z.literal(['error', 'warning', 'note', 'off']),
          ),
        ),
      }),
      'For the command lint: levels by rule, such as {"rules": {"stale": "off"}}.',
    ),
  ),
  on: z.optional(
    described(
      z.partialRecord(z.literal([...hookEvents]), z.tuple([z.string().check(z.minLength(1))], z.string())),
      'Programs with their arguments by event, such as {"plan-done": ["notify-send", "plan done"]}; no shell is started.',
    ),
  ),
  agents: z.optional(
    described(
      z.record(
        z.string().check(z.regex(/\S/)),
        z.strictObject({
          command: z.string().check(z.minLength(1)),
          args: z.optional(z.array(z.string())),
          env: z.optional(z.record(z.string(), z.string())),
          cwd: z.optional(z.string().check(z.regex(/^(\/|~[/\\]|[A-Za-z]:[/\\]|\\)/))),
          mode: z.optional(z.string().check(z.minLength(1))),
          config: z.optional(z.record(z.string(), z.string())),
          permissions: z.optional(valueSchema('permissions')),
          type: z.optional(z.literal('custom')),
        }),
      ),
      'Agents by the names that --agent takes, such as {"claude": {"command": "npx", "args": ["@agentclientprotocol/claude-agent-acp"]}}.',
    ),
  ),
})

function valueSchema(key: SettingKey): z.ZodMiniType {
  const spec = settingSpecs[key]
  switch (spec.kind) {
    case 'choice':
      return z.literal([...spec.choices])
    case 'names':
      return z.union([z.literal([...spec.choices]), z.string().check(z.minLength(1))])
    case 'switch':
      return z.boolean()
    case 'seconds':
      return z.number().check(z.gt(0), z.lte(longestTimeoutSeconds))
    case 'size':
      return z.union([
        z.literal(0),
        z.string().check(z.regex(/^\s*\d{1,10}(\.\d{1,6})? ?([KkMmGg][Bb])?\s*$/)),
      ])
    case 'count':
      return z.int().check(z.gt(0), z.lte(highestCount))
    case 'list':
      return z.string().check(z.regex(listPattern(spec.choices)))
    case 'text':
      return z.string()
  }
}

/** The help of its option, which for a switch that is on by default says what it does when it is off. */
function descriptionOf(key: SettingKey): string {
  const spec = allCommands.flatMap(({ options }) => options).find(({ setting }) => setting === key)
  if (spec === undefined) return ''
  const isNegated = spec.value === null && spec.name !== settingSpecs[key].flag
  return isNegated ? `false: ${spec.help}` : spec.help
}

const color = named(
  'Color',
  z.union([
    z.literal(['default', ...colorNames]),
    z.int().check(z.gte(0), z.lte(255)),
    z.string().check(z.regex(/^#[\dA-Fa-f]{6}$/)),
  ]),
  "A colour of the terminal's palette by its name or number, one of the 256 by its number, or any; `default`: the terminal's own.",
)

const style = named(
  'Style',
  z.union([
    color,
    z.strictObject({
      color: z.optional(color),
      background: z.optional(color),
      ...Object.fromEntries(styleFlags.map((flag) => [flag, z.optional(z.boolean())])),
    }),
  ]),
  'A colour of the text, or parts of a style; what is absent stays as in the extended theme.',
)

const uses: Readonly<Record<Role, string>> = {
  normal: 'Ordinary text.',
  strong: 'What happens now, and important words.',
  dim: 'What is done, and secondary text.',
  key: 'A key, beside what it does.',
  accent: 'The current step, the selected tab, the cursor.',
  good: 'Success: a completed step, a full bar.',
  warning: 'What needs attention.',
  bad: 'Errors, and what is dangerous.',
  inverse: 'A match of a search, the cursor in a text.',
  heading: 'Headings in documents, and keywords in code.',
  code: 'Code in documents, and numbers in code.',
  link: 'Links in documents.',
  added: 'Added lines in a diff.',
  gone: 'Removed lines in a diff.',
  struck: 'Steps that were removed.',
}

/** A theme file. Accepts what `checkTheme` accepts, and nothing else. */
export const themeSchema = z.strictObject({
  $schema: schemaPlace,
  extends: z.optional(
    described(z.literal([...themeNames]), 'The theme for everything else (default: dark).'),
  ),
  ...Object.fromEntries(roles.map((role) => [role, z.optional(described(z.union([style]), uses[role]))])),
})

/** A line of a recording as this version writes it, the notes in it included. */
export const recordingLine = z.union([
  named('header', traceHeader, firstLine),
  ...recordsBesideEvents,
  described(z.strictObject({ t, event: note }), 'What the client and its user did, which no frame tells.'),
])

/** Each published schema, by the name of its file in `dist`. */
export const publishedSchemas: Readonly<Record<string, object>> = {
  'schema.json': {
    $id: `urn:acp-plan-tui:json:${jsonSchemaVersion}`,
    title: 'A line of `acp-plan-tui --format json`',
    ...z.toJSONSchema(jsonEvent),
  },
  'recording-schema.json': {
    $id: `urn:acp-plan-tui:recording:${traceHeader.shape.version.def.values[0]}`,
    title: 'A line of a recording made by `acp-plan-tui --record`',
    ...z.toJSONSchema(recordingLine),
  },
  'lint-schema.json': {
    $id: `urn:acp-plan-tui:lint:${lintDocument.shape.version.def.values[0]}`,
    title: 'The document of `acp-plan-tui lint --format json`',
    ...z.toJSONSchema(z.union([lintDocument, ruleList])),
  },
  'config-schema.json': {
    $id: 'urn:acp-plan-tui:config:1',
    title: 'The configuration file of acp-plan-tui',
    ...z.toJSONSchema(configSchema),
  },
  'theme-schema.json': {
    $id: 'urn:acp-plan-tui:theme:1',
    title: 'A theme file of acp-plan-tui',
    ...z.toJSONSchema(themeSchema),
  },
}
