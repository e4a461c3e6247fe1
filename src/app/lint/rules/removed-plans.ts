import type { LintRule } from '../lint-rule.ts'
import { planRemoved, planReplaced, planWords } from '../plan-change.ts'
import { pages } from '../spec-pages.ts'

/** A plan comes back after its removal. */
export const updateAfterRemoval: LintRule = {
  id: 'update-after-removal',
  severity: 'warning',
  title: 'an update of a plan that was removed',
  says: 'plan_removed dismisses a plan. What an update of it means afterwards is not said.',
  page: pages.planOperations,
  mend: 'Give the next plan a new planId, and send no update of a plan after its removal.',
  check: () => ({
    event(moment, report) {
      const change = planReplaced(moment)
      if (change === null || change.isReplayed || change.before === undefined) return
      if (change.before.removedAtMs === null) return
      const seen = `${planWords(change.update)} was removed, and exists again`
      report({ path: `params.update.plan.${change.update.plan.dialect}`, seen })
    },
  }),
}

/** A removal without a plan to remove. */
export const removalOfNothing: LintRule = {
  id: 'removal-of-nothing',
  severity: 'info',
  title: 'plan_removed for a plan that is not there',
  says: 'plan_removed dismisses the plan with its id.',
  page: pages.planOperations,
  mend: 'Send the planId of the plan_update, and remove a plan once.',
  check: () => ({
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
  }),
}
