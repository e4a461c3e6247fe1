import { allMatches } from '../matching/literals.ts'
import { isAtEdge, type Finding, type Place } from '../matching/finding.ts'
import { endsEscape } from '../matching/runs.ts'
import { finderOf, type Hit, type PatternRule } from '../matching/pattern-rules.ts'
import { atSign, isTokenForUser, userInUrl } from '../secrets/secret-rules.ts'
import { percentDecoded } from '../../../lib/text/safe-text.ts'
import { separator } from './directories.ts'
import { isNobodysFolder, isPlainWord } from './plain-words.ts'
import { isMasked } from '../replacements/mask.ts'
import type { Known } from '../known.ts'

const signOfEmail = /@|%40/g
// An escaped `\n` before an address is not part of it.
const email =
  /(?<![\p{L}\p{N}._%+-])(?:(?<=(?<!\\)(?:\\\\){0,8}\\)[nrtbfv0])?(?<secret>(?<local>[\p{L}\p{N}._%+-]{1,64})(?:@|%40)(?<domain>(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,8}[a-z]{2,24}))(?![\p{L}\p{N}-])/giu
// The @ of a package, or of a picture for dense screens, is not followed by a domain.
const fileEnding =
  /\.(?:png|jpe?g|gif|svg|webp|ico|tsx?|jsx?|mjs|cjs|json|md|css|html?|vue|svelte|py|rs|go|rb|java|sh|toml|ya?ml|lock|txt|log|zip|gz|tgz)$/i
/** Domains reserved for examples (https://www.rfc-editor.org/rfc/rfc2606, rfc6761). */
const reserved = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost)$/i
/** Accounts of services: users of repository hosts, and senders without a mailbox. */
const nobody = /^(?:git|hg|svn|noreply|no-reply|donotreply|root|user)$/i

export const findEmails = finderOf<Known>([
  {
    what: 'e-mail address',
    around: signOfEmail,
    pattern: email,
    replaces({ secret, groups: { local = '', domain = '' } }, { people }) {
      const address = secret.toLowerCase().replace('%40', '@')
      if (isReservedDomain(domain)) people.reserve(address)
      if (isReservedDomain(domain) || fileEnding.test(domain) || nobody.test(local)) return null
      return () => people.of(address).replace('@', secret.includes('%40') ? '%40' : '@')
    },
  },
])

export function isReservedDomain(domain: string): boolean {
  return reserved.test(domain)
}

/** Known user names, wherever they are words. */
export function findNames(text: string, _: Place, { names }: Known): readonly Finding[] {
  // At the end of a row it may be the beginning of a longer word.
  return names.find(text).map((finding) => ({ ...finding, isVague: isAtEdge(text, finding) }))
}

/** The start of a line of `ls -l`, or of `find -ls` with two more numbers, up to the owner. */
const listed = String.raw`^[ \t]{0,16}(?:\d{1,20}[ \t]{1,16}){0,2}[bcdlps-][rwxsStT-]{9}[.+@]?[ \t]{1,16}\d{1,10}[ \t]{1,16}`
const listedName = String.raw`[A-Za-z_][\w.@-]{0,63}`
const listedSize = String.raw`[\d.,]{1,20}[KMGTP]?[ \t]`
const beforeRemote =
  /(?:^|[^\w.-])(?:ssh|scp|sftp|mosh|rsync|sshfs|ssh-copy-id|autossh)(?:[ \t]{1,4}-{1,2}[A-Za-z][\w-]{0,20}(?:[ \t=]{1,4}[\w./~:=,-]{1,60})?){0,4}(?:[ \t]{1,4}[\w./~-]{1,60}){0,2}[ \t]{1,4}["']?$/

/** Whether an offset follows `ssh`, `scp` or the like, with their options. */
export function isAfterCommand(text: string, start: number): boolean {
  return beforeRemote.test(text.slice(Math.max(0, start - 200), start))
}

interface Login extends Omit<PatternRule<Known>, 'what' | 'replaces'> {
  /** Whether the name is replaced everywhere from then on. */
  readonly isSure: (hit: Hit) => boolean
}

const always = (): boolean => true

const logins: readonly Login[] = [
  // `~alice/notes`, `cd ~alice`
  {
    sign: /~/,
    pattern: /~(?<=(?:^|[\s"'`(=:,])~)(?<secret>[A-Za-z_][\w.-]{0,31})(?![\w~.-])/gm,
    isSure: ({ text, end }) => text[end] === '/',
  },
  {
    around: atSign,
    pattern: /(?<![\w.@+%-])(?<secret>[A-Za-z_][\w.-]{0,31})(?=@(?![\w.-]*\/))/g,
    isPrivate: ({ text, start }) => isAfterCommand(text, start),
    isSure: always,
  },
  // `uid=1000(alice) gid=1000(alice) groups=1000(alice),27(sudo)`
  {
    sign: /[ug]id=|groups=/,
    pattern: /\((?<=(?:id=|groups=|[,) ])\d{1,10}\()(?<secret>[A-Za-z_][\w.@\\-]{0,63})(?=\))/g,
    isSure: always,
  },
  {
    sign: /r[w-][xsS-]/,
    pattern: new RegExp(
      String.raw`${listed}(?<secret>${listedName})(?=[ \t]{1,32}(?:${listedName}[ \t]{1,32})?${listedSize})`,
      'gm',
    ),
    isSure: always,
  },
  {
    sign: /r[w-][xsS-]/,
    pattern: new RegExp(
      String.raw`${listed}${listedName}[ \t]{1,32}(?<secret>${listedName})(?=[ \t]{1,32}${listedSize})`,
      'gm',
    ),
    isSure: () => false,
  },
  {
    sign: /USER=|NAME=/,
    pattern:
      /(?<![\w$])(?:SUDO_)?(?:USER|LOGNAME|USERNAME)=["']?(?<secret>[A-Za-z_][\w.-]{0,63})(?![\w.$(-])/g,
    isSure: always,
  },
  // A line of `/etc/passwd` or `/etc/shadow`.
  {
    sign: /:[x*!$][^:\s]{0,400}:\d/,
    pattern: /^(?<secret>[A-Za-z_][\w.-]{0,31})(?=:(?:x|\*|!{1,2}|[$*!x][^:\s]{8,400}):\d{1,6}:)/gm,
    isSure: always,
  },
  {
    sign: /sudo|su -|chown|runuser|ssh -l/,
    pattern:
      /(?<![\w.-])(?:(?:sudo|runuser)[ \t]{1,4}-u|su[ \t]{1,4}(?:-l?|--login)|chown(?:[ \t]{1,4}-[A-Za-z]{1,8}){0,3}(?=[ \t]{1,4}[\w-]{1,32}:)|ssh(?:[ \t]{1,4}-l))[ \t]{1,4}(?<secret>[A-Za-z_][\w-]{2,31})(?=[:\s"'`;,.]|$)/gm,
    isSure: () => false,
  },
]

/** User names that programs and commands reveal: `ssh alice@`, `uid=1000(alice)`, `ls -l`, `~alice`, `USER=alice`. */
export const findLogins = finderOf(
  logins.map(({ isSure, ...rule }): PatternRule<Known> => ({
    ...rule,
    what: 'user name',
    isVague: true,
    replaces(hit, known) {
      const alias = aliasOf(hit.secret, known)
      if (alias !== null && isSure(hit)) known.learnName(hit.secret)
      return alias
    },
  })),
)

/** null for the name of nobody, or an alias. */
function aliasOf(name: string, { users }: Known): (() => string) | null {
  const isOther = users.reserve(name.toLowerCase()) || isPlainWord(name) || name === ''
  return isOther ? null : () => users.of(name.toLowerCase())
}

/** Users before hosts: `ssh://anna@host`, and `anna@host:~` of a prompt or an argument of scp. */
export const findUrlUsers = finderOf(
  [
    userInUrl,
    /(?<![\p{L}\p{N}_.@-])(?<secret>[a-z_][\w-]{0,31})(?=@[a-z][a-z\d.-]{1,62}(?=:[~/]| [~/]|\]?[$#%>] ))/giu,
  ].map((pattern): PatternRule<Known> => ({
    what: 'user name',
    around: atSign,
    pattern,
    replaces: ({ secret }, known) =>
      isTokenForUser(secret) || isMasked(secret) || isPlainWord(secret) ? null : aliasOf(secret, known),
  })),
)

/** The start of another part of the path after a folder. */
const folderEnd = new RegExp(`^${separator}[\\p{L}\\p{N}_.~@-]`, 'u')

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
export function findHomes(text: string, place: Place, known: Known): readonly Finding[] {
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
    const owner = percentDecoded(written)
    if (known.users.reserve(owner.toLowerCase()) || isNobodysFolder(owner)) continue
    const end = start + written.length
    const isCut = place === 'growing' && end === text.length
    // A path in a value for programs, or one that continues after the name.
    const isSure =
      ((place === 'value' || place === 'id') && match.index < 24) || folderEnd.test(text.slice(end, end + 12))
    if (isSure && !isCut && /\p{L}/u.test(owner)) known.learnName(owner)
    // Of a name that is cut off, that of a known one with this beginning.
    const replacement = (): string =>
      known.users.of((isCut ? known.names.wordFrom(owner) : null) ?? owner.toLowerCase())
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
