import { safe, type SafeText, shownLine } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { shortId } from '../../app/words/session.ts'
import type { Tab } from '../state/tabs.ts'

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

export interface NamingLook {
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

/** The columns of a whole name. */
export function nameWidth({ title, note, mark }: TabName): number {
  return displayWidth(safe`${title}${mark}${note}`)
}
