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

/** Whether a parameter of a URL holds a secret. */
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
