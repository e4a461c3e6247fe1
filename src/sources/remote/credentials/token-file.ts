import { hasKey } from '../../../app/redact/secrets/find-keys.ts'
import { looksSecret } from '../../../app/redact/replacements/mask.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import { readRegularFile, type FileFault } from '../../../system/regular-file.ts'
import type { HeaderProblem, RemoteHeader } from './remote-header.ts'

/** No server accepts a longer token: most allow 8 to 16 KiB for all headers. */
const limitBytes = 8 * 1024

/**
 * Reads a token from a file into an `Authorization: Bearer` header. White space around the token is removed; more than one word
 * is an error. Problems never quote the content.
 */
export function readTokenFile(path: string): Result<RemoteHeader, HeaderProblem> {
  const read = readRegularFile(path, limitBytes)
  if (!read.ok) return isTokenItself(path) ? tokenItself : problem(path, faultWords(read.problem))
  const token = read.value
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trim()
  if (token === '') return problem(path, 'is empty')
  if (/^[\t\r\n\x20-\x7e]*$/.test(token)) {
    if (/[\r\n]/.test(token)) return problem(path, 'has more than one line')
    if (/^bearer\s/i.test(token)) return problem(path, 'begins with “Bearer”, which is added here')
    if (/\s/.test(token)) return problem(path, 'has more than one word')
    return ok({ name: 'Authorization', value: `Bearer ${token}` })
  }
  return problem(path, 'has characters that are invalid in a token')
}

/** The path looks like a token, which must not be quoted in the message. */
function isTokenItself(path: string): boolean {
  return !/[\\/]/.test(path) && (hasKey(path) || (path.length >= 24 && looksSecret(path, 24)))
}

const tokenItself = fail({
  message: 'the token file does not exist, and its name looks like a token',
  hint: "Write the token into a file and give the file's name: others can see command lines.",
})

function problem(path: string, what: string): Result<never, HeaderProblem> {
  return fail({
    message: `the token file “${path}” ${what}`,
    hint: 'It must contain the token and nothing else.',
  })
}

function faultWords(fault: FileFault): string {
  switch (fault.kind) {
    case 'missing':
      return 'does not exist'
    case 'folder':
      return 'is a folder'
    case 'irregular':
      return `is a ${fault.what}, and only a regular file is read`
    case 'too-long':
      return 'is too long for a token'
    case 'forbidden':
      return 'is not readable for you'
    case 'unreadable':
      return `cannot be read (${fault.code})`
  }
}
