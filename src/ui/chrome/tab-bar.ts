import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { padded, cutToWidth, displayWidth } from '../../lib/text/width.ts'
import type { Plan } from '../../plans/plan.ts'
import { glyphs } from '../paint/glyphs.ts'
import type { Tab } from '../state/tabs.ts'
import type { TabId } from '../state/ui-state.ts'
import { blank, gap, part, type Bar, type Part } from '../rows/row-form.ts'
import {
  hiddenWidth,
  placeTabs,
  type PlacedTab,
  type TabRoom,
  type TabWidths,
  nameIn,
  nameWidth,
  tabNames,
  type TabName,
} from './tab-layout.ts'
import type { Look } from '../paint/look.ts'

/** The names of other tabs are cut to this before tabs are hidden. */
const leastName = 24
const leastNameNarrow = 12
/** The names of sessions are cut to one of these: to the first if no name of a tab has to be cut for it. */
const sessionWidths = [40, 16] as const
/** Every tab is wider than this. */
const leastWidth = 3

/** How tabs are shown, besides what they are. */
export interface TabBarOptions {
  readonly selected: TabId | null
  /** Whether a tab shows a past moment of its plan. */
  readonly isPast: (tab: TabId) => boolean
  /** The names of the sessions by id, if there are several: the first tab of each session is marked. */
  readonly sessionNames: ReadonlyMap<string, SafeText>
  /** The current session, or the head of its family. */
  readonly currentSessionId: string | null
  readonly isAgentGone: boolean
}

/** A tab on the bar, without its name. */
interface Label {
  readonly tab: Tab
  readonly name: TabName
  readonly nameWidth: number
  /** The signs in front of the name. */
  readonly before: SafeText
  /** The count and the mark behind the name. */
  readonly after: SafeText
  /** The columns of the widest count and mark that the plan can have. */
  readonly afterWidth: number
  /** The name of the session, at its first tab; else ''. */
  readonly session: SafeText
  readonly beginsSession: boolean
}

/**
 * The tabs, around the selected one if they do not all fit; at each end is the number of those that are hidden there. Beside a proposal the
 * checklist of its session stays visible. Sessions are named if all tabs fit with the names. The columns of a tab do not depend
 * on its progress and its mark, so that the others stay where they are when these change.
 */
export function tabBar(tabs: readonly Tab[], options: TabBarOptions, look: Look): Bar {
  const bar: ShownBar = { ...options, ...look }
  const { labels, placed } = laidOut(tabs, bar)
  return placedBar(labels, placed, bar)
}

/** More tabs are compared as they are: the bar shows only a few of them. */
const mostCompared = 20

/** All of the tabs that their bar is made from. Most updates of a plan change nothing of it. */
export function tabInputs(tabs: readonly Tab[]): readonly unknown[] {
  // Beside a proposal it matters when its checklist changed.
  if (tabs.length > mostCompared || tabs.some(({ plan }) => plan.name.dialect === 'proposed')) return tabs
  return tabs.flatMap(({ plan, progress, ...facts }): readonly unknown[] => [
    ...Object.values<unknown>(facts),
    ...(progress === null ? [null] : Object.values<unknown>({ ...progress })),
    plan.name.dialect,
    plan.name.id,
    plan.removedAtMs !== null,
    isMissing(plan),
  ])
}

function isMissing({ body }: Plan): boolean {
  return body.type === 'file' && body.document?.isMissing === true
}

interface ShownBar extends TabBarOptions, Look {}

function laidOut(
  tabs: readonly Tab[],
  look: ShownBar,
): { readonly labels: Labels; readonly placed: readonly PlacedTab[] } {
  const selected = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === look.selected),
  )
  const room: TabRoom = {
    columns: look.columns,
    selected,
    kept: keptBeside(tabs, selected),
    leastName: look.columns < 60 ? leastNameNarrow : leastName,
  }
  if (look.sessionNames.size > 0 && tabs.length * leastWidth <= look.columns) {
    for (const sessionWidth of sessionWidths) {
      const labels = new Labels(tabs, { ...look, selectedAt: selected, isNamed: true, sessionWidth })
      const placed = placeTabs(labels, room)
      const isWhole = placed.every(({ at, name }) => name === labels.nameAt(at))
      if (placed.length === tabs.length && (isWhole || sessionWidth === sessionWidths[1]))
        return { labels, placed }
    }
  }
  const labels = new Labels(tabs, {
    ...look,
    selectedAt: selected,
    isNamed: false,
    sessionWidth: sessionWidths[1],
  })
  return { labels, placed: placeTabs(labels, room) }
}

function placedBar(labels: Labels, placed: readonly PlacedTab[], bar: ShownBar): Bar {
  const { hiddenBefore, hiddenAfter, ellipsis } = glyphs(bar.theme)
  const { count } = labels
  let next = 0
  const left: Part[] = []
  for (const [index, { at, name }] of placed.entries()) {
    const sign = index === 0 ? hiddenBefore : ellipsis
    if (at > next) left.push(part('dim', padded(safe` ${sign} ${at - next}`, hiddenWidth(count))))
    left.push(...labelParts(labels.at(at), name, index === 0, bar))
    next = at + 1
  }
  return {
    form: 'bar',
    left,
    right: next < count ? [part('dim', safe`${count - next} ${hiddenAfter} `)] : [],
  }
}

/** The parts of a tab, whose name has so many columns: all of them lead to it. */
function labelParts(label: Label, name: number, isFirst: boolean, bar: ShownBar): readonly Part[] {
  const { theme } = bar
  const rule = theme.ascii ? safe`|` : safe`│`
  const before = label.beginsSession && !isFirst ? [blank, part('dim', rule), gap(2)] : [blank]
  const isCurrent = label.tab.headId === bar.currentSessionId
  const session = label.session === '' ? [] : [part(isCurrent ? 'normal' : 'dim', label.session), gap(2)]
  const text = safe`${label.before}${nameIn(label.name, name, glyphs(theme).ellipsis)}${label.after}`
  const columns = displayWidth(label.before) + name + label.afterWidth
  const rest = gap(Math.max(1, columns - displayWidth(text) + 1))
  const target = { type: 'tab', id: label.tab.id } as const
  return [...before, ...session, part(roleOf(label.tab, bar), text), rest].map((each) => ({
    ...each,
    target,
  }))
}

function roleOf(tab: Tab, look: ShownBar): 'accent' | 'dim' | 'normal' {
  if (tab.id === look.selected) return 'accent'
  return tab.plan.removedAtMs !== null ? 'dim' : 'normal'
}

interface LabelLook extends ShownBar {
  readonly selectedAt: number
  /** The first tab of each session has the name of the session. */
  readonly isNamed: boolean
  /** The columns that its name may take. */
  readonly sessionWidth: number
}

/** The labels of the tabs, made when they are needed: of thousands only a few are shown. */
class Labels implements TabWidths {
  readonly count: number
  readonly #tabs: readonly Tab[]
  readonly #look: LabelLook
  readonly #names: (at: number) => TabName
  readonly #made = new Map<number, Label>()

  constructor(tabs: readonly Tab[], look: LabelLook) {
    this.count = tabs.length
    this.#tabs = tabs
    this.#look = look
    this.#names = tabNames(tabs, { ...look, selected: look.selectedAt })
  }

  at(index: number): Label {
    const known = this.#made.get(index)
    if (known !== undefined) return known
    const tab = this.#tabs[index]
    if (tab === undefined) throw new Error(`there is no tab ${index}`)
    const label = this.#make(tab, index)
    this.#made.set(index, label)
    return label
  }

  fixedAt = (index: number, isFirst: boolean): number => {
    const { before, afterWidth, session, beginsSession } = this.at(index)
    const sessionWidth = session === '' ? 0 : displayWidth(session) + 2
    return displayWidth(before) + afterWidth + sessionWidth + (beginsSession && !isFirst ? 5 : 2)
  }

  nameAt = (index: number): number => this.at(index).nameWidth

  #make(tab: Tab, index: number): Label {
    const look = this.#look
    const before = this.#tabs[index - 1]
    const isFirstOfSession = look.sessionNames.size > 0 && tab.headId !== before?.headId
    const session = look.isNamed && isFirstOfSession ? look.sessionNames.get(tab.headId) : undefined
    const name = this.#names(index)
    return {
      tab,
      name,
      nameWidth: nameWidth(name),
      before: signsOf(tab, look),
      after: safe`${tab.isChanged ? safe` ${glyphs(look.theme).differs}` : safe``}${mark(tab, look)}`,
      afterWidth: signWidth(tab),
      session:
        session === undefined
          ? safe``
          : safe`${cutToWidth(session, look.sessionWidth, glyphs(look.theme).ellipsis)}:`,
      beginsSession: isFirstOfSession && before !== undefined,
    }
  }
}

function signsOf(tab: Tab, look: ShownBar): SafeText {
  const signs = glyphs(look.theme)
  const past = look.isPast(tab.id) ? safe`${signs.before} ` : safe``
  return safe`${past}${tab.sessionId === tab.headId ? safe`` : safe`${signs.child} `}`
}

/** The columns of a tab's count when all steps are done, and of a mark. */
function signWidth({ progress, isChanged }: Tab): number {
  const count = progress === null ? 0 : 2 * String(progress.total).length + 2
  return count + (isChanged ? 4 : 2)
}

function mark(tab: Tab, look: ShownBar): SafeText {
  const signs = glyphs(look.theme)
  const { progress } = tab
  const count = progress === null ? safe`` : safe` ${progress.done}/${progress.total}`
  if (tab.plan.removedAtMs !== null) return safe`${count} ${signs.removed}`
  if ((look.isAgentGone || tab.isLost) && progress?.isComplete !== true && !tab.isAnswered)
    return safe`${count} ${signs.removed}`
  if (isMissing(tab.plan)) return safe`${count} ${signs.missing}`
  if (tab.hasQuestion) return safe`${count} ${signs.waiting}`
  if (progress?.isComplete === true) return safe`${count} ${signs.completed}`
  if (tab.isUnseen && tab.id !== look.selected) return safe`${count} ${signs.changed}`
  if (progress?.isBegun !== true) return count
  return safe`${count} ${tab.isAtWork ? signs.active : signs.unfinished}`
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
