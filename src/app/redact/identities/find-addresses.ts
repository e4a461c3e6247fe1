import { matchesAround } from '../matching/all-matches.ts'
import { found, type Finding } from '../matching/finding.ts'
import type { HostAliases } from '../replacements/aliases.ts'

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
export function isOwnV4(address: string): boolean {
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
export function isOwnV6(address: string): boolean {
  const halves = address.split('::')
  const groups = address.split(':').filter((group) => group !== '')
  const isShort = halves.length === 2
  if (halves.length > 2 || (!isShort && groups.length !== 8) || (isShort && groups.length > 7)) return false
  if (/^:[^:]|[^:]:$/.test(address) || /^2001:0?db8:/i.test(address)) return false
  // Global addresses, and those of private networks.
  return groups.length >= 2 && /^(?:[23][\da-f]{3}|f[cd][\da-f]{2}|fe[89ab][\da-f])$/i.test(groups[0] ?? '')
}
