import type { TrackedEntry } from '../../../plans/steps/tracked-entry.ts'
import type { LintRule } from '../lint-rule.ts'
import { isOfEarlierTurn, planPath, planReplaced, planWords, shortened } from '../plan-change.ts'
import { pages } from '../spec-pages.ts'

/** A step that was done, or begun, and then was not. */
export const statusBack: LintRule = {
  id: 'status-back',
  severity: 'warning',
  title: 'the status of a step goes back',
  says: 'Each update has the current status of every entry. Nothing forbids a step to be taken up again.',
  page: pages.plan,
  mend: 'Add a step for work that has to be done again, or send statuses in the order in which they change.',
  check: () => ({
    event(moment, report) {
      const change = planReplaced(moment)
      if (change === null || change.isReplayed || isOfEarlierTurn(change)) return
      const { before, after, update } = change
      if (before?.body.type !== 'items' || after?.body.type !== 'items' || before.body === after.body) return
      const old = new Map(before.body.entries.map((entry) => [entry.key, entry]))
      for (const [index, entry] of after.body.entries.entries()) {
        const was = old.get(entry.key)
        if (was === undefined || was === entry || !isBack(was, entry)) continue
        report({
          path: `${planPath(update, 'entries')}[${index}].status`,
          seen: `“${shortened(entry.content)}” was ${was.status}, and is ${entry.status}`,
          severity: was.status === 'completed' ? 'warning' : 'info',
        })
      }
    },
  }),
}

const ranks: Readonly<Record<string, number>> = { pending: 0, in_progress: 1, completed: 2 }

function isBack({ status: was }: TrackedEntry, { status }: TrackedEntry): boolean {
  const [before, now] = [ranks[was], ranks[status]]
  return before !== undefined && now !== undefined && now < before
}

/** More than one step is in progress. */
export const twoInProgress: LintRule = {
  id: 'two-in-progress',
  severity: 'info',
  title: 'several steps are in progress',
  says: 'in_progress is the status of an entry that is being worked on. Several at once are allowed, and shown as such.',
  page: pages.plan,
  mend: 'If the agent works on one step at a time, complete it in the update that begins the next one.',
  check: () => ({
    event(moment, report) {
      const change = planReplaced(moment)
      if (change === null || change.isReplayed) return
      const { before, after, update } = change
      if (after?.body.type !== 'items' || after.body.counts.inProgress < 2) return
      // Once, when it begins.
      if (before?.body.type === 'items' && before.body.counts.inProgress >= 2) return
      const seen = `${planWords(update)} has ${after.body.counts.inProgress} steps in progress`
      report({ path: planPath(update, 'entries'), seen })
    },
  }),
}
