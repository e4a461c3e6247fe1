import { isAbsolute, join, resolve } from 'node:path'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import { homeFolder } from '../../system/user-environment.ts'

/** A folder of a remote agent's machine, and the same folder here, mounted or copied. */
export interface FileMap {
  /** Absolute, with `/` between names and none at the end; a drive's letter is in upper case: `/C:/work`. '' is the root. */
  readonly remote: string
  /** Absolute. */
  readonly local: string
}

const hint = 'It is written REMOTE=LOCAL, for example --map-files /srv/work=/mnt/work.'

/** Parses `REMOTE=LOCAL`, divided at the first `=`. LOCAL may be relative to `cwd` (null: there is none) or begin with `~/`; it need not exist yet. */
export function parseFileMap(text: string, cwd: string | null): Result<FileMap, UsageError> {
  const divider = text.indexOf('=')
  if (divider === -1) return fail({ message: `the file mapping “${text}” has no “=”`, hint })
  const [remote, local] = [text.slice(0, divider), text.slice(divider + 1)]
  if (remote === '') return fail({ message: `the file mapping “${text}” has no folder of the agent`, hint })
  if (local === '') return fail({ message: `the file mapping “${text}” has no folder of this machine`, hint })
  if (text.includes('\0')) return fail({ message: 'the file mapping has a NUL character in it', hint })
  const path = remotePath(remote)
  if (!path.ok) return fail({ message: `the agent’s folder “${remote}” ${path.problem}`, hint })
  const place = localPath(local, cwd)
  return place === null
    ? fail({ message: `the folder “${local}” is not an absolute path here`, hint: 'Give an absolute path.' })
    : ok({ remote: path.value, local: place })
}

/** null: there is no working folder, or no home. */
function localPath(local: string, cwd: string | null): string | null {
  if (isAbsolute(local)) return resolve(local)
  const isOfHome = /^~(?:[\\/]|$)/.test(local)
  const from = isOfHome ? homeFolder() : cwd
  return from === null ? null : resolve(from, isOfHome ? `.${local.slice(1)}` : local)
}

/** The path as in a `file:` URI, without a slash at the end. */
function remotePath(text: string): Result<string, string> {
  if (/^file:/i.test(text)) return fail('is a URI; a path is needed')
  const drive = /^[a-z]:(?=[\\/]|$)/i.exec(text)?.[0]
  const path = drive === undefined ? text : `/${drive.toUpperCase()}${text.slice(2).replaceAll('\\', '/')}`
  if (!path.startsWith('/')) return fail('must be a whole path, from / on')
  const names = path.split('/').filter((name) => name !== '')
  if (names.some((name) => name === '.' || name === '..'))
    return fail('has “.” or “..” in it; name it without them')
  return ok(names.map((name) => `/${name}`).join(''))
}

/**
 * The local path of a file of the agent's machine, by the mapping with the longest matching folder; null where none matches. Whole names are
 * compared, so that `/srv/work` does not match `/srv/workshop`.
 */
export function mapFile(remote: string, maps: readonly FileMap[]): { path: string; folder: string } | null {
  let best: FileMap | null = null
  for (const map of maps) {
    const matches = remote === map.remote || remote.startsWith(`${map.remote}/`)
    if (matches && map.remote.length >= (best?.remote.length ?? 0)) best = map
  }
  if (best === null) return null
  return { path: join(best.local, remote.slice(best.remote.length)), folder: best.local }
}
