import type { PermissionOption, PermissionRequest } from '../../state/permission.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import { isObject, type JsonObject, stringAt } from '../../../protocol/wire/message.ts'
import type { WireProblem } from '../../../protocol/wire/wire-problem.ts'
import { badRequest, notedRequest } from '../exchange-problems.ts'
import { readProposal, type ParsedProposal, type RequestParts, withoutPlan } from './read-proposal.ts'
import { beginningOfJson, formattedJson } from '../../../lib/json/formatted-json.ts'

export interface ParsedPermission {
  /** null if the request does not say. */
  readonly sessionId: string | null
  /** Only in vendor requests: finds the session if they name none. */
  readonly toolCallId?: string | null
  readonly request: Pick<
    PermissionRequest,
    'title' | 'callId' | 'toolKind' | 'detail' | 'options' | 'plan' | 'todos'
  >
  /** Defects that do not prevent showing and answering it. */
  readonly problems: readonly WireProblem[]
}

/**
 * Reads the params of `session/request_permission`, v1's shape (`toolCall`) and v2's (`title`, `subject`). A problem if there is
 * no option to choose. Never throws. https://agentclientprotocol.com/protocol/tool-calls#requesting-permission
 */
export function readPermission(params: unknown): Result<ParsedPermission, WireProblem> {
  if (!isObject(params)) return fail(badRequest('a permission request without params', 'params', params))
  const problems: WireProblem[] = []
  const options = readOptions(params['options'], problems)
  if (options.length === 0) {
    const text = Array.isArray(params['options'])
      ? 'a permission request without an option that could be chosen'
      : 'a permission request whose options are not a list'
    return fail(badRequest(text, 'params.options', params))
  }
  const sessionId = stringAt(params, 'sessionId') ?? null
  if (sessionId === null)
    problems.push(notedRequest('a permission request without a sessionId', 'params.sessionId', params))
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
      problems.push(badRequest('an option without an optionId cannot be chosen; it is ignored', path, option))
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

/** Characters of detail kept: the diff of a generated file may be huge. */
export const maxDetailLength = 200_000

const contextLines = 3

/**
 * The details of a request as one text, not sanitised: its description, the command, the call's content (text, diffs as `-` and `+`
 * lines) and its raw input, without them its locations; not the plan, which is shown separately. At most `maxDetailLength` characters; if cut, the last line says so.
 */
function permissionDetail({ params, subject, call }: RequestParts, proposal: ParsedProposal | null): string {
  // A set: some agents send a text both as content and as raw input.
  const parts = new Set<string>()
  addText(parts, stringAt(params, 'description'))
  if (subject !== null) addCommand(parts, subject)
  if (call !== null) {
    const content = call['content']
    if (Array.isArray(content)) for (const item of content) addContent(parts, item, proposal)
    addInput(parts, call['rawInput'], proposal)
    if (parts.size === 0 && proposal === null) addLocations(parts, call['locations'])
  }
  return truncated([...parts].join('\n\n'))
}

function addText(parts: Set<string>, text: string | undefined): void {
  if (text !== undefined && text.trim() !== '') parts.add(text)
}

function addContent(parts: Set<string>, item: unknown, proposal: ParsedProposal | null): void {
  const text = contentText(item)
  if (text === undefined || (proposal?.isContent === true && isText(item))) return
  addText(parts, withoutPlan(text, proposal))
}

function isText(item: unknown): boolean {
  if (!isObject(item)) return false
  const block = isObject(item['content']) ? item['content'] : item
  return block['type'] === 'text'
}

/** The v2 subject of type `command`. */
function addCommand(parts: Set<string>, subject: JsonObject): void {
  const command = stringAt(subject, 'command')
  if (command === undefined) return
  const cwd = stringAt(subject, 'cwd')
  addText(parts, cwd === undefined ? `$ ${command}` : `$ ${command}\n(in ${cwd})`)
}

function addInput(parts: Set<string>, input: unknown, proposal: ParsedProposal | null): void {
  if (typeof input === 'string') {
    addText(parts, withoutPlan(input, proposal))
    return
  }
  if (!isObject(input)) return
  addText(parts, commandLine(input['command']))
  // With a plan: the remaining input, since the user approves that, too.
  const rest = proposal === null ? input : inputWithoutPlan(input, proposal)
  if ((parts.size > 0 && proposal === null) || Object.keys(rest).length === 0) return
  addText(parts, formattedJson(rest, maxDetailLength + 1).text)
}

const planKeys: ReadonlySet<string> = new Set([
  'plan',
  'planFilePath',
  'plan_file_path',
  'planPath',
  'plan_path',
])

function inputWithoutPlan(input: JsonObject, { content }: ParsedProposal): JsonObject {
  const text = content.type === 'markdown' ? content.text : null
  return Object.fromEntries(
    Object.entries(input).filter(([key, value]) => !planKeys.has(key) && (text === null || value !== text)),
  )
}

function commandLine(command: unknown): string | undefined {
  if (typeof command === 'string') return `$ ${command}`
  return Array.isArray(command) && command.length > 0 ? `$ ${command.map(argumentText).join(' ')}` : undefined
}

/** `String(word)` would throw on `{ toString: 1 }`. */
function argumentText(word: unknown): string {
  return typeof word === 'string' ? word : beginningOfJson(word, maxDetailLength)
}

function addLocations(parts: Set<string>, locations: unknown): void {
  if (!Array.isArray(locations)) return
  const paths = locations.flatMap((location: unknown) =>
    isObject(location) ? (stringAt(location, 'path') ?? []) : [],
  )
  addText(parts, paths.join('\n'))
}

function contentText(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  if (item['type'] === 'diff') return diffText(item)
  const block = isObject(item['content']) ? item['content'] : item
  const text = stringAt(block, 'text')
  if (text !== undefined) return text
  const uri = stringAt(block, 'uri')
  const type = stringAt(block, 'type')
  return uri ?? (type === undefined ? undefined : `[${type}]`)
}

/** v1 sends both texts of a file, v2 a list of changes and perhaps a patch. */
function diffText(diff: JsonObject): string {
  const patch = diff['patch']
  const patchText = isObject(patch) ? stringAt(patch, 'text') : undefined
  if (patchText !== undefined) return patchText
  const changes = diff['changes']
  if (Array.isArray(changes)) return changes.map(changeText).join('\n')
  const path = stringAt(diff, 'path') ?? '(no path)'
  const before = linesOf(stringAt(diff, 'oldText'))
  const after = linesOf(stringAt(diff, 'newText'))
  return [path, ...changedLines(before, after)].join('\n')
}

function changeText(change: unknown): string {
  if (!isObject(change)) return '(not a change)'
  const words = [stringAt(change, 'operation'), stringAt(change, 'oldPath'), stringAt(change, 'path')]
  return words.filter((word) => word !== undefined).join(' ')
}

function linesOf(text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : text.slice(0, maxDetailLength).split('\n')
}

/** The lines between the common beginning and the common end, with some context. */
function changedLines(before: readonly string[], after: readonly string[]): readonly string[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return [
    ...before.slice(Math.max(0, start - contextLines), start).map((line) => `  ${line}`),
    ...before.slice(start, before.length - end).map((line) => `- ${line}`),
    ...after.slice(start, after.length - end).map((line) => `+ ${line}`),
    ...after.slice(after.length - end, after.length - end + contextLines).map((line) => `  ${line}`),
  ]
}

function truncated(text: string): string {
  if (text.length <= maxDetailLength) return text
  return `${text.slice(0, maxDetailLength)}\n… cut: the first ${maxDetailLength} characters are shown`
}
