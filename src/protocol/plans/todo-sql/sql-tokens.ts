/** A token of SQLite's SQL. A name in quotes is a `name` as well; names and words compare in lower case. */
export type SqlToken =
  | { readonly type: 'name'; readonly text: string; readonly isQuoted: boolean }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'sign'; readonly text: string }

/**
 * The tokens of each statement, without comments; a statement without tokens is left out. null: the text ends inside a
 * quote, or holds what is no SQL. https://sqlite.org/lang.html
 */
export function sqlStatements(sql: string): readonly (readonly SqlToken[])[] | null {
  const statements: SqlToken[][] = []
  let statement: SqlToken[] = []
  token.lastIndex = 0
  while (token.lastIndex < sql.length) {
    const match = token.exec(sql)
    if (match === null) return null
    const read = tokenOf(match[0])
    if (read === null) continue
    if (read.type !== 'sign' || read.text !== ';') {
      statement.push(read)
      continue
    }
    if (statement.length > 0) statements.push(statement)
    statement = []
  }
  if (statement.length > 0) statements.push(statement)
  return statements
}

// Each alternative begins with another character, except numbers and comments, which come before the signs.
const token =
  /\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*"|`[^`]*(?:``[^`]*)*`|\[[^\]]*\]|[\p{L}_][\p{L}\p{N}_$]*|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|\|\||<>|[<>=!]=|[-+*/%&~<>=(),;.?:@|]/iuy

/** null: blanks or a comment. */
function tokenOf(text: string): SqlToken | null {
  const first = text[0] ?? ' '
  switch (first) {
    case "'":
      return { type: 'text', text: unquoted(text, "'") }
    case '"':
    case '`':
      return { type: 'name', text: unquoted(text, first), isQuoted: true }
    case '[':
      return { type: 'name', text: text.slice(1, -1), isQuoted: true }
  }
  if (text.startsWith('--') || text.startsWith('/*') || first.trim() === '') return null
  if (/^[\p{L}_]/u.test(text)) return { type: 'name', text, isQuoted: false }
  return { type: /^\.?\d/.test(text) ? 'number' : 'sign', text }
}

function unquoted(text: string, quote: string): string {
  return text.slice(1, -1).replaceAll(quote + quote, quote)
}
