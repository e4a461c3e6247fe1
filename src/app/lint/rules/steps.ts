import { isOtherList, type ItemsBody } from '../../../plans/kinds/items.ts'
import { planTitle } from '../../../plans/plan.ts'
import type { TrackedEntry } from '../../../plans/steps/tracked-entry.ts'
import { isProposed } from '../../proposals/session-proposals.ts'
import type { AppState } from '../../state/app-state.ts'
import type { MessagePosition } from '../finding.ts'
import { quoted, quotedFirst, type LintMoment, type LintRule, type Report, pages } from '../lint-rule.ts'
import { changedSteps, entriesPath, isOfEarlierTurn, itemsOf, planWords } from '../plan-change.ts'

const maxPlans = 1000
const maxContents = 1000

interface Lost {
  readonly contents: ReadonlySet<string>
  readonly path: string
  readonly place: MessagePosition
}

/**
 * An update that seems to hold only what has changed. Agents may remove entries, so there are two signs: all that is left has changed,
 * or the next update has the missing entries again.
 */
export const entriesLost: LintRule = {
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

/** A step that was done, or begun, and then was not. */
export const statusBack: LintRule = {
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
}

const ranks: Readonly<Record<string, number>> = { pending: 0, in_progress: 1, completed: 2 }

function isBack({ status: was }: TrackedEntry, { status }: TrackedEntry): boolean {
  const [before, now] = [ranks[was], ranks[status]]
  return before !== undefined && now !== undefined && now < before
}

/** More than one step is in progress. */
export const twoInProgress: LintRule = {
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
}

/** An update without any change. */
export const sentAgain: LintRule = {
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
}

const maxSessions = 1000

/** After the end of a turn nobody works on a step. Updates may follow the end: what counts is the plan before the next prompt. */
export const turnEndsInProgress: LintRule = {
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
}

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
  { sessions }: AppState,
  sessionId: string,
  { place, report }: { readonly place: MessagePosition; readonly report: Report },
): void {
  for (const plan of sessions.get(sessionId)?.plans.values() ?? []) {
    if (plan.body.type !== 'items' || plan.removedAtMs !== null || isProposed(plan)) continue
    const { entries, currentIndex } = plan.body
    const step = entries[currentIndex]
    // The plan itself may say that the step is completed, and only the call that it is not.
    if (step === undefined || step.told?.sentStatus !== undefined) continue
    const seen = `the turn ended (end_turn), and ${quoted(step.content)} of ${quoted(planTitle(plan))} is in progress`
    report({ path: null, seen, place })
  }
}
