import { given, isObject, type JsonObject, stringAt, listIn, objectIn, objectAt } from '../wire/message.ts'
import { shellWord } from '../../lib/text/shell-lines.ts'

/** What one update of a tool call tells of what it does or has done. An absent field is not told by it. Raw. */
export interface CallEvidence {
  readonly command?: string
  /** The status that its command ended with. */
  readonly exit?: number
  /** The files that it is about, without duplicates. */
  readonly paths?: readonly string[]
  /** The terminals that it shows, by their ids. */
  readonly terminals?: readonly string[]
  /** Its changes of files: all that it has made so far. */
  readonly diffs?: readonly SentDiff[]
}

/** Files of one call that are read. */
const maxPaths = 200

/** Reads `tool_call` and `tool_call_update`; undefined: the update tells nothing of it. Never throws. */
export function readCallEvidence(update: JsonObject): CallEvidence | undefined {
  const told = listIn(update['locations'])
    .slice(0, maxPaths)
    .flatMap((each) => stringAt(each, 'path') ?? [])
  const shown = diffsIn(update['content'])
  const inInput = shown.length > 0 ? null : diffInInput(update['rawInput'])
  const sent = (inInput === null ? shown : [inInput]).map((diff) => locatedDiff(diff, told))
  const diffs = sent.length > 0 ? sent : diffsInPatch(update['rawOutput'], told)
  const paths = pathsIn(update['rawInput'], [...diffs.map(({ path }) => path), ...told])
  const command = commandIn(update['rawInput'])
  const exit = exitIn(update) ?? exitInReport(update['content'])
  const terminals = terminalsIn(update)
  const isNone = diffs.length === 0 && paths.length === 0 && terminals.length === 0
  if (isNone && command === undefined && exit === undefined) return undefined
  return {
    ...given('command', command),
    ...given('exit', exit),
    ...(paths.length === 0 ? {} : { paths }),
    ...(terminals.length === 0 ? {} : { terminals }),
    ...(diffs.length === 0 ? {} : { diffs }),
  }
}

const editorCommands: ReadonlySet<unknown> = new Set(['view', 'create', 'str_replace', 'insert', 'undo_edit'])

function commandIn(rawInput: unknown): string | undefined {
  if (!isObject(rawInput)) return undefined
  const command = rawInput['command'] ?? rawInput['cmd']
  // What an editor of texts is told to do with a file (Auggie, OpenHands).
  if (typeof rawInput['path'] === 'string' && editorCommands.has(command)) return undefined
  if (typeof command === 'string') return command.trim() === '' ? undefined : command
  if (!Array.isArray(command) || command.length === 0) return undefined
  return command.every((word) => typeof word === 'string') ? commandLine(command) : undefined
}

const shells = /^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z)?sh$/

/** A command that is told in words, as a line; of a shell that is given a script (Codex tells all commands so), the script. */
export function commandLine(words: readonly string[]): string {
  const [program = '', option = '', script, ...more] = words
  if (script !== undefined && more.length === 0 && shells.test(program) && /^-l?c$/.test(option))
    return script
  // Quotes say where a word ends: of a text of several lines, or a very long one, the reader sees it.
  return words.map((word) => (word.length > 1000 || word.includes('\n') ? word : shellWord(word))).join(' ')
}

/** Grok names the task that goes on in the background, whose end is told later. */
function terminalsIn({ content, rawOutput }: JsonObject): readonly string[] {
  const background = objectIn(rawOutput)
  const task = background['type'] === 'BackgroundTaskStarted' ? stringAt(background, 'task_id') : undefined
  if (task !== undefined) return [task]
  return listIn(content)
    .slice(0, maxPaths)
    .flatMap((block) =>
      isObject(block) && block['type'] === 'terminal' ? (stringAt(block, 'terminalId') ?? []) : [],
    )
}

/** The status that a terminal's command ended with; null: it has not, or nobody tells. */
export function readExitStatus(exitStatus: unknown): number | null {
  return isObject(exitStatus) ? (numberAt(exitStatus, 'exitCode') ?? null) : null
}

/** Where agents without locations name the file of a call. */
const pathKeys = ['file_path', 'filePath', 'path', 'abs_path', 'notebook_path'] as const

/**
 * The change of a part of a file that is all of a call's input, as Goose sends it: a text in place of another one. null: the input is
 * something else, or more.
 */
export function diffInInput(
  rawInput: unknown,
): { readonly path: string; readonly oldText: string; readonly newText: string } | null {
  if (!isObject(rawInput) || Object.keys(rawInput).length !== 3) return null
  const { path, before: oldText, after: newText } = rawInput
  return typeof path === 'string' && typeof oldText === 'string' && typeof newText === 'string'
    ? { path, oldText, newText }
    : null
}

/** Qwen Code 0.15 names the file of a diff within the folder only, and its whole path among the locations. */
function locatedDiff(diff: SentDiff, told: readonly string[]): SentDiff {
  const path = told.find((each) => each.endsWith(`/${diff.path}`) || each.endsWith(`\\${diff.path}`))
  return path === undefined ? diff : { ...diff, path }
}

function pathsIn(rawInput: unknown, paths: readonly string[]): readonly string[] {
  if (paths.length > 0) return [...new Set(paths)]
  if (!isObject(rawInput)) return []
  const key = pathKeys.find((each) => typeof rawInput[each] === 'string' && rawInput[each] !== '')
  return key === undefined ? [] : [stringAt(rawInput, key) ?? '']
}

/**
 * The status of a command. The protocol has no field for it: agents tell it in their raw output (qwen, opencode, oh-my-pi, copilot, kiro, auggie), in
 * `_meta` (codex, codebuddy), or in the first or last line of the output (claude, kimi, copilot, nanocoder, mastracode).
 */
function exitIn({ rawOutput, _meta: meta, status }: JsonObject): number | undefined {
  const { terminal_exit: terminal } = objectIn(meta)
  if (isObject(terminal)) return numberAt(terminal, 'exit_code')
  // Grok tells a status of 0 with each piece of the output.
  if (status === 'in_progress') return undefined
  if (typeof rawOutput === 'string') return exitInText(rawOutput, status)
  if (!isObject(rawOutput)) return undefined
  const parts: readonly unknown[] = [
    rawOutput,
    rawOutput['metadata'],
    rawOutput['details'],
    objectIn(meta)['codebuddy.ai/rawResponse'],
    ...listIn(rawOutput['contents']).slice(-maxPaths),
    ...listIn(rawOutput['items'])
      .slice(-maxPaths)
      .map((item) => objectAt(item, 'Json')),
  ]
  for (const part of parts) {
    if (!isObject(part)) continue
    const told =
      numberAt(part, 'exitCode') ??
      numberAt(part, 'exit_code') ??
      numberAt(part, 'exit') ??
      numberAt(part, 'returncode')
    // Kiro has words for it.
    const exit = told ?? statusIn(stringAt(part, 'exit_status') ?? '', /^exit status: (\d{1,5})$/)
    if (exit !== undefined) return exit
  }
  const text = stringAt(rawOutput, 'content')
  return text === undefined ? exitInResults(stringAt(rawOutput, 'output')) : exitInText(text, status)
}

/** Auggie, before the output. */
function exitInResults(text: string | undefined): number | undefined {
  const start = 'Here are the results from executing the command.\n'
  if (text?.startsWith(start) !== true) return undefined
  return statusIn(text.slice(start.length, start.length + tailLength), /^<return-code>\s*(\d{1,5})\s*</)
}

/** The status that a pattern's first group finds in a text. */
function statusIn(text: string, pattern: RegExp): number | undefined {
  const status = pattern.exec(text)?.[1]
  return status === undefined ? undefined : Number(status)
}

/** A whole number; undefined: the field holds none. */
export function numberAt(object: JsonObject, key: string): number | undefined {
  const value = object[key]
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}

/** At the end of a long output. */
const tailLength = 200

/** A line of an output may look like it, too: only where agents write theirs, and of a call that has failed. */
function exitInText(text: string, status: unknown): number | undefined {
  const [start, end] = [text.slice(0, tailLength), text.slice(-tailLength)]
  const told =
    statusIn(end, /<shellId: [^\n>]{1,40} completed with exit code (\d{1,5})>\s*$/) ??
    statusIn(start, /^EXIT_CODE: (\d{1,5})\n/) ??
    // Mastra Code tells only that of a command that has failed.
    statusIn(end, /(?:^|\n)Exit code: ([1-9]\d{0,4})$/)
  if (told !== undefined || status !== 'failed') return told
  return (
    statusIn(start, /^Exit code (\d{1,5})(?:\n|$)/) ??
    statusIn(end, /(?:^|\n)Command failed with exit code: (\d{1,5})\.?\s*$/)
  )
}

/** Qwen Code 0.15 ends its report on a command, which begins with that, with lines of its own below the output. */
function exitInReport(content: unknown): number | undefined {
  const text = stringAt(objectAt(listIn(content).at(-1), 'content'), 'text')
  if (text?.startsWith('Command: ') !== true) return undefined
  return statusIn(text.slice(-tailLength), /\nExit Code: (\d{1,5})(?:\n[A-Z][A-Za-z ]{1,30}: [^\n]*)*\s*$/)
}

/** A change of a file that a call tells. Raw. */
export type SentDiff = { readonly path: string } & (
  | {
      /** Of all of the file or of a part of it; null: the file is new. */
      readonly oldText: string | null
      readonly newText: string
    }
  /** null: not told, or the patch is too long. */
  | { readonly lines: LineCounts | null }
)

/** How many lines a file has got and lost. */
export interface LineCounts {
  readonly added: number
  readonly removed: number
}

/** Changes of one call that are read. */
const maxChanges = 200
/** Characters of a patch that are read. */
const longestPatch = 500_000

/**
 * The changes in the content of a call. Version 1 has the texts of one file (https://agentclientprotocol.com/protocol/tool-calls#diffs),
 * version 2 a list of files and a patch (https://agentclientprotocol.com/protocol/v2/tool-calls#content). Never throws.
 */
export function diffsIn(content: unknown): readonly SentDiff[] {
  return listIn(content)
    .flatMap((block) => (isObject(block) && block['type'] === 'diff' ? readDiff(block) : []))
    .slice(0, maxChanges)
}

function readDiff(block: JsonObject): readonly SentDiff[] {
  const path = stringAt(block, 'path')
  const oldText = stringAt(block, 'oldText') ?? null
  // Of a file that is deleted, some tell only what was in it.
  const newText = stringAt(block, 'newText') ?? (oldText === null ? undefined : '')
  if (path !== undefined && newText !== undefined) return [{ path, oldText, newText }]
  const { changes, patch } = block
  if (!Array.isArray(changes)) return []
  const text = isObject(patch) && patch['format'] === 'git_patch' ? stringAt(patch, 'text') : undefined
  const lines = text === undefined ? noLines : linesOfPatch(text)
  return (changes as readonly unknown[]).slice(0, maxChanges).flatMap((change) => {
    const changed =
      isObject(change) && change['fileType'] !== 'directory' ? stringAt(change, 'path') : undefined
    return changed === undefined
      ? []
      : [{ path: changed, lines: lines.get(changed) ?? linesWithin(changed, lines) }]
  })
}

/** Of a patch as `git diff` writes it, with names within a folder, and `a/` and `b/` before them. */
function linesWithin(path: string, lines: ReadonlyMap<string, LineCounts>): LineCounts | null {
  const names = [...lines.keys()].slice(0, maxChanges)
  const own = names.filter((name) => path.endsWith(`/${name.replace(/^[ab]\//, '')}`))
  const [longest = ''] = own.toSorted((one, other) => other.length - one.length)
  return lines.get(longest) ?? null
}

/** OpenClaw shows no difference: its tool answers with a patch, in which the name of a file may be another than the one `told`. */
function diffsInPatch(rawOutput: unknown, told: readonly string[]): readonly SentDiff[] {
  const files = [...linesOfPatch(stringAt(objectAt(rawOutput, 'details'), 'patch') ?? '')]
  const [own] = files.length === 1 ? told : []
  return files.slice(0, maxChanges).map(([path, lines]) => ({ path: own ?? path, lines }))
}

const noLines: ReadonlyMap<string, LineCounts> = new Map()

/** The lines of each file of a patch as Git writes it, with absolute paths and no prefix. */
function linesOfPatch(text: string): ReadonlyMap<string, LineCounts> {
  const files = new Map<string, LineCounts>()
  if (text.length > longestPatch) return files
  let path: string | null = null
  let left = { old: 0, new: 0 }
  for (const line of text.split('\n')) {
    if (left.old > 0 || left.new > 0) {
      const [isOld, isNew] = [!line.startsWith('+'), !line.startsWith('-')]
      if (line.startsWith('\\')) continue
      left = { old: left.old - (isOld ? 1 : 0), new: left.new - (isNew ? 1 : 0) }
      const known = path === null ? undefined : files.get(path)
      if (path !== null && known !== undefined && isOld !== isNew)
        files.set(path, {
          added: known.added + (isNew ? 1 : 0),
          removed: known.removed + (isOld ? 1 : 0),
        })
      continue
    }
    const [, sign, name = ''] = /^(---|\+\+\+|rename to|copy to) (.*)$/.exec(line) ?? []
    if (line.startsWith('diff --git ')) path = null
    // Of a deleted file, only the old side has a name.
    else if (sign !== undefined && (sign !== '+++' || name !== '/dev/null')) {
      path = unquoted(name)
      if (sign !== '---' && !files.has(path)) files.set(path, { added: 0, removed: 0 })
    }
    const [, oldLines = '1', newLines = '1'] = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) ?? []
    if (line.startsWith('@@ ') && path !== null) {
      if (!files.has(path)) files.set(path, { added: 0, removed: 0 })
      left = { old: Number(oldLines), new: Number(newLines) }
    }
  }
  return files
}

const escapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
}

/** A path as Git writes it: one with unusual characters in quotes, its bytes as octal numbers. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name.replace(/\t.*$/, '')
  const bytes: number[] = []
  for (const [part, code] of name.slice(1, name.lastIndexOf('"')).matchAll(/\\([0-7]{3}|.)|[^\\]+/g)) {
    // Not spread into `push`: there may be more of them than a call may have arguments.
    if (code === undefined) for (const byte of new TextEncoder().encode(part)) bytes.push(byte)
    else bytes.push(/^\d/.test(code) ? Number.parseInt(code, 8) : (escapes[code] ?? code).charCodeAt(0))
  }
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

const kindsOfGoose: ReadonlyMap<string | undefined, string> = new Map([
  ['edit', 'edit'],
  ['write', 'edit'],
  ['shell', 'execute'],
])

/** The kind of a call. Goose names its tool in place of it, and Grok has words of its own for what it calls `other`. undefined: not told. */
export function kindOfCall({ kind, _meta: meta }: JsonObject): string | undefined {
  const told = typeof kind === 'string' ? kind : undefined
  if (told !== undefined && told !== 'other') return told
  const ofGrok = objectAt(meta, 'x.ai/tool')['kind']
  if (ofGrok === 'enter_plan' || ofGrok === 'exit_plan') return 'switch_mode'
  const call = objectAt(objectAt(meta, 'goose'), 'toolCall')
  const isOwn = call['extensionName'] === 'developer'
  return (
    (isOwn ? kindsOfGoose.get(stringAt(call, 'toolName')?.replace(/^developer__/, '')) : undefined) ?? told
  )
}

/** Whether a call is one of the tool that keeps the agent's to-do list, by what has been told of it so far. */
export function isOfTodoTool(call: JsonObject): boolean {
  const { name, title, kind, _meta: meta } = call
  const isNamed = [name, toolInMeta(meta)].some((word) => typeof word === 'string' && isTodoTool(word))
  return isNamed || (typeof title === 'string' && isTodoTitle(title, kind, call))
}

/** The name of a to-do tool where Goose, CodeBuddy, Grok and claude-agent-acp tell it: beside a call with another title, or none. */
export function toolInMeta(meta: unknown): string | undefined {
  const names = [
    objectAt(objectAt(meta, 'goose'), 'toolCall')['toolName'],
    objectAt(meta, 'claudeCode')['toolName'],
    objectAt(meta, 'x.ai/tool')['name'],
    objectIn(meta)['codebuddy.ai/toolName'],
  ]
  return names.find((name): name is string => typeof name === 'string' && isTodoTool(name))
}

/** Whether a tool keeps the agent's to-do list, by its name. */
export function isTodoTool(name: string): boolean {
  return /todo|(?:update|set|create)_?plan|task_?(?:list|tracker)|^task_?(?:create|update|write)$|^write_?tasks$/i.test(
    name,
  )
}

/**
 * Whether a call keeps the list, by its title: the name of the tool, or words for it. A file and a command may be called so, too
 * (`Edit src/todo.ts`); `call`: what else may tell that.
 */
export function isTodoTitle(title: string, kind: unknown, call: JsonObject = {}): boolean {
  // Of Auggie, for which its list is edited.
  if (/^(?:(?:add|update) \d{1,4} tasks?|(?:view|reorganize) task list)$/i.test(title)) return true
  if (!isTodoTool(title) || /^[\w-]+$/.test(title)) return isTodoTool(title)
  return !workKinds.has(kind) && readCallEvidence(call) === undefined
}

/** Kinds of calls that are work on files, by a command, or on the network, and say nothing of plans. */
export const workKinds: ReadonlySet<unknown> = new Set([
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'fetch',
])
