import { readdirSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { allCommands } from '../../../src/cli/commands/commands.ts'
import { commandNames } from '../../support/command-line.ts'
import { readableLinks, renderedPage } from '../../../src/cli/commands/help-run.ts'
import { topicOf, topics, topicWords } from '../../../src/cli/manual/topics.ts'
import { displayWidth } from '../../../src/lib/text/width.ts'
import { openManual } from '../../../src/ui/manual/manual-panel.ts'
import { manualAddress, type ShownManual } from '../../../src/ui/state/shown.ts'
import { startUiState } from '../../../src/ui/state/ui-state.ts'
import { DocumentCache } from '../../../src/ui/plan-panes/document-cache.ts'
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

test('other words for what a page is about lead to it', () => {
  expect(['bind', 'shortcuts', 'wire'].map((word) => topicOf(word, allCommands)?.name)).toEqual([
    'keys',
    'keys',
    'attach',
  ])
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

describe('a page on the screen', () => {
  const settle = openManual(pages.map((name) => ({ name: name.slice(0, -3), about: '', source: page(name) })))
  const shown = (name: string): ShownManual => {
    const ui = startUiState(80, 24)
    const room = {
      theme: plain,
      rows: 20,
      nowMs: 0,
      documentCache: DocumentCache.synchronous(MarkdownDocument),
    }
    const { view } = settle({ ...ui, panel: 'manual', manual: { ...ui.manual, page: name } }, room)
    if (view.shown.layer !== 'manual') throw new Error('the manual is not shown')
    return view.shown
  }

  test('has a row for each heading, and links that lead to pages and headings that exist', () => {
    const anchors = new Map(
      shown('contents').pages.map(({ name, sections }) => [name, sections.map(({ anchor }) => anchor)]),
    )
    expect(anchors.size).toBe(pages.length + 1)
    expect(shown('contents').links.map(({ to }) => to.slice(manualAddress.length))).toEqual(
      [...anchors.keys()].slice(1),
    )
    for (const [name, own] of anchors) {
      const { headings, links } = shown(name)
      expect([name, new Set(headings).size]).toEqual([name, own.length])
      for (const { to } of links.filter((each) => each.to.startsWith(manualAddress))) {
        const [other = '', anchor] = to.slice(manualAddress.length).split('#')
        const isThere = anchor === undefined ? anchors.has(other) : anchors.get(other)?.includes(anchor)
        expect([name, to, isThere]).toEqual([name, to, true])
      }
    }
  })

  test('a link that is broken over rows is one, and the same address again another', () => {
    const source = `# A\n\n[${'word '.repeat(30)}](b.md) and [b](b.md), [web](https://x.example)\n`
    const read = openManual([{ name: 'a', about: '', source }])
    const ui = startUiState(40, 24)
    const room = {
      theme: plain,
      rows: 20,
      nowMs: 0,
      documentCache: DocumentCache.synchronous(MarkdownDocument),
    }
    const { view } = read({ ...ui, panel: 'manual', manual: { ...ui.manual, page: 'a' } }, room)
    expect(view.shown).toMatchObject({
      links: [{ to: `${manualAddress}b` }, { to: `${manualAddress}b` }, { to: 'https://x.example' }],
    })
    expect(view.targetIn?.(4, 3)).toEqual({ type: 'link', index: 0 })
    expect(view.targetIn?.(0, 1)).toBeNull()
  })
})
