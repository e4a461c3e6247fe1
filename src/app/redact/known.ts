import { emailAliases, HostAliases, inCaseOf, numberedWords } from './replacements/aliases.ts'
import { Directories } from './identities/directories.ts'
import { isPlainWord } from './identities/plain-words.ts'
import { Literals, Secrets } from './matching/literals.ts'
import type { RedactRules } from './redact-rules.ts'
import type { RedactConfig } from './redact-config.ts'

const maxNames = 64
const maxHosts = 256
const maxIds = 10_000
/** Shorter ids are never taken for tokens. */
const shortestId = 32

/** The known people, machines, folders and secrets, and what replaces them. Finders learn from what they read, up to bounds. */
export class Known {
  readonly secrets = new Secrets()
  readonly people = emailAliases()
  readonly users = numberedWords('user')
  /** Names of users that are replaced wherever they are words. */
  readonly names = new Literals('user name', maxNames, { isWords: true })
  readonly hosts = new HostAliases()
  readonly hostNames = new Literals('host name', maxHosts, { isWords: true })
  readonly directories = new Directories(this.users)
  readonly #ids = new Set<string>()
  readonly #config: RedactConfig
  #hasLineBreak: boolean

  constructor(config: RedactConfig) {
    this.#config = config
    const { users, hosts, homes, workingDirectories } = config.surroundings
    for (const user of users) this.#addUser(user.trim())
    for (const host of hosts) this.#addHost(host.trim().replace(/\.$/, '').toLowerCase())
    for (const home of homes) this.directories.addHome(home)
    for (const directory of workingDirectories) this.directories.addProject(directory)
    this.#hasLineBreak =
      this.rules?.haveLineBreak === true ||
      [users, hosts, homes, workingDirectories].flat().some(hasLineBreak)
  }

  /** The user's own rules. */
  get rules(): RedactRules | null {
    return this.#config.rules
  }

  /** The number of known texts; only grows. */
  get size(): number {
    return this.names.size + this.hostNames.size + this.directories.size + this.secrets.size
  }

  /** One of them, or what a rule finds, may contain a line break. */
  get hasLineBreak(): boolean {
    return this.#hasLineBreak
  }

  /** A working directory of the agent's. */
  learnDirectory(path: string): void {
    this.directories.addProject(path)
    this.#hasLineBreak ||= hasLineBreak(path)
  }

  /** The replacement for a directory beyond the limit of known ones; null for others. */
  replacementFor(directory: string): string | null {
    return this.#config.classes.has('paths') ? this.directories.replacementFor(directory) : null
  }

  /** A user's name is replaced everywhere from now on: short names and common words only where the context identifies them. */
  learnName(name: string): void {
    if (name.length >= 3 && !isPlainWord(name))
      this.names.add(name, (written) => inCaseOf(written, this.users.of(name.toLowerCase())))
  }

  learnHost(name: string): void {
    this.hostNames.add(name, (written) => this.hosts.of(written))
  }

  /** An id that messages repeat, and that is no token therefore. */
  learnId(id: string): void {
    if (id.length >= shortestId && id.length <= 512 && this.#ids.size < maxIds) this.#ids.add(id)
  }

  isId(word: string): boolean {
    return this.#ids.has(word)
  }

  #addUser(name: string): void {
    if (name === '' || this.users.isAlias(name)) return
    this.users.of(name.toLowerCase())
    this.learnName(name)
  }

  #addHost(name: string): void {
    const [label = ''] = name.split('.')
    if (label.length < 3 || isPlainWord(label) || this.hosts.reserve(name)) return
    this.hosts.addMachine(label)
    for (const known of new Set([label, name, `${label}.local`])) this.learnHost(known)
  }
}

/** Also as it is encoded in an address. */
function hasLineBreak(text: string): boolean {
  return /\n|%0a/i.test(text)
}
