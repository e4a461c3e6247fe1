import { lateRegExp } from '../../../lib/memo.ts'

/** How a name marks its value: always secret, secret if it looks random, or a header whose value has parts. */
export type SecretKind = 'sure' | 'likely' | 'authorization' | 'cookie'

const sureWords = new Set(
  (
    'password passwd passphrase pwd apikey apikeys secret credential credentials accesstoken authtoken refreshtoken ' +
    'idtoken privatekey secretkey clientsecret accesskey bearer passcode passwort mnemonic creds storepass keypass ' +
    'dbpassword userpassword'
  ).split(' '),
)
const surePairs = new Set(
  (
    'api key,api keys,access key,private key,secret key,signing key,encryption key,account key,auth key,ssh key,' +
    'master key,auth token,access token,refresh token,bearer token,session token,id token,api token,bot token,' +
    'security token,secret token,client secret,github token,gitlab token,npm token,contribsys com,' +
    'seed phrase,recovery phrase'
  ).split(','),
)
const likelyWords = new Set(['token', 'pat', 'otp', 'signature', 'sig', 'pass', 'pw', 'auth', 'jwt', 'nonce'])

const secretWords = new Set([
  ...sureWords,
  ...likelyWords,
  ...'key keys api access credential creds tokens secrets apitoken'.split(' '),
])

const maxNameLength = 80
/** The end of a name that is written as one word: `PGPASSWORD`, `rootpw`. */
const sureEnd =
  /(?:passwo?r?d|passphrase|passcode|passwort|(?<!old)pwd|apikey|secretkey|(?:access|auth|refresh|api)token|clientsecret|(?:root|db|user|admin|pg)pw|(?:ssh|db|user|smtp|root|admin|mysql|ftp|proxy|sudo)pass)$/
const secretish = /contribsys|pass|pwd?|key|secret|credential|token|cookie|auth|bearer|pat|otp|sig|jwt|nonce/i

/** What the name of a field, variable, header or option says about its value; null: nothing. */
export function secretName(name: string): SecretKind | null {
  // The last words decide, and each deciding word contains one of these.
  const end = name.slice(-maxNameLength)
  if (!secretish.test(end)) return null
  const words = end
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const last = words.at(-1) ?? ''
  if (last === 'authorization') return 'authorization'
  if (last === 'cookie') return 'cookie'
  if (sureWords.has(last) || sureEnd.test(last) || surePairs.has(words.slice(-2).join(' '))) return 'sure'
  if (!likelyWords.has(last)) return null
  // An environment variable, or a custom header.
  return /^[A-Z0-9]+(?:_[A-Z0-9]+)+$/.test(end) || /^x-/i.test(name) ? 'sure' : 'likely'
}

export function isSecretParameter(name: string): boolean {
  const kind = secretName(name)
  return (
    kind !== null ||
    /^(?:key|code|sig|signature|x-amz-(?:signature|credential)|x-goog-signature|state)$/i.test(name)
  )
}

/** Whether a name contains a word for secrets: `mySecretString`, `todo_secret_do_not_commit`, `api_token_123`. */
export function secretWordIn(name: string): boolean {
  if (!secretish.test(name) && !/cred|api/i.test(name)) return false
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => secretWords.has(word))
}

/**
 * Words that describe a password when they follow its name (“password: must be set”, `password: string`), and are not
 * secret themselves.
 */
const types =
  'string str text varchar char bytes byte buffer number int integer bool boolean any unknown object array list dict map void never ' +
  'optional secretstr secretstring securestring nonemptystring uint8array cryptokey keyobject option result promise vec slice arc box ' +
  'const let var function func def async await new typeof return this self import export class interface type readonly static public ' +
  'private true false null nil none undefined nan'
const states =
  'is are was were be been being has have had can cannot could will would may might must should shall need needs needed require ' +
  'requires required optional mandatory set unset reset change changed changes update updated add added create created generate ' +
  'generated store stored save saved keep kept hash hashed salted encrypted encrypt encode encoded plain plaintext cleartext hidden ' +
  'masked redacted omitted removed missing empty blank wrong bad incorrect invalid valid expired rejected accepted same different ' +
  'default defaults handled checked validated verified compared passed sent read written loaded fetched include same-origin omit ' +
  'forbidden permission denied failed failure error supported unsupported disabled enabled deprecated todo tbd example placeholder'
const others =
  'a an the that these those it its your yours my our their his her for from in into of off on onto to at by with without via per ' +
  'and or not no nor but if when where which what who why how then than as so see use used uses using enter type typed choose choosing ' +
  'pick select please provide provided provides only also both each every either minimum maximum least most between after before ' +
  'read reads write writes get gets send sends ask asks check checks verify confirm confirmation forgot forgotten name names value ' +
  'values field fields input form file files path line config configuration env environment variable variables manager store vault ' +
  'storage policy strength length login log logs page user users account accounts auth authentication authorization here there'

const words = new Set(`${types} ${states} ${others}`.split(' '))
const longestWord = 16

/** Whether a word after the name of a secret describes it, or is a keyword of a programming language. */
export function isAboutValue(word: string): boolean {
  return words.has(word.toLowerCase())
}

/** Whether an incomplete word may become a word for which `isAboutValue` is true. */
export function beginsAboutValue(start: string): boolean {
  if (start.length > longestWord) return false
  const folded = start.toLowerCase()
  for (const word of words) if (word.startsWith(folded)) return true
  return false
}

const betweenWords = lateRegExp(String.raw`[^\p{L}\p{N}'-]+`, 'u')

/** Whether a quoted text is a label, a message or a hint, and not the secret itself. */
export function isLabel(text: string): boolean {
  const all = text.split(betweenWords()).filter((word) => word !== '')
  return all.length === 0 || all.some((word) => isAboutValue(word))
}
