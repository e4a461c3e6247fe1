import { fail, ok, type Result } from '../../lib/result.ts'
import { findJsonFault } from '../../lib/json/json-fault.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import { nearest } from '../../lib/text/nearest.ts'
import type { UsageError } from '../../lib/usage-error.ts'
import { isObject } from '../../protocol/wire/message.ts'
import { settingKeys, withJsonSetting, type SettingKey, type Settings } from './settings.ts'

/** The keys of the configuration file: options in camel case. */
const keys: ReadonlyMap<string, SettingKey> = new Map(
  settingKeys.map((setting) => [setting === 'timeoutMs' ? 'timeout' : setting, setting]),
)

/** Parses the text of a configuration file: all keys are optional, and no others are allowed. Errors name the line or the key. */
export function checkConfig(text: string, file: string): Result<Settings, UsageError> {
  const bare = text.replace(/^\ufeff/, '')
  const fault = findJsonFault(bare)
  if (fault !== null)
    return fail({
      message: `${file}:${fault.line}:${fault.column} ${fault.text}`,
      hint: 'Fix that line, or move the file away to start without it.',
    })
  const config = jsonIn(bare)
  if (!isObject(config))
    return fail({
      message: `${file} contains no settings`,
      hint: 'It must contain one object, for example {"theme": "light"}.',
    })
  let settings: Settings = {}
  // Editors find the schema of a file by its key `$schema`.
  for (const [key, value] of Object.entries(config).filter(([each]) => each !== '$schema')) {
    const setting = keys.get(key)
    if (setting === undefined) return fail(unknownKey(key, file))
    const read = withJsonSetting(settings, setting, value)
    if (!read.ok)
      return fail({ message: `${file}: “${key}” has a wrong value`, hint: `It must be ${read.problem}.` })
    settings = read.value
  }
  return ok(settings)
}

function unknownKey(key: string, file: string): UsageError {
  const names = [...keys.keys()]
  const meant = nearest(key, names)
  const hint = meant === null ? `The keys are ${names.join(', ')}.` : `Did you mean “${meant}”?`
  return { message: `${file}: there is no setting “${key}”`, hint }
}
