import type { Secrets } from '../matching/literals.ts'
import { finderOf, type PatternRule } from '../matching/pattern-rules.ts'
import { isMasked, isPlaceholder, looksSecret, mask, maskLetters, maskValue } from '../replacements/mask.ts'
import { isAboutValue, isSecretParameter, secretName } from './secret-names.ts'

/**
 * What a secret is recognised by, except for what commands take (`find-command-secrets.ts`). Every expression takes linear time.
 * `secret-examples.ts` among its tests shows what each finds.
 */
/** How a value follows the name of a secret. */
export interface NamedRule {
  /** What stands between the two. */
  readonly between: string
  /** The name stands at the end of this. */
  readonly after?: RegExp
  /** What the value without quotes consists of, if it is not a word. */
  readonly value?: RegExp
  /** It takes this to tell a value from the next word of a sentence: that it is in quotes, or looks random. */
  readonly isProse?: true
}

const quotes = String.raw`["'\`\\]{0,8}`
const percent = '%(?:25){0,3}'

/** The end of a line with a name whose value is in a following line. */
export const nextLine = String.raw`(?:${quotes}(?:,|[ \t]{0,4}:[ \t]{1,4}[|>][-+]?)?|"[ \t]{0,4}\{[^{}]{0,300})[ \t]{0,16}\r?`

/** After `password`, `API_KEY` and the like. The first that matches counts. */
export const namedRules = {
  pair: {
    between: String.raw`(?:["'\\]{1,8}[ \t]{0,4}[,;]?|[,;]?\r?\n)\s{0,64}${quotes}value${quotes}[ \t]{0,4}[:=][ \t]{0,4}`,
  },
  default: {
    between: String.raw`"[ \t]{0,4}\{[^{}]{0,300}?\bdefault[ \t]{0,16}=[ \t]{0,4}`,
    after: /\bvariable[ \t]+"[\w-]{1,64}$/,
  },
  block: {
    between: String.raw`${quotes}[ \t]{0,4}:[ \t]{1,4}[|>][-+]?\r?\n[ \t]{1,40}`,
    value: /[^\r\n]{3,600}/y,
  },
  element: {
    between: String.raw`(?:[ \t][^<>\n]{0,200})?>(?=[^<>\n]{3,600}<\/)`,
    after: /<[\w:.-]{1,64}$/,
    value: /[^<>\n]{3,600}/y,
  },
  assignment: {
    between: String.raw`${quotes}[ \t]{0,4}(?:[:?+.]{0,3}=>?|:)[ \t]{0,4}`,
  },
  escaped: {
    between: `(?:${percent}(?:22|27|5B|5D)){0,4}${percent}3[AD](?:${percent}(?:20|22|27)){0,4}`,
    value: /(?:[\w.~!*+/-]|%(?!(?:25){0,3}(?:0[AD]|2[0267CF]|3[ABCDEF]|5[BCD]|7[BCD]))[\da-f]{2}){4,600}/iy,
  },
  sentence: {
    between: String.raw`${quotes}[ \t]{1,4}(?:is|was)(?:[ \t]{0,4}:)?[ \t]{1,4}`,
    isProse: true,
  },
  option: {
    between: String.raw`[ \t]{1,4}`,
  },
} satisfies Readonly<Record<string, NamedRule>>

/** A secret that its surroundings show to be one: see `PatternRule`. */
interface TextRule {
  readonly what: string
  readonly sign: RegExp
  readonly around?: RegExp
  /** A group `name` says what the group `secret` is. */
  readonly pattern: RegExp
  readonly isName?: (name: string) => boolean
  readonly isSecret?: (value: string) => boolean
  readonly mask?: (value: string) => string | null
  /** The beginning of a match at the end of a text that is still being written, if it has more words than most. */
  readonly opens?: RegExp
  /** Other words around it would make it harmless. */
  readonly isVague?: true
}

/** In one word with each `user@`. */
export const atSign = /@/g
const urlStart = String.raw`(?<![A-Za-z0-9+.-])[a-z][a-z0-9+.-]{1,30}:(?:\\{0,8}\/){2}`
const urlUser = String.raw`[^\s/?#"'<>@\\:]{0,256}`
const urlPassword = String.raw`[^\s/?#"'<>@\\]{0,256}`
/** The user of a URL, `scheme://user:password@`. */
export const userInUrl = new RegExp(`${urlStart}(?<secret>${urlUser})(?=(?::${urlPassword})?@)`, 'gi')

/** Whether what stands in place of a user is a token. */
export function isTokenForUser(user: string): boolean {
  return looksSecret(user, 20)
}

const hasLetter = (value: string): boolean => /[A-Za-z]/.test(value)
const isSure = (name: string): boolean => secretName(name) === 'sure'
const hash = { what: 'hash of a password', isSecret: hasLetter, mask: maskLetters }
/** Crypt(5) and its like: the parameters stay. */
const cryptKind =
  String.raw`\$(?:2[abxy]?\$\d{2}\$|(?:1|apr1)\$|[56]\$(?:rounds=\d{1,9}\$)?|(?:y|gy|7)\$(?:[./A-Za-z0-9]{1,16}\$)?|` +
  String.raw`argon2(?:id|i|d)\$(?:v=\d{1,3}\$)?[mtp=,\d]{5,40}\$|(?:scrypt|pbkdf2(?:-sha\d{1,3})?|bcrypt-sha256|sha1|md5)\$[\w=,.-]{1,40}\$)`

export const textRules = {
  crypt: {
    ...hash,
    sign: /\$/,
    pattern: new RegExp(String.raw`${cryptKind}(?<secret>[./A-Za-z0-9+$=-]{16,400})`, 'g'),
  },
  'named hash': {
    ...hash,
    sign: /\$/,
    pattern:
      /(?:pbkdf2|bcrypt|argon2|scrypt|sha1|md5)(?:_sha\d{1,3})?\$(?:\d{1,8}\$)?(?<secret>[A-Za-z0-9+/=$.]{20,400})/g,
  },
  'LDAP hash': {
    ...hash,
    sign: /\}/,
    pattern:
      /\{(?:S?SHA|SSHA(?:256|384|512)|S?MD5|CRYPT)\}(?<secret>[A-Za-z0-9+/=$.]{16,200})(?![./A-Za-z0-9+])/gi,
  },
  webhook: {
    // Anybody who knows its URL can post to it.
    what: 'secret in a URL',
    sign: /hook/,
    pattern:
      /(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{1,25}\/|webhook\.office\.com\/webhookb2\/|hooks\.zapier\.com\/hooks\/catch\/)(?<secret>[\w+/@-]{16,400})/gi,
    isSecret: (value) => !isMasked(value.replaceAll('/', '')),
  },
  'login in a URL': {
    what: 'password in a URL',
    sign: /@/,
    around: atSign,
    pattern: new RegExp(String.raw`${urlStart}${urlUser}:(?<secret>${urlPassword})(?=@)`, 'gi'),
  },
  'token in place of a user': {
    what: 'password in a URL',
    sign: /@/,
    around: atSign,
    pattern: new RegExp(String.raw`${urlStart}(?<secret>${urlUser})(?=@)`, 'gi'),
    isSecret: isTokenForUser,
  },
  parameter: {
    what: 'secret in a URL',
    sign: /=/,
    pattern: /[?&;](?<name>[A-Za-z][\w.-]{0,64})=(?<secret>[^&\s#"'`<>\\;]{4,4000})/g,
    isName: isSecretParameter,
  },
  bearer: {
    what: 'token',
    sign: /Bearer|Basic|FlyV1/,
    pattern: /\b(?:Bearer|Basic|FlyV1)[ \t]+(?<secret>[A-Za-z0-9._~+/=,-]{8,4000})/g,
    isSecret: (value) => looksSecret(value, 8),
    mask: (value) => maskValue(value, 'sure'),
  },
  'login on a continued line': {
    what: 'secret',
    sign: /-u/,
    // `-u 1000:1000` are the numbers of a user and a group.
    pattern:
      /^[ \t]{1,16}(?:-u|--user)[ \t=]{1,4}["']?[\w.@+-]{1,64}:(?!\d{1,6}(?!\S))(?<secret>[^\s"'\\]{3,256})/gm,
    isVague: true,
  },
  netrc: {
    what: 'secret',
    sign: /password/,
    pattern: /(?:^|\s)login\s{1,40}\S{1,128}\s{1,40}password[ \t]{1,40}(?<secret>[^\s"'`]{3,256})/g,
    opens: /(?:^|\s)login\s{1,40}\S{1,128}(?:\s{1,40}[^\s"'`]{0,256}){0,2}$/,
  },
  'instruction with a name': {
    what: 'secret',
    sign: /ENV |SetEnv |setx |setenv /,
    pattern:
      /^[ \t]{0,40}(?:ENV|SetEnv|setx|setenv)[ \t]{1,40}(?<name>[A-Za-z]\w{0,80})[ \t]{1,40}["']?(?<secret>[^\s"'=]{3,600})/gm,
    isName: isSure,
  },
  'password of a server': {
    what: 'secret',
    sign: /requirepass|masterauth|rootpw/,
    pattern:
      /^[ \t]{0,40}(?:requirepass|masterauth|rootpw)[ \t]{1,40}["']?(?<secret>[^\s"']{3,600})(?=["']?[ \t]*$)/gm,
  },
  SQL: {
    what: 'secret',
    sign: /BY '|by '|AS '|as '|PASSWORD '|password '/,
    pattern:
      /\b(?:IDENTIFIED(?:[ \t]{1,4}WITH[ \t]{1,4}\w{1,40})?[ \t]{1,4}(?:BY|AS)|PASSWORD)[ \t]{1,4}'(?<secret>[^'\n]{3,256})(?=')/gi,
  },
  'input of a command': {
    what: 'secret',
    sign: /--password-stdin|sudo -S|chpasswd/,
    pattern:
      /(?:echo|printf)[ \t]{1,4}(?:-[neE]{1,3}[ \t]{1,4})?["']?(?:[\w.-]{1,64}:)?(?<secret>[^\s"'|$`<>:]{3,256})(?=["']?[ \t]{0,4}\|[^|\n]{0,200}?(?:--password-stdin|sudo -S|chpasswd))/g,
    opens: /(?:echo|printf)[ \t][^|\n]{0,300}(?:\|[^|\n]{0,200})?$/,
  },
  OpenSSL: {
    what: 'secret',
    sign: / pass:/,
    pattern: /[ \t"']-pass(?:in|out)?[ \t]{1,4}["']?pass:(?<secret>[^\s"']{3,256})/g,
  },
  'number of an app with its secret': {
    what: 'token',
    sign: /\||%7C/,
    pattern: /(?<![\w|])\d{15,16}(?:\||%7C)(?<secret>[\w-]{27,80})(?![\w-])/g,
    isSecret: (value) => looksSecret(value, 27),
  },
  'pair, the value first': {
    what: 'secret',
    sign: /value/,
    pattern:
      /\\{0,8}["']value\\{0,8}["']\s{0,16}:\s{0,16}\\{0,8}["'](?=[^"'\\\n]{3,600}\\{0,8}["']\s{0,16},\s{0,64}\\{0,8}["'](?:name|key)\\{0,8}["']\s{0,16}:\s{0,16}\\{0,8}["'](?<name>[\w.-]{1,80})\\{0,8}["'])(?<secret>[^"'\\\n]{3,600})/g,
    isName: isSure,
    opens: /["']value\\{0,8}["']\s{0,16}:\s{0,16}\\{0,8}["'][^"'\\\n]{0,600}(?:\\{0,8}["'][^\n]{0,160})?$/,
  },
} satisfies Readonly<Record<string, TextRule>>

/** What the rules for whole texts find: hashes, webhooks, tokens, passwords in addresses and in instructions. */
export const findByRules = finderOf(Object.values<TextRule>(textRules).map(patternRule))

function patternRule(rule: TextRule): PatternRule<{ readonly secrets: Secrets }> {
  const { isName, isSecret, mask: maskAs = mask } = rule
  return {
    ...rule,
    replaces({ secret, groups: { name } }, { secrets }) {
      if (isMasked(secret) || isPlaceholder(secret) || isAboutValue(secret)) return null
      if (isSecret?.(secret) === false || (name !== undefined && isName?.(name) === false)) return null
      const masked = maskAs(secret)
      if (masked === null) return null
      secrets.learn(secret)
      return () => masked
    },
  }
}

/** A key with a recognisable prefix. */
export interface KeyForm {
  /** An expression for the prefix, which stays visible. */
  readonly prefix: string
  /** Minimum number of characters after the prefix. */
  readonly least: number
  /**
   * Words of programs begin so, too (`sk-learn`, `npm_config`): a long part with digits among its letters is
   * required, or one too long for a word, and no further words.
   */
  readonly isCommon?: true
  /** May contain slashes. */
  readonly isBase64?: true
  /** The length of a complete key: it does not continue in the next line. */
  readonly whole?: number
}

const aws = '(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])'
const hexadecimal = (count: number): string => `(?=[0-9a-f]{${count}}(?![0-9A-Za-z]))`

/** The first that matches counts. An example of each is its prefix and random characters; its prefix and a word is none. */
export const keyForms: readonly KeyForm[] = [
  { prefix: String.raw`sk-ant-(?:api|admin)\d{2}-`, least: 8, whole: 95 },
  { prefix: String.raw`sk-(?:ant-(?:[a-z]{3,6}\d{2}-)?|proj-|svcacct-|admin-|or-v1-|kimi-|lf-)`, least: 8 },
  { prefix: '[srp]k_(?:live|test|prod)_|xoxe\\.xox[bp]-|xox[abceoprs]-', least: 8 },
  { prefix: 'rzp_(?:live|test)_|FLW(?:SECK|PUBK)(?:_TEST)?-', least: 12 },
  { prefix: `sk_${hexadecimal(48)}`, least: 48 },
  { prefix: 'sk-', least: 16, isCommon: true },
  { prefix: 'gh[opsur]_', least: 16, whole: 36 },
  { prefix: 'github_pat_', least: 16, whole: 82 },
  {
    prefix:
      'gl(?:pat|ptt|dt|soat|rt|ft|cbt|agent|ffct|imt|oas)-|GR1348941|_gitlab_session=|xapp-|ya29\\.|GOCSPX-|dckr_(?:pat|oat)_|' +
      'sq0(?:atp|csp|idp|idb)-|NR(?:AK|II|JS|RA|BR)-|sm_[aps]at_|tskey-[a-z]{2,8}-',
    least: 16,
  },
  { prefix: `${aws}(?=[A-Z2-7]{16}(?![A-Za-z0-9]))`, least: 16, whole: 16 },
  { prefix: aws, least: 16, isCommon: true, whole: 16 },
  { prefix: 'AIza', least: 30, whole: 35 },
  { prefix: 'hf_', least: 20, isCommon: true, whole: 34 },
  {
    prefix:
      '(?:npm|gsk|nvapi|r8|tvly|pplx|lin_api|lin_oauth|ntn|figd|pul|pnu|sbp|vcp|vck|xai|fal|fw|csk|tgp_v1|voyage|jina|mem0|ph[cx]|' +
      'lsv2_[a-z]{2}|cf[ak]t?|cfut|rnd|secret|ico|dnkey)[_-]',
    least: 20,
    isCommon: true,
  },
  { prefix: 'EAA[ABCM]', least: 22, isCommon: true },
  { prefix: '(?:pypi-|rubygems_|(?:CLOJARS|clojars)_)', least: 24, isCommon: true },
  {
    prefix:
      'SG\\.|xkeysib-|do[opr]_v1_|shp(?:at|ca|pa|ss)_|(?:shippo|duffel)_(?:live|test)_|sntryu_|glsa_|HRKU-|PMAK-|fio-u-|p8e-|' +
      String.raw`dp\.(?:pt|ct|st|sa|scim|audit)\.|dt0[cs]\d{2}\.|pscale_(?:tkn|oauth|pw)_|v1\.0-(?=[0-9a-f]{24}-)`,
    least: 24,
  },
  { prefix: String.raw`AGE-SECRET-KEY-1|hv[sbr]\.`, least: 20 },
  { prefix: 'api_org_|EZ[AT]K|sq[aup]_|e2b_|bkua_|napi_|hcaik_', least: 30, isCommon: true },
  { prefix: 'ATATT3|sha256~', least: 30 },
  { prefix: 'whsec_', least: 16, isBase64: true },
  { prefix: 'sntrys_|glc_', least: 24, isBase64: true },
  { prefix: 'f(?:o1|m1[ar]|m2)_', least: 32, isBase64: true },
  { prefix: 'ops_eyJ', least: 40, isBase64: true },
  { prefix: 'LTAI', least: 12, isCommon: true },
  { prefix: 'dapi|rdme_|tk-us-|sgp_|tfp_|AQVN', least: 32, isCommon: true },
  { prefix: `s-s4t2(?:ud|af)-|(?:(?:pub)?key-|SK|AC|fc-)${hexadecimal(32)}`, least: 32 },
  { prefix: '(?:sdk|mob)-(?=[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9A-Za-z]))', least: 36 },
  { prefix: '4b1d', least: 38, isCommon: true },
  { prefix: 'AKCp|cmVmd|ZXlK', least: 40, isCommon: true },
  { prefix: 'eyJrIjoi', least: 40 },
  { prefix: String.raw`sl\.`, least: 100, isCommon: true },
]

/** A key that is recognisable by its whole shape. */
export interface KeyShape {
  /** A substring of all such keys: most words are never matched against the whole expression. */
  readonly sign: string
  /** The first group, if there is one, is the secret part. Matched against single words. */
  readonly shape: RegExp
  /** Requires capitals, small letters and digits: else it may be a path in a program. */
  readonly isMixed?: true
}

export const keyShapes: readonly KeyShape[] = [
  { sign: '-us', shape: /^([0-9a-f]{32})-us\d{1,2}$/ },
  { sign: '-', shape: /^[0-9a-h]{32}-[0-9a-h]{8}-[0-9a-h]{8}$/ },
  { sign: '.', shape: /^[MNO][\w-]{22,27}\.[\w-]{6,7}\.[\w-]{27,40}$/, isMixed: true },
  { sign: 'A3-', shape: /^A3-([A-Z0-9]{6}-[A-Z0-9]{6,11}(?:-[A-Z0-9]{5}){3,4})$/ },
  { sign: 'at.', shape: /^[ps]at\.([\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20})$/ },
  { sign: 'pat', shape: /^pat([A-Za-z0-9]{14}\.[0-9a-f]{64})$/ },
  { sign: 'atlasv1', shape: /^[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40,80}$/ },
  { sign: '_mmk', shape: /^[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk$/ },
  { sign: 'Q~', shape: /^(?:[\w.-]{1,40}=)?([\w~.]{3}\dQ~[\w~.-]{31,34})$/, isMixed: true },
  { sign: '.acc', shape: /^(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-].{30,160}$/ },
  { sign: 's.', shape: /^s\.([A-Za-z0-9]{24})$/, isMixed: true },
  { sign: 'API-', shape: /^API-([A-Z0-9]{26})$/ },
  { sign: '_', shape: /^(?:live|test)_(?:pub_)?([0-9a-f]{31,35})$/ },
  { sign: 'live_', shape: /^live_([\w=-]{40})$/, isMixed: true },
  { sign: 'access-', shape: /^access-(?:sandbox|development|production)-([0-9a-f-]{36})$/ },
  { sign: 'pk.', shape: /^[ps]k\.([A-Za-z0-9]{50,90}\.[\w-]{22})$/ },
  { sign: 't1.', shape: /^t1\.([\w-]+={0,2}\.[\w-]{86}={0,2})$/ },
]
