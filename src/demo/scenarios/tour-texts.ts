/** The design that streams into the tour's markdown plan. */
export const designText = `# Split the tokenizer out of the parser

## Why

\`parser.ts\` mixes *lexing* and **parsing** in 412 lines. Nested quotes can't be tested alone, and every fix in one half breaks the other.

## What changes

| file | change | lines |
|---|---|--:|
| \`src/tokenizer.ts\` | new | +148 |
| \`src/parser.ts\` | shrinks | −182 +14 |
| \`test/tokenizer.test.ts\` | new | +96 |

## The seam

\`\`\`ts
export interface Token {
  readonly kind: TokenKind
  readonly text: string
  readonly offset: number // where an error points
}

export function tokenize(source: string): Token[]
\`\`\`

1. Move \`tokenize()\` and its types
2. Re-export it from \`parser.ts\`
   - the old name stays for one release
3. Delete the old lexer, callers first

> Offsets count characters, not bytes: an error has to point at “é”, 日本語 and 🚀 alike.

## Done when

- [ ] Every caller imports from one place
- [ ] Nested quotes and escapes have tests
- [ ] The README says where the tokenizer lives
`

/** The notes that the tour keeps in a file, before anything is ticked. */
export const notesText = `# Rollout notes

Kept in a file, edited while you watch.

- [ ] tokenizer.ts compiles on its own
- [ ] parser.ts imports it
- [ ] no caller left on the old path
- [ ] released as 2.4.0
`

/** Added to the notes when the first test run finds something. */
export const notesFinding = `
## Found on the way

\`"a \\"b\\" c"\` lost its inner quotes: the old lexer dropped the backslash
before the parser could see it. Fixed in \`tokenizer.ts:88\`.
`

/** The places that call the old lexer, in the order in which they are moved. */
export const callers: readonly string[] = [
  'src/cli/run.ts',
  'src/cli/watch.ts',
  'src/format/printer.ts',
  'src/format/comments.ts',
  'src/lint/rules/quotes.ts',
  'src/lint/rules/café-names.ts',
  'src/lsp/hover.ts',
  'src/lsp/completion.ts',
  'src/docs/日本語/highlight.ts',
]

/** The callers that turn up later. */
export const lateCallers: readonly string[] = ['examples/repl.ts', 'examples/emoji-🚀.ts']
