import { own, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { glyphs } from '../paint/glyphs.ts'
import { paint, row, type Painted } from '../paint/painted.ts'
import type { Theme } from '../paint/theme.ts'
import type { Tab } from '../screen/tabs.ts'
import type { TabId } from '../screen/ui-state.ts'
import { bar, type Bar } from './bar.ts'

const titleShown = 24
const titleShownNarrow = 12
const sessionShown = 16
/** A tab takes more than this. */
const leastWidth = 3

export interface TabBarFrame {
  readonly theme: Theme
  readonly columns: number
  readonly selected: TabId | null
  /** What the sessions are called, by their ids, where there are several: the place where another one's tabs begin is marked. */
  readonly sessionNames: ReadonlyMap<string, SafeText>
  /** The session that prompts go to, or the one that it works for. */
  readonly currentSessionId: string | null
  readonly isAgentGone: boolean
}

interface Label {
  readonly tab: Tab
  readonly text: SafeText
  /** The name of the session, where its tabs begin and there is room for it. */
  readonly session: SafeText
  readonly width: number
  readonly beginsSession: boolean
}

/**
 * The tabs, around the selected one when they do not all fit; how many are left out stands at the right. Beside a proposal
 * the checklist of its session stays in view. Sessions are named where all tabs fit with their names.
 */
export function tabBar(tabs: readonly Tab[], frame: TabBarFrame): Bar {
  const room = frame.columns - 6
  const canBeNamed = frame.sessionNames.size > 0 && tabs.length * leastWidth <= room
  const named = canBeNamed ? labelsOf(tabs, frame, true) : []
  const isNamed = named.length > 0 && named.reduce((sum, { width }) => sum + width, 0) <= room
  const labels = isNamed ? named : labelsOf(tabs, frame, false)
  const selected = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === frame.selected),
  )
  const shown = shownLabels(labels, selected, room)
  const { ellipsis } = glyphs(frame.theme)
  const pieces = shown.flatMap((at, index) => {
    const label = labels[at]
    const isBeside = index === 0 || shown[index - 1] === at - 1
    const gap = isBeside ? row() : paint(frame.theme, 'dim', own` ${ellipsis}`)
    return label === undefined ? [] : [gap, painted(label, index === 0, frame)]
  })
  const hidden = tabs.length - shown.length
  return bar(row(...pieces), hidden === 0 ? row() : paint(frame.theme, 'dim', own`+${hidden} `))
}

function painted(label: Label, isFirst: boolean, frame: TabBarFrame): Painted {
  const { theme } = frame
  const rule = theme.ascii ? own`|` : own`│`
  const before = label.beginsSession && !isFirst ? row(own` `, paint(theme, 'dim', rule), own`  `) : own` `
  const isCurrent = label.tab.headId === frame.currentSessionId
  const name =
    label.session === '' ? row() : row(paint(theme, isCurrent ? 'normal' : 'dim', label.session), own`  `)
  return row(before, name, paint(theme, roleOf(label.tab, frame), label.text), own` `)
}

function roleOf(tab: Tab, frame: TabBarFrame): 'accent' | 'dim' | 'normal' {
  if (tab.id === frame.selected) return 'accent'
  return tab.plan.removedAtMs !== null ? 'dim' : 'normal'
}

function labelsOf(tabs: readonly Tab[], frame: TabBarFrame, isNamed: boolean): readonly Label[] {
  return tabs.map((tab, index): Label => {
    const before = tabs[index - 1]
    const text = textOf(tab, frame)
    const isFirstOfSession = frame.sessionNames.size > 0 && tab.headId !== before?.headId
    const beginsSession = isFirstOfSession && before !== undefined
    const name = (isNamed && isFirstOfSession ? frame.sessionNames.get(tab.headId) : undefined) ?? own``
    const session = name === '' ? name : own`${cutToWidth(name, sessionShown, glyphs(frame.theme).ellipsis)}:`
    const nameWidth = session === '' ? 0 : displayWidth(session) + 2
    return {
      tab,
      text,
      session,
      beginsSession,
      width: displayWidth(text) + nameWidth + (beginsSession ? 5 : 2),
    }
  })
}

function textOf(tab: Tab, frame: TabBarFrame): SafeText {
  const signs = glyphs(frame.theme)
  const isSubagent = tab.sessionId !== tab.headId
  const isNarrow = frame.columns < 60
  const words = isNarrow && !isSubagent && tab.title === 'Proposed plan' ? 'Proposal' : tab.title
  const room = isNarrow ? titleShownNarrow : titleShown
  const title = cutToWidth(safeLine(words.slice(0, 200)), room, signs.ellipsis)
  const note = tab.plan.name.dialect === 'inferred' ? own` (inferred)` : own``
  return own`${isSubagent ? own`${signs.child} ` : own``}${title}${note}${mark(tab, frame)}`
}

function mark(tab: Tab, frame: TabBarFrame): SafeText {
  const signs = glyphs(frame.theme)
  const { progress } = tab
  const count = progress === null ? own`` : own` ${progress.done}/${progress.total}`
  if (tab.plan.removedAtMs !== null) return own`${count} ${signs.removed}`
  if ((frame.isAgentGone || tab.isLost) && progress?.isComplete !== true && !tab.isAnswered)
    return own`${count} ${signs.removed}`
  if (tab.isAsked) return own`${count} ${signs.waiting}`
  if (progress?.isComplete === true) return own`${count} ${signs.completed}`
  if (tab.isUnseen && tab.id !== frame.selected) return own`${count} ${signs.changed}`
  if (progress?.isBegun !== true) return count
  return own`${count} ${tab.isAtWork ? signs.active : signs.unfinished}`
}

/** What stands where tabs between two that are shown are left out. */
const gapWidth = 2

/** Which tabs are shown: those around the selected one, and the checklist that a proposal would push out of view. */
function shownLabels(labels: readonly Label[], selected: number, room: number): readonly number[] {
  const around = fitting(labels, selected, room)
  const kept = keptBeside(labels, selected)
  const width = (labels[kept]?.width ?? 0) + gapWidth
  const fits = kept >= 0 && width + (labels[selected]?.width ?? 0) <= room
  if (!fits || (kept >= around.from && kept < around.to)) return places(around)
  const fewer = places(fitting(labels, selected, room - width))
  if (fewer.includes(kept)) return fewer
  return kept < selected ? [kept, ...fewer] : [...fewer, kept]
}

/** Of a selected proposal's session the checklist that changed last; -1: none. */
function keptBeside(labels: readonly Label[], selected: number): number {
  const tab = labels[selected]?.tab
  if (tab?.plan.name.dialect !== 'proposed') return -1
  let kept = -1
  for (const [at, { tab: other }] of labels.entries()) {
    const isChecklist = other.sessionId === tab.sessionId && other.plan.body.type === 'items'
    if (!isChecklist || other.plan.removedAtMs !== null) continue
    if (other.plan.changedAtMs >= (labels[kept]?.tab.plan.changedAtMs ?? 0)) kept = at
  }
  return kept
}

function places({ from, to }: { readonly from: number; readonly to: number }): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

/** The longest run of tabs around the selected one that fits. */
function fitting(
  labels: readonly Label[],
  selected: number,
  room: number,
): { readonly from: number; readonly to: number } {
  let from = selected
  let to = Math.min(labels.length, selected + 1)
  let used = labels[selected]?.width ?? 0
  for (let grew = true; grew;) {
    grew = false
    const next = labels[to]
    if (next !== undefined && used + next.width <= room) {
      used += next.width
      to++
      grew = true
    }
    const previous = labels[from - 1]
    if (previous !== undefined && used + previous.width <= room) {
      used += previous.width
      from--
      grew = true
    }
  }
  return { from, to }
}
