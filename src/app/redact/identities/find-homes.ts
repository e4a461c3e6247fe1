import { allMatches } from '../matching/literals.ts'
import type { Aliases } from '../replacements/aliases.ts'
import type { Finding, TextContext } from '../matching/finding.ts'
import { isNobodysFolder, isPlainWord } from './plain-words.ts'
import { endsEscape } from '../matching/runs.ts'

/**
 * The separators in a path: slashes and backslashes, which escaping may have doubled any number of times, and both
 * percent-encoded, perhaps repeatedly.
 */
export const separator = String.raw`(?:\\{0,8}\/|\\{1,8}|%(?:25){0,3}(?:2[Ff]|5[Cc]))`

/** A percent-encoded text; malformed, it stays as it is. */
export function decoded(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text
  } catch {
    return text
  }
}

/** The start of another part of the path after a folder. */
const folderEnd = new RegExp(`^${separator}[\\p{L}\\p{N}_.~@-]`, 'u')

/** Whether a user's name is searched for everywhere: short names and common words only where the context identifies them. */
export function isNameAnywhere(name: string): boolean {
  return name.length >= 3 && !isPlainWord(name) && /\p{L}/u.test(name)
}

/** The owners of home directories, by the name of the directory. */
export interface HomeOwners {
  readonly users: Aliases
  /** A name from a path in a value for programs is searched for everywhere from then on. */
  learn(name: string): void
  /** A known name with this prefix. */
  startingWith(start: string): string | null
}

const name = String.raw`(?:[\p{L}\p{N}_]|%(?!(?:25){0,3}(?:2F|5C|2[0-9A-F]|3[A-F]))[0-9A-F]{2})(?:[\p{L}\p{N}\p{M}_.@+-]|%(?!(?:25){0,3}(?:2F|5C|2[1-9A-F]|3[A-F]))[0-9A-F]{2}){0,63}`
const home = new RegExp(`(home|users)(${separator})(${name})`, 'giu')
// Account names of Windows may have blanks; the next separator shows whether the name continues.
const moreOfName = /^(?: [\p{L}\p{N}_.-]{1,32}){1,3}(?=[\\/])/u

/** An expression that must match up to an offset. It is matched backwards, so distant text costs nothing. */
function before(pattern: string): RegExp {
  return new RegExp(`(?<=${pattern})`, 'iuy')
}

const plainStart = before(String.raw`(?:^|[^\p{L}\p{N}_.~%)\]}@+\\/\-])\\{0,8}\/`)
const encodedStart = before(String.raw`%(?:25){0,3}2F`)
const relativeStart = before(String.raw`\.\.${separator}`)
const drive = before(String.raw`(?:^|[^A-Za-z0-9])[A-Za-z](?::|%(?:25){0,3}3A)${separator}`)
const mounts = before(
  String.raw`(?:^|[^\p{L}\p{N}_.\-])${separator}(?:var|usr|export|private|nfs|net|data|host|hostfs|rootfs|[a-z]|` +
    String.raw`(?:mnt|media|run|volumes|cygdrive)${separator}[\w. \-]{1,64}|system${separator}volumes${separator}data)${separator}`,
)
const uncStart = before(String.raw`\\{2,8}[\w.$\-]{1,64}(?:\\{1,8}[\w.$ \-]{1,64}){0,2}\\{1,8}`)
const uriStart = before(
  String.raw`(?:file|vscode[\w\-]{0,16}|cursor|windsurf|zed|ssh|sftp|scp|rsync|nfs|smb|jar|idea)` +
    String.raw`(?::|%(?:25){0,3}3A)(?:${separator}){1,3}(?:[\w.+@%$:~\-]{1,100}${separator})?`,
)

/** The names of users in the paths of their home directories: `/home/NAME`, `/Users/NAME`, `C:\Users\NAME`, in all spellings. */
export function findHomes(text: string, place: TextContext, owners: HomeOwners): readonly Finding[] {
  const findings: Finding[] = []
  for (const match of allMatches(home, text)) {
    const [whole, folder = '', between = '', first = ''] = match
    const left = leftOf(text, match.index, folder)
    if (left === null) continue
    const start = match.index + whole.length - first.length
    const blanks =
      between.startsWith('\\') || left === 'drive'
        ? moreOfName.exec(text.slice(start + first.length, start + 200))
        : null
    const written = (first + (blanks?.[0] ?? '')).replace(/[.+@-]+$/, '')
    const owner = decoded(written)
    if (owners.users.reserve(owner.toLowerCase()) || isNobodysFolder(owner)) continue
    const end = start + written.length
    const isCut = place.isGrowing && end === text.length
    // A path in a value for programs, or one that continues after the name.
    const isSure = (place.isValue && match.index < 24) || folderEnd.test(text.slice(end, end + 12))
    if (isSure && !isCut && isNameAnywhere(owner)) owners.learn(owner)
    const replacement = (): string => (isCut ? cutName(owner, owners) : owners.users.of(owner.toLowerCase()))
    findings.push({ start, end, what: 'user name in a path', replacement })
  }
  return findings
}

/** What precedes `home` or `users` if it begins a path; null if it does not. */
function leftOf(text: string, at: number, folder: string): 'drive' | 'other' | null {
  if (!/[/\\CF]/i.test(text[at - 1] ?? '')) return null
  const isAfter = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    return pattern.test(text)
  }
  if (isAfter(drive)) return 'drive'
  // Elsewhere case matters: /users/list is a page.
  if (folder !== 'home' && folder !== 'Users') return null
  if ([plainStart, encodedStart, relativeStart, mounts, uncStart, uriStart].some(isAfter)) return 'other'
  const slash = /\\{0,8}\/$/.exec(text.slice(Math.max(0, at - 9), at))
  return slash !== null && endsEscape(text, at - slash[0].length) ? 'other' : null
}

/** The replacement of an incomplete name: that of a known name with this beginning, if there is one. */
function cutName(start: string, { users, startingWith }: HomeOwners): string {
  const written = start.toLowerCase()
  return users.of((startingWith(written) ?? written).toLowerCase())
}
