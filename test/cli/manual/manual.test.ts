import { readdirSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { allCommands } from '../../../src/cli/commands/commands.ts'
import { commandNames } from '../../support/command-line.ts'
import { readableLinks, renderedPage } from '../../../src/cli/manual/shown-page.ts'
import { topicOf, topics, topicWords } from '../../../src/cli/manual/topics.ts'
import { displayWidth } from '../../../src/lib/text/width.ts'
import { MarkdownDocument } from '../../../src/ui/markdown/document.ts'
import { makeTheme } from '../../../src/ui/paint/theme.ts'

const folder = new URL('../../../src/manual/', import.meta.url)
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'))
const page = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
const plain = makeTheme({ name: 'dark', color: false, ascii: false, hyperlinks: false })

test('every page is a topic, and every topic a page', () => {
  expect(topics.map(({ name }) => `${name}.md`).toSorted()).toEqual(pages.toSorted())
})

test('every command and option leads to a page that names it', () => {
  const commands = commandNames.filter((name) => name !== 'help')
  expect(commands.filter((name) => topicOf(name, allCommands) === null)).toEqual([])
  for (const { name } of allCommands.flatMap(({ options }) => options)) {
    const topic = topicOf(`--${name}`, allCommands)
    expect([name, topic !== null]).toEqual([name, true])
  }
  for (const name of commands) expect(page(`${topicOf(name, allCommands)?.name}.md`)).toContain(name)
})

test('words that are no topic lead nowhere', () => {
  for (const word of ['', '--', '-', '--nothing', 'nothing', '../README', 'constructor', '__proto__'])
    expect([word, topicOf(word, allCommands)]).toEqual([word, null])
  expect(topicWords.every((word) => topicOf(word, allCommands) !== null)).toBe(true)
})

describe('a page on a terminal', () => {
  test('names the command for links to other pages, and has no links to files', () => {
    const source =
      '[Keys](keys.md#all), ![a picture](../x.svg), [file](../../LICENSE), [web](https://x.example)'
    expect(readableLinks(source)).toBe(
      'Keys (`acp-plan-tui help keys`), *a picture*, file, [web](https://x.example)',
    )
  })

  test.each([40, 80, 300])('is rendered for %d columns, at most 100', (columns) => {
    for (const name of pages) {
      const lines = renderedPage(page(name), { theme: plain, columns, Document: MarkdownDocument })
      const tooWide = lines.filter(
        (line) => displayWidth(stripVTControlCharacters(line)) > Math.min(columns, 100),
      )
      expect([name, tooWide]).toEqual([name, []])
      expect(lines[0]).not.toContain('#')
    }
  })

  test.each([40, 80])('is shown to its end for %d columns', (columns) => {
    for (const name of pages) {
      const lines = renderedPage(page(name), { theme: plain, columns, Document: MarkdownDocument })
      // Without what separates words, since a narrow column may cut them.
      const end = (text: string): string => text.replaceAll(/[^\p{L}\d]/gu, '').slice(-8)
      const shown = stripVTControlCharacters(lines.join(''))
      expect([name, end(shown)]).toEqual([name, end(readableLinks(page(name)))])
    }
  })

  test('has no cursor moves, which pagers do not show', () => {
    const dark = makeTheme({ name: 'dark', color: true, ascii: false, hyperlinks: true })
    for (const name of pages)
      for (const line of renderedPage(page(name), { theme: dark, columns: 80, Document: MarkdownDocument }))
        // oxlint-disable-next-line no-control-regex -- it looks for escape sequences
        expect(line.replaceAll(/\u001b\[[\d;]*m|\u001b\]8;;[^\u001b]*\u001b\\/g, '')).not.toMatch(/\u001b/)
  })
})
