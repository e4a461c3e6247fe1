import { basename, extname } from 'node:path/posix'
import { isJson } from '../../lib/json/read-json.ts'
import type { DocumentFormat } from '../../app/ports/plan-document.ts'
import type { MediaType } from './media-type.ts'
import { languageOfName, languageOfSubtype } from './source-language.ts'

export interface FormatOfDocument {
  readonly format: DocumentFormat
  /** A highlight.js name, for `source`. */
  readonly language?: string
}

export interface FormatClues {
  readonly mediaType?: MediaType | undefined
  /** A file name or path, with `/` between folders. */
  readonly name?: string | undefined
  readonly text: string
}

/** How to show a document: by its media type, else by its name, else by how it begins. */
export function formatOfDocument({ mediaType, name, text }: FormatClues): FormatOfDocument {
  return byMediaType(mediaType?.essence) ?? byName(name) ?? bySaid(mediaType?.essence) ?? byContent(text)
}

function byMediaType(essence: string | undefined): FormatOfDocument | undefined {
  if (essence === undefined) return undefined
  if (essence === 'text/markdown' || essence === 'text/x-markdown') return { format: 'markdown' }
  if (essence === 'application/json' || essence.endsWith('+json')) return { format: 'json' }
  const [type, subtype = ''] = essence.split('/')
  const language = languageOfSubtype(subtype.replace(/^x-/, '').replace(/^.*\+/, ''))
  if (language !== undefined) return { format: 'source', language }
  return type === 'text' && subtype.startsWith('x-') ? { format: 'source' } : undefined
}

function byName(path: string | undefined): FormatOfDocument | undefined {
  if (path === undefined) return undefined
  const name = basename(path).toLowerCase()
  const extension = extname(name).slice(1)
  if (['md', 'markdown', 'mdx', 'mkd'].includes(extension)) return { format: 'markdown' }
  if (['json', 'jsonc', 'json5', 'geojson', 'ipynb'].includes(extension)) return { format: 'json' }
  const language = languageOfName(name, extension)
  if (language !== undefined) return { format: 'source', language }
  return ['txt', 'text', 'log', 'csv', 'tsv'].includes(extension) ? { format: 'plain' } : undefined
}

/** A server says `text/plain` of most things (of raw markdown, too), so it counts only where the name says nothing. */
function bySaid(essence: string | undefined): FormatOfDocument | undefined {
  return essence === 'text/plain' ? { format: 'plain' } : undefined
}

/** Looks at the beginning only, and says `plain` when in doubt: plain text is never wrong. */
function byContent(text: string): FormatOfDocument {
  const head = text.slice(0, 4096)
  if (/^\s*[[{]/.test(head) && mayBeJson(text)) return { format: 'json' }
  const interpreter = /^#!.*?\b(bash|sh|zsh|node|python|ruby|perl)[\d.]*\s/.exec(head)?.[1]
  if (interpreter !== undefined) return sourceIn(languageOfSubtype(interpreter))
  return MARKDOWN_LINE.test(head) ? { format: 'markdown' } : { format: 'plain' }
}

/** A heading, a task box, a fence or a numbered step at a line's start. */
const MARKDOWN_LINE = /^(?:#{1,6} \S|[-*+] \[[ xX]\] |```|~~~|1[.)] \S)/m

/** Parsing more than this to find out how to colour it costs more than it is worth. */
const JSON_SNIFF_LIMIT = 256 * 1024

function mayBeJson(text: string): boolean {
  return text.length > JSON_SNIFF_LIMIT || isJson(text)
}

function sourceIn(language: string | undefined): FormatOfDocument {
  return language === undefined ? { format: 'source' } : { format: 'source', language }
}
