import type { SqlToken } from './sql-tokens.ts'

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
