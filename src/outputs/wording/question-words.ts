import type { AppEvent } from '../../app/state/app-event.ts'
import type { AppState } from '../../app/state/app-state.ts'
import type { ElicitationAnswer, ElicitationRequest } from '../../app/state/elicitation.ts'
import {
  chosenOption,
  safestFirst,
  type Answerer,
  type PermissionOption,
  type PermissionRequest,
} from '../../app/state/permission.ts'
import type { Proposal, ProposalOutcome } from '../../app/state/proposal.ts'
import { unseenWords, afterBlank, deciderWords } from '../../app/words/question.ts'
import { proposalOf, proposalsOf } from '../../app/proposals/session-proposals.ts'
import type { Session } from '../../app/state/session.ts'
import type { Plan } from '../../plans/plan.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { cutLine } from '../../lib/text/width.ts'

type QuestionEvent = Extract<
  AppEvent,
  {
    type:
      | 'permission-asked'
      | 'permission-updated'
      | 'permission-answered'
      | 'elicitation-asked'
      | 'elicitation-answered'
      | 'proposal-answered'
  }
>

/** A line for a question or its answer. Raw. */
export function questionWords(event: QuestionEvent, after: AppState, before: AppState): readonly string[] {
  switch (event.type) {
    case 'permission-asked':
      return [`permission asked: ${askedWords(event.request)} (${optionNames(event.request)})`]
    case 'permission-updated': {
      const was = before.permissions.find((open) => open.key === event.request.key)
      const words = askedWords(event.request)
      return was === undefined || askedWords(was) === words ? [] : [`permission now asked: ${words}`]
    }
    case 'permission-answered': {
      const request = before.permissions.find((open) => open.key === event.key)
      return request === undefined ? [] : [`permission answered: ${answerWords(event, request)}`]
    }
    case 'elicitation-asked':
      return [elicitationWords(event.request)]
    case 'elicitation-answered': {
      const wasOpen = before.elicitations.some(({ key }) => key === event.key)
      return wasOpen ? [answeredWords(event.answer)] : []
    }
    case 'proposal-answered': {
      // A plan in a request is answered there.
      const isFromMessage = after.sessions.get(event.sessionId)?.proposal?.from === 'message'
      return isFromMessage ? [`proposed plan: ${outcomeWords(event.outcome)}`] : []
    }
  }
}

function askedWords({ title, callEnd }: PermissionRequest): string {
  return callEnd === undefined ? title : `${title} · its call has ${callEnd} already`
}

/** In the order in which the screen shows them, and in which they are numbered for screen readers. */
function optionNames({ options, hasUntoldOptions }: PermissionRequest): string {
  if (hasUntoldOptions === true) return 'its options are not told'
  return listed(safestFirst(options).map(optionName), ' | ') || 'no options'
}

function optionName({ id, name }: PermissionOption): string {
  return name.trim() === '' ? id : name
}

/** Longer lists are cut, so that a line stays a line. */
const namesListed = 20

function listed(names: readonly string[], separator: string): string {
  const more = names.length - namesListed
  const shown = names.slice(0, namesListed)
  return (more > 0 ? [...shown, `${more} more`] : shown).join(separator)
}

function answerWords(
  event: Extract<AppEvent, { type: 'permission-answered' }>,
  request: PermissionRequest,
): string {
  const { answer } = event
  const reason = answer.unseen === undefined ? '' : ` (not allowed: ${unseenWords(answer.unseen)})`
  if (answer.type === 'cancelled') return `cancelled${reason}`
  const option = chosenOption(request, answer)
  const name = option === undefined ? answer.optionId : optionName(option)
  const words = answer.feedback === undefined ? '' : `, with the comment: ${answer.feedback}`
  return `${name}${words}${reason || whoWords(answer.by)}`
}

function whoWords(by: Answerer): string {
  switch (by) {
    case 'policy':
      return ' (by the policy, nobody was asked)'
    case 'client':
      return ' (in another client)'
    case 'user':
      return ''
  }
}

function elicitationWords({ mode, message }: ElicitationRequest): string {
  if (mode.type === 'url') return `the agent asks you to open ${mode.url}: ${message}`
  const fields = listed(
    mode.fields.map(({ name, title }) => title || name),
    ', ',
  )
  return `the agent asks: ${message} (${fields || 'nothing to fill in'})`
}

function answeredWords(answer: ElicitationAnswer): string {
  switch (answer.type) {
    case 'accepted':
      return 'the question was answered'
    case 'declined':
      return `the question was declined${whoWords(answer.by)}`
    case 'cancelled':
      return 'the question was cancelled'
  }
}

/** The outcome of a proposal: `rejected (Keep planning), with the comment: warn first`. Raw. */
function outcomeWords({ kind, by, words, feedback }: ProposalOutcome): string {
  const said = words.trim() === '' ? '' : ` (${words})`
  return `${kind}${said}${afterBlank(deciderWords(by))}${feedback === null ? '' : `, with the comment: ${feedback}`}`
}

const longestFact = 200

/** The outcome of a proposed plan, for later; '' for other plans. */
export function proposalFact(proposal: Proposal | null): SafeText {
  if (proposal === null) return safe``
  const { outcome, from, isWhole } = proposal
  if (outcome !== null) return cutLine(outcomeWords(outcome), longestFact)
  if (!isWhole) return safe`not finished`
  return from === 'update' ? safe`not asked about` : safe`not answered`
}

/** A proposed plan that is complete now and waits for the user; null: the event brought none. */
export function newProposal(sessionId: string, after: AppState, before: AppState): Proposal | null {
  const now = after.sessions.get(sessionId)?.proposal ?? null
  const was = before.sessions.get(sessionId)?.proposal ?? null
  if (!isWaiting(now)) return null
  const isSame = isWaiting(was) && was.planKey === now.planKey && was.proposedAtMs === now.proposedAtMs
  return isSame ? null : now
}

function isWaiting(proposal: Proposal | null): proposal is Proposal {
  return proposal !== null && proposal.isWhole && proposal.outcome === null && proposal.from !== 'update'
}

/** Proposals whose outcome is new or has changed, with their plans. */
export function newOutcomes(
  after: Session,
  before: Session | undefined,
): readonly { readonly proposal: Proposal; readonly plan: Plan }[] {
  return proposalsOf(after)
    .toReversed()
    .flatMap((proposal) => {
      const { outcome, planKey } = proposal
      const was = before === undefined ? null : proposalOf(before, planKey)
      const plan = after.plans.get(planKey)
      return plan === undefined || outcome === null || outcome === was?.outcome ? [] : [{ proposal, plan }]
    })
}
