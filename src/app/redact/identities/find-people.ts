import { matchesAround, allMatches, type Literals } from '../matching/literals.ts'
import type { Aliases } from '../replacements/aliases.ts'
import { type Finding, isAtEdge, found } from '../matching/finding.ts'
import { endsEscape } from '../matching/runs.ts'
import { isNameAnywhere, type HomeOwners } from './find-homes.ts'
import { at, isToken, userInfo } from '../secrets/find-by-rules.ts'
import { isPlainWord } from './plain-words.ts'
import { isMasked } from '../replacements/mask.ts'

const atSign = /@|%40/g
const email =
  /(?<![\p{L}\p{N}._%+-])([\p{L}\p{N}._%+-]{1,64})(?:@|%40)((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,8}[a-z]{2,24})(?![\p{L}\p{N}-])/giu
// The @ of a package, or of a picture for dense screens, is not followed by a domain.
const fileEnding =
  /\.(?:png|jpe?g|gif|svg|webp|ico|tsx?|jsx?|mjs|cjs|json|md|css|html?|vue|svelte|py|rs|go|rb|java|sh|toml|ya?ml|lock|txt|log|zip|gz|tgz)$/i
/** Domains reserved for examples (https://www.rfc-editor.org/rfc/rfc2606, rfc6761). */
const reserved = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost)$/i
/** Accounts of services: users of repository hosts, and senders without a mailbox. */
const nobody = /^(?:git|hg|svn|noreply|no-reply|donotreply|root|user)$/i

export function findEmails(text: string, people: Aliases): readonly Finding[] {
  const findings: Finding[] = []
  for (const match of matchesAround(atSign, email, text)) {
    const [whole, local = '', domain = ''] = match
    if (isReservedDomain(domain)) {
      people.reserve(whole.toLowerCase().replace('%40', '@'))
      continue
    }
    if (fileEnding.test(domain) || nobody.test(local)) continue
    // An escaped `\n` before an address is not part of it.
    const start = match.index + (local.length > 1 && endsEscape(text, match.index + 1) ? 1 : 0)
    const end = match.index + whole.length
    const address = text.slice(start, end).toLowerCase().replace('%40', '@')
    const isEncoded = whole.includes('%40')
    const replacement = (): string => people.of(address).replace('@', isEncoded ? '%40' : '@')
    findings.push({ start, end, what: 'e-mail address', replacement })
  }
  return findings
}

export function isReservedDomain(domain: string): boolean {
  return reserved.test(domain)
}

/** Known user names, wherever they are words. */
export function findNames(text: string, names: Literals, users: Aliases): readonly Finding[] {
  return names.find(text).map(({ start, end, literal }) => ({
    start,
    end,
    what: 'user name',
    // At the end of a row it may be the beginning of a longer word.
    isVague: isAtEdge(text, { start, end }),
    replacement: () => inCaseOf(text.slice(start, end), users.of(literal.toLowerCase())),
  }))
}

/** `User` for `Anna`, `USER` for `ANNA`. */
export function inCaseOf(written: string, alias: string): string {
  const first = written[0] ?? ''
  if (first === first.toLowerCase()) return alias
  const isLoud = written.length > 1 && written === written.toUpperCase()
  return isLoud ? alias.toUpperCase() : alias[0]?.toUpperCase() + alias.slice(1)
}

/** `uid=1000(alice) gid=1000(alice) groups=1000(alice),27(sudo)` */
const numbered = /\((?<=(?:id=|groups=|[,) ])\d{1,10}\()([A-Za-z_][\w.@\\-]{0,63})\)/g
/** A line of `ls -l`, or of `find -ls` with two more numbers. */
const listed =
  /^[ \t]{0,16}(?:\d{1,20}[ \t]{1,16}){0,2}[bcdlps-][rwxsStT-]{9}[.+@]?[ \t]{1,16}\d{1,10}[ \t]{1,16}([A-Za-z_][\w.@-]{0,63})[ \t]{1,32}(?:([A-Za-z_][\w.@-]{0,63})[ \t]{1,32})?[\d.,]{1,20}[KMGTP]?[ \t]/gm
/** `~alice/notes`, `cd ~alice` */
const tilde = /~(?<=(?:^|[\s"'`(=:,])~)([A-Za-z_][\w.-]{0,31})(?![\w~.-])(\/?)/gm
const variable = /(?<![\w$])(?:SUDO_)?(?:USER|LOGNAME|USERNAME)=["']?([A-Za-z_][\w.-]{0,63})(?![\w.$(-])/g
/** A line of `/etc/passwd` or `/etc/shadow`. */
const signOfAccount = /:[x*!$][^:\s]{0,400}:\d/
const account = /^([A-Za-z_][\w.-]{0,31}):(?:x|\*|!{1,2}|[$*!x][^:\s]{8,400}):\d{1,6}:/gm
const remote = /(?<![\w.@+%-])([A-Za-z_][\w.-]{0,31})@(?![\w.-]*\/)/g
const beforeRemote =
  /(?:^|[^\w.-])(?:ssh|scp|sftp|mosh|rsync|sshfs|ssh-copy-id|autossh)(?:[ \t]{1,4}-{1,2}[A-Za-z][\w-]{0,20}(?:[ \t=]{1,4}[\w./~:=,-]{1,60})?){0,4}(?:[ \t]{1,4}[\w./~-]{1,60}){0,2}[ \t]{1,4}["']?$/
const become =
  /(?<![\w.-])(?:(?:sudo|runuser)[ \t]{1,4}-u|su[ \t]{1,4}(?:-l?|--login)|chown(?:[ \t]{1,4}-[A-Za-z]{1,8}){0,3}(?=[ \t]{1,4}[\w-]{1,32}:)|ssh(?:[ \t]{1,4}-l))[ \t]{1,4}([A-Za-z_][\w-]{2,31})(?=[:\s"'`;,.]|$)/gm

/** Every match of the others contains one of these. */
const sign = /[ug]id=|groups=|r[w-][xsS-]|USER=|NAME=|:[x*!$]|sudo|su -|chown|runuser|ssh -l/

/** User names that programs and commands reveal: `ssh alice@`, `uid=1000(alice)`, `ls -l`, `~alice`, `USER=alice`. */
export function findLogins(text: string, { users, learn }: HomeOwners): readonly Finding[] {
  const findings: Finding[] = []
  const add = (start: number, name: string, isSure: boolean): void => {
    if (users.reserve(name.toLowerCase()) || isPlainWord(name) || name === '') return
    if (isSure && isNameAnywhere(name)) learn(name)
    findings.push({
      ...found('user name', start, name, (user) => users.of(user.toLowerCase())),
      isVague: true,
    })
  }
  if (text.includes('~'))
    for (const { index, 1: name = '', 2: slash = '' } of allMatches(tilde, text))
      add(index + 1, name, slash !== '')
  if (text.includes('@'))
    for (const { index, 1: name = '' } of matchesAround(at, remote, text))
      if (isAfterCommand(text, index)) add(index, name, true)
  if (!sign.test(text)) return findings
  if (text.includes('id=') || text.includes('groups='))
    for (const { index, 1: name = '' } of allMatches(numbered, text)) add(index + 1, name, true)
  if (/r[w-][xsS-]/.test(text))
    for (const { index, 0: whole, 1: owner = '', 2: group = '' } of allMatches(listed, text)) {
      const ownerAt = index + whole.search(/[bcdlps-][rwxsStT-]{9}/) + 10
      const start = text.indexOf(owner, ownerAt)
      add(start, owner, true)
      if (group !== '') add(text.indexOf(group, start + owner.length), group, group === owner)
    }
  if (text.includes('='))
    for (const { index, 0: whole, 1: name = '' } of allMatches(variable, text))
      add(index + whole.length - name.length, name, true)
  if (signOfAccount.test(text))
    for (const { index, 1: name = '' } of allMatches(account, text)) add(index, name, true)
  for (const { index, 0: whole, 1: name = '' } of allMatches(become, text))
    add(index + whole.length - name.length, name, false)
  return findings
}

/** Whether an offset follows `ssh`, `scp` or the like, with their options. */
export function isAfterCommand(text: string, start: number): boolean {
  return beforeRemote.test(text.slice(Math.max(0, start - 200), start))
}

/** Users before hosts: `ssh://anna@host`, `anna@host:~`. */
export function findUrlUsers(text: string, users: Aliases): readonly Finding[] {
  const findings: Finding[] = []
  const add = (start: number, user: string): void => {
    if (user === '' || isToken(user) || isMasked(user) || isPlainWord(user)) return
    if (!users.reserve(user.toLowerCase()))
      findings.push(found('user name', start, user, (name) => users.of(name.toLowerCase())))
  }
  for (const match of matchesAround(at, userInfo, text)) {
    const [whole, user = '', password] = match
    const rest = user.length + (password === undefined ? 0 : password.length + 1) + 1
    add(match.index + whole.length - rest, user)
  }
  for (const match of matchesAround(at, shellUser, text)) add(match.index, match[1] ?? '')
  return findings
}

/** A shell prompt, or an argument of scp. */
const shellUser = /(?<![\p{L}\p{N}_.@-])([a-z_][\w-]{0,31})@[a-z][a-z\d.-]{1,62}(?=:[~/]| [~/]|\]?[$#%>] )/giu
