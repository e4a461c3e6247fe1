import { firstFrom } from '../../lib/sequences.ts'
import { safe, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { shortId } from '../../app/words/session.ts'
import type { Tab } from '../state/tabs.ts'

/** How wide tabs are. The part besides the name is never cut. */
export interface TabWidths {
  readonly count: number
  /** The columns of a tab besides its name; `isFirst`: on the bar. */
  readonly fixedAt: (at: number, isFirst: boolean) => number
  /** The columns of a tab's whole name. */
  readonly nameAt: (at: number) => number
}

export interface TabRoom {
  readonly columns: number
  readonly selected: number
  /** Index of a tab that stays visible if there is room; -1: none. */
  readonly kept: number
  /** Names of other tabs are cut to this before a tab is hidden. */
  readonly leastName: number
}

export interface PlacedTab {
  readonly at: number
  /** The columns for its name. */
  readonly name: number
}

/**
 * The tabs on the bar, in order: those that fit, around the shown one. Its name is whole, unless it would then be the only tab; the others
 * share the rest, so that the longest names are cut first.
 */
export function placeTabs(widths: TabWidths, room: TabRoom): readonly PlacedTab[] {
  if (widths.count === 0) return []
  const all = wholeTabs(widths, room.columns)
  if (all !== null) return all
  const whole = rangeAround(widths, { ...room, leastOwn: Number.POSITIVE_INFINITY })
  const range = tabsIn(whole).length > 1 ? whole : rangeAround(widths, { ...room, leastOwn: room.leastName })
  return named(widths, room, range)
}

/** All tabs with whole names, as in most runs; null if they do not fit. */
function wholeTabs({ count, fixedAt, nameAt }: TabWidths, columns: number): readonly PlacedTab[] | null {
  const placed: PlacedTab[] = []
  let width = 0
  for (let at = 0; at < count; at++) {
    const name = nameAt(at)
    width += fixedAt(at, at === 0) + name
    if (width > columns) return null
    placed.push({ at, name })
  }
  return placed
}

/** The columns that tell how many tabs are hidden in one place: a blank on each side of a sign, and the number. */
export function hiddenWidth(count: number): number {
  return 3 + String(count).length
}

/** Neighbouring tabs, and one elsewhere; -1: none. */
interface TabRange {
  readonly from: number
  readonly to: number
  readonly kept: number
}

interface RangeRoom extends TabRoom {
  /** The name of the shown tab may be cut to this. */
  readonly leastOwn: number
}

function rangeAround(widths: TabWidths, room: RangeRoom): TabRange {
  const alone = { from: room.selected, to: room.selected, kept: -1 }
  const withKept = { ...alone, kept: room.kept }
  return grown(widths, room, fits(widths, room, withKept) ? withKept : alone)
}

/** The longest range that fits; it grows to both sides in turn. */
function grown(widths: TabWidths, room: RangeRoom, start: TabRange): TabRange {
  let range = start
  for (let before: TabRange | null = null; before !== range;) {
    before = range
    const right = { ...range, to: range.to + 1 }
    if (right.to < widths.count && fits(widths, room, right)) range = right
    const left = { ...range, from: range.from - 1 }
    if (left.from >= 0 && fits(widths, room, left)) range = left
  }
  return range
}

/** Whether a range fits if its names are cut. */
function fits(
  widths: TabWidths,
  { columns, selected, leastName, leastOwn }: RangeRoom,
  range: TabRange,
): boolean {
  const shown = tabsIn(range)
  let width = hiddenColumns(shown, widths.count)
  for (const [index, at] of shown.entries()) {
    const most = at === selected ? leastOwn : leastName
    width += widths.fixedAt(at, index === 0) + Math.min(widths.nameAt(at), most)
    if (width > columns) return false
  }
  return true
}

function tabsIn({ from, to, kept }: TabRange): readonly number[] {
  const range = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  if (kept < 0 || (kept >= from && kept <= to)) return range
  return kept < from ? [kept, ...range] : [...range, kept]
}

/** The columns for the numbers of hidden tabs, at both ends and in a gap. */
function hiddenColumns(shown: readonly number[], count: number): number {
  let places = 0
  let next = 0
  for (const at of [...shown, count]) {
    if (at > next) places++
    next = at + 1
  }
  return places * hiddenWidth(count)
}

/** Gives the columns to the names: the shown tab takes first what the others leave. */
function named(
  widths: TabWidths,
  { columns, selected, leastName }: TabRoom,
  range: TabRange,
): readonly PlacedTab[] {
  const shown = tabsIn(range)
  const fixed = shown.reduce((sum, at, index) => sum + widths.fixedAt(at, index === 0), 0)
  const left = Math.max(0, columns - fixed - hiddenColumns(shown, widths.count))
  const others = shown.filter((at) => at !== selected).map((at) => widths.nameAt(at))
  const own = Math.min(widths.nameAt(selected), Math.max(0, left - namesWidth(others, leastName)))
  const most = longestName(others, left - own)
  return shown.map((at) => ({ at, name: at === selected ? own : Math.min(widths.nameAt(at), most) }))
}

/** To how many columns each name has to be cut so that all fit. */
function longestName(names: readonly number[], columns: number): number {
  const longest = names.reduce((most, name) => Math.max(most, name), 0)
  return firstFrom(0, longest, (most) => namesWidth(names, most + 1) > columns)
}

function namesWidth(names: readonly number[], most: number): number {
  return names.reduce((sum, name) => sum + Math.min(name, most), 0)
}

/** A tab's name on the bar, in parts that are cut or omitted separately. */
export interface TabName {
  readonly title: SafeText
  /** Omitted before the title is cut; '' for none. */
  readonly note: SafeText
  /** What distinguishes it from tabs with the same title: kept when the title is cut; '' for none. */
  readonly mark: SafeText
}

/** Tabs on each side that a name is compared with: more than there can be on the bar. */
const neighbours = 100
const maxMark = 12
/** Of a title that is cut, at least this stays in front of what distinguishes it. */
const leastTitle = 4

interface NamingLook {
  readonly selected: number
  /** The names of the sessions by id, if there are several. */
  readonly sessionNames: ReadonlyMap<string, SafeText>
  /** The bar names the sessions itself. */
  readonly isNamed: boolean
}

/** The names of the tabs near the selected one, by their index. */
export function tabNames(
  tabs: readonly Tab[],
  { selected, sessionNames, isNamed }: NamingLook,
): (at: number) => TabName {
  const from = Math.max(0, selected - neighbours)
  const byTitle = new Map<string, number[]>()
  for (const [index, tab] of tabs.slice(from, selected + neighbours + 1).entries()) {
    const title = titleKey(tab, isNamed)
    const same = byTitle.get(title)
    if (same === undefined) byTitle.set(title, [from + index])
    else same.push(from + index)
  }
  return (at) => {
    const tab = tabs[at]
    if (tab === undefined) return { title: safe``, note: safe``, mark: safe`` }
    const same = (byTitle.get(titleKey(tab, isNamed)) ?? []).flatMap((index) => tabs[index] ?? [])
    return {
      title: shownLine(tab.title),
      note: tab.plan.name.dialect === 'inferred' ? safe` (inferred)` : safe``,
      mark: same.length < 2 ? safe`` : safe` ${distinction(tab, same, sessionNames) ?? safe`#${at + 1}`}`,
    }
  }
}

/** Equal for tabs that look the same. Those of sub-agents have a sign of their own. */
function titleKey({ title, sessionId, headId }: Tab, isNamed: boolean): string {
  return `${isNamed ? headId : ''}\u0000${sessionId === headId ? '' : '-'}${shownLine(title)}`
}

/** What distinguishes a tab among those with the same title: its session, else its id; null: neither does. */
function distinction(
  tab: Tab,
  same: readonly Tab[],
  sessionNames: ReadonlyMap<string, SafeText>,
): SafeText | null {
  if (areDistinct(same.map(({ headId }) => headId))) {
    const name = sessionNames.get(tab.headId)
    if (name !== undefined) return safe`(${cutToWidth(name, maxMark)})`
  }
  const ids = same.map(({ plan }) => shortId(plan.name.id ?? ''))
  const id = shortId(tab.plan.name.id ?? '')
  return id !== '' && !ids.includes(safe``) && areDistinct(ids) ? safe`(${id})` : null
}

function areDistinct(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length
}

/** A name in so many columns. The only proposal of most sessions has a shorter title too. */
export function nameIn({ title, note, mark }: TabName, columns: number, ellipsis: SafeText): SafeText {
  const whole = [safe`${title}${mark}${note}`, safe`${title}${mark}`]
  const shorter = title === 'Proposed plan' ? [safe`Proposal${mark}`] : []
  const fitting = [...whole, ...shorter].find((text) => displayWidth(text) <= columns)
  if (fitting !== undefined) return fitting
  const room = Math.max(leastTitle, columns - displayWidth(mark))
  return cutToWidth(safe`${cutToWidth(title, room, ellipsis)}${mark}`, columns, ellipsis)
}

export function nameWidth({ title, note, mark }: TabName): number {
  return displayWidth(safe`${title}${mark}${note}`)
}
