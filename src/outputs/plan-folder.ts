import { lstatSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { open, unlink } from 'node:fs/promises'
import { fail, ok, type Result } from '../lib/result.ts'

/** The folder in which proposed plans are saved. */
export interface PlanFolder {
  /** The name of the file that a plan of this title would be saved to. */
  fileFor(title: string): string
  /** Writes a plan to a new file; returns its name, or the reason of the failure. Never rejects. */
  save(title: string, text: string): Promise<Result<string, string>>
  /** Deletes a temporary folder that is empty. */
  close(): void
}

/** An existing folder. File names are relative to `here`, if that is shorter. */
export function planFolder(folder: string, here: string | null): PlanFolder {
  return makeFolder(
    () => folder,
    (file) => fromHere(file, here),
  )
}

/** A temporary folder, created when it is first needed; file names are absolute. */
export function temporaryPlanFolder(): PlanFolder {
  let folder: string | null = null
  const made = makeFolder(
    () => (folder ??= newFolder()),
    (file) => file,
  )
  return {
    ...made,
    close() {
      try {
        if (folder !== null) rmdirSync(folder)
      } catch {
        // A plan was saved in it.
      }
    },
  }
}

function newFolder(): string {
  const prefix = path.join(tmpdir(), 'acp-plan-tui-')
  try {
    return mkdtempSync(prefix)
  } catch {
    // Saving will report the reason.
    return `${prefix}plans`
  }
}

function makeFolder(folder: () => string, called: (file: string) => string): PlanFolder {
  // Called for each frame while a plan waits for its answer.
  let last: { readonly title: string; readonly file: string } | null = null
  return {
    fileFor(title) {
      if (last?.title !== title) last = { title, file: called(freeFile(folder(), title)) }
      return last.file
    },
    async save(title, text) {
      last = null
      const saved = await savePlan(folder(), title, text)
      return saved.ok ? ok(called(saved.value)) : saved
    },
    close: () => undefined,
  }
}

/** The first free name for a title. */
function freeFile(folder: string, title: string): string {
  for (let count = 1; ; count++) {
    const file = path.join(folder, planFileName(title, count))
    if (count === maxLooked || !isThere(file)) return file
  }
}

const maxLooked = 100

function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    // Writing will report the reason.
    return false
  }
}

function fromHere(file: string, here: string | null): string {
  if (here === null) return file
  const way = path.relative(here, file)
  if (path.isAbsolute(way) || way.length > file.length) return file
  return way.startsWith('..') ? way : `.${path.sep}${way}`
}

/** Numbers that are tried for a name. */
const maxTries = 100
const slugLength = 50

/**
 * Writes a plan to a new file in a folder, named for its title, and gives the file's path. A file that is there is never
 * touched, nor what a link points to. Never rejects.
 */
export async function savePlan(folder: string, title: string, text: string): Promise<Result<string, string>> {
  for (let count = 1; count <= maxTries; count++) {
    const file = path.join(folder, planFileName(title, count))
    const failure = await writeNew(file, text.endsWith('\n') ? text : `${text}\n`)
    if (failure === null) return ok(file)
    if (failure !== 'exists') return fail(failure)
  }
  return fail(`there are ${maxTries} files of that name in ${folder} already`)
}

/** The name of a file for a plan; where one is taken, the next `count` gives another one. */
function planFileName(title: string, count: number): string {
  const slug = slugOf(title)
  const name = ['plan', ...(slug === '' ? [] : [slug]), ...(count === 1 ? [] : [`${count}`])].join('-')
  return `${name}.md`
}

async function writeNew(file: string, text: string): Promise<string | null> {
  try {
    // Fails if the name exists, also as a dangling link.
    const handle = await open(file, 'wx', 0o644)
    try {
      await handle.writeFile(text.toWellFormed())
    } catch (error) {
      // An incomplete plan could be taken for a whole one.
      await unlink(file).catch(() => undefined)
      throw error
    } finally {
      await handle.close()
    }
    return null
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    return isThere ? 'exists' : error instanceof Error ? error.message : String(error)
  }
}

/** The ASCII letters and digits of a title, for any file system. */
function slugOf(title: string): string {
  return title
    .slice(0, 500)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugLength)
    .replace(/^-+|-+$/g, '')
}
