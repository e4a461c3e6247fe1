import { isAbsolute, join, resolve } from 'node:path'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import { homeFolder } from '../../system/user-environment.ts'
import { fileURLToPath } from 'node:url'
import type { UnavailableReason } from '../../app/ports/plan-document.ts'

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

/** The agent's machine, whose files `file:` URIs name. */
export type DocumentFiles =
  | { readonly type: 'here' }
  /** Only files in mapped folders can be read. */
  | { readonly type: 'remote'; readonly maps: readonly FileMap[] }

/** The kind of a document's URI, and what is needed to read it. */
export type DocumentLocation =
  /** `within`: a folder that symbolic links must not lead out of. */
  | { readonly at: 'file'; readonly path: string; readonly within?: string }
  | { readonly at: 'data' }
  | { readonly at: 'network'; readonly url: URL }

/**
 * Parses a plan's URI, without access to the disk or the network. A path without a scheme is an error even where it is
 * absolute, since guessing could read a file that the agent did not name; the error suggests the URI. A file URI's query and
 * fragment (`#L10`) are ignored.
 */
export function locateDocument(
  uri: string,
  files: DocumentFiles = { type: 'here' },
): Result<DocumentLocation, UnavailableReason> {
  if (uri.trim() === '') return bad('it is empty')
  if (/^[a-z]:[\\/]/i.test(uri)) return fail(pathWithoutScheme(`/${uri.replaceAll('\\', '/')}`))
  if (uri.startsWith('/') && !uri.startsWith('//')) return fail(pathWithoutScheme(uri))
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(uri)?.[1]?.toLowerCase()
  if (scheme === undefined) return fail({ kind: 'relative' })
  switch (scheme) {
    case 'data':
      return ok({ at: 'data' })
    case 'file':
      return locateFile(uri, files)
    case 'http':
    case 'https':
      return locateOnNetwork(uri)
    default:
      return fail({ kind: 'unknown-scheme', scheme })
  }
}

function locateFile(uri: string, files: DocumentFiles): Result<DocumentLocation, UnavailableReason> {
  // The URL parser would resolve `file:plan.md` to /plan.md.
  if (!/^file:[\\/]/i.test(uri)) return fail({ kind: 'relative' })
  const parsed = parseUrl(uri)
  if (!parsed.ok) return parsed
  // The parser has removed `localhost`.
  if (parsed.value.host !== '') return fail({ kind: 'other-host', host: parsed.value.host })
  if (files.type === 'remote') return locateMapped(parsed.value, files.maps)
  let path: string
  try {
    path = fileURLToPath(parsed.value)
  } catch (error) {
    return bad(pathTrouble(error))
  }
  return path.includes('\0') ? bad('its path has a NUL character') : ok({ at: 'file', path })
}

/** Paths of the agent's machine are parsed by hand, since it may have another operating system. */
function locateMapped(url: URL, maps: readonly FileMap[]): Result<DocumentLocation, UnavailableReason> {
  const names: string[] = []
  // The parser has resolved “.” and “..”, encoded ones too.
  for (const part of url.pathname.split('/').filter((name) => name !== '')) {
    let name: string
    try {
      name = decodeURIComponent(part)
    } catch (error) {
      return bad(pathTrouble(error))
    }
    if (/[\\/]/.test(name)) return bad('it has an encoded slash in a name')
    if (name.includes('\0')) return bad('its path has a NUL character')
    names.push(name)
  }
  if (/^[a-z]:$/i.test(names[0] ?? '')) names[0] = (names[0] ?? '').toUpperCase()
  const remote = names.map((name) => `/${name}`).join('')
  const mapped = mapFile(remote, maps)
  if (mapped === null) return fail({ kind: 'on-another-machine', path: remote || '/' })
  return ok({ at: 'file', path: mapped.path, within: mapped.folder })
}

function locateOnNetwork(uri: string): Result<DocumentLocation, UnavailableReason> {
  const parsed = parseUrl(uri)
  if (!parsed.ok) return parsed
  const url = parsed.value
  if (url.username !== '' || url.password !== '') return bad('it carries a user name or a password')
  return ok({ at: 'network', url })
}

function parseUrl(uri: string): Result<URL, UnavailableReason> {
  // The URL parser would drop control characters, and read another URI.
  if (/\p{Cc}/u.test(uri)) return bad('it has control characters in it')
  return URL.canParse(uri) ? ok(new URL(uri)) : bad('it is not written as a URI')
}

function pathTrouble(error: unknown): string {
  if (error instanceof URIError)
    return 'a “%” in it is not followed by a character’s code (a plain “%” is %25)'
  if (error instanceof TypeError && /encoded/.test(error.message)) return 'it has an encoded slash in a name'
  if (error instanceof TypeError && /absolute/.test(error.message)) return 'its path has no drive letter'
  return 'it does not name a path of this system'
}

function pathWithoutScheme(path: string): UnavailableReason {
  const uri = `file://${path.replaceAll('%', '%25').replaceAll('?', '%3F').replaceAll('#', '%23')}`
  if (/\p{Cc}/u.test(path) || !URL.canParse(uri)) return { kind: 'path-without-scheme' }
  return { kind: 'path-without-scheme', suggestion: new URL(uri).href }
}

function bad(cause: string): Result<never, UnavailableReason> {
  return fail({ kind: 'bad-uri', cause })
}
