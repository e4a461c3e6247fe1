import { allMatches, matchesAround } from '../matching/all-matches.ts'
import { isAfterCommand } from './find-logins.ts'
import { isReservedDomain } from './find-emails.ts'
import { isOwnV4, isOwnV6 } from './find-addresses.ts'
import { found, type Finding, type TextPlace } from '../matching/finding.ts'
import type { HostAliases } from '../replacements/aliases.ts'
import type { Literals } from '../matching/literals.ts'
import { isPlainWord } from './plain-words.ts'

/** Known hosts: this machine's names, and those found in addresses. */
export interface KnownHosts {
  readonly aliases: HostAliases
  readonly names: Literals
}

const slashes = String.raw`(?::|%(?:25){0,3}3A)(?:\\{0,8}\/|%(?:25){0,3}2F){2}`
const schemes =
  'https?|wss?|ftps?|sftp|ssh|git|git\\+ssh|git\\+https?|svn|rsync|smb|nfs|ldaps?|postgres(?:ql)?|mysql|mariadb|mongodb(?:\\+srv)?|' +
  'rediss?|amqps?|mqtts?|kafka|nats|tcp|udp|tls|grpcs?|telnet|rdp|vnc|socks[45]h?'
const schemeEnd = /(?::|3A)(?:\\{0,8}\/|%)/gi
const inUrl = new RegExp(
  String.raw`(?<![A-Za-z0-9+.-])(?:${schemes})${slashes}(?:[^\s\/?#"'<>@\\]{1,256}@)?` +
    // Not the user of an address without a host.
    String.raw`(\[[\da-f:.]{2,45}\]|[\p{L}\p{N}][\p{L}\p{N}._-]{0,252}(?![\p{L}\p{N}._-]|(?::[^\s\/?#"'<>@\\]{0,256})?@))`,
  'giu',
)
const topDomain =
  /\.(?:com|net|org|edu|gov|mil|io|internal|intranet|corp|lan|local|localdomain)(?![a-z\d_-])/gi
const bare =
  /(?<![\p{L}\p{N}_.$%-])((?:[a-z\d](?:[a-z\d-]{0,62})\.){1,8}(?:com|net|org|edu|gov|mil|io|internal|intranet|corp|lan|local|localdomain))(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}_]|\()/giu
const at = /@/g
/** A shell prompt, or an argument of scp. */
const atHost = /(?<![\p{L}\p{N}_.@-])[a-z_][\w.-]{0,31}@([a-z][a-z\d-]{1,62})(?=:[~/]| [~/]|\]?[$#%>] )/giu
/** A `user@host` argument of scp or ssh, even inside a sentence. */
const commandHost = /(?<![\p{L}\p{N}_.@-])[a-z_][\w.-]{0,31}@([a-z][a-z\d-]{1,62})(?![\w@/-]|\.\w)/giu
/** `\\\\server\\share`; escaping may have doubled the backslashes: twice as many before the host as after it. */
const shared =
  /(?<![\\\p{L}\p{N}_:.)\]}*+?-])(\\{2,16})([a-z\d][a-z\d._-]{1,62})(\\{1,8})(?=[a-z\d_]{1,80}\$?(?:[\\\s"'`,;)]|$)|[a-z\d_][\w -]{1,40}\\)/giu

/** Host names: known ones everywhere, others in addresses and where they have the form of one. */
export function findHosts(
  text: string,
  place: TextPlace,
  { aliases, names }: KnownHosts,
): readonly Finding[] {
  const findings: Finding[] = []
  const add = (start: number, host: string): void => void findings.push(hostAt(start, host, aliases))
  for (const { start, end } of names.find(text)) add(start, text.slice(start, end))
  for (const match of matchesAround(schemeEnd, inUrl, text)) {
    const host = (match[1] ?? '').replace(/[._-]+$/, '')
    const start = match.index + match[0].length - (match[1] ?? '').length
    if (!isOwnHost(host, aliases)) continue
    const isCut = place.isGrowing && start + host.length === text.length
    if (!isCut && /\.[a-z][a-z\d-]+$/i.test(host)) names.add(host)
    add(start, host)
  }
  for (const { index, 1: host = '' } of matchesAround(topDomain, bare, text))
    if (isBareHost(host) && isOwnHost(host, aliases)) add(index, host)
  const afterCommands = matchesAround(at, commandHost, text).filter(({ index }) =>
    isAfterCommand(text, index),
  )
  for (const { index, 0: whole, 1: host = '' } of [...matchesAround(at, atHost, text), ...afterCommands])
    if (!isPlainWord(host) && isOwnHost(host, aliases)) add(index + whole.length - host.length, host)
  for (const { index, 1: before = '', 2: host = '', 3: behind = '' } of text.includes('\\\\')
    ? allMatches(shared, text)
    : []) {
    const isShare = before.length === behind.length * 2 && host.length >= 2
    // `\\wsl$`, and an escaped character behind an escaped backslash or before another one: `\\u0085\u200b`.
    const isOther = /^(?:wsl(?:\.localhost)?$|u[\da-f]{4})/i.test(host)
    if (isShare && !isPlainWord(host) && !isOther && isOwnHost(host, aliases))
      findings.push({ ...hostAt(index + before.length, host, aliases), isVague: true })
  }
  return findings
}

function hostAt(start: number, host: string, aliases: HostAliases): Finding {
  if (host.startsWith('['))
    return found('IP address', start, host, () => `[${aliases.ofV6(host.slice(1, -1))}]`)
  return isAddress(host)
    ? found('IP address', start, host, (own) => aliases.ofV4(own))
    : found('host name', start, host, (own) => aliases.of(own))
}

/** Whether a host is private; aliases are reserved. */
function isOwnHost(host: string, aliases: HostAliases): boolean {
  if (host.startsWith('[')) return isOwnV6(host.slice(1, -1))
  if (isAddress(host)) return isOwnV4(host)
  return (
    !aliases.reserve(host) &&
    host !== '' &&
    !isReservedDomain(host) &&
    !isPublicHost(host) &&
    !/^(?:localhost|host\.docker\.internal|broadcasthost)$/i.test(host)
  )
}

function isAddress(host: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)
}

/** Whether a word with dots is a host even without a scheme, and not a property path or package name. */
function isBareHost(host: string): boolean {
  const labels = host.toLowerCase().split('.')
  const ending = labels.at(-1) ?? ''
  if (/^(?:com|org|net|io|edu|gov|this|self|window|module|process|import|console)$/.test(labels[0] ?? ''))
    return false
  if (['com', 'internal', 'intranet', 'corp', 'lan', 'localdomain'].includes(ending)) return true
  if (ending === 'local') return labels.length > 2 || /[\d-]/.test(host)
  return labels.length > 2
}

// Public sites that many texts about programs mention. Hosts with subdomains of users (github.io, amazonaws.com,
// slack.com …) are not among them.
const domains =
  'github.com githubusercontent.com gitlab.com bitbucket.org codeberg.org npmjs.com npmjs.org yarnpkg.com jsr.io pypi.org ' +
  'python.org pythonhosted.org readthedocs.io crates.io docs.rs rust-lang.org go.dev golang.org nodejs.org deno.com ' +
  'deno.land bun.sh typescriptlang.org eslint.org prettier.io vitest.dev vite.dev vitejs.dev react.dev vuejs.org ' +
  'angular.dev svelte.dev nextjs.org tailwindcss.com debian.org ubuntu.com archlinux.org fedoraproject.org kernel.org ' +
  'gnu.org apache.org mozilla.org w3.org whatwg.org ietf.org rfc-editor.org iana.org unicode.org ecma-international.org ' +
  'tc39.es json-schema.org schemastore.org schema.org spdx.org opensource.org creativecommons.org semver.org ' +
  'keepachangelog.com conventionalcommits.org wikipedia.org stackoverflow.com stackexchange.com serverfault.com ' +
  'microsoft.com visualstudio.com apple.com google.com android.com oracle.com openjdk.org java.com kotlinlang.org ' +
  'swift.org docker.com docker.io kubernetes.io git-scm.com sqlite.org postgresql.org mysql.com redis.io mongodb.com ' +
  'anthropic.com claude.com claude.ai openai.com chatgpt.com generativelanguage.googleapis.com x.ai mistral.ai ' +
  'huggingface.co moonshot.ai moonshot.cn kimi.com qwen.ai deepseek.com openrouter.ai groq.com opencode.ai zed.dev ' +
  'cursor.com agentclientprotocol.com modelcontextprotocol.io jsonrpc.org asciinema.org shields.io xkcd.com'

const publicDomains = new Set(domains.split(' '))

/** Whether a host is public, or a subdomain of a public one. */
function isPublicHost(host: string): boolean {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  return labels.some((_, index) => publicDomains.has(labels.slice(index).join('.')))
}
