import type { Finding, Place } from '../matching/finding.ts'
import { finderOf, type Hit } from '../matching/pattern-rules.ts'
import type { Known } from '../known.ts'
import { atSign } from '../secrets/secret-rules.ts'
import { isAfterCommand, isReservedDomain } from './find-people.ts'
import { isPlainWord } from './plain-words.ts'

const slashes = String.raw`(?::|%(?:25){0,3}3A)(?:\\{0,8}\/|%(?:25){0,3}2F){2}`
const schemes =
  'https?|wss?|ftps?|sftp|ssh|git|git\\+ssh|git\\+https?|svn|rsync|smb|nfs|ldaps?|postgres(?:ql)?|mysql|mariadb|mongodb(?:\\+srv)?|' +
  'rediss?|amqps?|mqtts?|kafka|nats|tcp|udp|tls|grpcs?|telnet|rdp|vnc|socks[45]h?'
const inUrl = new RegExp(
  String.raw`(?<![A-Za-z0-9+.-])(?:${schemes})${slashes}(?:[^\s\/?#"'<>@\\]{1,256}@)?` +
    // Not the user of an address without a host.
    String.raw`(?<secret>\[[\da-f:.]{2,45}\]|[\p{L}\p{N}](?:[\p{L}\p{N}._-]{0,251}[\p{L}\p{N}])?(?=[._-]{0,252}(?![\p{L}\p{N}._-]|(?::[^\s\/?#"'<>@\\]{0,256})?@)))`,
  'giu',
)
const topDomains = 'com|net|org|edu|gov|mil|io|internal|intranet|corp|lan|local|localdomain'
const bare = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.$%-])(?:[a-z\d](?:[a-z\d-]{0,62})\.){1,8}(?:${topDomains})(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}_]|\()`,
  'giu',
)
const host = {
  what: (name: string) => (isV6(name) || isV4(name) ? 'IP address' : 'host name'),
  replaces: aliasOf,
}

const namedHosts = finderOf<Known>([
  {
    ...host,
    around: /(?::|3A)(?:\\{0,8}\/|%)/gi,
    pattern: inUrl,
    replaces(hit, known) {
      const alias = aliasOf(hit, known)
      const isCut = hit.place === 'growing' && hit.end === hit.text.length
      if (alias !== null && !isCut && /\.[a-z][a-z\d-]+$/i.test(hit.secret)) known.learnHost(hit.secret)
      return alias
    },
  },
  {
    ...host,
    around: new RegExp(String.raw`\.(?:${topDomains})(?![a-z\d_-])`, 'gi'),
    pattern: bare,
    isPrivate: isBareHost,
  },
  {
    // A shell prompt, or an argument of scp; as an argument of ssh and the like even inside a sentence.
    ...host,
    around: atSign,
    pattern:
      /(?<![\p{L}\p{N}_.@-])[a-z_][\w.-]{0,31}@(?<secret>[a-z][a-z\d-]{1,62})(?=(?<path>:[~/]| [~/]|\]?[$#%>] )|(?![\w@/-]|\.\w))/giu,
    isPrivate: ({ secret, index, text, groups: { path } }) =>
      !isPlainWord(secret) && (path !== undefined || isAfterCommand(text, index)),
  },
  {
    // `\\server\share`; escaping may have doubled the backslashes: twice as many before the host as after it.
    ...host,
    isVague: true,
    sign: /\\\\/,
    pattern:
      /(?<![\\\p{L}\p{N}_:.)\]}*+?-])(?<before>\\{2,16})(?<secret>[a-z\d][a-z\d._-]{1,62})(?=(?<behind>\\{1,8})(?:[a-z\d_]{1,80}\$?(?:[\\\s"'`,;)]|$)|[a-z\d_][\w -]{1,40}\\))/giu,
    isPrivate({ secret, groups: { before = '', behind = '' } }) {
      // `\\wsl$`, and an escaped character behind an escaped backslash or before another one: `\\u0085\u200b`.
      const isOther = isPlainWord(secret) || /^(?:wsl(?:\.localhost)?$|u[\da-f]{4})/i.test(secret)
      return before.length === behind.length * 2 && !isOther
    },
  },
])

/** Host names: known ones everywhere, others in addresses and where they have the form of one. */
export function findHosts(text: string, place: Place, known: Known): readonly Finding[] {
  return [...known.hostNames.find(text), ...namedHosts(text, place, known)]
}

/** null for a host that is not private; aliases are reserved. */
function aliasOf({ secret: host }: Hit, { hosts }: Known): (() => string) | null {
  if (isV6(host)) {
    const address = host.slice(1, -1)
    return isOwnV6(address) ? () => `[${hosts.v6.of(address.toLowerCase())}]` : null
  }
  if (isV4(host)) return isOwnV4(host) ? () => hosts.v4.of(host) : null
  const isOther =
    hosts.reserve(host) ||
    isReservedDomain(host) ||
    isPublicHost(host) ||
    /^(?:localhost|host\.docker\.internal|broadcasthost)$/i.test(host)
  return isOther ? null : () => hosts.of(host)
}

/** As in addresses, in brackets. */
function isV6(host: string): boolean {
  return host.startsWith('[')
}

function isV4(host: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)
}

/** Whether a word with dots is a host even without a scheme, and not a property path or package name. */
function isBareHost({ secret: host }: Hit): boolean {
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

/** Zero, broadcast and multicast addresses: https://www.rfc-editor.org/rfc/rfc7042#section-2.1 */
const nobodysMac = /^(?:0{12}|f{12}|01005e|3333|00005e)/

/** Addresses of hosts and network cards, except loopback, unspecified, broadcast and documentation addresses. */
export const findAddresses = finderOf<Known>([
  {
    what: 'IP address',
    around: /\d\.\d{1,3}\.\d/g,
    pattern: /(?<![\p{L}\p{N}_.])(?:\d{1,3}\.){3}\d{1,3}(?![\p{L}\p{N}_-]|\.\d)/gu,
    // Not the version of a product: `Chrome/120.0.6099.109`.
    isPrivate: ({ secret, text, start }) =>
      isOwnV4(secret) && !/[A-Za-z]\/$/.test(text.slice(Math.max(0, start - 2), start)),
    replaces:
      ({ secret }, { hosts }) =>
      () =>
        hosts.v4.of(secret),
  },
  {
    what: 'IP address',
    // Times of day have two colons, too.
    around: /::|(?::[\da-f]{1,4}){7}/gi,
    pattern: /(?<![\p{L}\p{N}_:.])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?![\p{L}\p{N}_:])/giu,
    isPrivate: ({ secret }) => isOwnV6(secret),
    replaces:
      ({ secret }, { hosts }) =>
      () =>
        hosts.v6.of(secret.toLowerCase()),
  },
  {
    // Six pairs of digits, or three groups of four. A fingerprint of a key is longer.
    what: 'address of a network card',
    around: /[:-][\da-f]{2}[:-][\da-f]{2}[:-]|\.[\da-f]{4}\.[\da-f]{4}(?![\da-z])/gi,
    pattern:
      /(?<![\p{L}\p{N}_:.-])[\da-f]{2}(?:(?::[\da-f]{2}){5}|(?:-[\da-f]{2}){5}|[\da-f]{2}(?:\.[\da-f]{4}){2})(?![\p{L}\p{N}_-]|[:.][\p{L}\p{N}])/giu,
    replaces({ secret }, { hosts }) {
      const digits = secret.toLowerCase().replace(/[^\da-f]/g, '')
      // A date with time, or a version, has neither letters nor colons.
      const isOther = nobodysMac.test(digits) || (!secret.includes(':') && !/[a-f]/.test(digits))
      return isOther ? null : () => macAlias(secret, hosts.macs.of(digits))
    },
  },
])

/** The alias with the separators of an address, and its case. */
function macAlias(address: string, alias: string): string {
  let next = 0
  const written = address.replace(/[\da-f]/gi, () => alias[next++] ?? '0')
  return /[A-F]/.test(address) && !/[a-f]/.test(address) ? written.toUpperCase() : written
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
