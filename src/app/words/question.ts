/** Questions and proposals of the agent: what an answer may be, who gave it, and why none was given. */
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { cutLine } from '../../lib/text/width.ts'
import type { Plan } from '../../plans/plan.ts'
import { proposalOf, proposalsOf } from '../proposals/session-proposals.ts'
import type { AppEvent, EventOf } from '../state/app-event.ts'
import type { AppState } from '../state/app-state.ts'
import type { ElicitationField, ElicitationAnswer, ElicitationRequest } from '../state/elicitation.ts'
import {
  type Unseen,
  chosenOption,
  partText,
  safestFirst,
  type Answerer,
  type PermissionOption,
  type PermissionRequest,
} from '../state/permission.ts'
import type { Decider } from '../history/plan-history.ts'
import type { Proposal, ProposalOutcome } from '../state/proposal.ts'
import type { WentOn, Session } from '../state/session.ts'

/** For a plan that comes without a question. */
export const approveThisPlan = 'Approve this plan?'

/** For a question about a plan that is nowhere. */
export const noPlanText = { type: 'words', text: 'The agent did not send the text of its plan.' } as const

/** Who decided, behind what was decided: `by you`. '' if it is not known. */
export function deciderWords(by: Decider | null | undefined): SafeText {
  return by === null || by === undefined ? safe`` : deciders[by]
}

const deciders: Readonly<Record<Decider, SafeText>> = {
  user: safe`by you`,
  policy: safe`by --permissions`,
  client: safe`in another client`,
  agent: safe`by the agent itself`,
}

/** For the mode of a session whose agent went on after an approval, and has told none since. */
export const untoldModeWords = safe`not told since the approval`

/** Words behind others, with a blank between them. */
export function afterBlank(words: SafeText): SafeText {
  return words === '' ? words : safe` ${words}`
}

/** For what was approved before: `you approved it` only where the user did. */
export function approvedWords(by: Decider | null | undefined): SafeText {
  return by === 'user' ? safe`you approved it` : safe`it was approved`
}

/** What an agent did without an answer. Raw. */
export function wentOnWords({ planKey, left }: WentOn): string {
  const modes = left === null ? '' : `it left “${left.from}” for “${left.to}”`
  if (planKey === null)
    return `the agent went on without asking: ${modes || 'it says that nobody has reviewed its plan'}`
  return `the agent approved its plan itself, without asking${modes === '' ? '' : `: ${modes}`}`
}

/** Why a policy does not allow what an agent asks for: half a sentence. */
export const unseenWords: Readonly<Record<Unseen, string>> = {
  plan: 'the whole text of the plan is not known',
  file: 'the file of the plan could not be read',
  action: 'the agent did not say what it is for',
  option: 'its options do not tell which one allows only this once',
  user: 'too many questions in a row were answered by --permissions',
}

/** What a field accepts, in a few words: `a whole number from 1024 to 65535`; null if there is nothing to say. */
export function describeField(field: ElicitationField): string | null {
  switch (field.type) {
    case 'text':
      return textWords(field)
    case 'number':
      return `${field.isInteger ? 'a whole number' : 'a number'}${rangeWords(field.minimum, field.maximum)}`
    case 'boolean':
    case 'choice':
      return null
    case 'choices':
      return choicesWords(field)
  }
}

type Field<T extends ElicitationField['type']> = Extract<ElicitationField, { type: T }>

const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  uri: 'a URI',
  date: 'a date: year-month-day',
  'date-time': 'a date and time',
}

function textWords({ format, pattern, minLength, maxLength }: Field<'text'>): string | null {
  const words = [
    format !== null && Object.hasOwn(formats, format) ? formats[format] : null,
    lengthWords(minLength, maxLength),
    pattern === null ? null : `like ${pattern}`,
  ].filter((word) => word !== null)
  return words.length === 0 ? null : words.join(', ')
}

function lengthWords(least: number | null, most: number | null): string | null {
  if (least === null || least <= 1) return most === null ? null : `at most ${most} characters`
  if (least === most) return `${least} characters`
  return most === null ? `at least ${least} characters` : `${least} to ${most} characters`
}

function rangeWords(least: number | null, most: number | null): string {
  if (least === null) return most === null ? '' : `, ${most} at most`
  return most === null ? `, ${least} at least` : ` from ${least} to ${most}`
}

function choicesWords({ minItems, maxItems }: Field<'choices'>): string {
  const least = minItems ?? 0
  if (maxItems === null) return least === 0 ? 'any number' : `at least ${least}`
  if (least === maxItems) return `${least}`
  return least === 0 ? `at most ${maxItems}` : `${least} to ${maxItems}`
}

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

function askedWords(request: PermissionRequest): string {
  const words = titleWords(request)
  return request.callEnd === undefined ? words : `${words} · its call has ${request.callEnd} already`
}

/** The title of a permission, and what it is for where that says too little. Raw. */
export function titleWords(request: PermissionRequest): string {
  return `${request.title}${untitledWords(request)}`
}

/** In characters. */
const longestUntitled = 200

/** What a title does not say: the command that is to run or, where it is the name of a tool and nothing else, what for: words, a file, data. */
function untitledWords({ title, detail, plan, todoList }: PermissionRequest): string {
  // Shown as plans.
  if (plan !== null || todoList !== undefined) return ''
  const isName = !/\s/.test(title.trim())
  const part =
    detail.find((each) => each.type === 'code' && each.language === 'console') ??
    detail.find(({ type }) => isName && type === 'words') ??
    detail.find(() => isName)
  const text = part === undefined ? '' : partText(part).slice(0, 5 * longestUntitled)
  const isData = part?.type === 'code' && part.language === 'json'
  const [line = ''] = isData ? [text.replace(/\s+/g, ' ')] : text.replace(/^\$ /, '').split('\n', 1)
  return line.trim() === '' || title.includes(line) ? '' : ` · ${line.slice(0, longestUntitled)}`
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

function answerWords(event: EventOf<'permission-answered'>, request: PermissionRequest): string {
  const { answer } = event
  const reason = answer.unseen === undefined ? '' : ` (not allowed: ${unseenWords[answer.unseen]})`
  if (answer.type === 'cancelled') return `cancelled${reason}`
  const option = chosenOption(request, answer)
  const name = option === undefined ? answer.optionId : optionName(option)
  const words = answer.feedback === undefined ? '' : `, with the comment: ${answer.feedback}`
  return `${name}${words}${reason || whoWords[answer.by]}`
}

const whoWords: Readonly<Record<Answerer, string>> = {
  policy: ' (by the policy, nobody was asked)',
  client: ' (in another client)',
  user: '',
}

function elicitationWords({ mode, message }: ElicitationRequest): string {
  if (mode.type === 'url') return `the agent asks you to open ${mode.url}: ${message}`
  const fields = listed(
    mode.fields.map(({ name, title, description }) => {
      // Claude and Codex write the question there, and a word for it as the title.
      const asked = description?.trim().endsWith('?') === true ? `: ${description.trim()}` : ''
      return `${title || name}${asked}`
    }),
    ', ',
  )
  return `the agent asks: ${message} (${fields || 'nothing to fill in'})`
}

function answeredWords(answer: ElicitationAnswer): string {
  switch (answer.type) {
    case 'accepted':
      return 'the question was answered'
    case 'declined':
      return `the question was declined${whoWords[answer.by]}`
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
