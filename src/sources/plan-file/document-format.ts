import { basename, extname } from 'node:path/posix'
import { isJson } from '../../lib/json/read-json.ts'
import type { DocumentFormat } from '../../app/history/plan-history.ts'

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

/** The format of a document: by its media type, else by its name, else by its content. */
export function formatOfDocument({ mediaType, name, text }: FormatClues): FormatOfDocument {
  return byMediaType(mediaType?.essence) ?? byName(name) ?? byPlainType(mediaType?.essence) ?? byContent(text)
}

function byMediaType(essence: string | undefined): FormatOfDocument | undefined {
  if (essence === undefined) return undefined
  if (essence === 'text/markdown' || essence === 'text/x-markdown') return { format: 'markdown' }
  if (essence === 'application/json' || essence.endsWith('+json')) return { format: 'json' }
  const [type, subtype = ''] = essence.split('/')
  const language = languageOfSpelling.get(subtype.replace(/^x-/, '').replace(/^.*\+/, ''))
  if (language !== undefined) return { format: 'source', language }
  return type === 'text' && subtype.startsWith('x-') ? { format: 'source' } : undefined
}

function byName(path: string | undefined): FormatOfDocument | undefined {
  if (path === undefined) return undefined
  const name = basename(path).toLowerCase()
  const extension = extname(name).slice(1)
  if (['md', 'markdown', 'mdx', 'mkd'].includes(extension)) return { format: 'markdown' }
  if (['json', 'jsonc', 'json5', 'geojson', 'ipynb'].includes(extension)) return { format: 'json' }
  const language = languageOfName.get(name) ?? languageOfSpelling.get(extension)
  if (language !== undefined) return { format: 'source', language }
  return ['txt', 'text', 'log', 'csv', 'tsv'].includes(extension) ? { format: 'plain' } : undefined
}

/** Servers use `text/plain` for most documents (raw markdown, too), so it counts only where the name is unknown. */
function byPlainType(essence: string | undefined): FormatOfDocument | undefined {
  return essence === 'text/plain' ? { format: 'plain' } : undefined
}

/** Looks at the beginning only; `plain` when in doubt, which is never wrong. */
function byContent(text: string): FormatOfDocument {
  const head = text.slice(0, 4096)
  if (/^\s*[[{]/.test(head) && (text.length > longestJsonLooked || isJson(text))) return { format: 'json' }
  const interpreter = /^#!.*?\b(bash|sh|zsh|node|python|ruby|perl)[\d.]*\s/.exec(head)?.[1]
  const language = languageOfSpelling.get(interpreter ?? '')
  if (language !== undefined) return { format: 'source', language }
  return markdownLine.test(head) ? { format: 'markdown' } : { format: 'plain' }
}

/** A heading, a task box, a fence or a numbered step at the start of a line. */
const markdownLine = /^(?:#{1,6} \S|[-*+] \[[ xX]\] |```|~~~|1[.)] \S)/m

/** A longer text is not parsed for syntax highlighting. */
const longestJsonLooked = 256 * 1024

/** Each highlight.js language with the file endings and media subtypes that mean it. */
const spellingsOf: Readonly<Record<string, string>> = {
  bash: 'sh bash zsh ksh shellscript',
  c: 'c h csrc',
  clojure: 'clj cljs cljc edn',
  cmake: 'cmake',
  cpp: 'cc cpp cxx hpp hh hxx c++ c++src',
  csharp: 'cs csharp',
  css: 'css',
  dart: 'dart',
  diff: 'diff patch',
  dockerfile: 'dockerfile',
  elixir: 'ex exs elixir',
  elm: 'elm',
  erlang: 'erl hrl erlang',
  fsharp: 'fs fsx fsharp',
  go: 'go golang',
  gradle: 'gradle',
  groovy: 'groovy',
  haskell: 'hs haskell',
  ini: 'ini toml cfg conf',
  java: 'java java-source',
  javascript: 'js mjs cjs jsx javascript ecmascript node',
  julia: 'jl julia',
  kotlin: 'kt kts kotlin',
  latex: 'tex sty latex',
  less: 'less',
  lisp: 'lisp el',
  lua: 'lua',
  makefile: 'mk makefile',
  nim: 'nim',
  nix: 'nix',
  objectivec: 'm mm objective-c',
  ocaml: 'ml mli ocaml',
  perl: 'pl pm perl',
  php: 'php',
  powershell: 'ps1 psm1 powershell',
  properties: 'properties env',
  protobuf: 'proto protobuf',
  python: 'py pyi pyw python',
  r: 'r',
  ruby: 'rb rake ruby',
  rust: 'rs rust',
  scala: 'scala sbt',
  scheme: 'scm scheme',
  scss: 'scss sass',
  sql: 'sql',
  stylus: 'styl',
  swift: 'swift',
  tcl: 'tcl',
  typescript: 'ts mts cts tsx typescript',
  vim: 'vim',
  xml: 'xml html htm xhtml svg xsl xsd vue svelte plist',
  yaml: 'yaml yml',
}

/** By the ending of a file, the media subtype, or the name of an interpreter. */
const languageOfSpelling: ReadonlyMap<string, string> = new Map(
  Object.entries(spellingsOf).flatMap(([language, spellings]) =>
    spellings.split(' ').map((spelling): [string, string] => [spelling, language]),
  ),
)

/** Files with a language by their whole name. Only these: a file called `go` or `c` is no source. */
const languageOfName: ReadonlyMap<string, string> = new Map([
  ['.bashrc', 'bash'],
  ['.editorconfig', 'ini'],
  ['.env', 'properties'],
  ['.gitconfig', 'ini'],
  ['.npmrc', 'ini'],
  ['.profile', 'bash'],
  ['.vimrc', 'vim'],
  ['.zshrc', 'bash'],
  ['cmakelists.txt', 'cmake'],
  ['containerfile', 'dockerfile'],
  ['dockerfile', 'dockerfile'],
  ['gemfile', 'ruby'],
  ['gnumakefile', 'makefile'],
  ['makefile', 'makefile'],
  ['rakefile', 'ruby'],
])

export interface MediaType {
  /** `type/subtype`, in lower case. */
  readonly essence: string
  readonly charset?: string
}

/** Parses `text/markdown;charset=utf-8`. Undefined where it does not begin with `type/subtype`. */
export function parseMediaType(text: string): MediaType | undefined {
  const [type = '', ...parameters] = text.split(';')
  const essence = type.trim().toLowerCase()
  if (!/^[^\s/]+\/[^\s/]+$/.test(essence)) return undefined
  for (const parameter of parameters) {
    const charset = /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1]
    if (charset !== undefined) return { essence, charset: charset.toLowerCase() }
  }
  return { essence }
}
