import type { PermissionOption, PermissionRequest } from '../../state/permission.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import { isObject, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
import { excerptOf, type WireProblem } from '../../../protocol/wire/wire-problem.ts'
import { permissionDetail } from './permission-detail.ts'
import { readProposal } from './read-proposal.ts'

export interface ReadPermission {
  /** null when the request does not say. */
  readonly sessionId: string | null
  /** The call of a vendor's request, which may name no session. */
  readonly toolCallId?: string | null
  readonly request: Pick<
    PermissionRequest,
    'title' | 'callId' | 'toolKind' | 'detail' | 'options' | 'plan' | 'todos'
  >
  /** What is wrong with it, though it can be shown and answered. */
  readonly problems: readonly WireProblem[]
}

/**
 * Reads the params of `session/request_permission`, v1's shape (`toolCall`) and v2's (`title`, `subject`), by the fields
 * that are there. A problem when nothing in it can be chosen. Never throws.
 * https://agentclientprotocol.com/protocol/tool-calls#requesting-permission
 */
export function readPermission(params: unknown): Result<ReadPermission, WireProblem> {
  if (!isObject(params)) return fail(bad('a permission request without params', 'params', params))
  const problems: WireProblem[] = []
  const options = readOptions(params['options'], problems)
  if (options.length === 0) {
    const text = Array.isArray(params['options'])
      ? 'a permission request without an option that could be chosen'
      : 'a permission request whose options are no list'
    return fail(bad(text, 'params.options', params))
  }
  const sessionId = stringAt(params, 'sessionId') ?? null
  if (sessionId === null) {
    problems.push({
      ...bad('a permission request without a sessionId', 'params.sessionId', params),
      weight: 'noted',
    })
  }
  const subject = isObject(params['subject']) ? params['subject'] : null
  const call = firstObject(params['toolCall'], subject?.['toolCall'])
  const kind = call === null ? undefined : stringAt(call, 'kind')
  const callId = call === null ? undefined : stringAt(call, 'toolCallId')
  const parts = { params, subject, call }
  const proposal = readProposal(parts)
  return ok({
    sessionId,
    request: {
      title: titleOf(params, call) ?? kind ?? 'The agent asks for permission',
      ...(callId === undefined ? {} : { callId }),
      toolKind: kind ?? null,
      detail: permissionDetail(parts, proposal),
      options,
      plan: proposal?.content ?? null,
    },
    problems,
  })
}

function readOptions(value: unknown, problems: WireProblem[]): readonly PermissionOption[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((option: unknown, index): readonly PermissionOption[] => {
    const id = isObject(option) ? stringAt(option, 'optionId') : undefined
    if (!isObject(option) || id === undefined) {
      const path = `params.options[${index}].optionId`
      problems.push(bad('an option without an optionId cannot be chosen; it is left out', path, option))
      return []
    }
    return [{ id, name: stringAt(option, 'name') ?? id, kind: stringAt(option, 'kind') ?? '' }]
  })
}

function titleOf(params: JsonObject, call: JsonObject | null): string | undefined {
  const titles = [
    stringAt(params, 'title'),
    ...(call === null ? [] : [stringAt(call, 'title'), stringAt(call, 'name')]),
  ]
  return titles.find((title) => title !== undefined && title.trim() !== '')
}

function firstObject(...values: readonly unknown[]): JsonObject | null {
  return values.find(isObject) ?? null
}

function bad(text: string, path: string, value: unknown): WireProblem {
  return { code: 'bad-request', text, path, weight: 'rejected', excerpt: excerptOf(value) }
}
