import { fstatSync, statSync } from 'node:fs'
import type { UsageError } from '../../lib/usage-error.ts'
import type { RenderRequest } from './render-request.ts'

/**
 * What is wrong where two names of a command line lead to one file, over links or as standard input: the second result would
 * take the place of the first, or of the recording itself. null: nothing is.
 */
export function sameFileTwice({
  trace,
  results,
}: Pick<RenderRequest, 'trace' | 'results'>): UsageError | null {
  const recording = identity(trace)
  const seen = new Map<string, string>()
  for (const { file, isCheck } of results) {
    const option = isCheck ? '--check' : '-o'
    const own = identity(file)
    if (own === null) continue
    if (own === recording)
      return { message: `${option} ${file} is the recording itself`, hint: 'Name another file.' }
    const former = seen.get(own)
    if (former !== undefined)
      return { message: `${option} ${file} is the same file as ${former}`, hint: 'Name each file once.' }
    seen.set(own, file)
  }
  return null
}

/** The same for all names of a file that is there; null for what is none, or not there. */
function identity(file: string | null): string | null {
  try {
    const stats = file === null ? fstatSync(0, { bigint: true }) : statSync(file, { bigint: true })
    return stats.isFile() ? `${stats.dev}:${stats.ino}` : null
  } catch {
    return null
  }
}
