import { beginningOfJson, laidOutJson } from '../../../lib/json/laid-out-json.ts'
import { isObject, stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
import { withoutPlan, type ReadProposal, type RequestParts } from './read-proposal.ts'

/** Characters of detail kept: a diff of a generated file must not cost more. */
export const detailKept = 200_000

const contextLines = 3

/**
 * What an agent shows with its question, as one raw text: its description, the call's content (text, diffs as `-` and
 * `+` lines), the command; not the plan, which is shown by itself. At most `detailKept` characters; a last line says so
 * when more came.
 */
export function permissionDetail(
  { params, subject, call }: RequestParts,
  proposal: ReadProposal | null,
): string {
  // Each once: some agents send a text as content and as raw input.
  const parts = new Set<string>()
  add(parts, stringAt(params, 'description'))
  if (subject !== null) addCommand(parts, subject)
  if (call !== null) {
    const content = call['content']
    if (Array.isArray(content)) for (const item of content) addContent(parts, item, proposal)
    addInput(parts, call['rawInput'], proposal)
    if (parts.size === 0 && proposal === null) addPlaces(parts, call['locations'])
  }
  return bounded([...parts].join('\n\n'))
}

function add(parts: Set<string>, text: string | undefined): void {
  if (text !== undefined && text.trim() !== '') parts.add(text)
}

function addContent(parts: Set<string>, item: unknown, proposal: ReadProposal | null): void {
  const text = contentText(item)
  if (text === undefined || (proposal?.isContent === true && isText(item))) return
  add(parts, withoutPlan(text, proposal))
}

function isText(item: unknown): boolean {
  if (!isObject(item)) return false
  const block = isObject(item['content']) ? item['content'] : item
  return block['type'] === 'text'
}

/** v2's subject of type `command`. */
function addCommand(parts: Set<string>, subject: JsonObject): void {
  const command = stringAt(subject, 'command')
  if (command === undefined) return
  const cwd = stringAt(subject, 'cwd')
  add(parts, cwd === undefined ? `$ ${command}` : `$ ${command}\n(in ${cwd})`)
}

function addInput(parts: Set<string>, input: unknown, proposal: ReadProposal | null): void {
  if (typeof input === 'string') {
    add(parts, withoutPlan(input, proposal))
    return
  }
  if (!isObject(input)) return
  add(parts, commandLine(input['command']))
  // Beside a plan stands what else is agreed to with it.
  const rest = proposal === null ? input : besidePlan(input, proposal)
  if ((parts.size > 0 && proposal === null) || Object.keys(rest).length === 0) return
  add(parts, laidOutJson(rest, detailKept + 1).text)
}

const planKeys: ReadonlySet<string> = new Set([
  'plan',
  'planFilePath',
  'plan_file_path',
  'planPath',
  'plan_path',
])

function besidePlan(input: JsonObject, { content }: ReadProposal): JsonObject {
  const text = content.type === 'markdown' ? content.text : null
  return Object.fromEntries(
    Object.entries(input).filter(([key, value]) => !planKeys.has(key) && (text === null || value !== text)),
  )
}

function commandLine(command: unknown): string | undefined {
  if (typeof command === 'string') return `$ ${command}`
  return Array.isArray(command) && command.length > 0 ? `$ ${command.map(wordOf).join(' ')}` : undefined
}

/** An object may say what it is as a text, and then cannot be made one. */
function wordOf(word: unknown): string {
  return typeof word === 'string' ? word : beginningOfJson(word, detailKept)
}

function addPlaces(parts: Set<string>, locations: unknown): void {
  if (!Array.isArray(locations)) return
  const paths = locations.flatMap((place: unknown) =>
    isObject(place) ? (stringAt(place, 'path') ?? []) : [],
  )
  add(parts, paths.join('\n'))
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
  return text === undefined || text === '' ? [] : text.slice(0, detailKept).split('\n')
}

/** What stands between the common beginning and the common end, with a few lines around it. */
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

function bounded(text: string): string {
  if (text.length <= detailKept) return text
  return `${text.slice(0, detailKept)}\n… cut: the first ${detailKept} characters are shown`
}
