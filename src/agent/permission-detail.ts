import { isObject, stringAt, type JsonObject } from '../protocol/message.ts'

/** Characters of detail kept: a diff of a generated file must not cost more. */
export const detailKept = 200_000

const contextLines = 3

/**
 * What an agent shows with its question, as one raw text: its description, the call's content (text, diffs as `-` and
 * `+` lines), the command, the plan. At most `detailKept` characters; a last line says so when more came.
 */
export function permissionDetail(
  params: JsonObject,
  subject: JsonObject | null,
  call: JsonObject | null,
): string {
  const parts: string[] = []
  add(parts, stringAt(params, 'description'))
  if (subject !== null) addCommand(parts, subject)
  if (call !== null) {
    const content = call['content']
    if (Array.isArray(content)) for (const item of content) add(parts, contentText(item))
    addInput(parts, call['rawInput'])
    if (parts.length === 0) addPlaces(parts, call['locations'])
  }
  return bounded(parts.join('\n\n'))
}

function add(parts: string[], text: string | undefined): void {
  // Claude sends its plan twice, as content and as raw input.
  if (text !== undefined && text.trim() !== '' && !parts.includes(text)) parts.push(text)
}

/** v2's subject of type `command`. */
function addCommand(parts: string[], subject: JsonObject): void {
  const command = stringAt(subject, 'command')
  if (command === undefined) return
  const cwd = stringAt(subject, 'cwd')
  add(parts, cwd === undefined ? `$ ${command}` : `$ ${command}\n(in ${cwd})`)
}

function addInput(parts: string[], input: unknown): void {
  if (typeof input === 'string') {
    add(parts, input)
    return
  }
  if (!isObject(input)) return
  add(parts, commandLine(input['command']))
  add(parts, stringAt(input, 'plan'))
  if (parts.length > 0 || Object.keys(input).length === 0) return
  try {
    add(parts, JSON.stringify(input, null, 2))
  } catch {
    add(parts, '(an input too deeply nested to show)')
  }
}

function commandLine(command: unknown): string | undefined {
  if (typeof command === 'string') return `$ ${command}`
  return Array.isArray(command) && command.length > 0 ? `$ ${command.map(String).join(' ')}` : undefined
}

function addPlaces(parts: string[], locations: unknown): void {
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
  return `${text.slice(0, detailKept)}\n… cut: ${text.length} characters in all`
}
