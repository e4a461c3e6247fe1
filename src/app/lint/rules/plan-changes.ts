import { isOtherList, type ItemsBody } from '../../../plans/kinds/items.ts'
import { lastValues } from '../../../lib/shared-map.ts'
import { planTitle, type Plan } from '../../../plans/plan.ts'
import { planLabel } from '../../words/plan.ts'
import type { TrackedEntry } from '../../../plans/steps/tracked-entry.ts'
import { likenessTo } from '../../proposals/match-proposal.ts'
import { isProposed, proposalOf } from '../../proposals/session-proposals.ts'
import type { AppState } from '../../state/app-state.ts'
import type { Session } from '../../state/session.ts'
import type { MessagePosition } from '../finding.ts'
import { quoted, quotedFirst, type LintMoment, type LintRule, type Report, pages } from '../lint-rule.ts'
import {
  changedSteps,
  entriesPath,
  isOfEarlierTurn,
  itemsOf,
  planRemoved,
  planWords,
} from '../plan-change.ts'

/** How plans change. */
export const planChangeRules: readonly LintRule[] = [
  /**
   * An update that seems to hold only what has changed. Agents may remove entries, so there are two signs: all that is left has changed,
   * or the next update has the missing entries again.
   */
  {
    id: 'entries-lost',
    severity: 'warning',
    title: 'an update leaves entries out that the plan still has',
    says: 'The agent MUST send a complete list of all entries in each update; the client replaces the whole plan. Entries may be removed on purpose.',
    page: pages.plan,
    mend: 'Send all entries in each update, those that did not change, too.',
    effect: 'The steps that were left out are gone from the plan.',
    check: () => {
      const lostOf = new Map<string, Lost>()
      return {
        replaced(change, report, { place }) {
          const { session, update } = change
          const [before, after] = [itemsOf(change.before), itemsOf(change.after)]
          if (before === null || after === null || before === after) return
          const key = `${session.id}\n${change.after?.key ?? ''}`
          const lost = lostOf.get(key)
          lostOf.delete(key)
          if (lost !== undefined) reportReturned(lost, { before, after }, report)
          const missing = missingIn(before, after)
          if (missing.length === 0 || (isOfEarlierTurn(change) && isOtherList(before, after))) return
          const path = entriesPath(update)
          if (isChangesOnly(before, after)) {
            const seen = `${planWords(update)} has only entries that changed; missing: ${quotedFirst(missing)}`
            report({ path, seen })
          } else if (lostOf.size < maxPlans)
            lostOf.set(key, { contents: new Set(missing.slice(0, maxContents)), path, place })
        },
      }
    },
  },
  /** A step that was done, or begun, and then was not. */
  {
    id: 'status-back',
    severity: 'warning',
    title: 'the status of a step goes back',
    says: 'Each update has the current status of every entry. Nothing forbids a step to be taken up again.',
    page: pages.plan,
    mend: 'Add a step for work that has to be done again, or send statuses in the order in which they change.',
    effect: 'The progress of the plan goes back.',
    replaced(change, report) {
      const [before, after] = [itemsOf(change.before), itemsOf(change.after)]
      if (before === null || after === null || isOfEarlierTurn(change)) return
      const changed = changedSteps(before, after)
      const old = new Map(changed.before.map((entry) => [entry.key, entry]))
      for (const [index, entry] of changed.after.entries()) {
        const was = old.get(entry.key)
        if (was === undefined || !isBack(was, entry)) continue
        report({
          path: `${entriesPath(change.update)}[${changed.start + index}].status`,
          seen: `${quoted(entry.content)} was ${was.status}, and is ${entry.status}`,
          severity: was.status === 'completed' ? 'warning' : 'note',
        })
      }
    },
  },
  /** More than one step is in progress. */
  {
    id: 'two-in-progress',
    severity: 'note',
    title: 'several steps are in progress',
    says: 'in_progress is the status of an entry that is being worked on. Several at once are allowed, and shown as such.',
    page: pages.plan,
    mend: 'If the agent works on one step at a time, complete it in the update that begins the next one.',
    effect: 'Clients that show one current step choose one of them.',
    replaced({ before, after, update }, report) {
      const now = itemsOf(after)?.counts.inProgress ?? 0
      // Once, when it begins.
      if (now < 2 || (itemsOf(before)?.counts.inProgress ?? 0) >= 2) return
      report({ path: entriesPath(update), seen: `${planWords(update)} has ${now} steps in progress` })
    },
  },
  /** An update without any change. */
  {
    id: 'sent-again',
    severity: 'note',
    title: 'the same plan is sent again',
    says: 'The agent reports updates as it progresses. An update without a change costs each client a redraw.',
    page: pages.plan,
    mend: 'Compare with what was sent last, and send only what differs.',
    effect: 'Nothing changes; clients draw it again.',
    replaced({ before, after, update }, report) {
      if (before === undefined || after === undefined || before.key !== after.key) return
      const isSame = after.body === before.body && after.title === before.title && before.removedAtMs === null
      if (!isSame || after.updates !== before.updates + 1) return
      report({ path: 'params.update', seen: `${planWords(update)} is what it was before` })
    },
  },
  /** A plan comes back after its removal. */
  {
    id: 'update-after-removal',
    severity: 'warning',
    title: 'an update of a plan that was removed',
    says: 'plan_removed dismisses a plan. What an update of it means afterwards is not said.',
    page: pages.planOperations,
    mend: 'Give the next plan a new planId, and send no update of a plan after its removal.',
    effect: 'The plan is back.',
    replaced({ before, update }, report) {
      if ((before?.removedAtMs ?? null) === null) return
      const seen = `${planWords(update)} was removed, and exists again`
      report({ path: `params.update.plan.${update.plan.dialect}`, seen })
    },
  },
  /** A removal without a plan to remove. */
  {
    id: 'removal-of-nothing',
    severity: 'note',
    title: 'plan_removed for a plan that is not there',
    says: 'plan_removed dismisses the plan with its id.',
    page: pages.planOperations,
    mend: 'Send the planId of the plan_update, and remove a plan once.',
    effect: 'Nothing changes.',
    event(moment, report) {
      const change = planRemoved(moment)
      if (change === null || change.isReplayed) return
      if (change.before !== undefined && change.before.removedAtMs === null) return
      const why = change.before === undefined ? 'never came' : 'was removed before'
      report({
        path: `params.update.${change.update.plan.dialect}`,
        seen: `${planWords(change.update)} ${why}`,
      })
    },
  },
  /** After the end of a turn nobody works on a step. Updates may follow the end: what counts is the plan before the next prompt. */
  {
    id: 'turn-ends-in-progress',
    severity: 'warning',
    title: 'a turn ends with a step in progress',
    says: 'The agent should report progress with updates; a step that stays in_progress looks as if it still ran.',
    page: pages.plan,
    mend: 'Before the turn ends, send an update that completes the step, or sets it back to pending.',
    effect: 'The plan looks unfinished, or as if the agent still worked.',
    check: () => {
      const ended = new Map<string, MessagePosition>()
      return {
        event(moment, report) {
          const { event, before, place } = moment
          if (event.type === 'prompt-sent') {
            const end = ended.get(event.sessionId)
            if (end !== undefined) reportSession(before, event.sessionId, { place: end, report })
            ended.delete(event.sessionId)
            return
          }
          const sessionId = endedTurn(moment)
          if (sessionId !== null && (ended.size < maxSessions || ended.has(sessionId)))
            ended.set(sessionId, place)
        },
        end(state, report) {
          for (const [sessionId, place] of ended) reportSession(state, sessionId, { place, report })
        },
      }
    },
  },
  /** The user is asked about another text than the plan that the agent has just sent. */
  {
    id: 'proposal-differs',
    severity: 'warning',
    title: 'the agent asks about another plan than it has sent',
    says: 'The call in a permission request is what the user approves.',
    page: pages.permission,
    mend: 'Send the same text in plan_update and in the request, the update first.',
    effect: 'The user who approves it may have read the other text.',
    event({ event, before }, report) {
      const isRequest = event.type === 'permission-asked' || event.type === 'permission-updated'
      if (!isRequest || event.request.plan?.type !== 'markdown') return
      const session = before.sessions.get(event.request.sessionId)
      if (session === undefined) return
      const { plan: content } = event.request
      const sent = plansOfThisTurn(session)
      const [last] = sent
      if (last === undefined) return
      // A plan that is being streamed is the beginning of the proposed one.
      if (sent.some(({ body }) => likenessTo(body, content) !== 'other')) return
      report({
        path: 'params.toolCall',
        seen: `the plan in the request is not ${quoted(planTitle(last))}, which was sent before`,
      })
    },
  },
]

const maxPlans = 1000
const maxContents = 1000

interface Lost {
  readonly contents: ReadonlySet<string>
  readonly path: string
  readonly place: MessagePosition
}

/** The steps that were left to do, and are not in the list any more. */
function missingIn(before: ItemsBody, after: ItemsBody): readonly string[] {
  if (after.entries.length === 0 || after.dropped === before.dropped) return []
  return after.dropped.flatMap(({ entry: { content, status } }) =>
    status === 'completed' || status === 'cancelled' ? [] : [content],
  )
}

/** Nothing is new in the list, and everything in it has changed. */
function isChangesOnly(before: ItemsBody, after: ItemsBody): boolean {
  const old = new Map(before.entries.map((entry) => [entry.key, entry]))
  return after.entries.every((entry) => {
    const was = old.get(entry.key)
    return was !== undefined && was.content === entry.content && was.status !== entry.status
  })
}

function reportReturned(
  { contents, path, place }: Lost,
  { before, after }: { readonly before: ItemsBody; readonly after: ItemsBody },
  report: Report,
): void {
  const returned = after.entries.flatMap(({ key, content }) =>
    key >= before.nextKey && contents.has(content) ? [content] : [],
  )
  if (returned.length === 0) return
  const seen = `missing here, and back in the next update: ${quotedFirst(returned)}`
  report({ path, seen, place })
}

const ranks: Readonly<Record<string, number>> = { pending: 0, in_progress: 1, completed: 2 }

function isBack({ status: was }: TrackedEntry, { status }: TrackedEntry): boolean {
  const [before, now] = [ranks[was], ranks[status]]
  return before !== undefined && now !== undefined && now < before
}

const maxSessions = 1000

/** The session whose turn the agent has ended as done; null: none. */
function endedTurn({ event, before, after }: LintMoment): string | null {
  if (event.type !== 'turn-ended' && event.type !== 'session-updated') return null
  if (event.type === 'session-updated' && event.update.type !== 'state') return null
  const turn = after.sessions.get(event.sessionId)?.turn
  if (turn === undefined || turn.state !== 'ended' || turn === before.sessions.get(event.sessionId)?.turn)
    return null
  const { outcome } = turn
  return outcome.kind === 'stopped' && outcome.stopReason === 'end_turn' ? event.sessionId : null
}

function reportSession(
  state: AppState,
  sessionId: string,
  { place, report }: { readonly place: MessagePosition; readonly report: Report },
): void {
  for (const plan of state.sessions.get(sessionId)?.plans.values() ?? []) {
    if (plan.body.type !== 'items' || plan.removedAtMs !== null || isProposed(plan)) continue
    const { entries, currentIndex } = plan.body
    const step = entries[currentIndex]
    // The plan itself may say that the step is completed, and only the call that it is not.
    if (step === undefined || step.told?.sentStatus !== undefined) continue
    const seen = `the turn ended (end_turn), and ${quoted(step.content)} of ${quoted(planLabel(state, sessionId, plan))} is in progress`
    report({ path: null, seen, place })
  }
}

const plansLookedAt = 50

/** Markdown plans that the agent sent in updates of this turn and that nobody has decided about, the last one first. */
function plansOfThisTurn(session: Session): readonly Plan[] {
  const { turn } = session
  if (turn.state !== 'working') return []
  return lastValues(session.plans, plansLookedAt)
    .filter(
      (plan) =>
        plan.body.type === 'markdown' &&
        plan.removedAtMs === null &&
        plan.name.id !== null &&
        plan.changedAtMs >= turn.sinceMs &&
        (proposalOf(session, plan.key)?.outcome ?? null) === null,
    )
    .toReversed()
}
