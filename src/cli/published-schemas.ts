// All JSON Schemas of the package: of what the program writes, and of what it reads. Read when the package is built, and by no run
// of the program.
import * as z from 'zod/mini'
import { publishedSchemas as writtenSchemas } from '../outputs/published-schemas.ts'
import { themeSchema } from './configuration/theme-schema.ts'
import { described, schemaPlace } from '../lib/described-schema.ts'
import { allCommands } from './commands/commands.ts'
import { commandNames } from '../ui/keys/own-keys.ts'
import {
  configKey,
  longestTimeoutSeconds,
  settingKeys,
  settingSpecs,
  type SettingKey,
} from './configuration/settings.ts'

/** The configuration file. Accepts what `checkConfig` accepts, and nothing else. */
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

/** Each published schema, by the name of its file in `dist`. */
export const publishedSchemas: Readonly<Record<string, object>> = {
  ...writtenSchemas,
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
