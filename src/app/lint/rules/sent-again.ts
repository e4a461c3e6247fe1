import type { LintRule } from '../lint-rule.ts'
import { planReplaced, planWords } from '../plan-change.ts'
import { pages } from '../spec-pages.ts'

/** An update without any change. */
export const sentAgain: LintRule = {
  id: 'sent-again',
  severity: 'info',
  title: 'the same plan is sent again',
  says: 'The agent reports updates as it progresses. An update without a change costs each client a redraw.',
  page: pages.plan,
  mend: 'Compare with what was sent last, and send only what differs.',
  check: () => ({
    event(moment, report) {
      const change = planReplaced(moment)
      if (change === null || change.isReplayed) return
      const { before, after, update } = change
      if (before === undefined || after === undefined || before.key !== after.key) return
      const isSame = after.body === before.body && after.title === before.title && before.removedAtMs === null
      if (!isSame || after.updates !== before.updates + 1) return
      report({ path: 'params.update', seen: `${planWords(update)} is what it was before` })
    },
  }),
}
