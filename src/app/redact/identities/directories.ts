import { percentDecoded } from '../../../lib/text/safe-text.ts'
import { allMatches, escapePattern, Literals } from '../matching/literals.ts'
import { type Aliases, inCaseOf, numberedWords } from '../replacements/aliases.ts'
import { isCommonFolder, isNobodysFolder, isPlainWord } from './plain-words.ts'
import { found, type Finding, type Place } from '../matching/finding.ts'

/**
 * The separators in a path: slashes and backslashes, which escaping may have doubled any number of times, and both
 * percent-encoded, perhaps repeatedly.
 */
export const separator = String.raw`(?:\\{0,8}\/|\\{1,8}|%(?:25){0,3}(?:2[Ff]|5[Cc]))`

/** An absolute path in its parts. */
interface Folder {
  /** `c`, of `C:\…`; '' without a drive. */
  readonly drive: string
  readonly parts: readonly string[]
}

interface KnownFolder extends Folder {
  readonly what: string
  readonly shown: readonly string[]
}

/** The home directory at the start of a path: the number of its parts, 0 for none, and what replaces it. */
interface Home {
  readonly depth: number
  readonly shown: readonly string[]
}

/** Folders that identify nobody: not hidden as working directories. */
const everybodysFolders = new Set(
  (
    'home users tmp temp var usr opt mnt media srv etc bin dev proc sys private volumes data work workspace workspaces ' +
    'app src code repo build root'
  ).split(' '),
)

/** Folders kept: home folders at unusual places, and working directories. */
const maxFolders = 256
const maxNames = 64

/** Home and working directories, in all spellings. */
export class Directories {
  /** Of working directories: those that are more than a common word. */
  readonly #names = new Literals('name of a project', maxNames, { isWords: true })
  readonly #users: Aliases
  readonly #projects = numberedWords('project')
  readonly #folders: KnownFolder[] = []
  #expression: RegExp | null = null
  /** Finds one word of each folder, which all its spellings have: fast, where the expression is not. */
  #words: RegExp | null = null
  /** In the order of the groups of the expression. */
  #sorted: readonly KnownFolder[] = []

  constructor(users: Aliases) {
    this.#users = users
  }

  get size(): number {
    return this.#folders.length + this.#names.size
  }

  /** A home directory; those at usual places are found by their form (find-people.ts). */
  addHome(path: string): void {
    const folder = folderOf(path)
    const name = folder?.parts.at(-1)
    if (folder === null || name === undefined || usualHome(folder) !== null) return
    if (name !== 'root' && isEverybodys(folder)) return
    const home = folder.drive === '' ? 'home' : 'Users'
    this.#add({ ...folder, what: 'home directory', shown: [home, this.#users.of(name.toLowerCase())] })
  }

  /** A working directory of an agent's. */
  addProject(path: string): void {
    const folder = folderOf(path)
    if (folder === null || !this.#isNews(folder) || this.#folders.length >= maxFolders) return
    const alias = this.#projects.of(`${folder.drive}:${folder.parts.join('/')}`)
    this.#add({ ...folder, what: 'working directory', shown: [...this.#homeOf(folder).shown, alias] })
    const name = folder.parts.at(-1) ?? ''
    if (!this.#projects.isAlias(name) && isDistinctive(name))
      this.#names.add(name, (written) => inCaseOf(written, alias))
  }

  /** The replacement of a directory beyond the limit of known ones; null for others. */
  replacementFor(path: string): string | null {
    const folder = this.#folders.length < maxFolders ? null : folderOf(path)
    if (folder === null || !this.#isNews(folder)) return null
    return `${rootOf(folder)}/${[...this.#homeOf(folder).shown, `project${maxFolders}`].join('/')}`
  }

  /** Whether it is private, and not inside a known folder. */
  #isNews(folder: Folder): boolean {
    const { depth, shown } = this.#homeOf(folder)
    if (depth === folder.parts.length || isEverybodys(folder)) return false
    // Replacements, and their contents, are not private.
    const isShown = depth > 0 && folder.parts[depth - 1]?.toLowerCase() === shown.at(-1)
    if (isShown && this.#projects.reserve(folder.parts[depth] ?? '')) return false
    return !this.#folders.some((known) => known.what === 'working directory' && isInside(folder, known))
  }

  find(text: string, place: Place): readonly Finding[] {
    if (this.#folders.length === 0) return []
    this.#words ??= new RegExp(this.#folders.map(longestWord).join('|'), 'iu')
    this.#expression ??= this.#compile()
    const findings: Finding[] = []
    for (const match of this.#words.test(text) ? allMatches(this.#expression, text) : []) {
      const index = this.#sorted.findIndex((_, at) => (match[at * 4 + 1] ?? match[at * 4 + 4]) !== undefined)
      const folder = this.#sorted[index]
      if (folder === undefined) continue
      const drive = match[index * 4 + 2] ?? ''
      const between = match[index * 4 + 3]
      const isSlug = between === undefined
      const replacement = isSlug
        ? slugOf(folder, folder.shown)
        : drive + folder.shown.map((part) => between + part).join('')
      findings.push(found(folder.what, match.index, match[0], () => replacement))
    }
    const cutOff = place === 'growing' ? this.#cutOff(text) : null
    return cutOff === null ? findings : [...findings, cutOff]
  }

  /** The names of working directories alone. */
  findNames(text: string): readonly Finding[] {
    return this.#names.find(text).map((finding) => ({ ...finding, isVague: true }))
  }

  /** The beginning of a known path at the end of a growing text. */
  #cutOff(text: string): Finding | null {
    const tail = /[^\s"'`<>()]{2,300}$/.exec(text.slice(-300))?.[0] ?? ''
    const at = tail.indexOf('/')
    if (at === -1) return null
    const begun = tail.slice(at)
    for (const folder of this.#folders) {
      const whole = `/${folder.parts.join('/')}`
      const { depth } = this.#homeOf(folder)
      const least = folder.parts.slice(0, depth).join('/').length + 2
      const isBegun = folder.drive === '' && whole.startsWith(begun) && begun.length > least
      // Between two parts it may be the parent folder, complete.
      if (!isBegun || whole[begun.length] === '/' || whole.length === begun.length) continue
      const shown = `/${folder.shown.join('/')}`
      return found(folder.what, text.length - begun.length, begun, () => shown)
    }
    return null
  }

  #homeOf(folder: Folder): Home {
    const usual = usualHome(folder)
    if (usual !== null) {
      const name = (folder.parts[usual - 1] ?? '').toLowerCase()
      return { depth: usual, shown: [...folder.parts.slice(0, usual - 1), this.#users.of(name)] }
    }
    const home = this.#folders.find((known) => known.what === 'home directory' && isInside(folder, known))
    if (home !== undefined) return { depth: home.parts.length, shown: home.shown }
    return { depth: 0, shown: folder.drive === '' ? ['home', 'user'] : ['Users', 'user'] }
  }

  #add(folder: KnownFolder): void {
    this.#folders.push(folder)
    this.#expression = null
    this.#words = null
  }

  #compile(): RegExp {
    // The longest first: a folder is matched before its parent, or a prefix.
    this.#sorted = this.#folders.toSorted((one, other) => lengthOf(other) - lengthOf(one))
    return new RegExp(this.#sorted.map(patternOf).join('|'), 'giu')
  }
}

/** The parts of an absolute path or file: URI; null for everything else, and for the root. */
function folderOf(path: string): Folder | null {
  const bare = path.startsWith('file://')
    ? percentDecoded(path.slice('file://'.length).replace(/^localhost(?=\/)/, ''))
    : path
  const [, drive = '', rest = ''] = /^\/?(?:([A-Za-z]):)?([\\/].*)$/s.exec(bare) ?? []
  const parts = rest.split(/[\\/]+/).filter((part) => part !== '')
  if (
    parts.length === 0 ||
    parts.length > 64 ||
    rest.length > 1000 ||
    parts.some((part) => /^\.{1,2}$/.test(part))
  )
    return null
  return { drive: drive.toLowerCase(), parts }
}

/** The number of parts of a home directory at a usual place; null: none. */
function usualHome({ drive, parts }: Folder): number | null {
  const at = parts.slice(0, 4).findIndex((part) => part === 'home' || part.toLowerCase() === 'users')
  const isFolder = at !== -1 && parts.length > at + 1 && !isNobodysFolder(parts[at + 1] ?? '')
  return isFolder && (drive === '' || at === 0) ? at + 2 : null
}

function rootOf({ drive }: Folder): string {
  return drive === '' ? '' : `${drive}:`
}

function lengthOf({ parts }: Folder): number {
  return parts.join('/').length
}

/** The longest of letters and digits that a path has in a row; '' for none. */
function longestWord({ parts }: Folder): string {
  const words = parts.join('/').match(/[A-Za-z0-9]+/g) ?? []
  return words.toSorted((one, other) => other.length - one.length)[0] ?? ''
}

function isEverybodys({ parts }: Folder): boolean {
  return parts.length === 1 && everybodysFolders.has((parts[0] ?? '').toLowerCase())
}

function isInside(folder: Folder, outer: Folder): boolean {
  return folder.drive === outer.drive && outer.parts.every((part, index) => part === folder.parts[index])
}

// The name of a folder may continue: `/work/app` is not in `/work/app-old`.
const ends = String.raw`(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}_])`

// After `mysql:/` another slash begins not a path but the user.
const afterScheme = String.raw`(?::|%(?:25){0,3}3A)(?:\\{0,8}\/|%(?:25){0,3}2F)\\{0,8}`

/** Groups: the whole as a path, its drive, its first separator, the whole as a slug. */
function patternOf(folder: Folder): string {
  const { drive, parts } = folder
  const names = parts.map(partPattern)
  const [first = '', ...others] = names
  const rest = others.map((name) => `(?:${separator}){1,4}${name}`).join('')
  const letter = String.raw`(?<![A-Za-z0-9])${drive}(?::|%(?:25){0,3}3A)|(?:\/mnt|\/cygdrive)?(?<![\p{L}\p{N}.])\/${drive}`
  // A single name is matched at the root only, longer paths everywhere: after a host, in another folder.
  const root =
    drive !== ''
      ? `(${letter})`
      : parts.length > 1
        ? '()'
        : String.raw`((?<![\p{L}\p{N}_.~)\]}-]|${afterScheme}))`
  const slug = parts.length > 1 ? escapePattern(slugOf(folder, parts)) : '(?!)'
  return `(${root}(${separator})${first}${rest}${ends})|(?<![A-Za-z0-9])(${slug})(?![A-Za-z0-9])`
}

/** As programs name a file after a folder: `-home-user-project`. */
function slugOf(folder: Folder, parts: readonly string[]): string {
  return `${rootOf(folder)}/${parts.join('/')}`.replace(/[^A-Za-z0-9]/g, '-')
}

/** A part of a path; each character may be percent-encoded, or follow a backslash. */
function partPattern(part: string): string {
  const characters = Array.from(part, (character) => {
    if (/[A-Za-z0-9]/.test(character)) return character
    const encoded = encoded8(character)
    return String.raw`(?:\\{0,4}${escapePattern(character)}|${encoded})`
  })
  return characters.join('')
}

function encoded8(character: string): string {
  const bytes = new TextEncoder().encode(character)
  return Array.from(bytes, (byte) => `%(?:25){0,3}${byte.toString(16).padStart(2, '0')}`).join('')
}

/** A shorter word may be any word. */
const shortestWord = 6
const shortestName = 5

/** Whether a name identifies a project: `secret-project` does, `src` and `my-app` do not. */
function isDistinctive(name: string): boolean {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const least = words.length > 1 || /\d/.test(name) ? shortestName : shortestWord
  return (
    name.length >= least && words.some((word) => word.length >= 3 && /\p{L}/u.test(word) && !isCommon(word))
  )
}

function isCommon(word: string): boolean {
  return isCommonFolder(word) || isPlainWord(word) || isCommonFolder(word.replace(/(?:s|\d+)$/, ''))
}
