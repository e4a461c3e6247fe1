import { currentSession, type AppState } from '../../app/state/app-state.ts'
import { sessionMarks } from '../../app/history/history-of.ts'
import type { ProposedContent } from '../../app/state/permission.ts'
import type { PlanDocument } from '../../app/ports/plan-document.ts'
import { planKeyOfRequest, likenessTo } from '../../app/proposals/match-proposal.ts'
import { childrenOf } from '../../app/state/children.ts'
import { proposalOf } from '../../app/proposals/session-proposals.ts'
import { stalledStep } from '../../app/state/stalled-step.ts'
import type { Question } from '../../app/state/question.ts'
import { isFromBefore, unknownPlan } from '../../app/plan-advice/unknown-plan.ts'
import { keyWords, type KeyMap } from '../keys/key-map.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, displayWidth } from '../../lib/text/width.ts'
import { comparedContent } from '../../plans/comparison/compare-revisions.ts'
import { hasChanges, type Comparison } from '../../plans/comparison/comparison.ts'
import { madeUpBy, madeUpSentence } from '../../app/plan-advice/made-up-plan.ts'
import { uncertainSentence } from '../../app/words/plan.ts'
import { documentUri } from '../../plans/plan-parts.ts'
import { noWork, readClock } from '../../plans/work-clock.ts'
import type { DocumentCache } from '../plan-panes/document-cache.ts'
import { emptyRow, row, type Row, rowText } from '../../lib/cells/row.ts'
import { drawNoPlan } from '../plan-panes/empty-pane.ts'
import {
  withRowsAbove,
  type ClockFrame,
  type KindFrame,
  type PaneView,
  type ShownChild,
} from '../plan-panes/pane.ts'
import { paneKindOf } from '../plan-panes/pane-kinds.ts'
import { drawDiff } from '../plan-panes/diff-pane.ts'
import { shownComparison } from '../plan-panes/shown-comparison.ts'
import { drawPast, pastFrame, type PastPaneFrame } from '../plan-panes/past-pane.ts'
import { drawProposal } from '../plan-panes/proposal-pane.ts'
import type { OpenLayers } from '../state/open-layers.ts'
import { drawTimeline } from '../timeline/timeline-pane.ts'
import type { TimelineState } from '../timeline/timeline-state.ts'
import { planHistory } from '../../app/history/history-of.ts'
import { shownBaseline, sinceWords, type Baseline } from '../state/baseline.ts'
import type { Tab } from '../state/tabs.ts'
import { earliest, isQuiet, nextSecond, quietAt, removalMs } from '../state/timing.ts'
import { type PastMoment, planUi, scrollOf, startOfPane, type UiState } from '../state/ui-state.ts'
import { paint } from '../paint/paint.ts'
import type { Theme } from '../paint/theme.ts'
import { textColumns } from './layout.ts'

export interface DrawPane {
  /** The shown tab; null if there is no plan. */
  readonly tab: Tab | null
  readonly tabs: readonly Tab[]
  readonly theme: Theme
  readonly nowMs: number
  readonly isAnimated: boolean
  readonly rows: number
  readonly documentCache: DocumentCache
  /** The document at the URI of a file plan. */
  readonly documentOf: (uri: string) => PlanDocument
  /** The agent's command line; null if this program did not start it. */
  readonly command: readonly string[] | null
  /** Milliseconds since the epoch. */
  readonly wallMs: number
  readonly layers: OpenLayers
}

/** The plan of a tab, or why there is none. */
export function drawPane(state: AppState, ui: UiState, draw: DrawPane): PaneView {
  const { tab, layers } = draw
  if (tab === null) return noPlan(state, ui, draw)
  const { past: moment } = layers
  if (moment !== null) return drawMoment(state, ui, { draw, moment, tab })
  const { theme, nowMs } = draw
  const note = noteAbove(state, tab, { theme, nowMs, rows: draw.rows, columns: ui.columns })
  const kind = drawKind(state, tab, { draw, ui, rows: draw.rows - note.length })
  const comparedAtMs = tab.plan.changedAtMs + pauseMs
  // A long text that grows is compared when it rests.
  const isDue = comparedAtMs > nowMs && shownBaseline(state, ui) !== null
  const drawn = isDue ? { ...kind, nextAtMs: earliest(kind.nextAtMs, comparedAtMs) } : kind
  const view = withRowsAbove(note, drawn)
  const removedAtMs = tab.plan.removedAtMs
  if (removedAtMs !== null && draw.isAnimated && draw.nowMs - removedAtMs < removalMs) {
    return {
      ...view,
      rows: leavingRows(draw.theme, view.rows, draw.nowMs - removedAtMs),
      nextAtMs: draw.nowMs + sweepStepMs,
    }
  }
  const isOver = removedAtMs !== null || tab.isLost || state.link.state === 'ended'
  if (!isOver) return view
  const rows = dimmedRows(draw.theme, view.rows)
  const { progress } = view
  return { ...view, rows, ...(progress === undefined ? {} : { progress: { ...progress, isOver } }) }
}

interface MomentFrame {
  readonly draw: DrawPane
  readonly moment: PastMoment
  readonly tab: Tab
}

/** A past moment of a plan, and what had changed until then if that is asked for. */
function drawMoment(state: AppState, ui: UiState, { draw, moment, tab }: MomentFrame): PaneView {
  const { query, keys } = ui
  const { diff, timeline } = draw.layers
  const columns = textColumns(ui.columns)
  const { plan, document } = moment.revision
  const baseline = shownBaseline(state, ui)
  const content = baseline === null ? null : comparedContent(plan.body, document?.text ?? null)
  const comparison =
    baseline === null || content === null ? null : shownComparison(baseline.content, content, false)
  const steps = planUi(ui, tab.id).steps
  const past: PastPaneFrame = { ...draw, keys, columns, query, name: tab.id, comparison, steps }
  if (comparison !== null && baseline !== null && diff !== null) {
    const { theme, rows } = draw
    return drawDiff(comparison, { theme, keys, columns, rows, query, since: sinceWords(baseline), ...diff })
  }
  if (timeline !== null) return drawPastTimeline(state, ui.columns, { moment, past, draw, timeline, tab })
  const view = drawPast(moment, past)
  if (comparison === null || baseline === null) return view
  return { ...view, ...captionOf(comparison, { since: sinceWords(baseline), isPicked: true, keys }) }
}

/** The timeline as it was at a past moment. */
function drawPastTimeline(
  state: AppState,
  columns: number,
  {
    moment,
    past,
    draw,
    timeline,
    tab: { sessionId },
  }: MomentFrame & {
    readonly past: PastPaneFrame
    readonly timeline: TimelineState
  },
): PaneView {
  const { plan, atMs, order } = moment.revision
  const view = drawTimeline(plan, {
    ...pastFrame(moment, past),
    columns,
    nowMs: atMs ?? draw.nowMs,
    timeline,
    clockHistory: state.sessions.get(sessionId)?.clockHistory.items ?? [],
    marks: sessionMarks(state, sessionId).filter((mark) => mark.order <= order),
    wallOffsetMs: draw.wallMs - draw.nowMs,
  })
  return { ...view, nextAtMs: null }
}

/** A note about a plan that did not come as an update; none in a low terminal. */
function noteAbove(state: AppState, tab: Tab, draw: NoteFrame): readonly Row[] {
  const { theme, columns, rows } = draw
  if (rows < 7) return []
  const [short, long] = noteOn(state, tab, draw.nowMs) ?? []
  if (short === undefined || long === undefined) return []
  const text = displayWidth(long) <= columns - 2 ? long : short
  return [row(safe` `, paint(theme, 'dim', cutToWidth(text, columns - 2)))]
}

type NoteFrame = Pick<DrawPane, 'theme' | 'rows' | 'nowMs'> & Pick<UiState, 'columns'>

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

interface TabFrame {
  readonly draw: DrawPane
  readonly ui: UiState
  /** Rows for the plan, without the note. */
  readonly rows: number
}

function drawKind(state: AppState, tab: Tab, { draw, ui, rows }: TabFrame): PaneView {
  const { plan } = tab
  const { body } = plan
  const session = state.sessions.get(tab.sessionId)
  const { work, clock, stalledKey } = clockOf(state, tab, draw.nowMs)
  const baseline = shownBaseline(state, ui)
  const comparison = baseline === null ? null : comparisonOf(tab, baseline, draw)
  const { diff, timeline } = draw.layers
  // Field by field, since spreading several objects is slow, and this runs for each frame.
  const frame: KindFrame = {
    theme: draw.theme,
    keys: ui.keys,
    columns: textColumns(ui.columns),
    rows,
    nowMs: draw.nowMs,
    scroll: scrollOf(ui, tab.id),
    query: ui.query,
    // Updates of a session that is being loaded are not recent changes.
    hasMarks: draw.isAnimated && session?.phase !== 'opening',
    comparison,
    documentCache: draw.documentCache,
    name: tab.id,
    documentOf: draw.documentOf,
    steps: planUi(ui, tab.id).steps,
    ...childrenShown(state, tab, draw.tabs),
    work,
    clock,
    stalledKey,
  }
  if (timeline !== null)
    return drawTimeline(plan, {
      ...frame,
      columns: ui.columns,
      timeline,
      clockHistory: session?.clockHistory.items ?? [],
      marks: sessionMarks(state, tab.sessionId),
      wallOffsetMs: draw.wallMs - draw.nowMs,
    })
  const proposal = session === undefined ? null : proposalOf(session, plan.key)
  if (proposal === null) {
    if (comparison === null || baseline === null) return paneKindOf(body).draw(plan, body, frame)
    const since = sinceWords(baseline)
    if (diff !== null) return drawDiff(comparison, { ...frame, since, isUnfolded: diff.isUnfolded })
    const view = paneKindOf(body).draw(plan, body, frame)
    return {
      ...view,
      ...captionOf(comparison, { since, isPicked: planUi(ui, tab.id).baseline !== null, keys: ui.keys }),
    }
  }
  const view = drawProposal(plan, proposal, {
    ...frame,
    hasMarks: draw.isAnimated,
    wallMs: draw.wallMs,
    diff,
    baseline,
    hasQuestion: tab.hasQuestion,
    revision: planHistory(state, tab.sessionId, plan.key)?.last.number ?? proposal.revision,
    earlier: askedOtherwise(state, tab, draw.layers.asked),
  })
  const isUsual = comparison === null || baseline === null || baseline.name === 'proposal' || diff !== null
  return isUsual
    ? view
    : {
        ...view,
        ...captionOf(comparison, {
          since: sinceWords(baseline),
          isPicked: planUi(ui, tab.id).baseline !== null,
          keys: ui.keys,
        }),
      }
}

/** What was begun in the tab's session, with the tab of its newest plan. */
function childrenShown(
  state: AppState,
  { sessionId }: Tab,
  tabs: readonly Tab[],
): Pick<KindFrame, 'children'> {
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
): Pick<PaneView, 'caption'> {
  const key = keyWords(keys, 'next-baseline')
  if (hasChanges(comparison)) return { caption: safe`changed ${since} · ${key}` }
  return isPicked ? { caption: safe`unchanged ${since} · ${key}` } : {}
}

/** Text that has not grown for this long is complete for now. */
const pauseMs = 300

/** What has changed in a plan since its baseline; null: nothing is known to compare it with. */
function comparisonOf(tab: Tab, baseline: Baseline, draw: DrawPane): Comparison | null {
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
function clockOf(state: AppState, { plan, sessionId }: Tab, nowMs: number): ClockFrame {
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

function noPlan(state: AppState, ui: UiState, draw: DrawPane): PaneView {
  const session = currentSession(state)
  return {
    rows: drawNoPlan(state, { ...draw, keys: ui.keys, columns: ui.columns }),
    scroll: startOfPane,
    total: 0,
    visible: draw.rows,
    matches: [],
    // How long the agent has worked changes with the header's time.
    nextAtMs: earliest(
      state.link.state === 'shaking-hands' ? nextSecond(state.link.sinceMs, draw.nowMs) : null,
      session === null || state.link.state !== 'open' ? null : afterNow(quietAt(session), draw.nowMs),
    ),
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
