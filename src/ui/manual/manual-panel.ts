import type { PanelRoom } from '../plan-panes/pane.ts'
import { withFlag } from '../../lib/cells/cell-style.ts'
import { row, rowText, type Row, type Run } from '../../lib/cells/row.ts'
import { fenceAfter, headingLine } from '../../lib/text/markdown-lines.ts'
import { safe } from '../../lib/text/safe-text.ts'
import { displayWidth } from '../../lib/text/width.ts'
import { documentLines } from '../../plans/document-lines.ts'
import type { MarkdownDocument } from '../markdown/document.ts'
import { highlightMatches } from '../paint/paint.ts'
import { measuredColumns } from '../paint/look.ts'
import type { Theme } from '../paint/theme.ts'
import { panelNote } from '../panels/panel.ts'
import { settleList, scrolledRows, type Settled } from '../rows/settle.ts'
import { memoLast } from '../../lib/memo.ts'
import { reachable } from '../state/list-state.ts'
import { contentsPage } from '../state/panel-state.ts'
import { manualAddress, type ManualLink, type ManualPage, type ManualSection } from '../state/shown.ts'
import { withPanelScroll, type UiState } from '../state/ui-state.ts'

/** A page as it is kept: its name, what it is about, and its markdown. */
export interface ManualText {
  readonly name: string
  readonly about: string
  readonly source: string
}

/** Brings the page that the user reads into its room. */
export type SettleManual = (ui: UiState, room: PanelRoom) => Settled

/** The manual of these pages, with a page before them that lists them all. */
export function openManual(texts: readonly ManualText[]): SettleManual {
  const list = texts.map(({ name, about }) => `- [${name}](${name}.md): ${about}`)
  const contents = { name: contentsPage, about: 'all pages', source: `# The manual\n\n${list.join('\n')}\n` }
  const pages = [contents, ...texts].map(readPage)
  return (ui, room) => settlePage(pages, ui, room)
}

interface ReadPage extends ManualPage {
  readonly source: string
  /** The offset of each line. */
  readonly starts: Uint32Array
}

function readPage({ name, about, source: text }: ManualText): ReadPage {
  const source = relinked(
    text,
    (words, page, anchor) => `[${words}](${manualAddress}${page === '' ? name : page}${anchor})`,
  )
  return { name, about, source, starts: documentLines(source).starts, sections: sectionsOf(text) }
}

/**
 * A page without what only a browser can show: links to other pages and headings as `toPage` writes them (its anchor with `#`, or `''`),
 * pictures as their descriptions, links to other files as their words.
 */
export function relinked(
  source: string,
  toPage: (words: string, page: string, anchor: string) => string,
): string {
  return source
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, '*$1*')
    .replaceAll(
      /\[([^\]]*)\]\((?:\.\/)?(?:([a-z]+)\.md)?(#[^)]*)?\)/g,
      (_, words: string, page?: string, anchor?: string) => toPage(words, page ?? '', anchor ?? ''),
    )
    .replaceAll(/\[([^\]]*)\]\((?!https?:)[^)]*\)/g, '$1')
}

function sectionsOf(source: string): readonly ManualSection[] {
  const sections: { title: string; anchor: string; line: number; words: string }[] = []
  let fence: string | null = null
  for (const [line, text] of source.split('\n').entries()) {
    const [, , heading] = (fence === null ? headingLine.exec(text) : null) ?? []
    fence = fenceAfter(fence, text)
    const last = sections.at(-1)
    if (heading !== undefined) {
      const title = heading.replaceAll(/[`*]/g, '').trim()
      sections.push({ title, anchor: anchorOf(title), line, words: title.toLowerCase() })
    } else if (last !== undefined) last.words += ` ${text.toLowerCase()}`
  }
  return sections
}

/** How links name a heading, as GitHub makes it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** Time in each frame for laying out a page. */
const workBudgetMs = 12

function settlePage(pages: readonly ReadPage[], before: UiState, room: PanelRoom): Settled {
  const { theme, rows, documentCache, nowMs } = room
  const { manual, panelScroll } = before
  const { query } = before
  const page = pages.find(({ name }) => name === manual.page) ?? pages[0]
  const columns = measuredColumns(before.columns) - 2
  const { top } = panelScroll
  const name = `manual ${manual.page}`
  const taken =
    page === undefined
      ? null
      : documentCache.get({ name, source: page.source, columns, theme: withLinks(theme), top })
  if (page === undefined || taken === null) {
    const words = documentCache.hasFailed ? safe`The markdown renderer cannot be loaded.` : safe`Rendering…`
    const note = panelNote(words, { theme, columns })
    const { shown, draw } = scrolledRows(note, { rows, scroll: panelScroll, query: '' })
    return { ui: before, view: { shown: { ...shown, layer: 'panel', held: null }, nextAtMs: null, draw } }
  }
  const { document } = taken
  const isSettled = documentCache.work(document, workBudgetMs)
  const all = document.rows(0, document.rowCount)
  const { links, linkOf } = linksIn(all)
  const headings = page.sections.map(({ line }) => document.rowsOfLine(line, page.starts).first)
  const matches = document.find(query)
  /** Whether a row begins with what is searched, as that of an option in a table does. */
  const isFirst = (at: number): boolean => rowText(all[at] ?? []).startsWith(query)
  const place = { total: all.length, visible: rows }
  const scrolled = { ...panelScroll, top: taken.top }
  const wanted =
    manual.wanted === null || !isSettled
      ? null
      : wantedRow(manual.wanted, page, { headings, matches, isFirst })
  const from =
    wanted === null
      ? scrolled
      : { ...scrolled, top: reachable(wanted.row, place), matchRow: wanted.isMatch ? wanted.row : null }
  const held = from.selected === null ? undefined : links[from.selected]
  const { state, shown } = settleList(
    from,
    { total: all.length, held: held === undefined ? null : { first: held.row, last: held.row } },
    rows,
  )
  documentCache.rememberTop(name, shown.top)
  const ui = withPanelScroll(before, state)
  return {
    ui: wanted === null ? ui : { ...ui, manual: { ...manual, wanted: null } },
    view: {
      shown: { ...shown, layer: 'manual', matches, pages, links, headings },
      nextAtMs: isSettled && document.isSearched(query) ? null : nowMs,
      targetIn(at, column) {
        const index = linkAt(all[shown.top + at] ?? [], column - 1, linkOf)
        return index === null ? null : { type: 'link', index }
      },
      draw() {
        const drawn = all.slice(shown.top, shown.top + rows)
        return drawn.map((each) => {
          const painted = row(safe` `, paintedLinks(each, state.selected, { theme, linkOf }))
          return query === '' ? painted : highlightMatches(painted, query)
        })
      },
    },
  }
}

/** All links are marked as such, so that they can be found in the rows. */
const withLinks = memoLast((theme: Theme): Theme => ({ ...theme, hyperlinks: true }))

interface WantedIn {
  readonly headings: readonly number[]
  readonly matches: readonly number[]
  readonly isFirst: (row: number) => boolean
}

/** The row of a heading, or of the first match from there on, if possible of one that its row begins with. */
function wantedRow(
  anchor: string,
  { sections }: ReadPage,
  { headings, matches, isFirst }: WantedIn,
): { readonly row: number; readonly isMatch: boolean } {
  const heading = headings[sections.findIndex((each) => each.anchor === anchor)] ?? 0
  const below = matches.filter((at) => at >= heading)
  const match = below.find(isFirst) ?? below[0]
  return match === undefined ? { row: heading, isMatch: false } : { row: match, isMatch: true }
}

interface FoundLinks {
  readonly links: readonly ManualLink[]
  /** Which of them a part of a row belongs to. */
  readonly linkOf: ReadonlyMap<Run, number>
}

/** The links in rows; one that is broken at the end of a row goes on in the next. */
function linksIn(rows: ReturnType<MarkdownDocument['rows']>): FoundLinks {
  const links: ManualLink[] = []
  const linkOf = new Map<Run, number>()
  let open: string | null = null
  for (const [at, each] of rows.entries())
    for (const run of each) {
      const { link, text } = run
      if (link !== null && link !== open) links.push({ row: at, to: link })
      if (link !== null) linkOf.set(run, links.length - 1)
      if (link !== null || text.trim() !== '') open = link
    }
  return { links, linkOf }
}

function linkAt(runs: Row, column: number, linkOf: FoundLinks['linkOf']): number | null {
  let end = 0
  for (const run of runs) {
    end += displayWidth(run.text)
    if (column < end) return linkOf.get(run) ?? null
  }
  return null
}

/** The row with the selected link inverted. Only links that lead out of the manual are links for the terminal. */
function paintedLinks(
  runs: Row,
  selected: number | null,
  { theme, linkOf }: Pick<FoundLinks, 'linkOf'> & { readonly theme: Theme },
): Row {
  if (runs.every(({ link }) => link === null)) return runs
  return runs.map((run) => {
    const { link, style } = run
    const leadsOut = link !== null && theme.hyperlinks && !link.startsWith(manualAddress)
    const isSelected = selected !== null && linkOf.get(run) === selected
    return {
      ...run,
      link: leadsOut ? link : null,
      style: isSelected ? withFlag(style, 'inverse', !style.inverse) : style,
    }
  })
}
