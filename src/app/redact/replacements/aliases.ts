import { escapePattern } from '../matching/literals.ts'

/** How aliases of one kind are written. */
export interface AliasFormat {
  /** Ordinals count from 1. */
  nameOf(ordinal: number): string
  /** The ordinal of an alias in this format; null for any other text. */
  ordinalOf(name: string): number | null
  /** The number of different aliases; all further texts share the last. */
  readonly max: number
}

/** Assigns aliases in order of appearance. Equal texts get equal aliases; a text that is an alias already stays as it is. */
export class Aliases {
  readonly #format: AliasFormat
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<number>()
  #next = 1

  constructor(format: AliasFormat) {
    this.#format = format
  }

  /** Whether a text is an alias already; if so, no other text gets it from now on. */
  reserve(text: string): boolean {
    const isAlias = this.isAlias(text)
    if (isAlias) this.of(text)
    return isAlias
  }

  of(text: string): string {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const reserved = this.#format.ordinalOf(text)
    if (reserved !== null) {
      if (this.#taken.size < this.#format.max) this.#taken.add(reserved)
      return text
    }
    while (this.#taken.has(this.#next)) this.#next++
    const ordinal = Math.min(this.#next, this.#format.max)
    const name = this.#format.nameOf(ordinal)
    if (ordinal < this.#format.max) {
      this.#taken.add(ordinal)
      this.#names.set(text, name)
    }
    return name
  }

  isAlias(name: string): boolean {
    return this.#format.ordinalOf(name) !== null
  }
}

/** `user`, `user2`, `user3` … */
export function numberedWords(word: string): AliasFormat {
  const { ordinalOf } = numbered(word, 1000)
  return {
    max: 1000,
    nameOf: (ordinal) => (ordinal === 1 ? word : `${word}${ordinal}`),
    ordinalOf: (name) => (name.toLowerCase() === word ? 1 : ordinalOf(name.toLowerCase())),
  }
}

/** `host1`, `host2` …, or with something behind the number. */
function numbered(before: string, max: number, after = ''): AliasFormat {
  const pattern = new RegExp(`^${before}(\\d{1,6})${escapePattern(after)}$`)
  return {
    max,
    nameOf: (ordinal) => `${before}${ordinal}${after}`,
    ordinalOf: (name) => {
      const digits = pattern.exec(name)?.[1]
      return digits === undefined ? null : Number(digits)
    },
  }
}

/** E-mail addresses at a reserved domain (https://www.rfc-editor.org/rfc/rfc2606#section-3). */
export const emailAliases = numbered('person', 5000, '@example.com')

const documentationNets = ['192.0.2', '198.51.100', '203.0.113']

/** Addresses for documentation (https://www.rfc-editor.org/rfc/rfc5737). */
const ipv4Addresses: AliasFormat = {
  max: documentationNets.length * 254,
  nameOf: (ordinal) =>
    `${documentationNets[Math.floor((ordinal - 1) / 254)] ?? ''}.${((ordinal - 1) % 254) + 1}`,
  ordinalOf: (name) => {
    const net = documentationNets.indexOf(name.slice(0, name.lastIndexOf('.')))
    return net === -1 ? null : net * 254 + Number(name.slice(name.lastIndexOf('.') + 1))
  },
}

/** Addresses for documentation (https://www.rfc-editor.org/rfc/rfc3849). */
const ipv6Addresses: AliasFormat = {
  max: 5000,
  nameOf: (ordinal) => `2001:db8::${ordinal.toString(16)}`,
  ordinalOf: (name) => {
    if (!/^2001:0?db8:/.test(name)) return null
    return Number.parseInt(/^2001:0?db8::([\da-f]{1,4})$/.exec(name)?.[1] ?? '0', 16)
  },
}

/** MAC addresses for documentation (https://www.rfc-editor.org/rfc/rfc7042#section-2.1.2). */
const macAddresses: AliasFormat = {
  max: 256,
  nameOf: (ordinal) => `00005e0053${(ordinal - 1).toString(16).padStart(2, '0')}`,
  ordinalOf: (name) => {
    const digits = /^00005e0053([\da-f]{2})$/.exec(name)?.[1]
    return digits === undefined ? null : Number.parseInt(digits, 16) + 1
  },
}

/** Aliases of hosts: `host1` for a bare name, `host1.example` for the same machine with its domain. */
export class HostAliases {
  readonly #hosts = new Aliases(numbered('host', 5000))
  readonly #v4 = new Aliases(ipv4Addresses)
  readonly #v6 = new Aliases(ipv6Addresses)
  readonly #macs = new Aliases(macAddresses)
  /** Bare names of machines, which may be followed by a domain. */
  readonly #machines = new Set<string>()

  /** A machine's bare name: with a domain it is the same machine. */
  addMachine(label: string): void {
    this.#machines.add(label.toLowerCase())
    this.#hosts.of(label.toLowerCase())
  }

  of(host: string): string {
    const folded = host.toLowerCase().replace(/\.$/, '')
    const [label = ''] = folded.split('.')
    if (label === folded) return this.#hosts.of(folded)
    return `${this.#hosts.of(this.#machines.has(label) ? label : folded)}.example`
  }

  reserve(host: string): boolean {
    return this.#hosts.reserve(host.toLowerCase().replace(/\.example$/, ''))
  }

  isAlias(host: string): boolean {
    return this.#hosts.isAlias(host.toLowerCase().replace(/\.example$/, ''))
  }

  ofV4(address: string): string {
    return this.#v4.of(address)
  }

  ofV6(address: string): string {
    return this.#v6.of(address.toLowerCase())
  }

  /** The alias of a MAC address, with the same separators. */
  ofMac(address: string): string {
    const digits = this.#macs.of(address.toLowerCase().replace(/[^\da-f]/g, ''))
    let next = 0
    const written = address.replace(/[\da-f]/gi, () => digits[next++] ?? '0')
    return /[A-F]/.test(address) && !/[a-f]/.test(address) ? written.toUpperCase() : written
  }
}
