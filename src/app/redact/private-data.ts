import { Aliases, numberedWords, HostAliases, emailAliases } from './replacements/aliases.ts'
import { Directories } from './identities/directories.ts'
import { findAddresses } from './identities/find-addresses.ts'
import { findByRules } from './secrets/find-by-rules.ts'
import { findCommandSecrets } from './secrets/find-command-secrets.ts'
import { findCredentials } from './secrets/find-credentials.ts'
import { findEmails } from './identities/find-emails.ts'
import { findHomes } from './identities/find-homes.ts'
import { findHosts } from './identities/find-hosts.ts'
import { findKeys, hasPem } from './secrets/find-keys.ts'
import { findLogins } from './identities/find-logins.ts'
import { findNames } from './identities/find-names.ts'
import { findPayment } from './secrets/find-payment.ts'
import { findThroughInvisible } from './matching/find-through-invisible.ts'
import { findTokens } from './secrets/find-tokens.ts'
import { findUrlUsers } from './identities/find-url-users.ts'
import { findUrlPasswords } from './secrets/find-url-secrets.ts'
import { findInLines } from './matching/find-in-lines.ts'
import {
  type Finder,
  type Finding,
  type RankedFinding,
  rankedFindings,
  type TextPlace,
  withoutOverlaps,
} from './matching/finding.ts'
import { KnownTexts } from './matching/known-texts.ts'
import { Literals } from './matching/literals.ts'
import { isPlainWord } from './identities/plain-words.ts'
import type { RedactConfig } from './redact-config.ts'
import { Secrets } from './secrets/secrets.ts'

const maxNames = 64
const maxHosts = 256
const maxIds = 10_000
/** Shorter ids are never taken for tokens. */
const shortestId = 32

/** The known people, machines, folders and secrets, and all finders. Learns from what it reads, up to bounds. */
export class PrivateData {
  readonly secrets = new Secrets()
  readonly #users = new Aliases(numberedWords('user'))
  readonly #people = new Aliases(emailAliases)
  readonly #names = new Literals(maxNames, { isWords: true })
  readonly #hosts = { aliases: new HostAliases(), names: new Literals(maxHosts, { isWords: true }) }
  readonly #directories = new Directories(this.#users)
  readonly #ids = new Set<string>()
  readonly #known = new KnownTexts()
  readonly #config: RedactConfig
  readonly #finders: readonly Finder[]
  /** Without finders that match across lines: the user's rules, which are applied to the whole text. */
  readonly #lineFinders: readonly (Finder | null)[]
  readonly #ruleFinders: readonly (Finder | null)[]

  constructor(config: RedactConfig) {
    this.#config = config
    const { users, hosts, homes, workingDirectories } = config.surroundings
    for (const user of users) this.#addUser(user)
    for (const host of hosts) this.#addHost(host)
    for (const home of homes) this.#directories.addHome(home)
    for (const directory of workingDirectories) this.#directories.addProject(directory)
    const { rules } = config
    const findRules: Finder = (text) => rules?.find(text) ?? []
    this.#finders = this.#chooseFinders(findRules)
    this.#lineFinders = this.#finders.map((finder) => (finder === findRules ? null : finder))
    this.#ruleFinders = this.#finders.map((finder) => (finder === findRules ? finder : null))
  }

  /** From left to right, without overlaps, and only what a replacement would change. */
  find(text: string, place: TextPlace): readonly Finding[] {
    this.#known.turnTo(this.#size())
    const findings = withoutOverlaps(this.#find(text, place))
    const allowed = findings.length === 0 ? [] : (this.#config.rules?.allowed(text) ?? [])
    // Replacements are computed last: kept texts must not use up aliases.
    return findings.filter(
      ({ start, end, replacement }) =>
        !allowed.some((span) => span.start <= start && end <= span.end) &&
        text.slice(start, end) !== replacement(),
    )
  }

  #find(text: string, place: TextPlace): readonly RankedFinding[] {
    if (text.includes('\n') && !place.isValue && !this.#goesOverLines(text))
      return [
        ...findInLines(text, place, {
          finders: this.#lineFinders,
          known: this.#known,
          version: () => this.#size(),
        }),
        ...rankedFindings(this.#ruleFinders, text, place),
      ]
    const known = this.#known.get(text, place, false)
    if (known !== undefined) return known
    const size = this.#size()
    const found = rankedFindings(this.#finders, text, place)
    if (this.#size() === size) this.#known.add(text, place, false, found)
    return found
  }

  /** Whether a finding may contain a line break. */
  #goesOverLines(text: string): boolean {
    return (
      hasPem(text) ||
      this.#names.haveLineBreak ||
      this.#hosts.names.haveLineBreak ||
      this.#directories.haveLineBreak
    )
  }

  /** A working directory of the agent's. */
  learnDirectory(path: string): void {
    this.#directories.addProject(path)
  }

  /** The replacement for a directory beyond the limit of known ones; null for others. */
  replacementFor(directory: string): string | null {
    return this.#config.classes.has('paths') ? this.#directories.replacementFor(directory) : null
  }

  /** An id that messages repeat, and that is no token therefore. */
  learnId(id: string): void {
    if (id.length >= shortestId && id.length <= 512 && this.#ids.size < maxIds) this.#ids.add(id)
  }

  /** Whether it is the name of a known host, and not only recognised by its context. */
  isKnownHost(name: string): boolean {
    return this.#hosts.names.has(name)
  }

  /** The number of known texts; only grows. */
  #size(): number {
    return this.#names.size + this.#hosts.names.size + this.#directories.size + this.secrets.size
  }

  #addUser(user: string): void {
    const name = user.trim()
    if (name === '' || this.#users.isAlias(name)) return
    this.#users.of(name.toLowerCase())
    if (name.length >= 3 && !isPlainWord(name)) this.#names.add(name)
  }

  #addHost(host: string): void {
    const name = host.trim().replace(/\.$/, '').toLowerCase()
    const [label = ''] = name.split('.')
    if (label.length < 3 || isPlainWord(label) || this.#hosts.aliases.isAlias(name)) return
    this.#hosts.aliases.addMachine(label)
    this.#hosts.names.add(label)
    if (label !== name) this.#hosts.names.add(name)
    this.#hosts.names.add(`${label}.local`)
  }

  #chooseFinders(findRules: Finder): readonly Finder[] {
    const { classes, rules } = this.#config
    const users = this.#users
    const hosts = this.#hosts
    const owners = {
      users,
      learn: (name: string) => {
        this.#names.add(name)
      },
      startingWith: (start: string) =>
        [...this.#names.all()].find((name) => name.toLowerCase().startsWith(start)) ?? null,
    }
    const gate = makeSignGate()
    const finders: Finder[] = []
    if (classes.has('paths')) finders.push((text, place) => this.#directories.find(text, place))
    if (rules !== null) finders.push(findRules)
    if (classes.has('keys')) {
      finders.push(
        (text, place) => findKeys(text, place, this.secrets),
        (text) => findByRules(text, this.secrets),
        gate(['a digit'], findPayment),
        gate(['@'], (text) => findUrlPasswords(text, this.secrets)),
        (text, place) => findCredentials(text, place, this.secrets),
        gate(['-'], (text) => findCommandSecrets(text, this.secrets)),
      )
    }
    finders.push((text) => this.secrets.find(text))
    if (classes.has('names')) finders.push(gate(['@', '%'], (text) => findEmails(text, this.#people)))
    if (classes.has('paths'))
      finders.push(gate(['/', '\\', '%'], (text, place) => findHomes(text, place, owners)))
    if (classes.has('hosts')) {
      finders.push(
        (text, place) => findHosts(text, place, hosts),
        gate([':', '.', '-'], (text) => findAddresses(text, hosts.aliases)),
      )
    }
    if (classes.has('names')) {
      finders.push(
        gate(['@'], (text) => findUrlUsers(text, users)),
        gate(['~', '@', '=', ':', '-'], (text) => findLogins(text, owners)),
        (text) => findNames(text, this.#names, users),
      )
    }
    if (classes.has('paths')) finders.push((text) => this.#directories.names.find(text))
    if (classes.has('keys'))
      finders.push((text, place) => (place.isId ? [] : findTokens(text, (word) => this.#ids.has(word))))
    return [gate(['beyond ASCII'], findThroughInvisible(finders)), ...finders]
  }
}

const signs = ['@', '%', '=', '/', '\\', '$', '}', ':', '.', '-', '~', 'a digit', 'beyond ASCII'] as const
type Sign = (typeof signs)[number]

function bitsOf(some: readonly Sign[]): number {
  return some.reduce((bits, sign) => bits | (1 << signs.indexOf(sign)), 0)
}

const byCode = Uint16Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (character >= '0' && character <= '9') return bitsOf(['a digit'])
  const sign = signs.find((each) => each === character)
  return sign === undefined ? 0 : bitsOf([sign])
})
const beyond = bitsOf(['beyond ASCII'])
const all = bitsOf(signs)

/** Longer texts contain nearly all signs. */
const longestCounted = 1000

function signsIn(text: string): number {
  if (text.length > longestCounted) return all
  let found = 0
  for (let at = 0; at < text.length && found !== all; at++) {
    const code = text.charCodeAt(at)
    found |= code < 128 ? (byCode[code] ?? 0) : beyond
  }
  return found
}

/**
 * Wraps finders so that they skip texts without the characters that each of their findings contains. Most texts are
 * short, and one scan for these characters is cheaper than all searches.
 */
function makeSignGate(): (some: readonly Sign[], finder: Finder) => Finder {
  // All finders are called with the same text, one after the other.
  let lastText = ''
  let lastSigns = 0
  return (some, finder) => {
    const bits = bitsOf(some)
    return (text, place) => {
      if (text !== lastText) {
        lastText = text
        lastSigns = signsIn(text)
      }
      return (lastSigns & bits) === 0 ? [] : finder(text, place)
    }
  }
}
