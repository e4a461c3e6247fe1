import { isPrefix } from '../../lib/sequences.ts'
import { type JsonObject, objectIn, stringAt } from '../../protocol/wire/message.ts'
import { isAboutPlan, readProposal } from './read/read-proposal.ts'
import type { ParsedPermission } from './read/read-permission.ts'
import type { SentCall } from './sent-calls.ts'

/** The fields of the session's last call that is meant; null: none is. */
export type LastCall = (isMeant: (fields: JsonObject) => boolean) => JsonObject | null

/**
 * A call that asks about a plan and names only the file of it, with the text that a call of before wrote there; else the same one. Never
 * throws.
 */
export function withWrittenPlan(asked: SentCall, lastCall: LastCall): SentCall {
  const path = pathOf(asked.fields)
  const parts = { params: {}, subject: null, call: asked.fields }
  if (path === null || !isAboutPlan(parts) || readProposal(parts) !== null) return asked
  const last = lastCall((call) => call['toolCallId'] !== asked.toolCallId && changesFile(call, path))
  const plan = last === null ? null : writtenText(last)
  if (plan === null) return asked
  return { ...asked, fields: { ...asked.fields, rawInput: { ...objectIn(asked.fields['rawInput']), plan } } }
}

/** The request with the whole text of a plan of which it has only the beginning; else the same one. */
export function withWholePlan(request: ReadRequest, lastCall: LastCall): ReadRequest {
  const { isPlanCut, plan, ...rest } = request
  if (isPlanCut !== true || plan?.type !== 'markdown') return request
  const text = wholePlan(plan.text, lastCall)
  if (text !== null) return { ...rest, plan: { type: 'markdown', text } }
  return { ...request, detail: [...request.detail, { type: 'words', text: beginningOnly }] }
}

type ReadRequest = ParsedPermission['request']

const beginningOnly = 'The agent has sent only the beginning of this plan, and the rest is not known.'

/**
 * The text that a tool call of before wrote, of which an agent shows only the beginning when it asks about it. null if there is none,
 * or if a later call has changed a part of its file: then nobody knows the whole. Never throws.
 */
function wholePlan(beginning: string, lastCall: LastCall): string | null {
  const start = beginning.trim()
  const written = lastCall((call) => {
    const text = call['status'] === 'failed' ? null : writtenText(call)
    return text !== null && isPrefix(start, text.trim())
  })
  if (written === null) return null
  const path = pathOf(written)
  const last = path === null ? written : lastCall((call) => changesFile(call, path))
  return last === written ? writtenText(written) : null
}

function changesFile(call: JsonObject, path: string): boolean {
  return call['status'] !== 'failed' && call['kind'] !== 'read' && pathOf(call) === path
}

const textKeys = ['content', 'plan', 'file_text'] as const

/** The whole text that a call writes. */
function writtenText({ rawInput }: JsonObject): string | null {
  for (const key of textKeys) {
    const text = stringAt(rawInput, key)
    if (text !== undefined && text.trim() !== '') return text
  }
  return null
}

function pathOf({ rawInput }: JsonObject): string | null {
  return stringAt(rawInput, 'path') ?? stringAt(rawInput, 'file_path') ?? null
}
