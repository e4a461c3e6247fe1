import { diffsIn, type SentDiff } from './sent-diff.ts'
import { given, isObject, stringAt, type JsonObject } from '../wire/message.ts'

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
  const diffs = diffsIn(update['content'])
  const paths = pathsIn(update, diffs)
  const command = commandIn(update['rawInput'])
  const exit = exitIn(update)
  const terminals = terminalsIn(update['content'])
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

function commandIn(rawInput: unknown): string | undefined {
  if (!isObject(rawInput)) return undefined
  const command = rawInput['command'] ?? rawInput['cmd']
  if (typeof command === 'string') return command.trim() === '' ? undefined : command
  if (!Array.isArray(command) || command.length === 0) return undefined
  return command.every((word) => typeof word === 'string') ? command.join(' ') : undefined
}

function terminalsIn(content: unknown): readonly string[] {
  if (!Array.isArray(content)) return []
  const blocks: readonly unknown[] = content
  return blocks
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

function pathsIn({ locations, rawInput }: JsonObject, diffs: readonly SentDiff[]): readonly string[] {
  const listed: readonly unknown[] = Array.isArray(locations) ? locations : []
  const told = listed
    .slice(0, maxPaths)
    .flatMap((each) => (isObject(each) ? (stringAt(each, 'path') ?? []) : []))
  const paths = [...diffs.map(({ path }) => path), ...told]
  if (paths.length > 0) return [...new Set(paths)]
  if (!isObject(rawInput)) return []
  const key = pathKeys.find((each) => typeof rawInput[each] === 'string' && rawInput[each] !== '')
  return key === undefined ? [] : [stringAt(rawInput, key) ?? '']
}

/**
 * The status of a command. The protocol has no field for it: agents tell it in their raw output (qwen, opencode, oh-my-pi, copilot, kiro), in
 * `_meta` (codex), or in the first or last line of the output (claude, kimi, copilot).
 */
function exitIn({ rawOutput, _meta: meta, status }: JsonObject): number | undefined {
  const terminal = isObject(meta) ? meta['terminal_exit'] : undefined
  if (isObject(terminal)) return numberAt(terminal, 'exit_code')
  if (typeof rawOutput === 'string') return exitInText(rawOutput, status)
  if (!isObject(rawOutput)) return undefined
  const parts: readonly unknown[] = [
    rawOutput,
    rawOutput['metadata'],
    rawOutput['details'],
    ...lastOf(rawOutput['contents']),
    ...lastOf(rawOutput['items']).map((item) => (isObject(item) ? item['Json'] : null)),
  ]
  for (const part of parts) {
    if (!isObject(part)) continue
    const told = numberAt(part, 'exitCode') ?? numberAt(part, 'exit_code') ?? numberAt(part, 'exit')
    const exit = told ?? exitInWords(stringAt(part, 'exit_status'))
    if (exit !== undefined) return exit
  }
  const text = stringAt(rawOutput, 'content')
  return text === undefined ? undefined : exitInText(text, status)
}

function lastOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? (list as readonly unknown[]).slice(-maxPaths) : []
}

/** Kiro: `exit status: 3`. */
function exitInWords(words: string | undefined): number | undefined {
  const found = words === undefined ? null : /^exit status: (\d{1,5})$/.exec(words)
  return found === null ? undefined : Number(found[1])
}

function numberAt(object: JsonObject, key: string): number | undefined {
  const value = object[key]
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}

/** At the end of a long output. */
const tailLength = 200

/** A line of an output may look like it, too: only where agents write theirs, and of a call that has failed. */
function exitInText(text: string, status: unknown): number | undefined {
  const shell = /<shellId: [^\n>]{1,40} completed with exit code (\d{1,5})>\s*$/.exec(text.slice(-tailLength))
  if (shell !== null) return Number(shell[1])
  if (status !== 'failed') return undefined
  const first = /^Exit code (\d{1,5})(?:\n|$)/.exec(text.slice(0, tailLength))
  const last = /(?:^|\n)Command failed with exit code: (\d{1,5})\.?\s*$/.exec(text.slice(-tailLength))
  const found = first ?? last
  return found === null ? undefined : Number(found[1])
}
