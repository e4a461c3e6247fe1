// Plans for other programs, as `plans.d.ts` beside it tells. Nothing of Node is loaded, and the linter only when it is called.
import { memoWeak } from '../../lib/memo.ts'
import { given, isObject, sessionIdIn } from '../../protocol/wire/message.ts'
import { nameOf, rejected } from '../../protocol/wire/wire-problem.ts'
import { planReaders } from '../../protocol/session/plan-update.ts'
import type { PlanContent } from '../../protocol/plan-kinds/plan-kinds.ts'
import type { SessionEvent } from '../../protocol/session/session-event.ts'
import { planSteps, planText, documentUri } from '../../plans/kinds/plan-kinds.ts'
import { planKey, planProgress, planTitle, type Plan } from '../../plans/plan.ts'
import {
  noPlans,
  withPlanGrown,
  withPlanRemoved,
  withPlanUpdate,
  type SessionPlans,
} from '../../plans/session-plans.ts'
import { finishedMs, type UpdateTime } from '../../plans/steps/step-times.ts'
import type * as api from './plans.d.ts'

const readers = new Map(planReaders)

export const decodePlanUpdate: typeof api.decodePlanUpdate = (update) =>
  guarded(
    () => decoded(update),
    (problems) => ({ change: null, problems }),
  )

/** Values that are no data, such as a Proxy or an object with getters, may throw wherever they are read. */
function guarded<T>(act: () => T, otherwise: (problems: readonly api.PlanProblem[]) => T): T {
  try {
    return act()
  } catch {
    return otherwise([
      rejected('bad-update', 'the update throws when it is read: data is expected', undefined),
    ])
  }
}

function decoded(update: unknown): api.DecodedUpdate {
  if (!isObject(update)) {
    const text = `the update is ${nameOf(update)}, an object is expected`
    return { change: null, problems: [rejected('bad-update', text, update, 'update')] }
  }
  const kind = update['sessionUpdate']
  const read = typeof kind === 'string' ? readers.get(kind)?.(update) : undefined
  return { change: changeOf(read?.events[0]), problems: read?.problems ?? [] }
}

function changeOf(event: SessionEvent | undefined): api.PlanChange | null {
  if (event?.type === 'plan-removed') return { type: 'removed', plan: sent(event.plan) }
  if (event?.type !== 'plan-replaced' && event?.type !== 'plan-grown') return null
  const { plan, title } = event
  const about = { plan: sent(plan), ...given('title', title) }
  return event.type === 'plan-grown'
    ? { type: 'grown', ...about, text: event.text }
    : { type: 'replaced', ...about, content: sentContent(event.content) }
}

/** The kinds of plans that are promised; any other is one that is not known. */
const promised = ['items', 'markdown', 'file', 'opaque'] as const

function promisedType(type: string): api.SentContent['type'] {
  return promised.find((each) => each === type) ?? 'opaque'
}

function sentContent(content: PlanContent): api.SentContent {
  return isPromised(content) ? content : unknownContent(content)
}

function isPromised(content: PlanContent): content is PlanContent & api.SentContent {
  return promisedType(content.type) === content.type
}

function unknownContent(content: { readonly type: string }): api.SentContent {
  return { type: 'opaque', planType: content.type, payload: { ...content } }
}

/** Updates name plans in these dialects only. */
function sent({ dialect, id }: Plan['name']): api.SentName {
  return { dialect: dialect === 'id' || dialect === 'planId' ? dialect : 'plan', id }
}

export const createPlanStore: typeof api.createPlanStore = () => {
  const sessions = new Map<string, SessionPlans>()
  return {
    apply: (params, atMs) =>
      guarded(
        () => applied(sessions, params, atMs),
        (problems) => ({ sessionId: '', plan: null, problems }),
      ),
    plans: (sessionId) => [...(sessions.get(sessionId) ?? noPlans).values()].map(stateOf),
    forget(sessionId) {
      sessions.delete(sessionId)
    },
  }
}

function applied(sessions: Map<string, SessionPlans>, params: unknown, atMs: number): api.AppliedUpdate {
  const sessionId = sessionIdIn(params) ?? ''
  const { change, problems } = decoded(isObject(params) ? params['update'] : params)
  if (change === null) return { sessionId, plan: null, problems }
  const before = sessions.get(sessionId) ?? noPlans
  const after = withChange(before, change, { atMs, work: { workedMs: atMs, waitedMs: 0 } })
  const plan = after.get(planKey(change.plan))
  const state = plan === undefined ? null : stateOf(plan)
  if (after !== before) sessions.set(sessionId, after)
  return { sessionId, plan: state, problems }
}

function withChange(plans: SessionPlans, change: api.PlanChange, time: UpdateTime): SessionPlans {
  const { plan } = change
  const key = planKey(plan)
  switch (change.type) {
    case 'replaced':
      return withPlanUpdate(plans, change, time)
    case 'removed':
      return withPlanRemoved(plans, key, time)
    case 'grown': {
      const { text, title } = change
      const before = plans.get(key)
      const open = before?.body.type === 'markdown' && before.removedAtMs === null ? before.body : null
      if (open !== null && title === undefined) return withPlanGrown(plans, key, { text, time })
      const content = { type: 'markdown', text: `${open?.text ?? ''}${text}` } as const
      return withPlanUpdate(plans, { plan, content, ...given('title', title) }, time)
    }
  }
}

const stateOf = memoWeak((plan: Plan): api.PlanState => {
  const { key, name, body, revision, updates, changedAtMs, removedAtMs } = plan
  const progress = planProgress(plan)
  return {
    key,
    name: sent(name),
    title: planTitle(plan),
    type: promisedType(body.type),
    steps: planSteps(body).map((step) => ({
      key: step.key,
      content: step.content,
      status: step.status,
      priority: step.priority,
      id: step.id,
      activeMs: finishedMs(step.times),
      activeSinceMs: step.times.running?.work.workedMs ?? null,
      endedAtMs: step.times.endedAtMs,
    })),
    markdown: planText(body),
    uri: documentUri(body),
    progress:
      progress === null
        ? null
        : { done: progress.done, total: progress.total, isComplete: progress.isComplete },
    revision,
    updates,
    changedAtMs,
    removedAtMs,
  }
})

export const lintTrace: typeof api.lintTrace = async (trace) => {
  const { lintedTrace } = await import('./linted-trace.ts')
  return await lintedTrace(trace)
}
