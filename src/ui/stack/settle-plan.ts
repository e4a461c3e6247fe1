import { doubtsOf } from '../../app/work/doubts.ts'
import { currentSession, type AppState } from '../../app/state/app-state.ts'
import { comparedRevision } from '../../app/history/plan-history.ts'
import { sessionMarks, planHistory } from '../../app/history/run-history.ts'
import type { ProposedContent } from '../../app/state/permission.ts'
import { planKeyOfRequest, likenessTo } from '../../app/proposals/match-proposal.ts'
import { childrenOf } from '../../app/state/children.ts'
import { proposalOf } from '../../app/proposals/session-proposals.ts'
import { stalledStep } from '../../app/state/session-clock.ts'
import type { Question } from '../../app/state/question.ts'
import {
  hasUnreadSteps,
  isFromBefore,
  unknownPlan,
  madeUpBy,
  madeUpSentence,
} from '../../app/plan-advice/unknown-plan.ts'
import { keyWords, type KeyMap } from '../keys/key-map.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { comparedContent } from '../../plans/comparison/compare-revisions.ts'
import { hasChanges, type Comparison } from '../../plans/comparison/comparison.ts'
import { uncertainSentence } from '../../app/words/plan.ts'
import { documentUri } from '../../plans/kinds/plan-kinds.ts'
import { noWork, readClock } from '../../plans/steps/step-times.ts'
import { emptyRow, row, type Row, rowText } from '../../lib/cells/row.ts'
import { drawNoPlan } from '../plan-panes/empty-pane.ts'
import { withoutScrolling, type PaneAt, type SettledPane, type ShownChild } from '../plan-panes/pane.ts'
import { withRowsAbove } from '../rows/settle.ts'
import { paneKindOf } from '../plan-panes/pane-kinds.ts'
import { settleDiff, shownComparison } from '../plan-panes/diff-pane.ts'
import { pastAt, settlePast } from '../plan-panes/past-pane.ts'
import { settleProposal, type ShownProposal } from '../plan-panes/proposal-pane.ts'
import type { OpenLayers } from '../state/open-layers.ts'
import type { DrawWith } from './frame-at.ts'
import { settleTimeline, type TimelineAt } from '../timeline/timeline-pane.ts'
import { shownBaseline, sinceWords, type Baseline } from '../state/baseline.ts'
import type { Tab } from '../state/tabs.ts'
import { earliest, isQuiet, nextSecond, quietAt, removalMs } from '../state/timing.ts'
import { type PastMoment, planUi, scrollOf, startOfPane, type UiState } from '../state/ui-state.ts'
import { paint } from '../paint/paint.ts'
import type { Look } from '../paint/look.ts'
import type { Theme } from '../paint/theme.ts'

/** Where a plan is shown, and over what. */
export interface PlanRoom {
  readonly draw: DrawWith
  /** All tabs, and the shown one; null if there is no plan. */
  readonly tabs: readonly Tab[]
  readonly tab: Tab | null
  readonly rows: number
  readonly layers: OpenLayers
}

export interface PlanTabRoom extends PlanRoom {
  readonly tab: Tab
}

/** The plan of a tab in its room, or why there is none. */
export function settlePlan(state: AppState, ui: UiState, room: PlanRoom): SettledPane {
  const { tab, draw, layers } = room
  if (tab === null) return noPlan(state, ui, room)
  const ofTab: PlanTabRoom = { ...room, tab }
  if (layers.past !== null) return settleMoment(state, ui, { ...ofTab, moment: layers.past })
  const { theme, nowMs, isAnimated } = draw
  const note = noteAbove(state, tab, { theme, nowMs, rows: room.rows, columns: ui.columns })
  const baseline = shownBaseline(state, ui)
  const kind = settleKind(state, ui, { ...ofTab, rows: room.rows - note.length, baseline })
  const comparedAtMs = tab.plan.changedAtMs + pauseMs
  // A long text that grows is compared when it rests.
  const isDue = comparedAtMs > nowMs && baseline !== null
  const settled = isDue ? { ...kind, nextAtMs: earliest([kind.nextAtMs, comparedAtMs]) } : kind
  const view = withRowsAbove(note, settled)
  const removedAtMs = tab.plan.removedAtMs
  if (removedAtMs !== null && isAnimated && nowMs - removedAtMs < removalMs) {
    const leaving = (): readonly Row[] => leavingRows(theme, view.draw(), nowMs - removedAtMs)
    return { ...view, draw: leaving, nextAtMs: nowMs + sweepStepMs }
  }
  const isOver = removedAtMs !== null || tab.isLost || state.link.state === 'ended'
  if (!isOver) return view
  const { progress } = view
  return {
    ...view,
    draw: () => dimmedRows(theme, view.draw()),
    ...(progress === undefined ? {} : { progress: { ...progress, isOver } }),
  }
}

/** A past moment of a plan, and what had changed until then if that is asked for. */
function settleMoment(
  state: AppState,
  ui: UiState,
  { moment, ...room }: PlanTabRoom & { readonly moment: PastMoment },
): SettledPane {
  const { diff, timeline } = room.layers
  const { plan } = moment.revision
  const baseline = shownBaseline(state, ui)
  const comparison = baseline === null ? null : comparisonThen(moment, baseline)
  const at: PaneAt = { ...paneAt(state, ui, room), comparison, scroll: moment.scroll }
  if (comparison !== null && baseline !== null && diff !== null)
    return settleDiff(comparison, { ...at, since: sinceWords(baseline), ...diff })
  if (timeline !== null) {
    const { atMs, order } = moment.revision
    const view = settleTimeline(plan, {
      ...timelineAt(state, room, { ...pastAt(moment, at), nowMs: atMs ?? at.nowMs }),
      timeline,
      marks: sessionMarks(state, room.tab.sessionId).filter((mark) => mark.order <= order),
    })
    return { ...view, nextAtMs: null }
  }
  const view = settlePast(moment, at)
  if (comparison === null || baseline === null) return view
  return { ...view, ...captionOf(comparison, { since: sinceWords(baseline), isPicked: true, keys: at.keys }) }
}

/** A note about a plan that did not come as an update; none in a low terminal. */
function noteAbove(
  state: AppState,
  tab: Tab,
  { theme, columns, rows, nowMs }: Look & { readonly rows: number; readonly nowMs: number },
): readonly Row[] {
  if (rows < 7) return []
  const [short, long] = noteOn(state, tab, nowMs) ?? []
  if (short === undefined || long === undefined) return []
  const text = displayWidth(long) <= columns - 2 ? long : short
  return [row(safe` `, paint(theme, 'dim', cutToWidth(text, columns - 2)))]
}

/** The note in few words and in more. */
function noteOn(
  state: AppState,
  { plan, sessionId }: Tab,
  nowMs: number,
): readonly [SafeText, SafeText] | null {
  const { dialect } = plan.name
  const session = state.sessions.get(sessionId)
  if (plan.body.type === 'items' && plan.body.isUncertain)
    return [safe`It may be incomplete.`, uncertainSentence]
  const agent = madeUpBy(state, plan)
  if (agent !== null) return [safe`Fixed steps: they say nothing of the work.`, madeUpSentence(agent)]
  if (dialect === 'inferred' && plan.name.id !== null)
    return [safe`From its plan file.`, safe`From the file in which the agent writes its plan.`]
  if (dialect === 'inferred') {
    if (session !== undefined && unknownPlan(state, session) === 'plan')
      return [
        safe`From its to-do tool: plan unknown since reload.`,
        safe`Derived from the agent's to-do tool: its plan is unknown since reload.`,
      ]
    // A plan may follow the call immediately, and an agent that has sent one before sends plans.
    const sendsNone = !state.hasSentPlans && session !== undefined && isQuiet(session, nowMs)
    return sendsNone
      ? [
          safe`From its to-do tool: it sends no plan.`,
          safe`Derived from the agent's to-do tool: it sends no plan.`,
        ]
      : [safe`From its to-do tool.`, safe`Derived from the agent's to-do tool.`]
  }
  if (session === undefined || dialect === 'proposed') return null
  if (isFromBefore(session, plan))
    return [safe`Plan unknown since reload.`, safe`Plan unknown since reload: this is the one from before.`]
  return unknownPlan(state, session) === 'checklist'
    ? [
        safe`Checklist unknown since reload.`,
        safe`Checklist unknown since reload: the agent sends only its documents again.`,
      ]
    : null
}

/** What has changed in the shown plan, now or in the past, for the second pane; null: there is nothing to compare it with. */
export function settleChanges(
  state: AppState,
  ui: UiState,
  { draw, tab, rows, layers }: Omit<PlanTabRoom, 'tabs'>,
): SettledPane | null {
  const baseline = shownBaseline(state, ui)
  if (baseline === null) return null
  const comparison =
    layers.past === null ? comparisonOf(tab, baseline, draw) : comparisonThen(layers.past, baseline)
  if (comparison === null) return null
  const { keys, columns } = ui
  const look = { theme: draw.theme, keys, columns, rows, scroll: scrollOf(ui, tab.id), query: '' }
  return settleDiff(comparison, { ...look, since: sinceWords(baseline), isUnfolded: !hasChanges(comparison) })
}

/** What had changed at a past moment; null: nothing is known to compare it with. */
function comparisonThen({ revision }: PastMoment, baseline: Baseline): Comparison | null {
  const content = comparedRevision(revision)
  return content === null ? null : shownComparison(baseline.content, content, false)
}

/** What the plan of a tab is settled with; compared with nothing. */
function paneAt(state: AppState, ui: UiState, { draw, tab, tabs, rows }: PlanTabRoom): PaneAt {
  const session = state.sessions.get(tab.sessionId)
  // Field by field, since spreading several objects is slow, and this runs for each frame.
  return {
    theme: draw.theme,
    keys: ui.keys,
    columns: ui.columns,
    rows,
    nowMs: draw.nowMs,
    scroll: scrollOf(ui, tab.id),
    query: ui.query,
    // Updates of a session that is being loaded are not recent changes.
    hasMarks: draw.isAnimated && session?.phase !== 'opening',
    comparison: null,
    documentCache: draw.documentCache,
    name: tab.id,
    documentOf: draw.documentOf,
    steps: planUi(ui, tab.id).steps,
    evidence:
      session === undefined
        ? null
        : {
            session,
            doubts: doubtsOf(state, session, tab.plan, draw.nowMs),
            isUnread: hasUnreadSteps(state, session, tab.plan),
          },
    ...childrenShown(state, tab, tabs),
    ...clockOf(state, tab, draw.nowMs),
  }
}

/** The same with the marks of the session, for a timeline. */
function timelineAt(
  state: AppState,
  { draw, tab: { sessionId } }: PlanTabRoom,
  at: PaneAt,
): Omit<TimelineAt, 'timeline'> {
  return {
    ...at,
    clockHistory: state.sessions.get(sessionId)?.clockHistory.items ?? [],
    marks: sessionMarks(state, sessionId),
    wallOffsetMs: draw.wallMs - draw.nowMs,
  }
}

function settleKind(
  state: AppState,
  ui: UiState,
  room: PlanTabRoom & { readonly baseline: Baseline | null },
): SettledPane {
  const { draw, tab, baseline } = room
  const { plan } = tab
  const { diff, timeline, asked } = room.layers
  const session = state.sessions.get(tab.sessionId)
  const comparison = baseline === null ? null : comparisonOf(tab, baseline, draw)
  const at: PaneAt = { ...paneAt(state, ui, room), comparison }
  if (timeline !== null) return settleTimeline(plan, { ...timelineAt(state, room, at), timeline })
  const proposal = session === undefined ? null : proposalOf(session, plan.key)
  const isPicked = planUi(ui, tab.id).baseline !== null
  if (proposal === null) {
    if (comparison === null || baseline === null) return paneKindOf(plan.body).settle(plan, plan.body, at)
    const since = sinceWords(baseline)
    if (diff !== null) return settleDiff(comparison, { ...at, since, isUnfolded: diff.isUnfolded })
    const view = paneKindOf(plan.body).settle(plan, plan.body, at)
    return { ...view, ...captionOf(comparison, { since, isPicked, keys: ui.keys }) }
  }
  const ofProposal: ShownProposal = {
    proposal,
    hasQuestion: tab.hasQuestion,
    revision: planHistory(state, tab.sessionId, plan.key)?.last.number ?? proposal.revision,
    diff,
    baseline,
    earlier: askedOtherwise(state, tab, asked),
    wallMs: draw.wallMs,
  }
  const view = settleProposal(plan, ofProposal, { ...at, hasMarks: draw.isAnimated })
  const isUsual = comparison === null || baseline === null || baseline.name === 'proposal' || diff !== null
  return isUsual
    ? view
    : { ...view, ...captionOf(comparison, { since: sinceWords(baseline), isPicked, keys: ui.keys }) }
}

/** What was begun in the tab's session, with the tab of its newest plan. */
function childrenShown(
  state: AppState,
  { sessionId }: Pick<Tab, 'sessionId'>,
  tabs: readonly Tab[],
): Pick<PaneAt, 'children'> {
  const children = childrenOf(state, sessionId)
  if (children.length === 0) return {}
  const asked = state.observed === null ? 'you' : 'its user'
  return {
    children: children.map((child): ShownChild => {
      const at = child.session === null ? -1 : tabs.findLastIndex((each) => each.sessionId === child.id)
      const found = tabs[at]
      const tab = found === undefined ? null : { id: found.id, number: at + 1, progress: found.progress }
      return { child, asked, tab }
    }),
  }
}

/** Says what the rows are marked for; that nothing has changed only if the user has asked. */
function captionOf(
  comparison: Comparison,
  { since, isPicked, keys }: { readonly since: SafeText; readonly isPicked: boolean; readonly keys: KeyMap },
): Pick<SettledPane, 'caption'> {
  const key = keyWords(keys, 'next-baseline')
  if (hasChanges(comparison)) return { caption: safe`changed ${since} · ${key}` }
  return isPicked ? { caption: safe`unchanged ${since} · ${key}` } : {}
}

/** Text that has not grown for this long is complete for now. */
const pauseMs = 300

/** What has changed in a plan since its baseline; null: nothing is known to compare it with. */
function comparisonOf(tab: Tab, baseline: Baseline, draw: DrawWith): Comparison | null {
  const { body, changedAtMs } = tab.plan
  const uri = documentUri(body)
  const document = uri === null ? null : draw.documentOf(uri)
  const content = comparedContent(body, document?.state === 'shown' ? document.text : null)
  if (content === null) return null
  return shownComparison(baseline.content, content, draw.nowMs - changedAtMs < pauseMs)
}

/** The content that the open question is about, if the plan has changed since, else null: the user must see what an answer approves. */
function askedOtherwise(
  state: AppState,
  { sessionId, plan }: Tab,
  question: Question | null,
): ProposedContent | null {
  if (question?.kind !== 'permission') return null
  const { request } = question
  if (request.sessionId !== sessionId || request.plan === null) return null
  if (planKeyOfRequest(state.sessions.get(sessionId), request) !== plan.key) return null
  return likenessTo(plan.body, request.plan) === 'same' ? null : request.plan
}

/** The clock of a plan's session; for a removed plan it is stopped at the removal. */
function clockOf(
  state: AppState,
  { plan, sessionId }: Tab,
  nowMs: number,
): Pick<PaneAt, 'work' | 'clock' | 'stalledKey'> {
  const session = state.sessions.get(sessionId)
  if (session === undefined) return { work: noWork, clock: 'standing', stalledKey: null }
  const { clock } = session
  if (plan.removedAtMs !== null)
    return { work: plan.workEnded ?? readClock(clock, nowMs), clock: 'standing', stalledKey: null }
  const stalled = stalledStep(state, { session, plan }, nowMs)
  return { work: readClock(clock, nowMs), clock: clock.state, stalledKey: stalled?.entry.key ?? null }
}

function afterNow(atMs: number | null, nowMs: number): number | null {
  return atMs === null || atMs <= nowMs ? null : atMs
}

function noPlan(state: AppState, ui: UiState, { draw, rows }: PlanRoom): SettledPane {
  const session = currentSession(state)
  const { nowMs } = draw
  const { keys, columns } = ui
  const running = session === null ? {} : childrenShown(state, { sessionId: session.id }, [])
  const words = (): readonly Row[] => drawNoPlan(state, { ...draw, ...running, rows, keys, columns })
  return {
    ...withoutScrolling(words, { scroll: startOfPane, rows }),
    // How long the agent has worked changes with the header's time.
    nextAtMs: earliest([
      state.link.state === 'shaking-hands' ? nextSecond(state.link.sinceMs, nowMs) : null,
      session === null || state.link.state !== 'open' ? null : afterNow(quietAt(session), nowMs),
    ]),
  }
}

/** The rows of a removed plan, `sinceMs` after its removal: first struck through column by column, then removed from the bottom. */
export function leavingRows(theme: Theme, rows: readonly Row[], sinceMs: number): readonly Row[] {
  const share = Math.min(1, sinceMs / removalMs)
  if (share < 0.5) return rows.map((each) => swept(theme, each, share / 0.5))
  const closing = Math.floor(((share - 0.5) / 0.5) * 4)
  const kept = Math.max(0, rows.findLastIndex((each) => each.length > 0) + 1)
  const left = Math.ceil(kept * (1 - closing / 4))
  return rows.map((each, index) => (index < left ? paint(theme, 'dim', rowText(each)) : emptyRow))
}

/** The time between two frames of the animation. */
const sweepStepMs = 50

function swept(theme: Theme, line: Row, share: number): Row {
  const text = rowText(line)
  const indent = text.length - text.trimStart().length
  const at = cutToWidth(text, Math.round(displayWidth(text) * share), '').length
  if (at <= indent) return line
  return row(
    text.slice(0, indent) as SafeText,
    paint(theme, 'struck', text.slice(indent, at) as SafeText),
    text.slice(at) as SafeText,
  )
}

/** The rows of a plan that nothing works on any more. */
export function dimmedRows(theme: Theme, rows: readonly Row[]): readonly Row[] {
  return rows.map((each) => paint(theme, 'dim', rowText(each)))
}
