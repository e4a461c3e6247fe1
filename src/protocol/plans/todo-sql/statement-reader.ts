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

/** The tables of GitHub Copilot's to-do list, and the columns that matter here. */
export type TodoTableName = 'todos' | 'todo_deps'

/** Columns in the order of their table. */
export const columnsOf: Readonly<Record<TodoTableName, readonly string[]>> = {
  todos: ['id', 'title', 'description', 'status', 'created_at', 'updated_at'],
  todo_deps: ['todo_id', 'depends_on'],
}

/** The tokens of a statement from first to last. After one that is not understood nothing more is read, and all values are empty. */
export class StatementReader {
  readonly #tokens: readonly SqlToken[]
  #at = 0
  #isUnderstood = true

  constructor(tokens: readonly SqlToken[]) {
    this.#tokens = tokens
  }

  get isUnderstood(): boolean {
    return this.#isUnderstood
  }

  notUnderstood(): '' {
    this.#isUnderstood = false
    this.#at = this.#tokens.length
    return ''
  }

  /** The next word, in lower case. */
  word(): string {
    const next = this.#tokens[this.#at++]
    return next?.type === 'name' && !next.isQuoted ? next.text.toLowerCase() : this.notUnderstood()
  }

  /** The next name of a table or column, in lower case. */
  name(): string {
    const next = this.#tokens[this.#at++]
    // SQLite takes a text for a name where only a name can be.
    return next?.type === 'name' || next?.type === 'text' ? next.text.toLowerCase() : this.notUnderstood()
  }

  /** The name of a column, with or without that of its table. */
  column(): string {
    const name = this.name()
    return this.takes('.') ? this.name() : name
  }

  /** The next table; null: another one. */
  table(): TodoTableName | null {
    const name = this.column()
    return name === 'todos' || name === 'todo_deps' ? name : null
  }

  /** Whether this word or sign is next. */
  sees(text: string): boolean {
    const next = this.#tokens[this.#at]
    if (next?.type === 'sign') return next.text === text
    return next?.type === 'name' && !next.isQuoted && next.text.toLowerCase() === text
  }

  takes(text: string): boolean {
    const isNext = this.sees(text)
    if (isNext) this.#at++
    return isNext
  }

  expect(text: string): void {
    if (!this.takes(text)) this.notUnderstood()
  }

  /** The end of the statement, or what it gives back. */
  expectEnd(): void {
    if (this.#at < this.#tokens.length && !this.sees('returning')) this.notUnderstood()
  }

  /** Whether the statement has one of these words anywhere. */
  has(words: ReadonlySet<string>): boolean {
    return this.#tokens.some(({ type, text }) => type === 'name' && words.has(text.toLowerCase()))
  }

  seesNumber(): boolean {
    return this.#tokens[this.#at]?.type === 'number'
  }

  /** A text or a number, with nothing done to it. */
  literal(): string {
    const next = this.#tokens[this.#at++]
    if (next === undefined || !isLiteral(next) || !this.#seesValueEnd()) return this.notUnderstood()
    return next.text
  }

  #seesValueEnd(): boolean {
    const next = this.#tokens[this.#at]
    return next === undefined || valueEnds.some((end) => this.sees(end))
  }

  /** Any expression. */
  skipValue(): void {
    let depth = 0
    for (; this.#at < this.#tokens.length; this.#at++) {
      if (depth === 0 && expressionEnds.some((end) => this.sees(end))) return
      if (this.sees('(')) depth++
      else if (this.sees(')')) depth--
    }
  }

  /** A list in parentheses. */
  list<T>(item: () => T): readonly T[] {
    this.expect('(')
    const items: T[] = []
    do items.push(item())
    while (this.takes(','))
    this.expect(')')
    return items
  }
}

/** SQLite takes a name in double quotes for a text, unless it is a column. */
function isLiteral(token: SqlToken): boolean {
  if (token.type !== 'name') return token.type !== 'sign'
  return token.isQuoted && !columnsOf.todos.includes(token.text) && !columnsOf.todo_deps.includes(token.text)
}

const valueEnds = [',', ')', '=', '==', 'where', 'and', 'or', 'returning', 'on']
const expressionEnds = [',', ')', 'where', 'from', 'returning', 'on']
