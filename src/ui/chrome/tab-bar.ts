import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { glyphs } from '../paint/glyphs.ts'
import { row, type Row } from '../../lib/cells/row.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import type { Tab } from '../state/tabs.ts'
import type { TabId, UiState } from '../state/ui-state.ts'
import { barRow } from './bar.ts'

const maxTitleWidth = 24
const titleShownNarrow = 12
const maxSessionWidth = 16
/** Every tab is wider than this. */
const leastWidth = 3

export interface TabBarFrame {
  readonly theme: Theme
  readonly columns: number
  readonly selected: TabId | null
  /** The tabs that show a past moment of their plan. */
  readonly past: Pick<UiState['past'], 'has'>
  /** The names of the sessions by id, if there are several: the first tab of each session is marked. */
  readonly sessionNames: ReadonlyMap<string, SafeText>
  /** The current session, or the head of its family. */
  readonly currentSessionId: string | null
  readonly isAgentGone: boolean
}

interface Label {
  readonly tab: Tab
  readonly text: SafeText
  /** The name of the session, at its first tab and if there is room; else ''. */
  readonly session: SafeText
  readonly width: number
  readonly beginsSession: boolean
}

/**
 * The tabs, around the selected one if they do not all fit; the number of hidden tabs is at the right. Beside a proposal the
 * checklist of its session stays visible. Sessions are named if all tabs fit with the names.
 */
export function tabBar(tabs: readonly Tab[], frame: TabBarFrame): Row {
  const room = frame.columns - 6
  const canBeNamed = frame.sessionNames.size > 0 && tabs.length * leastWidth <= room
  const named = canBeNamed ? new Labels(tabs, frame, true) : null
  const isNamed = named !== null && named.fitInto(room)
  const labels = isNamed ? named : new Labels(tabs, frame, false)
  const selected = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === frame.selected),
  )
  const shown = shownLabels(labels, selected, room)
  const { ellipsis } = glyphs(frame.theme)
  const pieces = shown.flatMap((at, index) => {
    const label = labels.at(at)
    const isBeside = index === 0 || shown[index - 1] === at - 1
    const gap = isBeside ? row() : paint(frame.theme, 'dim', safe` ${ellipsis}`)
    return label === undefined ? [] : [gap, labelRow(label, index === 0, frame)]
  })
  const hidden = tabs.length - shown.length
  return barRow(
    row(...pieces),
    hidden === 0 ? row() : paint(frame.theme, 'dim', safe`+${hidden} `),
    frame.columns,
  )
}

function labelRow(label: Label, isFirst: boolean, frame: TabBarFrame): Row {
  const { theme } = frame
  const rule = theme.ascii ? safe`|` : safe`│`
  const before = label.beginsSession && !isFirst ? row(safe` `, paint(theme, 'dim', rule), safe`  `) : safe` `
  const isCurrent = label.tab.headId === frame.currentSessionId
  const name =
    label.session === '' ? row() : row(paint(theme, isCurrent ? 'normal' : 'dim', label.session), safe`  `)
  return row(before, name, paint(theme, roleOf(label.tab, frame), label.text), safe` `)
}

function roleOf(tab: Tab, frame: TabBarFrame): 'accent' | 'dim' | 'normal' {
  if (tab.id === frame.selected) return 'accent'
  return tab.plan.removedAtMs !== null ? 'dim' : 'normal'
}

/** The labels of the tabs, made when they are needed: of thousands only a few are shown. */
class Labels {
  readonly tabs: readonly Tab[]
  readonly #frame: TabBarFrame
  readonly #isNamed: boolean
  readonly #made = new Map<number, Label>()

  constructor(tabs: readonly Tab[], frame: TabBarFrame, isNamed: boolean) {
    this.tabs = tabs
    this.#frame = frame
    this.#isNamed = isNamed
  }

  at(index: number): Label | undefined {
    const known = this.#made.get(index)
    if (known !== undefined) return known
    const tab = this.tabs[index]
    if (tab === undefined) return undefined
    const label = this.#make(tab, this.tabs[index - 1])
    this.#made.set(index, label)
    return label
  }

  fitInto(room: number): boolean {
    let width = 0
    for (let at = 0; at < this.tabs.length; at++) width += this.at(at)?.width ?? 0
    return this.tabs.length > 0 && width <= room
  }

  #make(tab: Tab, before: Tab | undefined): Label {
    const frame = this.#frame
    const text = textOf(tab, frame)
    const isFirstOfSession = frame.sessionNames.size > 0 && tab.headId !== before?.headId
    const beginsSession = isFirstOfSession && before !== undefined
    const name =
      (this.#isNamed && isFirstOfSession ? frame.sessionNames.get(tab.headId) : undefined) ?? safe``
    const session =
      name === '' ? name : safe`${cutToWidth(name, maxSessionWidth, glyphs(frame.theme).ellipsis)}:`
    const nameWidth = session === '' ? 0 : displayWidth(session) + 2
    const width = displayWidth(text) + nameWidth + (beginsSession ? 5 : 2)
    return { tab, text, session, beginsSession, width }
  }
}

function textOf(tab: Tab, frame: TabBarFrame): SafeText {
  const signs = glyphs(frame.theme)
  const isSubagent = tab.sessionId !== tab.headId
  const isNarrow = frame.columns < 60
  const words = isNarrow && !isSubagent && tab.title === 'Proposed plan' ? 'Proposal' : tab.title
  const room = isNarrow ? titleShownNarrow : maxTitleWidth
  const title = cutToWidth(safeLine(words.slice(0, 200)), room, signs.ellipsis)
  const note = tab.plan.name.dialect === 'inferred' ? safe` (inferred)` : safe``
  const past = frame.past.has(tab.id) ? safe`${signs.before} ` : safe``
  const unlike = tab.isChanged ? safe` ${signs.differs}` : safe``
  return safe`${past}${isSubagent ? safe`${signs.child} ` : safe``}${title}${note}${unlike}${mark(tab, frame)}`
}

function mark(tab: Tab, frame: TabBarFrame): SafeText {
  const signs = glyphs(frame.theme)
  const { progress } = tab
  const count = progress === null ? safe`` : safe` ${progress.done}/${progress.total}`
  if (tab.plan.removedAtMs !== null) return safe`${count} ${signs.removed}`
  if ((frame.isAgentGone || tab.isLost) && progress?.isComplete !== true && !tab.isAnswered)
    return safe`${count} ${signs.removed}`
  if (tab.hasQuestion) return safe`${count} ${signs.waiting}`
  if (progress?.isComplete === true) return safe`${count} ${signs.completed}`
  if (tab.isUnseen && tab.id !== frame.selected) return safe`${count} ${signs.changed}`
  if (progress?.isBegun !== true) return count
  return safe`${count} ${tab.isAtWork ? signs.active : signs.unfinished}`
}

/** The width of the ellipsis in place of hidden tabs. */
const gapWidth = 2

/** The indices of the shown tabs: those around the selected one, and the checklist beside a proposal. */
function shownLabels(labels: Labels, selected: number, room: number): readonly number[] {
  const around = fitting(labels, selected, room)
  const kept = keptBeside(labels.tabs, selected)
  const width = (labels.at(kept)?.width ?? 0) + gapWidth
  const fits = kept >= 0 && width + (labels.at(selected)?.width ?? 0) <= room
  if (!fits || around.includes(kept)) return around
  const fewer = fitting(labels, selected, room - width)
  if (fewer.includes(kept)) return fewer
  return kept < selected ? [kept, ...fewer] : [...fewer, kept]
}

/** The index of the checklist that changed last in the session of the selected proposal; -1: none. */
function keptBeside(tabs: readonly Tab[], selected: number): number {
  const tab = tabs[selected]
  if (tab?.plan.name.dialect !== 'proposed') return -1
  let kept = -1
  for (const [at, other] of tabs.entries()) {
    const isChecklist = other.sessionId === tab.sessionId && other.plan.body.type === 'items'
    if (!isChecklist || other.plan.removedAtMs !== null) continue
    if (other.plan.changedAtMs >= (tabs[kept]?.plan.changedAtMs ?? 0)) kept = at
  }
  return kept
}

/** The longest range of tabs around the selected one that fits, as indices. */
function fitting(labels: Labels, selected: number, room: number): readonly number[] {
  let [from, to] = [selected, selected]
  let used = labels.at(selected)?.width ?? 0
  const takes = (at: number): boolean => {
    const width = labels.at(at)?.width
    if (width === undefined || used + width > room) return false
    used += width
    return true
  }
  for (let grew = true; grew;) {
    const [isNext, isPrevious] = [takes(to + 1), takes(from - 1)]
    if (isNext) to++
    if (isPrevious) from--
    grew = isNext || isPrevious
  }
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
