import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { findKeys } from '../../app/redact/find-keys.ts'
import { plainText } from '../../app/redact/finding.ts'
import { looksSecret } from '../../app/redact/mask.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { HeaderProblem, RemoteHeader } from './remote-header.ts'

/** No server takes a longer one: all headers together may mostly have 8 to 16 KiB. */
const limitBytes = 8 * 1024

/**
 * Reads a token from a file (or a pipe) into an `Authorization: Bearer` header. White space around the token is left off;
 * more than one word is refused. Problems name the file and never quote what is in it.
 */
export async function readTokenFile(path: string): Promise<Result<RemoteHeader, HeaderProblem>> {
  let bytes: Buffer
  try {
    const file = await open(path, constants.O_RDONLY)
    try {
      bytes = await readBeginning(file)
    } finally {
      await file.close()
    }
  } catch (error) {
    if (isTokenItself(path)) return tokenItself
    return problem(path, reasonOf(error))
  }
  if (bytes.length > limitBytes) return problem(path, 'is too long for a token')
  const token = bytes
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
  return problem(path, 'has characters in it that no token has')
}

async function readBeginning(file: FileHandle): Promise<Buffer> {
  const room = Buffer.alloc(limitBytes + 1)
  let length = 0
  while (length < room.length) {
    // Without a position: a pipe has none.
    const { bytesRead } = await file.read(room, length, room.length - length, null)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return room.subarray(0, length)
}

/** What a file is hardly called: who gave the token itself would see it in the message. */
function isTokenItself(path: string): boolean {
  return (
    !/[\\/]/.test(path) &&
    (findKeys(path, plainText).length > 0 || (path.length >= 24 && looksSecret(path, 24)))
  )
}

const tokenItself = fail({
  message: 'the token file is not there, and what was given looks like a token itself',
  hint: 'Write the token into a file and name that: what stands on a command line can be seen by others.',
})

function problem(path: string, what: string): Result<never, HeaderProblem> {
  return fail({
    message: `the token file “${path}” ${what}`,
    hint: 'It has to hold the token and nothing else.',
  })
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
  switch (code) {
    case 'ENOENT':
      return 'is not there'
    case 'ENOTDIR':
      return 'is not there: a part of its path is not a folder'
    case 'EACCES':
    case 'EPERM':
      return 'may not be read by you'
    case 'EISDIR':
      return 'is a folder'
    case null:
      throw error
    default:
      return `cannot be read (${code})`
  }
}
