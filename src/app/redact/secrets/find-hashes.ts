import { allMatches } from '../matching/all-matches.ts'
import { found, type Finding } from '../matching/finding.ts'
import { isMasked, maskLetters } from '../replacements/mask.ts'

const end = String.raw`(?![./A-Za-z0-9+])`
/** Password hashes as crypt(5) and its like write them: the parameters stay. */
const crypt = new RegExp(
  String.raw`(\$(?:2[abxy]?\$\d{2}\$|(?:1|apr1)\$|[56]\$(?:rounds=\d{1,9}\$)?|(?:y|gy|7)\$(?:[./A-Za-z0-9]{1,16}\$)?|` +
    String.raw`argon2(?:id|i|d)\$(?:v=\d{1,3}\$)?[mtp=,\d]{5,40}\$|(?:scrypt|pbkdf2(?:-sha\d{1,3})?|bcrypt-sha256|sha1|md5)\$[\w=,.-]{1,40}\$))` +
    String.raw`([./A-Za-z0-9+$=-]{16,400})`,
  'g',
)
const signOfNamed = /\$[A-Za-z0-9+/=$.]{20}/
const named =
  /((?:pbkdf2|bcrypt|argon2|scrypt|sha1|md5)(?:_sha\d{1,3})?\$(?:\d{1,8}\$)?)([A-Za-z0-9+/=$.]{20,400})/g
const ldap = new RegExp(
  String.raw`(\{(?:S?SHA|SSHA(?:256|384|512)|S?MD5|CRYPT)\})([A-Za-z0-9+/=$.]{16,200})${end}`,
  'gi',
)

/** Password hashes: a weak password can be computed from its hash. */
export function findHashes(text: string): readonly Finding[] {
  const findings: Finding[] = []
  const look = (pattern: RegExp): void => {
    for (const { index, 1: kind = '', 2: written = '' } of allMatches(pattern, text))
      if (!isMasked(written) && /[A-Za-z]/.test(written))
        findings.push(found('hash of a password', index + kind.length, written, maskLetters))
  }
  if (text.includes('$')) {
    look(crypt)
    if (signOfNamed.test(text)) look(named)
  }
  if (text.includes('}')) look(ldap)
  return findings
}
