import { isObject, objectAt, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
import type { LintRule, PassedMessage, Report } from '../lint-rule.ts'
import { shortened } from '../plan-change.ts'
import { pages } from '../spec-pages.ts'
import { listAt } from './capabilities.ts'

const maxSessions = 1000

/** What is set is one of the choices. */
export const settingValue: LintRule = {
  id: 'setting-value',
  severity: 'warning',
  title: 'a current value that is not among the choices',
  says: 'currentModeId is one of availableModes; the current value of an option is one of its options.',
  page: pages.configOptions,
  mend: 'Add the current value to the choices, or name one of them.',
  check: () => ({
    message(passed, report) {
      const told = settingsIn(passed)
      if (told === null) return
      const { holder, path } = told
      const modes = objectAt(holder, 'modes')
      const current = stringAt(modes, 'currentModeId')
      const ids = listAt(modes, 'availableModes').map((mode) => stringAt(mode, 'id'))
      if (current !== undefined && !ids.includes(current))
        report({ path: `${path}.modes.currentModeId`, seen: `the mode “${shortened(current)}”` })
      for (const [index, option] of listAt(holder, 'configOptions').entries()) {
        const value = stringAt(option, 'currentValue')
        if (stringAt(option, 'type') !== 'select' || value === undefined || choicesOf(option).has(value))
          continue
        report({
          path: `${path}.configOptions[${index}].currentValue`,
          seen: `the value “${shortened(value)}”`,
        })
      }
    },
  }),
}

/** Options are told all at once. */
export const settingsPartial: LintRule = {
  id: 'settings-partial',
  severity: 'warning',
  title: 'a list of options without some that were told before',
  says: 'Options MUST be sent as the complete list, those that did not change, too. Options may depend on others, and go with them.',
  page: pages.configOptions,
  mend: 'Send all options with their current values.',
  check: () => {
    const known = new Map<string, readonly string[]>()
    return {
      message(passed, report) {
        const told = settingsIn(passed)
        if (told === null || !Array.isArray(told.holder['configOptions'])) return
        const ids = listAt(told.holder, 'configOptions').flatMap((option) => optionId(option) ?? [])
        reportMissing(known.get(told.sessionId) ?? [], ids, { path: told.path, report })
        if (known.size < maxSessions || known.has(told.sessionId)) known.set(told.sessionId, ids)
      },
    }
  },
}

function reportMissing(
  before: readonly string[],
  now: readonly string[],
  { path, report }: { readonly path: string; readonly report: Report },
): void {
  const missing = before.filter((id) => !now.includes(id))
  const [first] = missing
  if (first === undefined) return
  const more = missing.length === 1 ? '' : ` and ${missing.length - 1} more`
  report({ path: `${path}.configOptions`, seen: `missing: “${shortened(first)}”${more}` })
}

interface ToldSettings {
  readonly sessionId: string
  readonly holder: JsonObject
  /** The path of the holder. */
  readonly path: string
}

/** The settings of a session in an answer or an update of the agent; null: it holds none. */
function settingsIn({ message, dir, answers }: PassedMessage): ToldSettings | null {
  if (dir !== 'from-agent') return null
  if (message.kind === 'result' && answers?.method.startsWith('session/') === true) {
    if (!isObject(message.result)) return null
    const sessionId = stringAt(message.result, 'sessionId') ?? answers.sessionId
    return sessionId === null ? null : { sessionId, holder: message.result, path: 'result' }
  }
  if (message.kind !== 'notification' || message.method !== 'session/update') return null
  const params = isObject(message.params) ? message.params : {}
  const holder = objectAt(params, 'update')
  const sessionId = stringAt(params, 'sessionId')
  return sessionId === undefined || holder['sessionUpdate'] !== 'config_option_update'
    ? null
    : { sessionId, holder, path: 'params.update' }
}

function optionId(option: JsonObject): string | undefined {
  return stringAt(option, 'configId') ?? stringAt(option, 'id')
}

/** The values of a list of choices, which may be in groups. */
function choicesOf(option: JsonObject): ReadonlySet<string> {
  const choices = listAt(option, 'options').flatMap((choice) =>
    Array.isArray(choice['options']) ? listAt(choice, 'options') : [choice],
  )
  return new Set(choices.flatMap((choice) => stringAt(choice, 'value') ?? []))
}
