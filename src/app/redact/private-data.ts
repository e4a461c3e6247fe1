import { Aliases, numberedWords, HostAliases, emailAliases } from './replacements/aliases.ts'
import { Directories } from './identities/directories.ts'
import { findAddresses, findHosts } from './identities/find-hosts.ts'
import { findByRules, findUrlPasswords } from './secrets/find-by-rules.ts'
import { findCommandSecrets } from './secrets/find-command-secrets.ts'
import { findCredentials } from './secrets/find-credentials.ts'
import { findEmails, findNames, findLogins, findUrlUsers } from './identities/find-people.ts'
import { findHomes } from './identities/find-homes.ts'
import { findKeys, hasPem } from './secrets/find-keys.ts'
import { findPayment } from './secrets/find-payment.ts'
import { findThroughInvisible, having } from './matching/wrapped-finders.ts'
import { findTokens } from './secrets/find-tokens.ts'
import { findInLines, KnownTexts } from './matching/find-in-lines.ts'
import {
  type Finder,
  type Finding,
  type RankedFinding,
  rankedFindings,
  replaceInPieces,
  type TextContext,
  withoutOverlaps,
} from './matching/finding.ts'
import { Literals, Secrets } from './matching/literals.ts'
import { isPlainWord } from './identities/plain-words.ts'
import { mask } from './replacements/mask.ts'
import type { RedactConfig } from './redact-config.ts'

const maxNames = 64
const maxHosts = 256
const maxIds = 10_000
/** Shorter ids are never taken for tokens. */
const shortestId = 32

/** Passes over a text: a replacement may change the meaning of its neighbours. */
const rounds = 6

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

  /** Redacts a text until nothing is found any more. Returns the same text if nothing was found. */
  redact(text: string, place: TextContext): string {
    return this.redactPieces([text], place)[0] ?? ''
  }

  /** The same for a text that is split into pieces. */
  redactPieces(pieces: readonly string[], place: TextContext): readonly string[] {
    let current = pieces
    for (let round = 0; ; round++) {
      const text = current.length === 1 ? (current[0] ?? '') : current.join('')
      const findings = this.find(text, place)
      if (findings.length === 0) return current
      // A text that never settles (a user's rule that matches its own replacement) is masked completely.
      if (round >= rounds * 2) return current.map((piece) => 'x'.repeat(piece.length))
      current = replaceInPieces(
        current,
        round >= rounds ? findings.map((one) => blotted(text, one)) : findings,
      )
    }
  }

  /** From left to right, without overlaps, and only what a replacement would change. */
  find(text: string, place: TextContext): readonly Finding[] {
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

  #find(text: string, place: TextContext): readonly RankedFinding[] {
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
    const finders: Finder[] = []
    if (classes.has('paths')) finders.push((text, place) => this.#directories.find(text, place))
    if (rules !== null) finders.push(findRules)
    if (classes.has('keys')) {
      finders.push(
        (text, place) => findKeys(text, place, this.secrets),
        (text) => findByRules(text, this.secrets),
        having(/\d/, findPayment),
        having(/@/, (text) => findUrlPasswords(text, this.secrets)),
        (text, place) => findCredentials(text, place, this.secrets),
        having(/-/, (text) => findCommandSecrets(text, this.secrets)),
      )
    }
    finders.push((text) => this.secrets.find(text))
    if (classes.has('names')) finders.push(having(/[@%]/, (text) => findEmails(text, this.#people)))
    if (classes.has('paths')) finders.push(having(/[/\\%]/, (text, place) => findHomes(text, place, owners)))
    if (classes.has('hosts')) {
      finders.push(
        (text, place) => findHosts(text, place, hosts),
        having(/[:.-]/, (text) => findAddresses(text, hosts.aliases)),
      )
    }
    if (classes.has('names')) {
      finders.push(
        having(/@/, (text) => findUrlUsers(text, users)),
        having(/[~@=:-]/, (text) => findLogins(text, owners)),
        (text) => findNames(text, this.#names, users),
      )
    }
    if (classes.has('paths')) finders.push((text) => this.#directories.names.find(text))
    if (classes.has('keys'))
      finders.push((text, place) => (place.isId ? [] : findTokens(text, (word) => this.#ids.has(word))))
    return [having(/[^\u0000-\u007f]/, findThroughInvisible(finders)), ...finders]
  }
}

function blotted(text: string, finding: Finding): Finding {
  return { ...finding, replacement: () => mask(text.slice(finding.start, finding.end)) }
}
