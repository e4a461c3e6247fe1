import { isObject, stringAt, type JsonObject } from '../wire/message.ts'

/** A change of a file that a call tells. Raw. */
export type SentDiff = { readonly path: string } & (
  | {
      /** Of all of the file or of a part of it; null: the file is new. */
      readonly oldText: string | null
      readonly newText: string
    }
  /** null: not told, or the patch is too long. */
  | { readonly lines: ChangedLines | null }
)

/** How many lines a file has got and lost. */
export interface ChangedLines {
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
  if (!Array.isArray(content)) return []
  const blocks: readonly unknown[] = content
  return blocks
    .flatMap((block) => (isObject(block) && block['type'] === 'diff' ? readDiff(block) : []))
    .slice(0, maxChanges)
}

function readDiff(block: JsonObject): readonly SentDiff[] {
  const path = stringAt(block, 'path')
  const newText = stringAt(block, 'newText')
  if (path !== undefined && newText !== undefined)
    return [{ path, oldText: stringAt(block, 'oldText') ?? null, newText }]
  const { changes, patch } = block
  if (!Array.isArray(changes)) return []
  const text = isObject(patch) && patch['format'] === 'git_patch' ? stringAt(patch, 'text') : undefined
  const lines = text === undefined ? noLines : linesOfPatch(text)
  return (changes as readonly unknown[]).slice(0, maxChanges).flatMap((change) => {
    const changed =
      isObject(change) && change['fileType'] !== 'directory' ? stringAt(change, 'path') : undefined
    return changed === undefined ? [] : [{ path: changed, lines: lines.get(changed) ?? null }]
  })
}

const noLines: ReadonlyMap<string, ChangedLines> = new Map()

/** The lines of each file of a patch as Git writes it, with absolute paths and no prefix. */
function linesOfPatch(text: string): ReadonlyMap<string, ChangedLines> {
  const files = new Map<string, ChangedLines>()
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
