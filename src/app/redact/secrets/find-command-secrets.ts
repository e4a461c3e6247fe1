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
const anyOption = /-(?<=[\s"']-)(?:[pPuUawA]|-(?:user|proxy-user|auth))/
const commandEnd = /\n|;|\|\||&&|[ \t][|&][ \t]/
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
  if (!anyOption.test(text)) return []
  const findings: Finding[] = []
  const commands = allMatches(startOfCommand, text)
  for (const [index, { index: at, 0: name }] of commands.entries()) {
    const start = at + name.length
    const next = Math.min(commands[index + 1]?.index ?? text.length, start + longestCommand)
    const command = text.slice(start, next)
    const end = commandEnd.exec(command)?.index ?? command.length
    const program = programs.get(name.replace(/[ \t]+/g, ' ')) ?? {}
    for (const { start: valueAt, value } of givenIn(command.slice(0, end), program))
      if (!isHarmless(value))
        findings.push(secrets.found('secret', start + valueAt, value, { isVague: true }))
  }
  return findings
}

function isHarmless(value: string): boolean {
  return (
    value.length < 3 ||
    isMasked(value) ||
    isPlaceholder(value) ||
    isAboutValue(value) ||
    /^(?:-|\$|<|\{\{|\[)|>$/.test(value) ||
    placeholder.test(value)
  )
}

interface Written {
  readonly start: number
  readonly value: string
}

function givenIn(command: string, { attached, apart, login = [] }: Given): readonly Written[] {
  const isList = /^["'],/.test(command)
  // The first character is the quote of the program's name.
  const words = isList ? allMatches(listWord, ` ${command.slice(1)}`) : allMatches(shellWord, command)
  return words.flatMap(({ 0: word, index: at }, index): readonly Written[] => {
    const { value: option } = bare(word, at)
    const behind = (length: number): Written => bare(word.slice(length), at + length)
    const next = words[index + 1]
    if (login.some((name) => name.startsWith('--') && option.startsWith(`${name}=`)))
      return loginIn(behind(word.indexOf('=') + 1))
    if (next !== undefined && login.includes(option)) return loginIn(bare(next[0], next.index))
    if (next !== undefined && option === apart) return [bare(next[0], next.index)]
    if (attached === undefined || !option.startsWith(attached) || option === attached) return []
    return [behind(word.indexOf(attached) + attached.length)]
  })
}

/** A word without its quotes, and without a colour of the terminal behind it, which may be escaped. */
function bare(word: string, at: number): Written {
  const value = word.replace(colour, '').replace(quotes, '')
  return { start: at + Math.max(0, word.indexOf(value)), value }
}

/** `NAME:SECRET`, or `NAME%SECRET`. */
function loginIn({ start, value }: Written): readonly Written[] {
  const colon = value.search(/[:%]/)
  if (colon === -1) return []
  const secret = bare(value.slice(colon + 1), start + colon + 1)
  // A token may be there alone, with nothing after its colon.
  const name = value.slice(0, colon)
  return secret.value === '' && looksSecret(name, 8) ? [{ start, value: name }] : [secret]
}
