import { openSync } from 'node:fs'
import { errorCode, fail, ok, type Result } from '../../lib/result.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'

/** Creates a file that only its owner may read, and opens it for writing. Fails if the file exists. */
export function openNewFile(path: string): Result<number, UsageError> {
  try {
    return ok(openSync(path, 'wx', 0o600))
  } catch (cause) {
    return fail(faultOf(errorCode(cause) ?? String(cause)))
  }
}

function faultOf(code: string): UsageError {
  switch (code) {
    case 'EEXIST':
      return { message: 'the file already exists', hint: 'Give another name, or delete it first.' }
    case 'ENOENT':
      return { message: 'its folder does not exist', hint: 'Create the folder first, or give another one.' }
    case 'ENOTDIR':
      return { message: 'a part of its path is no folder', hint: 'Name a file in a folder that is there.' }
    case 'ENAMETOOLONG':
      return { message: 'its name is too long', hint: 'Name another file.' }
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return { message: `it cannot be created there (${code})`, hint: 'Name a folder that you may write in.' }
    case 'ENOSPC':
    case 'EDQUOT':
      return { message: `the disk is full (${code})`, hint: 'Make room first, or name a file elsewhere.' }
    default:
      return { message: `it cannot be made (${code})`, hint: 'Name another file.' }
  }
}
