import { lastValues } from '../../../lib/shared-map.ts'
import { planTitle, type Plan } from '../../../plans/plan.ts'
import { isObject, type JsonObject } from '../../../protocol/wire/message.ts'
import { likenessTo } from '../../proposals/match-proposal.ts'
import { proposalOf } from '../../proposals/session-proposals.ts'
import type { Session } from '../../state/session.ts'
import { quoted, type LintRule, updateIn, pages } from '../lint-rule.ts'
import { planRemoved, planReplaced, planWords } from '../plan-change.ts'

/** One update names its plan by both fields. */
export const planTwoIds: LintRule = {
  id: 'plan-two-ids',
  severity: 'warning',
  title: 'an update has both id and planId',
  says: 'A plan is named by planId; id was its name when plan operations were first proposed.',
  page: pages.planOperations,
  mend: 'Send planId only, or both with the same value for older clients.',
  effect: 'Clients may take it for two plans; here it is one.',
  message(passed, report) {
    const sent = updateIn(passed)
    const named = sent === null ? null : namedIn(sent.update)
    if (named === null) return
    const { id, planId } = named.holder
    if (typeof id !== 'string' || typeof planId !== 'string') return
    const seen =
      id === planId
        ? 'id and planId have the same value'
        : 'id and planId differ: clients take it for two plans'
    report({ path: `${named.path}.id`, seen, severity: id === planId ? 'note' : 'warning' })
  },
}

/** The object of an update that names a plan, and its path; null: it names none. */
function namedIn(update: JsonObject): { readonly holder: JsonObject; readonly path: string } | null {
  const { sessionUpdate, plan } = update
  if (sessionUpdate === 'plan_removed') return { holder: update, path: 'params.update' }
  return sessionUpdate === 'plan_update' && isObject(plan)
    ? { holder: plan, path: 'params.update.plan' }
    : null
}

const maxSessions = 1000

/** A session names one plan by `id`, another one by `planId`. */
export const planIdsMixed: LintRule = {
  id: 'plan-ids-mixed',
  severity: 'warning',
  title: 'some updates name plans by id, others by planId',
  says: 'Every plan carries a planId; id was its name when plan operations were first proposed.',
  page: pages.planOperations,
  mend: 'Use planId in every plan_update and plan_removed.',
  effect: 'Clients may show a plan twice; here it is one.',
  check: () => {
    const first = new Map<string, 'id' | 'planId' | 'told'>()
    return {
      event({ event }, report) {
        if (event.type !== 'session-updated') return
        const { update, sessionId } = event
        if (update.type !== 'plan-replaced' && update.type !== 'plan-removed' && update.type !== 'plan-grown')
          return
        const { dialect } = update.plan
        if (dialect !== 'id' && dialect !== 'planId') return
        const before = first.get(sessionId)
        if (before === undefined && first.size < maxSessions) first.set(sessionId, dialect)
        if (before === undefined || before === 'told' || before === dialect) return
        first.set(sessionId, 'told')
        const at = update.type === 'plan-removed' ? 'params.update' : 'params.update.plan'
        report({ path: `${at}.${dialect}`, seen: `this update uses ${dialect}, earlier ones ${before}` })
      },
    }
  },
}

/** In version 1, plans with ids are only for clients that offer to show them. */
export const planNotOffered: LintRule = {
  id: 'plan-not-offered',
  severity: 'error',
  title: 'plan_update to a client that does not offer it',
  only: 1,
  says: 'A capability that initialize leaves out MUST be treated as unsupported: plan_update and plan_removed need the capability plan.',
  page: pages.clientCapabilities,
  mend: 'Send the update plan (entries only) to clients without clientCapabilities.plan.',
  effect: 'Clients that know no plans with ids do not show it.',
  message(passed, report) {
    const kind = updateIn(passed)?.kind
    if (passed.facts.offersPlans !== false || (kind !== 'plan_update' && kind !== 'plan_removed')) return
    const seen = `${kind}, and the client's initialize has neither plan nor planCapabilities`
    report({ path: 'params.update.sessionUpdate', seen })
  },
}

/** The document of a file plan cannot be found by a relative URI. */
export const fileUriRelative: LintRule = {
  id: 'file-uri-relative',
  severity: 'error',
  title: 'a file plan with a relative URI',
  says: 'Plan file URIs MUST be absolute.',
  page: pages.planFile,
  mend: 'Send file:///absolute/path/of/plan.md.',
  effect: 'The file is not read: nobody knows in which folder it is.',
  event(moment, report) {
    const change = planReplaced(moment)
    if (change?.update.content.type !== 'file') return
    const { uri } = change.update.content
    if (!isAbsolute(uri)) report({ path: 'params.update.plan.uri', seen: `the URI ${quoted(uri)}` })
  },
}

/** A single letter before the colon is the drive of a Windows path, and no scheme. */
function isAbsolute(uri: string): boolean {
  return /^file:/i.test(uri) ? /^file:\//i.test(uri) : /^[a-z][a-z\d+.-]+:/i.test(uri)
}

/** A plan comes back after its removal. */
export const updateAfterRemoval: LintRule = {
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
}

/** A removal without a plan to remove. */
export const removalOfNothing: LintRule = {
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
}

/** The user is asked about another text than the plan that the agent has just sent. */
export const proposalDiffers: LintRule = {
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
