/** Each highlight.js language with the file endings and media subtypes that mean it. */
const LANGUAGES: Readonly<Record<string, string>> = {
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

const BY_SPELLING: ReadonlyMap<string, string> = new Map(
  Object.entries(LANGUAGES).flatMap(([language, spellings]) =>
    spellings.split(' ').map((spelling): [string, string] => [spelling, language]),
  ),
)

/** Files whose whole name says it. Only these: a file called `go` or `c` is no source. */
const BY_NAME: ReadonlyMap<string, string> = new Map([
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

/** The language of a file by its whole name or its ending (without the dot), both in lower case. */
export function languageOfName(name: string, extension: string): string | undefined {
  return BY_NAME.get(name) ?? BY_SPELLING.get(extension)
}

/** The language that a media subtype such as `python` or an interpreter's name stands for. */
export function languageOfSubtype(subtype: string): string | undefined {
  return BY_SPELLING.get(subtype)
}
