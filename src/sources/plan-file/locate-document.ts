import { fileURLToPath } from 'node:url'
import type { UnavailableReason } from '../../app/ports/plan-document.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { mapFile, type FileMap } from './file-map.ts'

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
