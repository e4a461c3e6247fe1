import type { $ZodIssue } from 'zod/v4/core'
import { fail, ok, type Result } from '../../lib/result.ts'
import { configKeys, configSchema, configSettings } from './config-schema.ts'
import { findJsonFault } from '../../lib/json/json-fault.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import { nearest } from '../../lib/text/nearest.ts'
import type { Settings } from './settings.ts'
import type { UsageError } from '../../lib/usage-error.ts'

/** Parses the text of a configuration file. Errors name the line or the key. */
export function checkConfig(text: string, file: string): Result<Settings, UsageError> {
  const bare = text.replace(/^\ufeff/, '')
  const fault = findJsonFault(bare)
  if (fault !== null) {
    return fail({
      message: `${file}:${fault.line}:${fault.column} ${fault.text}`,
      hint: 'Mend that line, or move the file away to start without it.',
    })
  }
  const parsed = configSchema.safeParse(jsonIn(bare))
  if (parsed.success) return ok(configSettings(parsed.data))
  const [issue] = parsed.error.issues
  return fail(describeIssue(issue, file))
}

function describeIssue(issue: $ZodIssue | undefined, file: string): UsageError {
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    const names = Object.keys(configKeys)
    const meant = nearest(key, names)
    const hint = meant === null ? `The keys are ${names.join(', ')}.` : `Did you mean “${meant}”?`
    return { message: `${file}: there is no setting “${key}”`, hint }
  }
  const key = String(issue?.path[0] ?? '')
  if (isConfigKey(key)) {
    return { message: `${file}: “${key}” has a wrong value`, hint: `It must be ${configKeys[key]}.` }
  }
  const hint = 'It must hold one object, as in {"theme": "light"}.'
  return { message: `${file} does not hold settings`, hint }
}

function isConfigKey(key: string): key is keyof typeof configKeys {
  return Object.hasOwn(configKeys, key)
}
