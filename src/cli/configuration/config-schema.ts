// `zod/mini` has the same checks and takes a third of the start-up time of `zod`.
import * as z from 'zod/mini'
import { writeJson } from '../../lib/json/write-json.ts'
import { listedWords } from '../../lib/text/listed-words.ts'
import { settingChoices, type ChoiceKey } from './setting-choices.ts'
import type { Settings } from './settings.ts'

/** The configuration file: all keys are optional, and no others are allowed. Names are those of options, in camel case. */
export const configSchema = z.strictObject({
  $schema: z.optional(z.string()),
  protocol: z.optional(z.literal(settingChoices.protocol)),
  planCapability: z.optional(z.boolean()),
  planTools: z.optional(z.literal(settingChoices.planTools)),
  permissions: z.optional(z.literal(settingChoices.permissions)),
  timeout: z.optional(z.number().check(z.positive(), z.maximum(7 * 24 * 3600))),
  exitOn: z.optional(z.literal(settingChoices.exitOn)),
  format: z.optional(z.literal(settingChoices.format)),
  theme: z.optional(z.literal(settingChoices.theme)),
  animation: z.optional(z.boolean()),
  ascii: z.optional(z.boolean()),
  altScreen: z.optional(z.boolean()),
  screenReader: z.optional(z.boolean()),
  title: z.optional(z.string()),
  notify: z.optional(z.literal(settingChoices.notify)),
  mode: z.optional(z.string()),
  inferredPlans: z.optional(z.boolean()),
  tokenFile: z.optional(z.string()),
})

export type Config = z.infer<typeof configSchema>

/** The allowed values of each key, for error messages. */
export const configKeys: Readonly<Record<Exclude<keyof Config, '$schema'>, string>> = {
  protocol: choiceWords('protocol'),
  planCapability: 'true or false',
  planTools: choiceWords('planTools'),
  permissions: choiceWords('permissions'),
  timeout: 'a number of seconds above 0',
  exitOn: choiceWords('exitOn'),
  format: choiceWords('format'),
  theme: choiceWords('theme'),
  animation: 'true or false',
  ascii: 'true or false',
  altScreen: 'true or false',
  screenReader: 'true or false',
  title: 'a text',
  notify: choiceWords('notify'),
  mode: "the id of an agent's mode",
  inferredPlans: 'true or false',
  tokenFile: 'the name of a file',
}

/** The settings of a valid configuration. */
export function configSettings(config: Config): Settings {
  const { $schema: _schema, timeout, ...same } = config
  const set = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined))
  return timeout === undefined ? set : { ...set, timeoutMs: Math.ceil(timeout * 1000) }
}

function choiceWords(key: ChoiceKey): string {
  return listedWords(
    settingChoices[key].map((choice) => writeJson(choice)),
    'or',
  )
}
