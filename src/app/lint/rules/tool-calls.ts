import { isObject, objectAt, stringAt } from '../../../protocol/wire/message.ts'
import type { LintRule } from '../lint-rule.ts'
import { shortened } from '../plan-change.ts'
import { pages } from '../spec-pages.ts'

const maxCalls = 10_000

/** In version 2 the first update of a call is all that a client can show of it. */
export const callUntitled: LintRule = {
  id: 'call-untitled',
  severity: 'info',
  title: 'a tool call without a title, or with another name',
  only: 2,
  says: 'The first update of a call should have a title; its name does not change.',
  page: pages.toolCalls,
  mend: 'Send the title in the first update of each call, and the name once.',
  check: () => {
    const names = new Map<string, string | null>()
    return {
      message({ message, dir }, report) {
        if (dir !== 'from-agent' || message.kind !== 'notification') return
        const params = isObject(message.params) ? message.params : {}
        const update = objectAt(params, 'update')
        const id = stringAt(update, 'toolCallId')
        if (update['sessionUpdate'] !== 'tool_call_update' || id === undefined) return
        const key = `${stringAt(params, 'sessionId') ?? ''}\n${id}`
        const name = stringAt(update, 'name') ?? null
        const before = names.get(key)
        if (before === undefined && (stringAt(update, 'title') ?? '') === '')
          report({ path: 'params.update.title', seen: `the first update of “${shortened(id)}” has none` })
        if (name !== null && (before ?? name) !== name)
          report({
            path: 'params.update.name',
            seen: `“${shortened(name)}”, and it was “${shortened(before ?? '')}”`,
          })
        if (names.size < maxCalls || names.has(key)) names.set(key, name ?? before ?? null)
      },
    }
  },
}
