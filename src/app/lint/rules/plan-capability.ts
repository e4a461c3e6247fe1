import { isObject } from '../../../protocol/wire/message.ts'
import type { LintRule } from '../lint-rule.ts'
import { pages } from '../spec-pages.ts'

/** In version 1, plans with ids are only for clients that offer to show them. */
export const planNotOffered: LintRule = {
  id: 'plan-not-offered',
  severity: 'error',
  title: 'plan_update to a client that does not offer it',
  only: 1,
  says: 'A capability that initialize leaves out MUST be treated as unsupported: plan_update and plan_removed need the capability plan.',
  page: pages.clientCapabilities,
  mend: 'Send the update plan (entries only) to clients without clientCapabilities.plan.',
  check: () => ({
    message({ message, dir, facts }, report) {
      if (facts.offersPlans !== false) return
      if (dir !== 'from-agent' || message.kind !== 'notification' || message.method !== 'session/update')
        return
      const update = isObject(message.params) ? message.params['update'] : undefined
      const kind = isObject(update) ? update['sessionUpdate'] : undefined
      if (kind !== 'plan_update' && kind !== 'plan_removed') return
      const seen = `${kind}, and the client's initialize has neither plan nor planCapabilities`
      report({ path: 'params.update.sessionUpdate', seen })
    },
  }),
}
