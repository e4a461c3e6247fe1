import type { Plan } from '../../../plans/plan.ts'
import type { ItemsBody } from '../../../plans/kinds/items.ts'
import type { FramePlace } from '../finding.ts'
import type { LintRule, Report } from '../lint-rule.ts'
import {
  isOfEarlierTurn,
  planPath,
  planReplaced,
  planWords,
  shortened,
  type PlanChange,
} from '../plan-change.ts'
import { pages } from '../spec-pages.ts'

interface Lost {
  readonly contents: ReadonlySet<string>
  readonly path: string
  readonly place: FramePlace
}

const maxPlans = 1000
const maxContents = 1000

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
  check: () => {
    const lostOf = new Map<string, Lost>()
    return {
      event(moment, report) {
        const change = planReplaced(moment)
        if (change === null || change.isReplayed) return
        const { before, after, session } = change
        if (!hasItems(before) || !hasItems(after) || before.body === after.body) return
        const key = `${session.id}\n${after.key}`
        const lost = lostOf.get(key)
        lostOf.delete(key)
        if (lost !== undefined) reportReturned(lost, { before, after }, report)
        const missing = missingIn(before.body, after.body)
        if (missing.length === 0 || (isOfEarlierTurn(change) && isOtherList(before.body, after.body))) return
        const path = planPath(change.update, 'entries')
        if (isChangesOnly(before.body, after.body)) {
          report({ path, seen: seenLost(change, missing) })
        } else if (lostOf.size < maxPlans)
          lostOf.set(key, { contents: new Set(missing.slice(0, maxContents)), path, place: moment.place })
      },
    }
  },
}

type ItemsPlan = Plan & { readonly body: ItemsBody }

function hasItems(plan: Plan | undefined): plan is ItemsPlan {
  return plan?.body.type === 'items'
}

/** The steps that were left to do, and are not in the list any more. */
function missingIn(before: ItemsBody, after: ItemsBody): readonly string[] {
  if (after.entries.length === 0 || after.dropped === before.dropped) return []
  return after.dropped.flatMap(({ entry: { content, status } }) =>
    status === 'completed' || status === 'cancelled' ? [] : [content],
  )
}

/** Most entries of both lists are not in the other one: it is another plan. */
function isOtherList(before: ItemsBody, after: ItemsBody): boolean {
  const kept = after.entries.filter(({ key }) => key < before.nextKey).length
  return 2 * kept < before.entries.length && 2 * kept < after.entries.length
}

/** Nothing is new in the list, and everything in it has changed. */
function isChangesOnly(before: ItemsBody, after: ItemsBody): boolean {
  const old = new Map(before.entries.map((entry) => [entry.key, entry]))
  return after.entries.every((entry) => {
    const was = old.get(entry.key)
    return was !== undefined && was.content === entry.content && was.status !== entry.status
  })
}

function seenLost({ update }: PlanChange, missing: readonly string[]): string {
  const [first = ''] = missing
  const more = missing.length === 1 ? '' : ` and ${missing.length - 1} more`
  return `${planWords(update)} has only entries that changed; missing: “${shortened(first)}”${more}`
}

function reportReturned(
  { contents, path, place }: Lost,
  { before, after }: { readonly before: ItemsPlan; readonly after: ItemsPlan },
  report: Report,
): void {
  const returned = after.body.entries.filter(
    ({ key, content }) => key >= before.body.nextKey && contents.has(content),
  )
  const [first] = returned
  if (first === undefined) return
  const more = returned.length === 1 ? '' : ` and ${returned.length - 1} more`
  const seen = `missing here, and back in the next update: “${shortened(first.content)}”${more}`
  report({ path, seen, place })
}
