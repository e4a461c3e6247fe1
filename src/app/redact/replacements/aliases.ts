/** A form of aliases. */
export interface AliasKind {
  /** Ordinals count from 1. */
  nameOf(ordinal: number): string
  /** The ordinal of an alias of this form; null for everything else. */
  ordinalOf(name: string): number | null
  /** The number of aliases; all further things share the last. */
  readonly most: number
}

/** Assigns aliases in order of appearance. Equal things have equal aliases, and an alias is its own alias. */
export class Aliases {
  readonly #kind: AliasKind
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<number>()
  #next = 1

  constructor(kind: AliasKind) {
    this.#kind = kind
  }

  /** Reserves a text that has the form of an alias, so that nothing else gets it. */
  notice(thing: string): void {
    if (this.isAlias(thing)) this.of(thing)
  }

  of(thing: string): string {
    const known = this.#names.get(thing)
    if (known !== undefined) return known
    const own = this.#kind.ordinalOf(thing)
    if (own !== null) {
      if (this.#taken.size < this.#kind.most) this.#taken.add(own)
      return thing
    }
    while (this.#taken.has(this.#next)) this.#next++
    const ordinal = Math.min(this.#next, this.#kind.most)
    const name = this.#kind.nameOf(ordinal)
    if (ordinal < this.#kind.most) {
      this.#taken.add(ordinal)
      this.#names.set(thing, name)
    }
    return name
  }

  /** Whether this is an alias. */
  isAlias(name: string): boolean {
    return this.#kind.ordinalOf(name) !== null
  }
}

/** `user`, `user2`, `user3` … */
export function countedWords(word: string): AliasKind {
  const form = new RegExp(`^${word}(\\d{0,6})$`, 'i')
  return {
    most: 1000,
    nameOf: (ordinal) => (ordinal === 1 ? word : `${word}${ordinal}`),
    ordinalOf: (name) => {
      const digits = form.exec(name)?.[1]
      return digits === undefined ? null : digits === '' ? 1 : Number(digits)
    },
  }
}

/** `host1`, `host2` … */
const hostNames: AliasKind = {
  most: 5000,
  nameOf: (ordinal) => `host${ordinal}`,
  ordinalOf: (name) => ordinalIn(/^host(\d{1,6})$/.exec(name)),
}

/** Addresses at a reserved domain (https://www.rfc-editor.org/rfc/rfc2606#section-3). */
export const people: AliasKind = {
  most: 5000,
  nameOf: (ordinal) => `person${ordinal}@example.com`,
  ordinalOf: (name) => ordinalIn(/^person(\d{1,6})@example\.com$/.exec(name)),
}

const documentationNets = ['192.0.2', '198.51.100', '203.0.113']

/** Addresses for documentation (https://www.rfc-editor.org/rfc/rfc5737). */
const ipv4Addresses: AliasKind = {
  most: documentationNets.length * 254,
  nameOf: (ordinal) =>
    `${documentationNets[Math.floor((ordinal - 1) / 254)] ?? ''}.${((ordinal - 1) % 254) + 1}`,
  ordinalOf: (name) => {
    const net = documentationNets.indexOf(name.slice(0, name.lastIndexOf('.')))
    return net === -1 ? null : net * 254 + Number(name.slice(name.lastIndexOf('.') + 1))
  },
}

/** Addresses for documentation (https://www.rfc-editor.org/rfc/rfc3849). */
const ipv6Addresses: AliasKind = {
  most: 5000,
  nameOf: (ordinal) => `2001:db8::${ordinal.toString(16)}`,
  ordinalOf: (name) => {
    if (!/^2001:0?db8:/.test(name)) return null
    return Number.parseInt(/^2001:0?db8::([\da-f]{1,4})$/.exec(name)?.[1] ?? '0', 16)
  },
}

/** MAC addresses for documentation (https://www.rfc-editor.org/rfc/rfc7042#section-2.1.2). */
const macAddresses: AliasKind = {
  most: 256,
  nameOf: (ordinal) => `00005e0053${(ordinal - 1).toString(16).padStart(2, '0')}`,
  ordinalOf: (name) => {
    const digits = /^00005e0053([\da-f]{2})$/.exec(name)?.[1]
    return digits === undefined ? null : Number.parseInt(digits, 16) + 1
  },
}

function ordinalIn(match: RegExpExecArray | null): number | null {
  return match === null ? null : Number(match[1])
}

/** Aliases of hosts: `host1` for a bare name, `host1.example` for the same machine with its domain. */
export class HostAliases {
  readonly #hosts = new Aliases(hostNames)
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

  notice(host: string): void {
    this.#hosts.notice(host.toLowerCase().replace(/\.example$/, ''))
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
