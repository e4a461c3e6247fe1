import { describe, expect, test } from 'vitest'
import { embeddedMarkdown } from '../../../src/outputs/markdown/embedded-markdown.ts'

function embedded(lines: readonly string[], deeper = 2, dropsFirstHeading = false): readonly string[] {
  return embeddedMarkdown(lines.join('\n'), { deeper, dropsFirstHeading }).split('\n')
}

describe('headings', () => {
  test('go down, to six at most', () => {
    expect(embedded(['# One', 'text', '## Two', '###### Six', '#no', '#'])).toEqual(
      ['### One', 'text', '#### Two', '###### Six', '#no', '### '].map((line) => line.trimEnd()),
    )
  })

  test('that are underlined become plain ones', () => {
    expect(embedded(['One', '===', '', 'Two', '---', '', 'a', 'paragraph', '---', '- item', '---'])).toEqual([
      '### One',
      '',
      '#### Two',
      '',
      'a',
      'paragraph',
      '---',
      '- item',
      '---',
    ])
  })

  test('in code stay as they are', () => {
    const code = ['```sh', '# a comment', '~~~', '```', '    # indented']
    expect(embedded(code)).toEqual(code)
  })

  test('the first one is left out where it stands above already', () => {
    expect(embedded(['', '# Title', '', '## Why', '# More'], 1, true)).toEqual(['### Why', '## More'])
    expect(embedded(['Title', '====', 'text'], 1, true)).toEqual(['text'])
    expect(embedded(['text', '# Title'], 1, true)).toEqual(['text', '## Title'])
  })
})

describe('what is left open', () => {
  test('in code ends with it', () => {
    expect(embedded(['````md', '```', 'x'])).toEqual(['````md', '```', 'x', '````'])
    expect(embedded(['~~~', 'x', '~~~'])).toEqual(['~~~', 'x', '~~~'])
  })

  test('in HTML is no HTML', () => {
    expect(embedded(['<!-- a', 'comment -->', '<!-- open', '# One', '<script>', 'x'])).toEqual([
      '<!-- a',
      'comment -->',
      '&lt;!-- open',
      '### One',
      '&lt;script>',
      'x',
    ])
    expect(embedded(['```', '<!-- code', '```', '<?php', '?> # text', '# One'])).toEqual([
      '```',
      '<!-- code',
      '```',
      '<?php',
      '?> # text',
      '### One',
    ])
  })
})

test('nothing in it acts', () => {
  expect(embedded(['\u001b[31mred\u0007', 'a\tb\r'])).toEqual(['␛[31mred␇', 'a    b'])
})

test('gets through what is made to hold it up', { timeout: 60_000 }, () => {
  const options = { deeper: 2, dropsFirstHeading: true }
  expect(embeddedMarkdown('<!-- x\n'.repeat(100_000), options).length).toBeGreaterThan(0)
  expect(embeddedMarkdown('a\n===\n'.repeat(100_000), options).length).toBeGreaterThan(0)
})
