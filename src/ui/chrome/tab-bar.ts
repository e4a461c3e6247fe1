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

export interface TabBarFrame {
  readonly theme: Theme
  readonly columns: number
  readonly selected: TabId | null
  /** Several sessions have plans: the place where another one's begin is marked. */
  readonly hasSeveralSessions: boolean
  readonly isAgentGone: boolean
}

interface Label {
  readonly tab: Tab
  readonly text: SafeText
  readonly width: number
  readonly beginsSession: boolean
}

/** The tabs, around the selected one when they do not all fit; how many are left out stands at the right. */
export function tabBar(tabs: readonly Tab[], frame: TabBarFrame): Bar {
  const labels = tabs.map((tab, index) => label(tab, tabs[index - 1] ?? tab, frame))
  const selected = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === frame.selected),
  )
  const { from, to } = fitting(labels, selected, frame.columns - 6)
  const pieces: Painted[] = []
  for (const [index, { tab, text, beginsSession }] of labels.slice(from, to).entries()) {
    const bar = frame.theme.ascii ? own`|` : own`│`
    const before = beginsSession && index > 0 ? row(own` `, paint(frame.theme, 'dim', bar), own`  `) : own` `
    pieces.push(row(before, paint(frame.theme, roleOf(tab, frame), text), own` `))
  }
  const hidden = tabs.length - (to - from)
  return bar(row(...pieces), hidden === 0 ? row() : paint(frame.theme, 'dim', own`+${hidden} `))
}

function roleOf(tab: Tab, frame: TabBarFrame): 'accent' | 'dim' | 'normal' {
  if (tab.id === frame.selected) return 'accent'
  return tab.plan.removedAtMs !== null ? 'dim' : 'normal'
}

function label(tab: Tab, before: Tab, frame: TabBarFrame): Label {
  const title = cutToWidth(
    safeLine(tab.title.slice(0, 200)),
    frame.columns < 60 ? titleShownNarrow : titleShown,
    glyphs(frame.theme).ellipsis,
  )
  const text = own`${title}${mark(tab, frame)}`
  const beginsSession = frame.hasSeveralSessions && tab.sessionId !== before.sessionId
  return { tab, text, beginsSession, width: displayWidth(text) + (beginsSession ? 5 : 2) }
}

function mark(tab: Tab, frame: TabBarFrame): SafeText {
  const signs = glyphs(frame.theme)
  const { progress } = tab
  const count = progress === null ? own`` : own` ${progress.done}/${progress.total}`
  if (tab.plan.removedAtMs !== null) return own`${count} ${signs.removed}`
  if ((frame.isAgentGone || tab.isLost) && progress?.isComplete !== true)
    return own`${count} ${signs.removed}`
  if (progress?.isComplete === true) return own`${count} ${signs.completed}`
  if (tab.isUnseen && tab.id !== frame.selected) return own`${count} ${signs.changed}`
  return progress?.isWorking === true ? own`${count} ${signs.active}` : count
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
