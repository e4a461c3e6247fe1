/** A hostile text, of about so many characters. */
export interface BadDocument {
  readonly name: string
  make(characters: number): string
}

function repeated(piece: string): (characters: number) => string {
  return (characters) => piece.repeat(Math.ceil(characters / piece.length))
}

/** Pieces by their number, until there are so many characters. */
function numbered(piece: (number: number) => string): (characters: number) => string {
  return (characters) => {
    const parts: string[] = []
    let length = 0
    for (let number = 0; length < characters; number += 1) {
      const part = piece(number)
      parts.push(part)
      length += part.length
    }
    return parts.join('')
  }
}

const floods: readonly (readonly [string, string])[] = [
  ['stars', '*'],
  ['rules of stars', '***\n'],
  ['stars that open', '*a '],
  ['stars that open, two', '**a '],
  ['stars that close', 'a* '],
  ['stars in words', 'a*b'],
  ['stars and underscores', '*a _b '],
  ['underscores', '_a'],
  ['brackets', '['],
  ['brackets that close', ']'],
  ['brackets, both', '[]'],
  ['images', '!['],
  ['links without ends', '[a]('],
  ['links with titles without ends', '[a](b "'],
  ['links with targets without ends', '[a](<b'],
  ['links in links', '[a [b](c) '],
  ['labels', '[a] '],
  ['labels, two', '[a][b] '],
  ['footnotes', '[^1]: a\n'],
  ['backticks', '` '],
  ['backticks without blanks', '`'],
  ['backticks, two', '``a`'],
  ['tildes', '~~a '],
  ['tildes without words', '~'],
  ['angles', '<'],
  ['angles with letters', '<a '],
  ['angles with attributes', '<a b="'],
  ['end tags', '</a '],
  ['addresses', 'https://a.example/(( '],
  ['addresses without blanks', 'https://a.'],
  ['mail addresses', 'a@b.'],
  ['mail addresses, long', 'a.a-a_'],
  ['www', 'www.a.'],
  ['entities', '&#27;'],
  ['entities without ends', '&a'],
  ['backslashes', '\\'],
  ['escaped brackets', '\\['],
  ['bars', '|'],
  ['bars with letters', '|a'],
  ['pluses', '+'],
  ['dashes', '- '],
  ['quotes in one line', '> '],
  ['lists in one line', '- 1. '],
  ['blanks', ' '],
  ['tabs', '\t'],
  ['lines of blanks', '    \n'],
  ['line feeds', '\n'],
  ['carriage returns', '\r'],
  ['a word without blanks', 'w'],
  ['ideographs', '日'],
  ['marks on a letter', '\u0301'],
  ['families', '👩‍👩‍👧'],
  ['flags', '🇩🇪'],
  ['joined pictures', '👩\u200d'],
  ['conjuncts', 'क्ष'],
  ['Korean vowels', 'ᅡ'],
  ['halves of characters', '\ud800'],
  ['comments', '<!--'],
  ['comments in lines', '<!-- a\n'],
  ['instructions', '<?'],
  ['blocks of HTML', '<div>\n'],
  ['blocks of HTML, blank between', '<div>\n\n'],
  ['preformatted', '<pre>\n'],
  ['fences', '```\n'],
  ['fences with languages', '```ts\na\n```\n'],
  ['fences with other ends', '```\n~~~\n'],
  ['headings', '# a\n'],
  ['headings, underlined', 'a\n===\n'],
  ['headings, underlined with dashes', 'a\n---\n'],
  ['headings of hashes', '# # # '],
  ['hashes after blanks', '# a                       #b '],
  ['items', '- a\n'],
  ['items, tasks', '- [ ] a\n'],
  ['items, numbered', '1. a\n'],
  ['items of other marks', '- a\n* a\n+ a\n'],
  ['items without words', '-\n'],
  ['items, blank between', '- a\n\n'],
  ['items with paragraphs', '- a\n\n  b\n\n'],
  ['items of fences', '- ```\n'],
  ['quotes', '> a\n'],
  ['quotes that go on', '> a\nb\n'],
  ['quotes of lists', '> - a\n> 1. b\n'],
  ['quotes, two', '> > a\n> b\n'],
  ['paragraphs', 'some words in a line\n'],
  ['paragraphs, blank between', 'some words in a line\n\n'],
  ['hard breaks', 'a  \n'],
  ['hard breaks with backslashes', 'a\\\n'],
  ['indented code', '    a\n'],
  ['indented code, blank between', '    a\n\n'],
  ['tables', '|a|b|\n|-|-|\n|c|d|\n\n'],
  ['rules of tables', '|-|-|\n'],
  ['rules', '---\n'],
  ['definitions without targets', '[a]:\n'],
  ['definitions with titles without ends', '[a]: b "\n'],
]

/** The same marks in the same disorder each time. */
function shuffledMarks(characters: number): string {
  const marks = [...'*_`[]()<>!~\\&|'.split(''), ' a', '\n', '\n- ', '\n> ']
  let state = 42
  return numbered(() => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return marks[Math.floor(state / 65_536) % marks.length] ?? ''
  })(characters)
}

/** One text of each kind that is known to be slow in a lexer, a highlighter or our own renderer. */
export const badDocuments: readonly BadDocument[] = [
  ...floods.map(([name, piece]): BadDocument => ({ name, make: repeated(piece) })),
  { name: 'definitions', make: numbered((number) => `[l${number}]: https://a.example/${number}\n`) },
  { name: 'definitions of one label', make: repeated('[a]: https://a.example\n') },
  {
    name: 'definitions, blank between, and uses of each',
    make: (characters) =>
      numbered((number) => `[l${number}]: https://a.example/${number}\n\n`)(characters / 2) +
      numbered((number) => `Go to [l${number}] and [l0].\n\n`)(characters / 2),
  },
  {
    name: 'definitions after their uses',
    make: (characters) =>
      numbered((number) => `Go to [l${number % 500}] and [l${number}].\n\n`)(characters / 2) +
      numbered((number) => `[l${number}]: https://a.example/${number}\n`)(characters / 2),
  },
  {
    name: 'definitions in quotes',
    make: numbered((number) => `> [l${number}]: https://a.example/${number}\n`),
  },
  {
    name: 'definitions in items',
    make: numbered((number) => `- [l${number}]: https://a.example/${number}\n`),
  },
  { name: 'backticks of all lengths', make: numbered((number) => `${'`'.repeat((number % 200) + 1)} `) },
  { name: 'fences of all lengths', make: numbered((number) => `${'`'.repeat((number % 200) + 3)}\n`) },
  { name: 'quotes of all depths', make: numbered((number) => `${'>'.repeat((number % 400) + 1)} a\n`) },
  { name: 'lists of all depths', make: numbered((number) => `${'  '.repeat(number % 400)}- a\n`) },
  {
    name: 'lists of all depths, numbered',
    make: numbered((number) => `${'   '.repeat(number % 100)}1. a\n`),
  },
  { name: 'stars of all lengths', make: numbered((number) => `${'*'.repeat((number % 60) + 1)}a `) },
  {
    name: 'brackets, then as many that close',
    make: (count) => '['.repeat(count / 2) + ']'.repeat(count / 2),
  },
  {
    name: 'parentheses in a target',
    make: (count) => `[a](${'('.repeat(count / 2)}${')'.repeat(count / 2)})`,
  },
  {
    name: 'stars, then words, then stars',
    make: (count) => '*a '.repeat(count / 8) + 'b* '.repeat(count / 8),
  },
  {
    name: 'one word in a table of many columns',
    make: (count) =>
      `${'|a'.repeat(200)}|\n${'|-'.repeat(200)}|\n${`${'|b'.repeat(200)}|\n`.repeat(count / 400)}`,
  },
  {
    name: 'a long table',
    make: (count) => `|a|b|\n|-|-|\n${'|some **words**|`more`|\n'.repeat(count / 24)}`,
  },
  {
    name: 'a table of a hundred columns',
    make: (count) => `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${'|b\n'.repeat(count / 3)}`,
  },
  { name: 'one line of words', make: repeated('word ') },
  { name: 'one line of bold words', make: repeated('**word** ') },
  { name: 'one line of code', make: repeated('`word` ') },
  { name: 'one line of links', make: repeated('[word](https://a.example) ') },
  { name: 'lines of links', make: repeated('[word](https://a.example) and **bold** `code`\n') },
  {
    name: 'code in a fence, TypeScript',
    make: (count) => `\`\`\`ts\n${'const a = `${b}` + (c)\n'.repeat(count / 23)}\`\`\`\n`,
  },
  ...[
    'bash',
    'ts',
    'java',
    'perl',
    'ruby',
    'c++',
    'css',
    'html',
    'yaml',
    'markdown',
    'php',
    'swift',
    'haskell',
    'lisp',
  ].flatMap((language) => [
    {
      name: `blocks of code that keep the highlighter busy, ${language}`,
      make: repeated(`\`\`\`${language}\n${`${'${ a <b c="$(('.repeat(10)}\n`.repeat(30)}\`\`\`\n\n`),
    },
    {
      name: `blocks of words, ${language}`,
      make: repeated(`\`\`\`${language}\n${`${'aaaa '.repeat(30)}\n`.repeat(50)}\`\`\`\n\n`),
    },
    {
      name: `blocks of brackets, ${language}`,
      make: repeated(`\`\`\`${language}\n${`${'(a['.repeat(9)}${'])'.repeat(9)}\n`.repeat(140)}\`\`\`\n\n`),
    },
  ]),
  { name: 'marks in no order', make: shuffledMarks },
]
