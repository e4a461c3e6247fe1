import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { growMarkdown, updateMarkdown, wordsOf, type MarkdownBody } from '../../src/plans/kinds/markdown.ts'

function facts(text: string): { heading: string | null; checked: number; total: number } {
  return factsOf(updateMarkdown(null, text))
}

function factsOf({ heading, boxes }: MarkdownBody): {
  heading: string | null
  checked: number
  total: number
} {
  return { heading, ...boxes }
}

describe('the heading', () => {
  test.each<[string, string, string | null]>([
    ['none', 'Just text\n', null],
    ['the first of several', '# One\n## Two\n', 'One'],
    ['of any level, after text', 'Intro\n\n### Three\n', 'Three'],
    ['without a line feed yet', '# On', 'On'],
    ['with CRLF', 'Intro\r\n\r\n# One\r\n', 'One'],
    ['with closing marks', '## One ##\n', 'One'],
    ['with a mark that closes nothing', '# C#\n', 'C#'],
    ['with inline marks', '# **Fix** the `parser` [here](http://x)\n', 'Fix the parser here'],
    ['with snake_case', '# Rename my_own_name _now_\n', 'Rename my_own_name now'],
    ['of marks alone is none', '# **\n# Real\n', 'Real'],
    ['seven marks are none', '####### No\n', null],
    ['a hash tag is none', '#tag\n', null],
    ['in a fence is none', '```\n# No\n```\n# Yes\n', 'Yes'],
    ['underlined with =', 'One *two*\n===\n', 'One two'],
    ['underlined with -', 'One\n---\n', 'One'],
    ['underlined with CRLF', 'One\r\n---\r\n', 'One'],
    ['underlined, not yet ended', 'One\n==', 'One'],
    ['a rule after a blank line is none', 'One\n\n---\n', null],
    ['a rule under a list is none', '- One\n---\n', null],
    ['a rule under a quote is none', '> One\n---\n', null],
    ['a table is none', '| a | b |\n|---|---|\n', null],
    ['an underline in a fence is none', '```\nOne\n===\n```\n', null],
    ['the underlined one is the first', 'One\n===\n# Two\n', 'One'],
  ])('%s', (_, text, heading) => {
    expect(facts(text).heading).toBe(heading)
  })
})

describe('the boxes', () => {
  test.each<[string, string, number, number]>([
    ['none', 'text [x] text\n', 0, 0],
    ['each kind of list', '- [ ] a\n* [x] b\n+ [X] c\n1. [x] d\n2) [ ] e\n', 3, 5],
    ['nested and quoted', '- [x] a\n  - [ ] b\n    1. [x] c\n> - [x] d\n', 3, 4],
    ['in progress', '- [/] a\n- [~] b\n- [x] c\n', 1, 3],
    ['without text yet', '- [ ]', 0, 1],
    ['a link is no box', '- [x](http://x)\n- [ ]a\n', 0, 0],
    ['in a fence', '```\n- [ ] no\n```\n- [x] yes\n', 1, 1],
    ['in a fence of tildes', '~~~md\n- [ ] no\n```\n- [ ] no\n~~~\n- [ ] yes\n', 0, 1],
    ['in a fence in a list', '1. Run\n    ```sh\n    - [ ] no\n    ```\n- [x] yes\n', 1, 1],
    ['in a fence that is not closed', '```\n- [ ] no\n', 0, 0],
    ['a longer fence holds a shorter one', '````\n```\n- [ ] no\n```\n- [ ] no\n````\n- [ ] yes\n', 0, 1],
    ['a mark with words does not close', '```\n```js\n- [ ] no\n```\n- [ ] yes\n', 0, 1],
    ['inline code is no fence', '```code``` here\n- [ ] yes\n', 0, 1],
    ['with CRLF', '- [x] a\r\n```\r\n- [ ] no\r\n```\r\n- [ ] b\r\n', 1, 2],
  ])('%s', (...[, text, checked, total]) => {
    expect(facts(text)).toMatchObject({ checked, total })
  })
})

const lines = fc.constantFrom(
  '# One', '## Two ##', 'Text', '===', '---', '', '```', '```js', '````', '~~~', '- [ ] a', '  - [x] b', '> 1. [X] c',
  '- [ ]', '    - [x] d', '| a |', '#', '日本語 🚀', '\r', `# ${'a '.repeat(300)}`, `${' '.repeat(500)}- [x] far`,
) // prettier-ignore
const text = fc.array(lines, { maxLength: 20 }).map((all) => all.join('\n'))

test('a text that grows in any steps ends with the facts of the whole', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(400), { maxLength: 12 }), (whole, places) => {
      let body: MarkdownBody | null = null
      for (const place of places.toSorted((one, other) => one - other)) {
        const prefix = whole.slice(0, place)
        body = updateMarkdown(body, prefix)
        expect(factsOf(body)).toEqual(facts(prefix))
      }
      expect(factsOf(updateMarkdown(body, whole))).toEqual(facts(whole))
    }),
    { numRuns: 500 },
  )
})

test('pieces that are added give the same as the whole text', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(400), { maxLength: 12 }), (whole, places) => {
      const cuts = [...places.toSorted((one, other) => one - other), whole.length]
      let body = updateMarkdown(null, '')
      let at = 0
      for (const cut of cuts.map((place) => Math.min(place, whole.length))) {
        body = growMarkdown(body, whole.slice(at, cut))
        at = cut
        expect(body).toEqual(updateMarkdown(null, whole.slice(0, at)))
      }
    }),
    { numRuns: 500 },
  )
})

test('a long line that grows is cut for the search only', () => {
  const long = 'x'.repeat(1000)
  const body = growMarkdown(growMarkdown(updateMarkdown(null, '# T\n'), long), `${long}\n- [x] a`)
  expect(body).toEqual(updateMarkdown(null, `# T\n${long}${long}\n- [x] a`))
})

test('a text that changes in any way ends with the facts of the last', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
      let body: MarkdownBody | null = null
      for (const next of texts) body = updateMarkdown(body, next)
      expect(body === null ? null : factsOf(body)).toEqual(facts(texts.at(-1) ?? ''))
    }),
  )
})

test('the same text is the same body', () => {
  const body = updateMarkdown(null, '# One')
  expect(updateMarkdown(body, '# One')).toBe(body)
})

// Not timed: what is quadratic in these does not end within the limit of a test.
test.each([
  ['a heading and a megabyte of spaces', `# a${' '.repeat(1_000_000)}`],
  ['a megabyte of spaces', ' '.repeat(1_000_000)],
  ['a megabyte of quotes', '>'.repeat(1_000_000)],
  ['a megabyte of backticks', '`'.repeat(1_000_000)],
  ['a megabyte of brackets in a heading', `# ${'['.repeat(1_000_000)}`],
  ['half a million lines', '#\n'.repeat(500_000)],
  ['lines of spaces', `# a${' '.repeat(397)}b\n`.repeat(2500)],
])('%s is read within the limit of a test', (_, hostile) => {
  expect(facts(hostile)).toMatchObject({ checked: 0, total: 0 })
})

describe('the words, without progress', () => {
  test.each([
    ['a ticked box', '- [ ] Read\n> 2. [X] Write\n', '- [x] Read\n> 2. [ ] Write\n'],
    ['the number of a step', '1. Read\n2. Write\n', '1. Read\n1. Write\n'],
    ['a blank line', '# Plan\n\n- Read\n', '# Plan\n- Read\n \n'],
    ['blanks at the ends of lines', '# Plan  \n\nRead\n\n', '# Plan\n\nRead'],
  ])('%s is none of them', (_what, one, other) => {
    expect(wordsOf(one)).toBe(wordsOf(other))
  })

  test.each(['\n', ' ', '>\n', '> ', '- \n'])('many of %j take linear time', (piece) => {
    expect(wordsOf(`${piece.repeat(300_000)}- [x] a`).endsWith('a')).toBe(true)
  })
})
