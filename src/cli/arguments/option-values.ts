import { ok, type Result } from '../../lib/result.ts'
import { withSettings, withValue, type ParsedOptions } from './parsed-options.ts'
import type { Flags, PromptSource } from './flags.ts'
import { nearest } from '../../lib/text/nearest.ts'
import type { OptionSpec } from './option-spec.ts'
import { settingSpecs, withSetting } from '../configuration/settings.ts'
import { usage, type UsageError } from '../../lib/usage-error.ts'

/** Adds the value of an option, or fails if it is invalid. */
export function withOptionValue(
  given: ParsedOptions,
  spec: OptionSpec,
  value: string,
): Result<ParsedOptions, UsageError> {
  const { flags } = given
  if (spec.setting !== undefined) {
    const read = withSetting(flags.settings, spec.setting, value)
    if (read.ok) return ok(withSettings(given, read.value))
    const meant = nearest(value, settingSpecs[spec.setting].choices)
    const mend = meant === null ? '' : ` Did you mean ${meant}?`
    return usage(`--${spec.name} cannot be “${value}”`, `It must be ${read.problem}.${mend}`)
  }
  switch (spec.name) {
    case 'prompt':
      return value.trim() === ''
        ? usage('--prompt is empty', 'Give it the text to send, in quotes.')
        : ok({ ...given, flags: withPrompt(flags, { type: 'text', text: value }) })
    case 'prompt-file': {
      const source: PromptSource = value === '-' ? { type: 'stdin' } : { type: 'file', path: value }
      if (source.type === 'stdin' && flags.prompts.some((prompt) => prompt.type === 'stdin'))
        return usage('standard input can be read once', 'Give --prompt-file - only once.')
      return ok({ ...given, flags: withPrompt(flags, source) })
    }
    case 'cwd':
      return ok({ ...given, flags: { ...flags, cwd: value } })
    case 'env': {
      const at = value.indexOf('=')
      if (at <= 0) return usage('--env needs NAME=VALUE', 'As in `--env DEBUG=1`.')
      return ok({
        ...given,
        flags: { ...flags, env: { ...flags.env, [value.slice(0, at)]: value.slice(at + 1) } },
      })
    }
    case 'session':
      return value.trim() === ''
        ? usage('--session is empty', 'Give it the id of a session, or use --continue for the newest.')
        : withFirst(given, { type: 'open', sessionId: value })
    case 'config': {
      const at = value.indexOf('=')
      if (at <= 0) return usage(`--config ${value} has no ID=VALUE`, 'As in `--config model=large`.')
      const config = [...flags.config, { id: value.slice(0, at), value: value.slice(at + 1) }]
      return ok({ ...given, flags: { ...flags, config } })
    }
    case 'auth':
      return value.trim() === ''
        ? usage('--auth is empty', 'Give it the id of a way to log in that the agent names.')
        : ok({ ...given, flags: { ...flags, auth: value } })
    case 'record':
      return value.trim() === ''
        ? usage('--record is empty', 'Give it the name of a file that is not there yet.')
        : ok({ ...given, flags: { ...flags, record: value } })
    case 'redact':
      return ok({
        ...withValue(given, 'redact', value),
        flags: { ...flags, redact: [...flags.redact, value] },
      })
    case 'header':
      return ok({ ...given, remote: { ...given.remote, headers: [...given.remote.headers, value] } })
    case 'map-files':
      return ok({ ...given, remote: { ...given.remote, fileMaps: [...given.remote.fileMaps, value] } })
    default:
      return ok(withValue(given, spec.name, value))
  }
}

function withPrompt(flags: Flags, prompt: PromptSource): Flags {
  return { ...flags, prompts: [...flags.prompts, prompt] }
}

/** Sets the first session of the run; there can be only one. */
export function withFirst(given: ParsedOptions, first: Flags['first']): Result<ParsedOptions, UsageError> {
  const before = given.flags.first
  if (before.type === 'new' || (before.type === 'continue' && first.type === 'continue'))
    return ok({ ...given, flags: { ...given.flags, first } })
  return before.type === first.type
    ? usage('--session names one session, and was given twice', 'More are opened on the screen.')
    : usage('--session and --continue exclude each other', 'Give one of them.')
}
