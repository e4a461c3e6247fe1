import type { AppEvent } from '../app/app-event.ts'
import type { ElicitationAnswer, ElicitationRequest } from '../app/elicitation.ts'
import type { PermissionAnswer, PermissionRequest } from '../app/permission.ts'
import { planKey } from '../plans/plan.ts'
import { proposedPlan } from '../protocol/plan-content.ts'
import type { JsonElicitation, JsonPermission, JsonProposal } from './json-events.ts'
import type { JsonMoment } from './json-session.ts'
import { newProposal } from './question-words.ts'
import { sessionOf } from './touched-plans.ts'

/** What an event says of questions: permissions, forms and pages, proposed plans. */
export function questionEvents(
  event: AppEvent,
  moment: JsonMoment,
): readonly (JsonPermission | JsonElicitation | JsonProposal)[] {
  return [...askedAndAnswered(event, moment), ...proposals(event, moment)]
}

function askedAndAnswered(
  event: AppEvent,
  { atMs, before }: JsonMoment,
): readonly (JsonPermission | JsonElicitation)[] {
  switch (event.type) {
    case 'permission-asked':
      return [permission(event.request, null, atMs)]
    case 'permission-answered': {
      const request = before.permissions.find((open) => open.key === event.key)
      return request === undefined ? [] : [permission(request, event.answer, atMs)]
    }
    case 'elicitation-asked':
      return [elicitation(event.request, null, atMs)]
    case 'elicitation-answered': {
      const request = before.elicitations.find((open) => open.key === event.key)
      return request === undefined ? [] : [elicitation(request, event.answer, atMs)]
    }
    default:
      return []
  }
}

function proposals(event: AppEvent, { atMs, after, before }: JsonMoment): readonly JsonProposal[] {
  const session = sessionOf(event) ?? answeredIn(event, before)
  if (session === null) return []
  const same = { type: 'proposal', atMs, session, plan: planKey(proposedPlan) } as const
  const proposed = newProposal(session, after, before)
  const now = after.sessions.get(session)?.proposal ?? null
  const lines: JsonProposal[] = []
  if (proposed !== null) lines.push({ ...same, state: 'proposed', from: proposed.from })
  if (now === null || now.outcome === null) return lines
  if (now.outcome === before.sessions.get(session)?.proposal?.outcome) return lines
  const { kind: outcome, words, feedback } = now.outcome
  return [...lines, { ...same, state: 'answered', from: now.from, outcome, words, feedback }]
}

/** The session of the question that an event answers. */
function answeredIn(event: AppEvent, { permissions }: JsonMoment['before']): string | null {
  if (event.type !== 'permission-answered') return null
  return permissions.find(({ key }) => key === event.key)?.sessionId ?? null
}

function permission(
  request: PermissionRequest,
  answer: PermissionAnswer | null,
  atMs: number,
): JsonPermission {
  const { key, sessionId, title, toolKind, detail, options } = request
  const same = {
    type: 'permission',
    atMs,
    session: sessionId,
    key,
    title,
    toolKind,
    detail,
    options: options.map(({ id, name, kind }) => ({ id, name, kind })),
    ...(request.plan === null ? {} : { plan: planKey(proposedPlan) }),
  } as const
  if (answer === null) return { ...same, state: 'asked' }
  return { ...same, state: 'answered', answer: answer.type === 'selected' ? answer.optionId : null }
}

function elicitation(
  { key, sessionId, message, asks }: ElicitationRequest,
  answer: ElicitationAnswer | null,
  atMs: number,
): JsonElicitation {
  const asked =
    asks.type === 'url'
      ? { url: asks.url }
      : {
          fields: asks.fields.map(({ name, title, type, isRequired }) => ({ name, title, type, isRequired })),
        }
  const same = { type: 'elicitation', atMs, session: sessionId, key, message, ...asked } as const
  if (answer === null) return { ...same, state: 'asked' }
  return { ...same, state: 'answered', answer: answer.type }
}
