import { allMatches, type Secrets } from '../matching/literals.ts'
import type { Finding, Place } from '../matching/finding.ts'
import { isMasked, isPlaceholder, looksSecret } from '../replacements/mask.ts'
import { isAboutValue } from './secret-names.ts'

/** How a program takes a password by a one-letter option. */
interface Given {
  /** `-pSECRET`: without a blank. */
  readonly attached?: string
  /** `-p SECRET`. */
  readonly apart?: string
  /** `-u NAME:SECRET`, with any of these options. */
  readonly login?: readonly string[]
}

const options: readonly (readonly [programs: string, Given])[] = [
  ['curl,curlie', { login: ['-u', '--user', '-U', '--proxy-user'] }],
  ['http,https,xh', { login: ['-a', '--auth'] }],
  ['ab', { login: ['-A', '-P'] }],
  ['smbclient,rpcclient', { login: ['-U', '--user'] }],
  ['mysql,mysqldump,mysqladmin,mysqlimport,mysqlcheck,mariadb,mariadb-dump', { attached: '-p' }],
  ['mycli,sshpass', { attached: '-p', apart: '-p' }],
  ['mongo,mongosh,mongodump,mongorestore,cqlsh', { apart: '-p' }],
  ['docker login,podman login,nerdctl login,buildah login,skopeo login', { apart: '-p' }],
  ['helm registry login,oras login,az login,oc login', { apart: '-p' }],
  ['redis-cli', { apart: '-a' }],
  ['ldapsearch,ldapmodify,ldapadd,ldapwhoami', { apart: '-w' }],
  ['zip,unzip,sqlcmd,bcp,mosquitto_pub,mosquitto_sub,ipmitool', { attached: '-P', apart: '-P' }],
  ['7z,7za', { attached: '-p', apart: '-P' }],
]

/** Programs by name, and their password options. */
const programs: ReadonlyMap<string, Given> = new Map(
  options.flatMap(([names, given]) => names.split(',').map((name) => [name, given] as const)),
)

const startOfCommand = new RegExp(
  String.raw`(?<![\w.-])(?:${[...programs.keys()].map((name) => name.replaceAll(' ', '[ \\t]+')).join('|')})(?=[ \t]|["'],)`,
  'g',
)
const anyOption = /-(?<=[\s"']-)(?:[pPuUawA]|-(?:user|proxy-user|auth))/g
const commandEnd = /\n|;|\|\||&&|[ \t][|&][ \t]/g
const longestCommand = 4000
const shellWord = /(?:"[^"\n]{0,256}"|'[^'\n]{0,256}'|[^\s"'])+/g
/** A word in a list of arguments, as programs write it. */
const listWord = /(?:"[^"\n]{0,256}"|'[^'\n]{0,256}')/g
const colour = /(?:\u001b|\\{1,8}(?:u001b|x1b|e|033))\[.*/i
const quotes = /^[\\"']*|[\\"']*$/g
const placeholder =
  /^(?:pass(?:word|wd)?|pwd|token|secret|test|user(?:name)?|change(?:me|it)|api_?key|yyy|\*+)$/i

/** Passwords in short options: `mysql -pSECRET`, `curl -u NAME:SECRET`. */
export function findCommandSecrets(
  text: string,
  _: Place,
  { secrets }: { readonly secrets: Secrets },
): readonly Finding[] {
  const findings: Finding[] = []
  const add: Add = (start, value) => {
    if (value.length < 3 || isMasked(value) || isPlaceholder(value) || /^(?:-|\$|<|\{\{|\[)|>$/.test(value))
      return
    if (placeholder.test(value) || isAboutValue(value)) return
    findings.push(secrets.found('secret', start, value, { isVague: true }))
  }
  let lineEnd = 0
  for (const { index } of allMatches(anyOption, text)) {
    if (index < lineEnd) continue
    const lineStart = Math.max(lineEnd, text.lastIndexOf('\n', index) + 1)
    const next = text.indexOf('\n', index)
    lineEnd = next === -1 ? text.length : next
    findInLine(text.slice(lineStart, lineEnd), (at, value) => add(lineStart + at, value))
  }
  return findings
}

type Add = (start: number, value: string) => void

function findInLine(line: string, add: Add): void {
  const commands = allMatches(startOfCommand, line)
  for (const [index, match] of commands.entries()) {
    const program = programs.get(match[0].replace(/[ \t]+/g, ' '))
    if (program === undefined) continue
    const start = match.index + match[0].length
    const next = Math.min(commands[index + 1]?.index ?? line.length, start + longestCommand)
    const command = line.slice(start, next)
    commandEnd.lastIndex = 0
    const end = commandEnd.exec(command)?.index ?? command.length
    findGiven(command.slice(0, end), program, (at, value) => add(start + at, value))
  }
}

function findGiven(command: string, { attached, apart, login = [] }: Given, add: Add): void {
  const isList = /^["'],/.test(command)
  // The first character is the quote of the program's name.
  const words = isList ? allMatches(listWord, ` ${command.slice(1)}`) : allMatches(shellWord, command)
  for (const [index, { 0: word, index: at }] of words.entries()) {
    const written = bare(word, at)
    const next = words[index + 1]
    const option = written.value
    const joined = login.find((name) => name.startsWith('--') && option.startsWith(`${name}=`))
    if (joined !== undefined) {
      findLogin(bare(word.slice(word.indexOf('=') + 1), at + word.indexOf('=') + 1), add)
    } else if (next !== undefined && login.includes(option)) findLogin(bare(next[0], next.index), add)
    else if (next !== undefined && option === apart) {
      const { start, value } = bare(next[0], next.index)
      add(start, value)
    } else if (attached !== undefined && option.startsWith(attached) && option.length > attached.length) {
      const { start, value } = bare(
        word.slice(word.indexOf(attached) + attached.length),
        at + word.indexOf(attached) + attached.length,
      )
      add(start, value)
    }
  }
}

interface Written {
  readonly start: number
  readonly value: string
}

/** A word without its quotes, and without a colour of the terminal behind it, which may be escaped. */
function bare(word: string, at: number): Written {
  const value = word.replace(colour, '').replace(quotes, '')
  return { start: at + Math.max(0, word.indexOf(value)), value }
}

/** `NAME:SECRET`, or `NAME%SECRET`. */
function findLogin({ start, value }: Written, add: Add): void {
  const colon = value.search(/[:%]/)
  if (colon === -1) return
  const secret = bare(value.slice(colon + 1), start + colon + 1)
  add(secret.start, secret.value)
  // A token may be there alone, with nothing after its colon.
  const name = value.slice(0, colon)
  if (secret.value === '' && looksSecret(name, 8)) add(start, name)
}
