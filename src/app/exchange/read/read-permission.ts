import { isBlankText } from '../../../lib/text/safe-text.ts'
import {
  type PermissionOption,
  type PermissionRequest,
  partText,
  type DetailCode,
  type DetailPart,
  type RequestDetail,
} from '../../state/permission.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import {
  commandLine,
  diffInInput,
  isOfTodoTool,
  kindOfCall,
} from '../../../protocol/session/call-evidence.ts'
import { readToolTodos } from '../../../protocol/plans/tool-todos.ts'
import {
  isObject,
  type JsonObject,
  sessionIdIn,
  stringAt,
  objectAt,
  objectIn,
  listIn,
  withInputRead,
} from '../../../protocol/wire/message.ts'
import { approveThisPlan } from '../../words/question.ts'
import type { WireProblem } from '../../../protocol/wire/wire-problem.ts'
import { badRequest, notedRequest } from '../exchange-problems.ts'
import { endOf, type SentCall } from '../sent-calls.ts'
import {
  isAboutPlan,
  readProposal,
  type ParsedProposal,
  type RequestParts,
  withoutPlan,
} from './read-proposal.ts'
import { beginningOfJson, formattedJson, isSameJson } from '../../../lib/json/json-values.ts'

export interface ParsedPermission {
  /** null if the request does not say. */
  readonly sessionId: string | null
  /** Only in vendor requests: finds the session if they name none. */
  readonly toolCallId?: string | null
  readonly request: Pick<
    PermissionRequest,
    | 'title'
    | 'callId'
    | 'callEnd'
    | 'toolKind'
    | 'detail'
    | 'options'
    | 'plan'
    | 'isPlanCut'
    | 'todos'
    | 'todoList'
    | 'isAboutPlan'
    | 'isBlank'
  >
  /** Defects that do not prevent showing and answering it. */
  readonly problems: readonly WireProblem[]
}

/**
 * What a permission request says of its tool call, perhaps only the id: in v1 its `toolCall`, in v2 in its subject. null: it names none.
 */
export function callInPermission(params: unknown): JsonObject | null {
  if (!isObject(params)) return null
  const subject = objectAt(params, 'subject')
  const call = [params['toolCall'], subject['toolCall']].find(isObject)
  const toolCallId = stringAt(subject, 'toolCallId')
  if (call !== undefined) return withInputRead(call)
  return toolCallId === undefined ? null : { toolCallId }
}

/**
 * Reads the params of `session/request_permission`, v1's shape (`toolCall`) and v2's (`title`, `subject`). `sent` is its call, merged
 * from what was sent of it; without an id that is only what the request says. A problem if there is no option to choose. Never throws.
 * https://agentclientprotocol.com/protocol/tool-calls#requesting-permission
 */
export function readPermission(
  params: unknown,
  sent: SentCall | null,
): Result<ParsedPermission, WireProblem> {
  if (!isObject(params)) return fail(badRequest('a permission request without params', 'params', params))
  const problems: WireProblem[] = []
  const options = readOptions(params['options'], problems)
  if (options.length === 0) {
    const text = Array.isArray(params['options'])
      ? 'a permission request without an option that could be chosen'
      : 'a permission request whose options are not a list'
    return fail(badRequest(text, 'params.options', params))
  }
  const sessionId = sessionIdIn(params)
  if (sessionId === null)
    problems.push(notedRequest('a permission request without a sessionId', 'params.sessionId', params))
  const subject = isObject(params['subject']) ? params['subject'] : null
  const call = sent?.fields ?? callInPermission(params)
  const kind = stringAt(call, 'kind')
  const parts = { params, subject, call }
  const proposal = readProposal(parts)
  const named = titleOf(params, call)
  const detail = permissionDetail(parts, proposal, { title: named, options: options.map(({ name }) => name) })
  const end = sent === null ? null : endOf(sent)
  return ok({
    sessionId,
    request: {
      title: proposal !== null && isBareName(named) ? approveThisPlan : (named ?? untitled(kind, sent)),
      ...(sent === null ? {} : { callId: sent.toolCallId }),
      ...(end === null ? {} : { callEnd: end }),
      toolKind: kind ?? null,
      detail,
      options,
      plan: proposal?.content ?? null,
      ...(proposal?.isContent === true && sent?.isContentCut === true ? { isPlanCut: true } : {}),
      ...todoListIn(call, proposal),
      ...(isAboutPlan(parts) ? { isAboutPlan: true } : {}),
      ...(named === undefined && kind === undefined && proposal === null && detail.length === 0
        ? { isBlank: true }
        : {}),
    },
    problems,
  })
}

function todoListIn(
  call: JsonObject | null,
  proposal: ParsedProposal | null,
): Pick<PermissionRequest, 'todoList'> {
  const todoList = call === null || proposal !== null ? null : readToolTodos(call, isOfTodoTool(call))
  return todoList === null || todoList.length === 0 ? {} : { todoList }
}

/** Of a tool, which asks nothing: `ExitPlanMode` of kimi, `Plan:` of Qwen Code. */
function isBareName(title: string | undefined): boolean {
  return title === undefined || /^\s*\S*plan\S*\s*$/i.test(title.slice(0, 100))
}

const longestIdShown = 100

/** Without a title, an id that nothing else was sent of is all that there is to tell the user. */
function untitled(kind: string | undefined, sent: SentCall | null): string {
  if (sent === null || sent.isAnnounced) return kind ?? 'The agent asks for permission'
  return `${kind ?? 'Permission'} for ${sent.toolCallId.slice(0, longestIdShown)}, a call that was not announced`
}

function readOptions(value: unknown, problems: WireProblem[]): readonly PermissionOption[] {
  const options = listIn(value).flatMap((option, index): readonly PermissionOption[] => {
    const sent = objectIn(option)
    const ownId = stringAt(sent, 'optionId')
    const id = ownId ?? stringAt(sent, 'id')
    const path = `params.options[${index}].optionId`
    if (id === undefined) {
      problems.push(badRequest('an option without an optionId cannot be chosen; it is ignored', path, option))
      return []
    }
    if (ownId === undefined)
      problems.push(notedRequest('optionId is missing; id is read in its place', path, option))
    const kind = stringAt(sent, 'kind') ?? ''
    const names = [stringAt(sent, 'name'), stringAt(sent, 'label'), id, kind.replaceAll('_', ' ')]
    const name = names.find((each = '') => !isBlankText(each)) ?? '(no name)'
    return [{ id, name, kind }]
  })
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { id } of options) (seen.has(id) ? twice : seen).add(id)
  if (twice.size === 0) return options
  const text = 'options with the same optionId: an answer would not say which is meant; they are ignored'
  problems.push(badRequest(text, 'params.options', value))
  return options.filter(({ id }) => !twice.has(id))
}

function titleOf(params: JsonObject, call: JsonObject | null): string | undefined {
  const titles = [stringAt(params, 'title'), stringAt(call, 'title'), stringAt(call, 'name')]
  const title = titles.find((each) => each !== undefined && !isBlankText(each))
  // What Grok gives a sub-agent to do says nothing of that it would begin one.
  const { kind, label } = objectAt(call?.['_meta'], 'x.ai/tool')
  return kind === 'task' && typeof label === 'string' ? `${label}: ${title ?? ''}` : title
}

/** Characters of detail kept: the diff of a generated file may be huge. */
export const maxDetailLength = 200_000

const contextLines = 3
const longestPath = 4096

/**
 * The details of a request: its description, the command, the call's content (words, diffs) and its raw input, without them its
 * locations; not the plan, which is shown separately, and not what the question shows anyway (`shown`). At most `maxDetailLength` characters; if cut, the last part says so.
 */
function permissionDetail(
  { params, subject, call }: RequestParts,
  proposal: ParsedProposal | null,
  shown: JsonObject,
): RequestDetail {
  const parts: Parts = new Map()
  addWords(parts, stringAt(params, 'description'))
  const command = stringAt(subject, 'command')
  if (subject !== null) addCommand(parts, command, stringAt(subject, 'cwd'))
  if (call !== null) {
    for (const item of listIn(call['content'])) addContent(parts, item, proposal)
    for (const own of commandsOf(call))
      if (command === undefined || lineOf(own) !== command) addCommand(parts, own)
    const file = parts.size === 0 ? writtenFile(call) : null
    if (file !== null) addDiff(parts, file)
    addInput(parts, call['rawInput'], proposal, shown)
    if (parts.size === 0 && proposal === null) addLocations(parts, call['locations'])
  }
  // A terminal has nothing to show yet: that there is one says less than what is to run in it.
  if (parts.size > 1) parts.delete('[terminal]')
  return truncated([...parts.values()])
}

/** By their texts: some agents send a text both as content and as raw input. */
type Parts = Map<string, DetailPart>

function add(parts: Parts, part: DetailPart): void {
  const text = partText(part)
  if (text.trim() !== '' && !parts.has(text)) parts.set(text, part)
}

function addWords(parts: Parts, text: string | undefined): void {
  if (text !== undefined) add(parts, { type: 'words', text })
}

function addCode(parts: Parts, text: string, language: DetailCode['language'] = null): void {
  add(parts, { type: 'code', language, text })
}

function addContent(parts: Parts, item: unknown, proposal: ParsedProposal | null): void {
  if (!isObject(item)) return
  if (item['type'] === 'diff') return addDiff(parts, item)
  const block = isObject(item['content']) ? item['content'] : item
  const type = stringAt(block, 'type')
  if (proposal?.isContent === true && type === 'text') return
  const text = stringAt(block, 'text')
  if (text !== undefined) return addWords(parts, withoutPlan(text, proposal))
  const address = stringAt(block, 'uri') ?? (type === undefined ? undefined : `[${type}]`)
  if (address !== undefined) addCode(parts, address)
}

/** `folder`: where it runs, as far as known. */
function addCommand(parts: Parts, command: unknown, folder?: string): void {
  const line = lineOf(command)
  if (line === undefined) return
  const language = isPatch(line) ? 'diff' : 'console'
  add(parts, {
    type: 'code',
    language,
    text: `$ ${line}`,
    ...(folder === undefined ? {} : { folder: folder.slice(0, longestPath) }),
  })
}

function addInput(parts: Parts, input: unknown, proposal: ParsedProposal | null, shown: JsonObject): void {
  if (typeof input === 'string') return addCode(parts, withoutPlan(input, proposal))
  if (!isObject(input)) return
  const diff = parts.size === 0 ? (diffInInput(input) ?? editIn(input)) : null
  if (diff !== null) return addDiff(parts, { ...diff })
  const isNews = ([key, value]: [string, unknown]): boolean =>
    value !== shown['title'] && (!Object.hasOwn(shown, key) || !isSameJson(value, shown[key]))
  const more = Object.fromEntries(Object.entries(input).filter(isNews))
  // With a plan: the remaining input, since the user approves that, too.
  const rest = proposal === null ? more : inputWithoutPlan(more, proposal)
  if ((parts.size > 0 && proposal === null) || Object.keys(rest).length === 0) return
  const [only, ...others] = Object.values(rest)
  if (typeof only === 'string' && others.length === 0 && only.includes('\n'))
    return addCode(parts, only, isPatch(only) ? 'diff' : null)
  addCode(parts, formattedJson(rest, maxDetailLength + 1).text, 'json')
}

/** What a tool replaces in a file by what, or the patch that it makes, in the words of OpenCode, Claude Code and Copilot; null: there is more. */
function editIn(input: JsonObject): JsonObject | null {
  const entries = Object.entries(input).filter(([, value]) => value !== false && value !== null)
  if (entries.some(([, value]) => typeof value !== 'string')) return null
  const named = (names: RegExp): string | undefined => entries.find(([key]) => names.test(key))?.[1] as string
  const path = named(/^(?:file_?|abs_|target_)?(?:path|file|name)$/i)
  const [oldText, newText] = [named(/^old_?(?:str|string|text)$/i), named(/^new_?(?:str|string|text)$/i)]
  const patch = named(/^(?:diff|patch)$/i)
  if (path === undefined) return null
  if (patch !== undefined && entries.length === 2)
    return /^@@ -\d/m.test(patch) && patch.includes(path.replace(/^.*[/\\]/, ''))
      ? { patch: { text: patch.replace(/^\n+/, '') } }
      : null
  return oldText !== undefined && newText !== undefined && entries.length === 3
    ? { path, oldText, newText }
    : null
}

/** The file that a call writes as a whole, if that is all of its input, as Goose sends it. */
function writtenFile(call: JsonObject): JsonObject | null {
  const { path, content, ...more } = objectIn(call['rawInput'])
  const isAll = typeof path === 'string' && typeof content === 'string' && Object.keys(more).length === 0
  return isAll && kindOfCall(call) === 'edit' ? { path, newText: content } : null
}

/** The form of Codex, which gives it to a command, and of Cline, whose tool takes it. */
function isPatch(text: string): boolean {
  return /(?:^|\s)\*\*\* Begin Patch$/m.test(text)
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

/** The commands that a call runs, of Cline several. Devin sends it beside the call, and nothing else of it. */
function commandsOf({ rawInput, _meta }: JsonObject): readonly unknown[] {
  const { command, commands } = objectIn(rawInput)
  if (command === undefined && Array.isArray(commands))
    return commands.filter((each) => typeof each === 'string')
  return [command ?? objectIn(_meta)['cognition.ai/editableCommand']]
}

function lineOf(command: unknown): string | undefined {
  if (typeof command === 'string') return command
  return Array.isArray(command) && command.length > 0 ? commandLine(command.map(argumentText)) : undefined
}

/** `String(word)` would throw on `{ toString: 1 }`. */
function argumentText(word: unknown): string {
  return typeof word === 'string' ? word : beginningOfJson(word, maxDetailLength)
}

function addLocations(parts: Parts, locations: unknown): void {
  const paths = listIn(locations).flatMap((location) => stringAt(location, 'path') ?? [])
  addCode(parts, paths.join('\n'))
}

/** v1 sends both texts of a file, v2 a list of changes and perhaps a patch. */
function addDiff(parts: Parts, diff: JsonObject): void {
  const patchText = stringAt(diff['patch'], 'text')
  if (patchText !== undefined) return addCode(parts, patchText, 'diff')
  const changes = diff['changes']
  if (Array.isArray(changes)) return addCode(parts, changes.map(changeText).join('\n'))
  const file = (stringAt(diff, 'path') ?? '(no path)').slice(0, longestPath)
  const before = linesOf(stringAt(diff, 'oldText'))
  const after = linesOf(stringAt(diff, 'newText'))
  add(parts, { type: 'code', language: 'diff', file, text: changedLines(before, after).join('\n') })
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

function truncated(detail: RequestDetail): RequestDetail {
  let left = maxDetailLength
  const kept: DetailPart[] = []
  for (const part of detail) {
    const { length } = partText(part)
    if (length > left) {
      const room = Math.max(0, left - (length - part.text.length))
      const cut = { ...part, text: part.text.slice(0, room) }
      const words = `… cut: the first ${maxDetailLength} characters are shown`
      return [...kept, ...(cut.text === '' ? [] : [cut]), { type: 'words', text: words }]
    }
    kept.push(part)
    left -= length
  }
  return kept
}
