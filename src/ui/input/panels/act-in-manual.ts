import type { AnyCommand } from '../../keys/key-table.ts'
import { keyWords } from '../../keys/key-map.ts'
import { safe } from '../../../lib/text/safe-text.ts'
import { startOfList, type ListState } from '../../state/list-state.ts'
import { contentsPage } from '../../state/panel-state.ts'
import type { PaletteEntry } from '../../state/palette.ts'
import { manualAddress, type ManualPage, type ShownManual } from '../../state/shown.ts'
import { startedPicker, type UiState } from '../../state/ui-state.ts'
import { messageOnly, screenOnly, type KeyContext, type KeyResult, type Layer } from '../layer.ts'
import { rowsScrolled } from './act-in-panel.ts'
import { moveOf } from '../scroll.ts'

/** The manual. Its links lead from page to page, and back. */
export const manualLayer: Layer = {
  act(ui, { name }, context) {
    switch (name) {
      case 'enter':
        return followed(ui, ui.panelScroll.selected, context)
      case 'backspace':
      case 'alt-left':
        return wentBack(ui) ?? messageOnly(ui, 'There is no page before this one.', context)
      default:
        return null
    }
  },
  does: actInManual,
}

function actInManual(ui: UiState, command: AnyCommand, context: KeyContext): KeyResult | null {
  const { main } = context.shown
  switch (command) {
    case 'leave': {
      if (ui.query !== '') return screenOnly({ ...ui, query: '' })
      const words = `${keyWords(ui.keys, 'quit')} quits.`
      return wentBack(ui) ?? (ui.manual.isAlone ? messageOnly(ui, words, context) : screenOnly(closed(ui)))
    }
    case 'quit':
      return ui.manual.isAlone ? { ui, intents: [{ type: 'quit', reason: 'quit' }] } : screenOnly(closed(ui))
    case 'manual':
      return screenOnly(ui.manual.isAlone ? pageOpened(ui, { page: contentsPage }) : closed(ui))
    case 'help':
      return screenOnly(pageOpened(ui, { page: 'keys', anchor: 'in-the-manual' }))
    case 'redraw':
      return { ui, intents: [{ type: 'redraw' }] }
    case 'plans':
      return screenOnly(main.layer === 'manual' ? listOpened(ui, main) : ui)
    case 'next-plan':
    case 'previous-plan':
      return main.layer === 'manual'
        ? linkSelected(ui, command === 'next-plan' ? 1 : -1, main, context)
        : null
    case 'revision-after':
    case 'revision-before':
      return main.layer === 'manual' ? toHeading(ui, command === 'revision-after' ? 1 : -1, main) : null
    case 'select-step':
    case 'next-baseline': {
      // The blank and `b` turn pages in pagers.
      const by = moveOf(command === 'select-step' ? 'page-down' : 'page-up', main) ?? 0
      return screenOnly(rowsScrolled(ui, by, main))
    }
    default:
      return null
  }
}

/** A place of the manual: a page, and the anchor of a heading on it. */
interface Place {
  readonly page: string
  readonly anchor?: string
}

/** Shows another place, from which it goes back to this one. */
export function pageOpened(ui: UiState, { page, anchor = '' }: Place): UiState {
  const { manual, panelScroll: scroll } = ui
  const back = [...manual.back, { page: manual.page, scroll }]
  return { ...ui, message: null, panelScroll: startOfPage, manual: { ...manual, page, wanted: anchor, back } }
}

const startOfPage: ListState = { ...startOfList, follows: 'free' }

function wentBack(ui: UiState): KeyResult | null {
  const { manual } = ui
  const last = manual.back.at(-1)
  if (last === undefined) return null
  const { page, scroll } = last
  const back = manual.back.slice(0, -1)
  return screenOnly({
    ...ui,
    query: '',
    panelScroll: scroll,
    manual: { ...manual, page, wanted: null, back },
  })
}

function closed(ui: UiState): UiState {
  const { manual, manualOver: writing } = ui
  const left = { ...manual, left: ui.panelScroll }
  return { ...ui, panel: null, query: '', manual: left, writing, manualOver: null }
}

/** The next link, or the one before; from where the page is scrolled to. At the end it begins again. */
function linkSelected(
  ui: UiState,
  step: 1 | -1,
  { links, top, visible }: ShownManual,
  context: KeyContext,
): KeyResult {
  if (links.length === 0) return messageOnly(ui, 'This page has no links.', context)
  const { selected } = ui.panelScroll
  const inView = (row: number): boolean => row >= top && row < top + visible
  const isFrom = selected !== null && inView(links[selected]?.row ?? -1)
  const first =
    step > 0
      ? links.findIndex(({ row }) => row >= top)
      : links.findLastIndex(({ row }) => row < top + visible)
  const next = isFrom ? selected + step : first
  const at = (next + links.length) % links.length
  return screenOnly({ ...ui, panelScroll: { ...ui.panelScroll, follows: 'free', selected: at } })
}

/** Goes where a link leads: on a page of the manual, else in the browser. */
export function followed(ui: UiState, index: number | null, context: KeyContext): KeyResult {
  const { main } = context.shown
  const link = main.layer === 'manual' ? main.links[index ?? -1] : undefined
  if (link === undefined) return messageOnly(ui, `${keyWords(ui.keys, 'next-plan')} selects a link.`, context)
  if (!link.to.startsWith(manualAddress))
    return {
      ui: messageOnly(ui, `In the browser: ${link.to}`, context).ui,
      intents: [{ type: 'open-url', url: link.to }],
    }
  const [page = '', anchor = ''] = link.to.slice(manualAddress.length).split('#')
  return screenOnly(pageOpened({ ...ui, query: '' }, { page, anchor }))
}

/** The next heading, or the one before what is shown. */
function toHeading(ui: UiState, step: 1 | -1, { headings, top }: ShownManual): KeyResult {
  const row = step > 0 ? headings.find((at) => at > top) : headings.findLast((at) => at < top)
  if (row === undefined) return screenOnly(ui)
  return screenOnly({ ...ui, panelScroll: { ...startOfPage, top: row } })
}

/** The list of all pages and headings, which is searched by their words. */
function listOpened(ui: UiState, { pages }: ShownManual): UiState {
  const here = pages.filter(({ name }) => name === ui.manual.page)
  const others = pages.filter(({ name }) => name !== ui.manual.page)
  const entries = [
    ...pages.map((page) => entryOf(page, `${page.name}: ${page.about}`)),
    ...[...here, ...others].flatMap((page) =>
      page.sections.slice(1).map((section) => entryOf(page, `${page.name} › ${section.title}`, section)),
    ),
  ]
  const topic = { kind: 'commands', title: safe`Pages of the manual`, entries, panel: ui.panel } as const
  return { ...ui, panel: null, picker: startedPicker(topic), message: null }
}

function entryOf({ name, sections }: ManualPage, text: string, section = sections[0]): PaletteEntry {
  const { anchor = '', words: within = '' } = section ?? {}
  // The words of that page stand for others.
  const words = name === contentsPage ? '' : within
  const does = { type: 'page', page: name, anchor } as const
  return { id: `${name}#${anchor}`, text, key: '', detail: '', words, does, isRisky: false }
}
