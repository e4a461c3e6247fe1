/** How aliases of one kind are written. */
interface AliasFormat {
  /** Ordinals count from 1. */
  nameOf(ordinal: number): string
  /** The ordinal of an alias in this format; null for any other text. Absent: those that are written already are told apart before. */
  ordinalOf?(name: string): number | null
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
    const { max, nameOf, ordinalOf } = this.#format
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const reserved = ordinalOf?.(text) ?? null
    if (reserved !== null) {
      if (this.#taken.size < max) this.#taken.add(reserved)
      return text
    }
    while (this.#taken.has(this.#next)) this.#next++
    const ordinal = Math.min(this.#next, max)
    const name = nameOf(ordinal)
    if (ordinal < max) {
      this.#taken.add(ordinal)
      this.#names.set(text, name)
    }
    return name
  }

  isAlias(name: string): boolean {
    return (this.#format.ordinalOf?.(name) ?? null) !== null
  }
}

/** `user`, `user2`, `user3` … */
export function numberedWords(word: string): Aliases {
  const ordinalOf = ordinalBetween(word)
  return new Aliases({
    max: 1000,
    nameOf: (ordinal) => (ordinal === 1 ? word : `${word}${ordinal}`),
    ordinalOf: (name) => (name.toLowerCase() === word ? 1 : ordinalOf(name.toLowerCase())),
  })
}

/** `host1`, `host2` …, or with something behind the number. */
function numbered(before: string, after = ''): Aliases {
  return new Aliases({
    max: 5000,
    nameOf: (ordinal) => `${before}${ordinal}${after}`,
    ordinalOf: ordinalBetween(before, after),
  })
}

function ordinalBetween(before: string, after = ''): (name: string) => number | null {
  const pattern = new RegExp(`^${before}(\\d{1,6})${after.replace('.', String.raw`\.`)}$`)
  return (name) => {
    const digits = pattern.exec(name)?.[1]
    return digits === undefined ? null : Number(digits)
  }
}

/** E-mail addresses at a reserved domain (https://www.rfc-editor.org/rfc/rfc2606#section-3). */
export function emailAliases(): Aliases {
  return numbered('person', '@example.com')
}

/** Addresses for documentation (https://www.rfc-editor.org/rfc/rfc5737). */
const documentationNets = ['192.0.2', '198.51.100', '203.0.113']

/** Aliases of hosts: `host1` for a bare name, `host1.example` for the same machine with its domain. */
export class HostAliases {
  readonly v4 = new Aliases({
    max: documentationNets.length * 254,
    nameOf: (ordinal) =>
      `${documentationNets[Math.floor((ordinal - 1) / 254)] ?? ''}.${((ordinal - 1) % 254) + 1}`,
  })
  /** Addresses for documentation (https://www.rfc-editor.org/rfc/rfc3849). */
  readonly v6 = new Aliases({ max: 5000, nameOf: (ordinal) => `2001:db8::${ordinal.toString(16)}` })
  /** MAC addresses for documentation, without separators (https://www.rfc-editor.org/rfc/rfc7042#section-2.1.2). */
  readonly macs = new Aliases({
    max: 256,
    nameOf: (ordinal) => `00005e0053${(ordinal - 1).toString(16).padStart(2, '0')}`,
  })
  readonly #hosts = numbered('host')
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

  /** As for other aliases. */
  reserve(host: string): boolean {
    return this.#hosts.reserve(host.toLowerCase().replace(/\.example$/, ''))
  }
}

/** The alias of a name in the case that it is written in: `User` for `Anna`, `USER` for `ANNA`. */
export function inCaseOf(written: string, alias: string): string {
  const first = written[0] ?? ''
  if (first === first.toLowerCase()) return alias
  const isLoud = written.length > 1 && written === written.toUpperCase()
  return isLoud ? alias.toUpperCase() : alias[0]?.toUpperCase() + alias.slice(1)
}
