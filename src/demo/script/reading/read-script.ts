import { mustBe } from '../../../lib/text/usage-error.ts'
import {
  LineCounter,
  isAlias,
  isCollection,
  isMap,
  isPair,
  parseDocument,
  type Document,
  type ErrorCode,
  type Node,
} from 'yaml'
import { fail, ok, type Result } from '../../../lib/result.ts'
import { isObject } from '../../../protocol/wire/message.ts'
import { checkNames } from './check-uses.ts'
import { describeIssue, type ScriptFault } from './script-fault.ts'
import { scriptSchema, type Script } from './script-schema.ts'

/** The first error in a script's text. */
export interface LocatedFault {
  /** Both count from 1. */
  readonly line: number
  readonly column: number
  readonly message: string
  readonly hint: string
}

/** How many aliases a document may have: enough for any script, too few for a bomb. */
const aliasesAllowed = 1000
/** How deep values may be nested. */
const depthAllowed = 64

/** Reads a script from YAML, or JSON, which is YAML. Never throws. */
export function readScript(text: string): Result<Script, LocatedFault> {
  try {
    return read(text)
  } catch (cause) {
    if (cause instanceof RangeError) return fail({ line: 1, column: 1, ...tooDeep })
    // Unresolvable aliases.
    const message = cause instanceof Error ? firstLine(cause.message) : String(cause)
    const hint = /excessive alias/i.test(message) ? aliasHint : yamlHint
    return fail({ line: 1, column: 1, message: `it cannot be read: ${message}`, hint })
  }
}

function read(text: string): Result<Script, LocatedFault> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' })
  const [error] = document.errors
  if (error !== undefined) {
    const { line, col } = lines.linePos(error.pos[0])
    // The parser's recursion has reached its limit.
    if (error.code === 'RESOURCE_EXHAUSTION') return fail({ line, column: col, ...tooDeep })
    const isList = error.code === 'BLOCK_AS_IMPLICIT_KEY' && error.message.includes('sequence')
    const hint = isList ? indentHint : (yamlHints[error.code] ?? yamlHint)
    const message =
      error.code === 'MULTIPLE_DOCS'
        ? 'a second document begins here'
        : `not YAML: ${firstLine(error.message)}`
    return fail({ line, column: col, message, hint })
  }
  const value: unknown = document.toJS({ maxAliasCount: aliasesAllowed })
  const fault: ScriptFault | null = isDeeper(value, depthAllowed) ? tooDeep : findFault(value)
  if (fault === null) return ok(value as Script)
  const { line, col } = lines.linePos(offsetOf(document, fault))
  const isComment = fault.isKey === true && String(fault.path.at(-1)).startsWith('//')
  return fail({ line, column: col, message: fault.message, hint: isComment ? commentHint : fault.hint })
}

const tooDeep = {
  path: [],
  message: `things stand inside of each other more than ${depthAllowed} deep`,
  hint: 'Something with an & may be inside of itself. Parts, which `play` plays, need no nesting.',
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((each) => isDeeper(each, depth - 1))
}

const indentHint = 'The items of a list begin in one column, and so do the keys of an object.'
const commentHint = 'A comment begins with #, in JSON too.'
const aliasHint = 'What an & names is taken too often with *. Parts, which `play` plays, need none of them.'
const yamlHints: Partial<Readonly<Record<ErrorCode, string>>> = {
  DUPLICATE_KEY: 'Leave one of them out, or put a dash before the second to make a step of it.',
  TAB_AS_INDENT: 'Indent with spaces.',
  BAD_INDENT: indentHint,
  MULTIPLE_DOCS: 'A file holds one script: leave out what follows ---.',
}
const yamlHint = 'Texts with “: ” or “ #” in them, or with a sign at their beginning, go into quotes.'

function findFault(value: unknown): ScriptFault | null {
  if (!isObject(value))
    return {
      path: [],
      message: value === null || value === undefined ? 'there is nothing in it' : 'this is no scenario',
      hint: mustBe('an object with steps or turns'),
    }
  const parsed = scriptSchema.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return issue === undefined ? null : describeIssue(issue, value)
  }
  return checkNames(value)
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}

/** The offset of a fault in the text, or of the innermost value around it that has one. */
function offsetOf(document: Document.Parsed, { path, isKey = false }: ScriptFault): number {
  let node: unknown = document.contents
  let offset = startOf(node) ?? 0
  for (const [depth, key] of path.entries()) {
    const resolved: unknown = isAlias(node) ? node.resolve(document) : node
    if (!isCollection(resolved)) break
    const isLast = depth === path.length - 1
    const pair = isMap(resolved)
      ? resolved.items.find((item) => isPair(item) && String((item.key as Node).toJSON()) === String(key))
      : undefined
    node = pair === undefined ? resolved.get(key, true) : isLast && isKey ? pair.key : pair.value
    offset = startOf(node) ?? startOf(pair?.key) ?? offset
  }
  return offset
}

function startOf(node: unknown): number | undefined {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : undefined
}
