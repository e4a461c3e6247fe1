import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode, fail, ok, type Result } from '../lib/result.ts'

// Folders that belong to the user alone: for sockets, for what is kept between runs, and for compiled code.

/** Who has to own the folder; undefined: Windows, which has no such ids. */
type Owner = number | undefined

const ownUser = (): Owner => process.getuid?.()

/** The first of the folders that can be used, made if it is missing; else why none can. */
export function openOwnFolder(folders: readonly string[], owner = ownUser()): Result<string, string> {
  let problem = ''
  for (const folder of folders) {
    const fault = makeFolder(folder) ?? folderFault(folder, owner)
    if (fault === null) return ok(folder)
    // The next one only where there is nothing at all: a folder of somebody else's is never evaded in silence.
    problem = `${folder}: ${fault.words}`
    if (!fault.isMissing) break
  }
  return fail(problem)
}

/** Why folders that exist are refused: nothing of ours is put there, and nothing looked for. A sentence for each. */
export function refusedFolders(folders: readonly string[], owner = ownUser()): readonly string[] {
  return folders.flatMap((folder) => {
    const fault = folderFault(folder, owner)
    return fault === null || fault.isMissing ? [] : [`${folder}: ${fault.words}`]
  })
}

interface FolderFault {
  readonly words: string
  readonly isMissing: boolean
}

function makeFolder(folder: string): FolderFault | null {
  try {
    makeIfMissing(folder)
    return null
  } catch (cause) {
    return { words: `it cannot be made (${codeWords(cause)})`, isMissing: errorCode(cause) === 'ENOENT' }
  }
}

function makeIfMissing(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (cause) {
    // Another program may have made it just now.
    if (errorCode(cause) !== 'EEXIST') throw cause
  }
}

/** Makes a folder and those above it, for their owner only. Throws. Node's own way never ends where none can be made, as below /proc. */
export function makeFolders(folder: string): void {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolders(parent)
  makeIfMissing(folder)
}

function codeWords(cause: unknown): string {
  return errorCode(cause) ?? 'unknown'
}

/** Why a folder is not safe for what only its owner may open; null: it is. */
export function folderFault(folder: string, owner: Owner = ownUser()): FolderFault | null {
  let stats
  try {
    stats = lstatSync(folder, { throwIfNoEntry: false })
  } catch (cause) {
    // What it stands in is no folder, or belongs to another user.
    return { words: `it cannot be reached (${codeWords(cause)})`, isMissing: false }
  }
  const fault = (words: string): FolderFault => ({ words, isMissing: stats === undefined })
  if (stats === undefined) return fault('there is no such folder')
  if (!stats.isDirectory()) return fault('it is not a folder')
  if (owner === undefined) return null
  if (stats.uid !== owner) return fault('it belongs to another user')
  const mode = stats.mode & 0o777
  if ((mode & 0o077) !== 0)
    return fault(`other users may open it (its mode is ${mode.toString(8)}); chmod 700 mends that`)
  return null
}
