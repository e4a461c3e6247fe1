import { detailText, type PermissionRequest } from '../../app/state/permission.ts'
import type { AppEvent } from '../../app/state/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { ElicitationAnswer, ElicitationRequest } from '../../app/state/elicitation.ts'
import { planKeyOfRequest } from '../../app/proposals/match-proposal.ts'
import type { JsonElicitation, JsonPermission, JsonProposal, JsonWentOn } from '../schema/question-lines.ts'
import type { JsonMoment } from './json-session.ts'
import { goingOn } from '../changes/event-words.ts'
import { newOutcomes, newProposal } from '../../app/words/question.ts'
import { concernedSession } from '../changes/touched-plans.ts'

/** The lines of an event about questions: permissions, forms and pages, proposed plans. */
export function questionEvents(
  event: AppEvent,
  moment: JsonMoment,
): readonly (JsonPermission | JsonElicitation | JsonProposal | JsonWentOn)[] {
  return [...requestEvents(event, moment), ...proposals(event, moment), ...wentOn(event, moment)]
}

function wentOn(event: AppEvent, { atMs, after, before }: JsonMoment): readonly JsonWentOn[] {
  const session = goingOn(event, after, before)
  if (session === null) return []
  const { planKey: plan, left } = session.wentOn
  return [
    { type: 'went-on', atMs, session: session.id, plan, from: left?.from ?? null, to: left?.to ?? null },
  ]
}

function requestEvents(
  event: AppEvent,
  { atMs, after, before }: JsonMoment,
): readonly (JsonPermission | JsonElicitation)[] {
  switch (event.type) {
    case 'permission-asked':
      return [{ ...permission(event.request, { atMs, state: after }), state: 'asked' }]
    case 'permission-updated': {
      const isOpen = before.permissions.some((open) => open.key === event.request.key)
      return isOpen ? [{ ...permission(event.request, { atMs, state: after }), state: 'updated' }] : []
    }
    case 'permission-answered': {
      const request = before.permissions.find((open) => open.key === event.key)
      if (request === undefined) return []
      const { answer } = event
      return [
        {
          ...permission(request, { atMs, state: before }),
          state: 'answered',
          answer: answer.type === 'selected' ? answer.optionId : null,
          by: answer.type === 'selected' ? answer.by : null,
          ...(answer.unseen === undefined ? {} : { unseen: answer.unseen }),
        },
      ]
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
  const sessionId = concernedSession(event, before)
  const session = sessionId === null ? undefined : after.sessions.get(sessionId)
  if (session === undefined) return []
  const same = { type: 'proposal', atMs, session: session.id } as const
  const lines: JsonProposal[] = []
  const proposed = newProposal(session.id, after, before)
  if (proposed !== null)
    lines.push({ ...same, plan: proposed.planKey, state: 'proposed', from: proposed.from })
  for (const { proposal } of newOutcomes(session, before.sessions.get(session.id))) {
    if (proposal.outcome === null) continue
    const { kind: outcome, by = null, words, feedback } = proposal.outcome
    const { planKey: plan, from } = proposal
    lines.push({ ...same, plan, state: 'answered', from, outcome, by, words, feedback })
  }
  return lines
}

function permission(
  request: PermissionRequest,
  { atMs, state }: { readonly atMs: number | null; readonly state: AppState },
): Omit<Extract<JsonPermission, { state: 'asked' }>, 'state'> {
  const { key, sessionId, title, toolKind, detail, options, hasUntoldOptions, callEnd } = request
  const plan = planKeyOfRequest(state.sessions.get(sessionId), request)
  return {
    type: 'permission',
    atMs,
    session: sessionId,
    key,
    title,
    toolKind,
    detail: detailText(detail),
    options: hasUntoldOptions === true ? null : options.map(({ id, name, kind }) => ({ id, name, kind })),
    ...(plan === null ? {} : { plan }),
    ...(callEnd === undefined ? {} : { callEnd }),
  }
}

function elicitation(
  { key, sessionId, message, mode }: ElicitationRequest,
  answer: ElicitationAnswer | null,
  atMs: number | null,
): JsonElicitation {
  const asked =
    mode.type === 'url'
      ? { url: mode.url }
      : {
          fields: mode.fields.map(({ name, title, type, isRequired }) => ({ name, title, type, isRequired })),
        }
  const same = { type: 'elicitation', atMs, session: sessionId, key, message, ...asked } as const
  if (answer === null) return { ...same, state: 'asked' }
  const by = answer.type === 'declined' ? answer.by : null
  return { ...same, state: 'answered', answer: answer.type, by }
}
