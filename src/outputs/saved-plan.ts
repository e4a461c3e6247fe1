import { open, unlink } from 'node:fs/promises'
import path from 'node:path'
import { fail, ok, type Result } from '../lib/result.ts'

/** Files of one name that are tried: beyond, something else is wrong. */
const mostTries = 100
const slugLength = 50

/**
 * Writes a plan to a new file in a folder, named for its title, and gives the file's path. A file that is there is never
 * touched, nor what a link points to. Never rejects.
 */
export async function savePlan(folder: string, title: string, text: string): Promise<Result<string, string>> {
  for (let count = 1; count <= mostTries; count++) {
    const file = path.join(folder, planFileName(title, count))
    const failure = await writeNew(file, text.endsWith('\n') ? text : `${text}\n`)
    if (failure === null) return ok(file)
    if (failure !== 'exists') return fail(failure)
  }
  return fail(`there are ${mostTries} files of that name in ${folder} already`)
}

/** The name of a file for a plan; where one is taken, the next `count` gives another one. */
export function planFileName(title: string, count: number): string {
  const slug = slugOf(title)
  const name = ['plan', ...(slug === '' ? [] : [slug]), ...(count === 1 ? [] : [`${count}`])].join('-')
  return `${name}.md`
}

async function writeNew(file: string, text: string): Promise<string | null> {
  try {
    // Fails where anything has that name, a link to nowhere too.
    const handle = await open(file, 'wx', 0o644)
    try {
      await handle.writeFile(text.toWellFormed())
    } catch (error) {
      // Half a plan would be taken for one.
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

/** Letters and digits of a title, such as any file system takes. */
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
