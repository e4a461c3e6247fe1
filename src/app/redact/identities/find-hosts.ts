import { allMatches, matchesAround, type Literals } from '../matching/literals.ts'
import { isAfterCommand, isReservedDomain } from './find-people.ts'
import { found, type Finding, type TextContext } from '../matching/finding.ts'
import type { HostAliases } from '../replacements/aliases.ts'
import { at } from '../secrets/find-by-rules.ts'
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
  place: TextContext,
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

const threeNumbers = /\d\.\d{1,3}\.\d/g
/** Times of day have two colons, too. */
const twoColons = /::|(?::[\da-f]{1,4}){7}/gi
const ipv4 = /(?<![\p{L}\p{N}_.])(?:\d{1,3}\.){3}\d{1,3}(?![\p{L}\p{N}_-]|\.\d)/gu
const ipv6 = /(?<![\p{L}\p{N}_:.])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?![\p{L}\p{N}_:])/giu

/** MAC addresses: six pairs of digits, or three groups of four. A fingerprint of a key is longer. */
const mac =
  /(?<![\p{L}\p{N}_:.-])[\da-f]{2}(?:(?::[\da-f]{2}){5}|(?:-[\da-f]{2}){5}|[\da-f]{2}(?:\.[\da-f]{4}){2})(?![\p{L}\p{N}_-]|[:.][\p{L}\p{N}])/giu
const signOfMac = /[:-][\da-f]{2}[:-][\da-f]{2}[:-]|\.[\da-f]{4}\.[\da-f]{4}(?![\da-z])/gi
/** Zero, broadcast and multicast addresses: https://www.rfc-editor.org/rfc/rfc7042#section-2.1 */
const nobodysMac = /^(?:0{12}|f{12}|01005e|3333|00005e)/

/** Addresses of hosts and network cards, except loopback, unspecified, broadcast and documentation addresses. */
export function findAddresses(text: string, hosts: HostAliases): readonly Finding[] {
  const findings: Finding[] = []
  for (const { index: start, 0: address } of matchesAround(threeNumbers, ipv4, text)) {
    const isProduct = /[A-Za-z]\/$/.test(text.slice(Math.max(0, start - 2), start))
    if (isOwnV4(address) && !isProduct)
      findings.push(found('IP address', start, address, (own) => hosts.ofV4(own)))
  }
  for (const { index: start, 0: address } of matchesAround(twoColons, ipv6, text))
    if (isOwnV6(address)) findings.push(found('IP address', start, address, (own) => hosts.ofV6(own)))
  for (const { index: start, 0: address } of matchesAround(signOfMac, mac, text)) {
    const digits = address.toLowerCase().replace(/[^\da-f]/g, '')
    // A date with time, or a version, has neither letters nor colons.
    if (nobodysMac.test(digits) || (!address.includes(':') && !/[a-f]/.test(digits))) continue
    findings.push(found('address of a network card', start, address, (own) => hosts.ofMac(own)))
  }
  return findings
}

/** https://www.iana.org/assignments/iana-ipv4-special-registry */
function isOwnV4(address: string): boolean {
  const parts = address.split('.').map(Number)
  const [first = 0, second, third] = parts
  if (parts.length !== 4 || parts.some((part) => part > 255)) return false
  if (/(?:^|\.)0\d/.test(address)) return false
  const isDocumented =
    (first === 192 && second === 0 && third === 2) ||
    (first === 198 && second === 51 && third === 100) ||
    (first === 203 && second === 0 && third === 113)
  return !(first === 0 || first === 127 || first === 255 || isDocumented)
}

/** Whether it is an address of particular machines, and not a time, a C++ scope or a list of small numbers. */
function isOwnV6(address: string): boolean {
  const halves = address.split('::')
  const groups = address.split(':').filter((group) => group !== '')
  const isShort = halves.length === 2
  if (halves.length > 2 || (!isShort && groups.length !== 8) || (isShort && groups.length > 7)) return false
  if (/^:[^:]|[^:]:$/.test(address) || /^2001:0?db8:/i.test(address)) return false
  // Global addresses, and those of private networks.
  return groups.length >= 2 && /^(?:[23][\da-f]{3}|f[cd][\da-f]{2}|fe[89ab][\da-f])$/i.test(groups[0] ?? '')
}
