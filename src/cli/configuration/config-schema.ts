// `mini` does the same checks and costs a third of the start-up time.
import * as z from 'zod/mini'
import type { Settings } from './settings.ts'

/** The configuration file: every key may be left out, and there are no others. Names are the command line's, in camel case. */
export const configSchema = z.strictObject({
  $schema: z.optional(z.string()),
  protocol: z.optional(z.literal(['auto', 1, 2])),
  planCapability: z.optional(z.boolean()),
  planTools: z.optional(z.literal(['on', 'off'])),
  permissions: z.optional(z.literal(['ask', 'allow', 'deny'])),
  timeout: z.optional(z.number().check(z.positive(), z.maximum(7 * 24 * 3600))),
  exitOn: z.optional(z.literal(['idle', 'plans-done', 'never'])),
  format: z.optional(z.literal(['tui', 'text', 'json'])),
  theme: z.optional(z.literal(['auto', 'dark', 'light', 'high-contrast'])),
  animation: z.optional(z.boolean()),
  ascii: z.optional(z.boolean()),
  altScreen: z.optional(z.boolean()),
  screenReader: z.optional(z.boolean()),
  title: z.optional(z.string()),
  notify: z.optional(z.literal(['off', 'title', 'bell', 'osc9', 'osc777', 'auto'])),
  mode: z.optional(z.string()),
  inferredPlans: z.optional(z.boolean()),
  tokenFile: z.optional(z.string()),
})

export type Config = z.infer<typeof configSchema>

/** What may stand in the file, said to people who wrote something else. */
export const configKeys: Readonly<Record<Exclude<keyof Config, '$schema'>, string>> = {
  protocol: '"auto", 1 or 2',
  planCapability: 'true or false',
  planTools: '"on" or "off"',
  permissions: '"ask", "allow" or "deny"',
  timeout: 'a number of seconds above 0',
  exitOn: '"idle", "plans-done" or "never"',
  format: '"tui", "text" or "json"',
  theme: '"auto", "dark", "light" or "high-contrast"',
  animation: 'true or false',
  ascii: 'true or false',
  altScreen: 'true or false',
  screenReader: 'true or false',
  title: 'a text',
  notify: '"off", "title", "bell", "osc9", "osc777" or "auto"',
  mode: "the id of an agent's mode",
  inferredPlans: 'true or false',
  tokenFile: 'the name of a file',
}

/** The settings that a checked file sets. */
export function configSettings(config: Config): Settings {
  const { $schema: _schema, timeout, ...same } = config
  const set = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined))
  return timeout === undefined ? set : { ...set, timeoutMs: Math.ceil(timeout * 1000) }
}
