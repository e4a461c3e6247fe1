import { fail, ok, type Result } from '../../../lib/result.ts'
import { type JsonObject, elicitationMethod, objectIn, stringAt } from '../../../protocol/wire/message.ts'
import type { WireProblem } from '../../../protocol/wire/wire-problem.ts'
import type { ElicitationField, FieldChoice, FieldValue } from '../../state/elicitation.ts'
import type { PermissionOption } from '../../state/permission.ts'
import { badRequest } from '../exchange-problems.ts'
import { readElicitation } from '../read/read-elicitation.ts'
import type { ParsedPermission } from '../read/read-permission.ts'
import type { SentCall } from '../sent-calls.ts'
import { type PermissionKind, selected } from './request-kind.ts'
import { approveThisPlan } from '../../words/question.ts'

/**
 * A form that asks nothing but whether a plan is approved, as oh-my-pi's and Mistral Vibe's: it is read as a request for a permission, and
 * its choices are the options. https://agentclientprotocol.com/protocol/elicitation
 */
export const approvalForm: PermissionKind = {
  type: 'permission',
  method: elicitationMethod,
  callIn: askedCall,
  read: readApproval,
  answer(answer, params) {
    if (answer.type === 'cancelled') return { action: 'cancel' }
    const choice = choicesOf(params).find(({ option }) => option.id === answer.optionId)
    // Nobody chose to refuse: that is what `decline` says, and no agent takes it for an approval.
    const isDeclined = choice === undefined || (isRefusal(choice) && answer.by === 'policy')
    if (isDeclined || choice.content === null) return { action: 'decline' }
    return { action: 'accept', content: choice.content }
  },
  readAnswer(result, params) {
    const choices = choicesOf(params)
    const chosen =
      result['action'] === 'decline'
        ? choices.find(isRefusal)
        : result['action'] === 'accept'
          ? choices.find(({ content }) => content !== null && isAnsweredBy(content, result['content']))
          : undefined
    return chosen === undefined ? { type: 'cancelled' } : selected(chosen.option.id)
  },
}

/** An option, and what the form is filled in with; null: it is declined. */
interface Choice {
  readonly option: PermissionOption
  readonly content: Readonly<Record<string, FieldValue>> | null
}

interface Approval {
  readonly sessionId: string | null
  readonly toolCallId: string | null
  readonly question: string
  readonly text: string
  /** The file of the plan, which Mistral Vibe only names; null: none is named. */
  readonly path: string | null
  readonly choices: readonly Choice[]
  readonly problems: readonly WireProblem[]
}

/** The call that asks, with the file of its plan: what was written there is the plan. */
function askedCall(params: unknown): JsonObject | null {
  const { toolCallId = null, path = null } = approvalIn(params) ?? {}
  if (toolCallId === null) return null
  return { toolCallId, kind: 'switch_mode', ...(path === null ? {} : { rawInput: { path } }) }
}

function readApproval(params: unknown, sent: SentCall | null): Result<ParsedPermission, WireProblem> {
  const approval = approvalIn(params)
  if (approval === null) return fail(badRequest('a form that asks about no plan', 'params', params))
  const { sessionId, toolCallId, question, text, choices, problems } = approval
  const inForm = excerptIn(text)
  const written = stringAt(sent?.fields['rawInput'], 'plan') ?? null
  const { plan, isCut } = inForm.plan === null ? { plan: written, isCut: false } : inForm
  return ok({
    sessionId,
    toolCallId,
    request: {
      ...(toolCallId === null ? {} : { callId: toolCallId }),
      title: question,
      toolKind: 'switch_mode',
      detail: plan === null && text !== '' ? [{ type: 'words', text }] : [],
      options: choices.map(({ option }) => option),
      plan: plan === null ? null : { type: 'markdown', text: plan },
      ...(isCut ? { isPlanCut: true } : {}),
    },
    problems,
  })
}

function choicesOf(params: unknown): readonly Choice[] {
  return approvalIn(params)?.choices ?? []
}

const aPlan = /\bplan(?:s|ning)?\b/i
const refusing =
  /^(?:no\b|not\b|never\b|reject|refine|revise|decline|deny|disapprove|discard|abandon|cancel|keep planning|keep refining|stay\b|request changes|suggest changes|give feedback|edit\b|modify|change\b|don['’]?t\b|do not\b)/i
const approving =
  /^(?:yes\b|ok(?:ay)?\b|approve|accept|agree|confirm|proceed|implement|execute|start\b|go ahead|begin\b|build\b|allow)/i
const decision = /\b(?:approve|accept|implement|execute|proceed|go ahead|start)/i

const longestText = 1000

/** The approval that a form asks for; null: it asks for something else, or for more. */
export function approvalIn(params: unknown): Approval | null {
  const read = readElicitation(params)
  if (!read.ok || read.value.mode.type !== 'form' || read.value.sessionId === null) return null
  const { mode, message, sessionId = null, problems } = read.value
  // What need not be said is left out: feedback goes with the next prompt.
  const asked = mode.fields.filter(({ type, isRequired }) => type !== 'text' || isRequired)
  const [field] = asked
  if (asked.length > 1) return null
  const { question, text } = partsOf(message)
  const titles = [mode.title, mode.description, field?.title ?? null, field?.description ?? null]
  const words = [question, ...titles]
    .filter((each) => each !== null)
    .map((each) => each.slice(0, longestText))
  if (!words.some((each) => aPlan.test(each))) return null
  const choices = choicesIn(field, words)
  if (choices === null) return null
  const asking = words.find((each) => aPlan.test(each) && /\?\s*$/.test(each))
  return {
    sessionId,
    toolCallId: stringAt(params, 'toolCallId') ?? null,
    question: asking ?? words.find((each) => each.trim() !== '') ?? approveThisPlan,
    text: text !== '' || mode.description === asking ? text : (mode.description ?? ''),
    path: words.map((each) => /(?:^|\s)(\S{1,500}\.md)(?=$|\s)/.exec(each)?.[1]).find(Boolean) ?? null,
    choices,
    problems,
  }
}

/** null if a choice is neither an approval nor a refusal: then the user has to see the form. */
function choicesIn(field: ElicitationField | undefined, words: readonly string[]): readonly Choice[] | null {
  if (field?.type === 'choice') return namedChoices(field.name, field.choices)
  if (field !== undefined && field.type !== 'boolean') return null
  if (!words.some((each) => decision.test(each)) || words.some((each) => refusing.test(each))) return null
  return [
    refusal(field === undefined ? null : { [field.name]: false }),
    {
      option: { id: 'yes', name: 'Yes', kind: 'allow_once' },
      content: field === undefined ? {} : { [field.name]: true },
    },
  ]
}

function namedChoices(name: string, given: readonly FieldChoice[]): readonly Choice[] | null {
  const choices: Choice[] = []
  for (const { value, title } of given) {
    const kind = kindOf(title) ?? kindOf(value)
    if (kind === null) return null
    choices.push({ option: { id: value, name: title, kind }, content: { [name]: value } })
  }
  if (!choices.some((choice) => !isRefusal(choice))) return null
  return choices.some(isRefusal) ? choices : [refusal(null), ...choices]
}

function kindOf(words: string): 'allow_once' | 'reject_once' | null {
  const start = words.trim().slice(0, longestText)
  if (refusing.test(start)) return 'reject_once'
  return approving.test(start) ? 'allow_once' : null
}

function refusal(content: Choice['content']): Choice {
  return { option: { id: 'no', name: 'No', kind: 'reject_once' }, content }
}

function isRefusal({ option }: Choice): boolean {
  return option.kind === 'reject_once'
}

function isAnsweredBy(content: NonNullable<Choice['content']>, given: unknown): boolean {
  const filled: JsonObject = objectIn(given)
  return Object.entries(content).every(([name, value]) => filled[name] === value)
}

/** The question of a message, which is its first or its last paragraph, and the text that it is about. */
function partsOf(message: string): { readonly question: string | null; readonly text: string } {
  const text = message.trim()
  const [, first, below] = /^([^\n]+)(?:\n\s*\n([^]*))?$/.exec(text) ?? []
  if (first !== undefined && isQuestion(first)) return { question: first.trim(), text: below?.trim() ?? '' }
  const at = text.lastIndexOf('\n\n')
  const last = text.slice(at + 1).trim()
  if (at >= 0 && isQuestion(last)) return { question: last, text: text.slice(0, at).trim() }
  return { question: null, text }
}

function isQuestion(paragraph: string): boolean {
  const words = paragraph.trim()
  return words.length <= 300 && !words.includes('\n') && !/^(?:#|[-*+]\s|\d+[.)]\s)/.test(words)
}

/** A text of several lines is the plan, or only its beginning: oh-my-pi sends twelve lines and an ellipsis. */
function excerptIn(text: string): { readonly plan: string | null; readonly isCut: boolean } {
  if (!text.includes('\n') && !text.startsWith('#')) return { plan: null, isCut: false }
  const [mark] = /(?:…|\.\.\.)$/.exec(text) ?? []
  const before = mark === undefined ? text : text.slice(0, -mark.length)
  const whole = before.trimEnd()
  // An ellipsis in a line of its own.
  const isCut = mark !== undefined && before.slice(whole.length).includes('\n')
  return isCut ? { plan: whole, isCut } : { plan: text, isCut }
}
