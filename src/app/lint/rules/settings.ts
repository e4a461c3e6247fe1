import { objectAt, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
import {
  quoted,
  quotedFirst,
  type LintRule,
  type PassedMessage,
  listAt,
  resultIn,
  updateIn,
  pages,
} from '../lint-rule.ts'

/** Settings and tool calls. */
export const settingRules: readonly LintRule[] = [
  /** In version 2 the first update of a call is all that a client can show of it. */
  {
    id: 'call-untitled',
    severity: 'note',
    title: 'a tool call without a title, or with another name',
    only: 2,
    says: 'The first update of a call should have a title; its name does not change.',
    page: pages.toolCalls,
    mend: 'Send the title in the first update of each call, and the name once.',
    check: () => {
      const names = new Map<string, string | null>()
      return {
        message(passed, report) {
          const { sessionId = '', kind, update = {} } = updateIn(passed) ?? {}
          const id = stringAt(update, 'toolCallId')
          if (kind !== 'tool_call_update' || id === undefined) return
          const key = `${sessionId}\n${id}`
          const name = stringAt(update, 'name') ?? null
          const before = names.get(key)
          if (before === undefined && (stringAt(update, 'title') ?? '') === '')
            report({ path: 'params.update.title', seen: `the first update of ${quoted(id)} has none` })
          if (name !== null && (before ?? name) !== name)
            report({
              path: 'params.update.name',
              seen: `${quoted(name)}, and it was ${quoted(before ?? '')}`,
            })
          if (names.size < maxCalls || names.has(key)) names.set(key, name ?? before ?? null)
        },
      }
    },
  },
  /** What is set is one of the choices. */
  {
    id: 'setting-value',
    severity: 'warning',
    title: 'a current value that is not among the choices',
    says: 'currentModeId is one of availableModes; the current value of an option is one of its options.',
    page: pages.configOptions,
    mend: 'Add the current value to the choices, or name one of them.',
    message(passed, report) {
      const told = settingsIn(passed)
      if (told === null) return
      const { holder, path } = told
      const modes = objectAt(holder, 'modes')
      const current = stringAt(modes, 'currentModeId')
      const ids = listAt(modes, 'availableModes').map((mode) => stringAt(mode, 'id'))
      if (current !== undefined && !ids.includes(current))
        report({ path: `${path}.modes.currentModeId`, seen: `the mode ${quoted(current)}` })
      for (const [index, option] of listAt(holder, 'configOptions').entries()) {
        const value = stringAt(option, 'currentValue')
        if (stringAt(option, 'type') !== 'select' || value === undefined || choicesOf(option).has(value))
          continue
        report({ path: `${path}.configOptions[${index}].currentValue`, seen: `the value ${quoted(value)}` })
      }
    },
  },
  /** Options are told all at once. */
  {
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
          const missing = (known.get(told.sessionId) ?? []).filter((id) => !ids.includes(id))
          if (missing.length > 0)
            report({ path: `${told.path}.configOptions`, seen: `missing: ${quotedFirst(missing)}` })
          if (known.size < maxSessions || known.has(told.sessionId)) known.set(told.sessionId, ids)
        },
      }
    },
  },
]

const maxSessions = 1000

interface ToldSettings {
  readonly sessionId: string
  readonly holder: JsonObject
  /** The path of the holder. */
  readonly path: string
}

/** The settings of a session in an answer or an update of the agent; null: it holds none. */
function settingsIn(passed: PassedMessage): ToldSettings | null {
  const answer = resultIn(passed)
  if (answer?.asked.method.startsWith('session/') === true) {
    const sessionId = stringAt(answer.result, 'sessionId') ?? answer.asked.sessionId
    return sessionId === null ? null : { sessionId, holder: answer.result, path: 'result' }
  }
  const { sessionId, kind, update = {} } = updateIn(passed) ?? {}
  return sessionId === undefined || kind !== 'config_option_update'
    ? null
    : { sessionId, holder: update, path: 'params.update' }
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

const maxCalls = 10_000
