import { fileUri } from '../../../protocol/plans/plan-write.ts'
import type { ProposedContent } from '../../state/permission.ts'
import { isObject, stringAt, type JsonObject, listIn, objectAt } from '../../../protocol/wire/message.ts'

/** The parts of a permission request: the call as merged from all that was sent of it (`SentCalls`), and v2's subject. */
export interface RequestParts {
  readonly params: JsonObject
  readonly subject: JsonObject | null
  readonly call: JsonObject | null
}

/** A plan, and its position in the request. */
export interface ParsedProposal {
  readonly content: ProposedContent
  /** It is the whole text of the call's content. */
  readonly isContent: boolean
}

/**
 * The plan that a permission request asks about, or null. The text is in the call's `rawInput.plan`, in its content,
 * or in a v2 subject of its own; gemini only names the file, in the title. A request to switch the mode without any
 * text is not about a plan. Never throws.
 */
export function readProposal(parts: RequestParts): ParsedProposal | null {
  const { subject, call } = parts
  const input = call?.['rawInput']
  const isNamed = hasPlanName(parts) || (isObject(input) && pathKeys.some((key) => key in input))
  const mayHold = isAboutPlan(parts)
  const given =
    (isObject(input) ? textOf(input['plan']) : null) ?? textOf(subject?.['plan']) ?? planInMeta(call)
  // Other tools have a `plan`, too, such as a payment plan: a plan of work has several lines.
  if (given !== null && (mayHold || given.trim().includes('\n')))
    return { content: { type: 'markdown', text: given }, isContent: false }
  if (!mayHold) return null
  const inContent = contentText(call?.['content'])
  if (inContent !== null) return { content: { type: 'markdown', text: inContent }, isContent: true }
  if (!isNamed) return null
  const elsewhere = textOf(input) ?? textOf(subject)
  if (elsewhere !== null) return { content: { type: 'markdown', text: elsewhere }, isContent: false }
  const uri = planFile(parts)
  return uri === null ? null : { content: { type: 'file', uri }, isContent: false }
}

/** CodeBuddy sends the plan beside the call, as `codebuddy.ai/planContent`. */
function planInMeta(call: JsonObject | null): string | null {
  const meta = objectAt(call, '_meta')
  const key = Object.keys(meta).find((each) => each.endsWith('/planContent'))
  return key === undefined ? null : textOf(meta[key])
}

/** The request asks to approve a plan, or to leave planning, whether or not the plan is in it. */
export function isAboutPlan(parts: RequestParts): boolean {
  return parts.call?.['kind'] === 'switch_mode' || hasPlanName(parts)
}

/** A text of the request without the plan, which is shown separately. */
export function withoutPlan(text: string, proposal: ParsedProposal | null): string {
  if (proposal?.content.type !== 'markdown') return text
  const plan = proposal.content.text.trim()
  const at = text.indexOf(plan)
  return at < 0
    ? text
    : [text.slice(0, at), text.slice(at + plan.length)]
        .map((part) => part.trim())
        .join('\n\n')
        .trim()
}

const planTool = /^(?:(?:exit|present|submit|approve)[_-]?plan(?:[_-]?mode)?|plan[_-]exit)(?:$|[_-]{2})/i
const planTitle =
  /\bplan approval\b|\bapprove (?:the |this |your )?plan\b|\b(?:exit|leave) (?:plan|planning)(?: mode)?\b/i

function hasPlanName({ params, subject, call }: RequestParts): boolean {
  const subjectType = stringAt(subject, 'type')
  if (subjectType !== undefined && /plan/i.test(subjectType.slice(0, 100))) return true
  const names = [stringAt(call, 'name'), stringAt(call, 'title'), stringAt(call, 'toolCallId')]
  if (names.some((name) => name !== undefined && planTool.test(name.slice(0, 100)))) return true
  return titles({ params, call }).some((title) => planTitle.test(title))
}

function titles({ params, call }: Pick<RequestParts, 'params' | 'call'>): readonly string[] {
  return [params, call].flatMap((holder) => stringAt(holder, 'title')?.slice(0, maxTitleLength) ?? [])
}

const maxTitleLength = 1000

/** A text, by itself, in an object or in a content block; null for none, or a blank one. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value
  if (!isObject(value)) return null
  for (const key of ['text', 'markdown', 'content', 'plan']) {
    const inner = value[key]
    if (typeof inner === 'string' && inner.trim() !== '') return inner
    if (isObject(inner) && typeof inner['text'] === 'string' && inner['text'].trim() !== '')
      return inner['text']
  }
  return contentText(value['content'])
}

/** What kimi writes around its plan: where that is saved, and that it asks. */
const aroundPlan = /^Plan saved to: [^\n]*\n+|^Requesting approval to [^\n]*$/

/** The text blocks of a call's content, without duplicates. */
function contentText(content: unknown): string | null {
  const texts = new Set<string>()
  for (const item of listIn(content).filter(isObject)) {
    const block = isObject(item['content']) ? item['content'] : item
    const text = block['type'] === 'text' ? stringAt(block, 'text')?.replace(aroundPlan, '') : undefined
    if (text !== undefined && text.trim() !== '') texts.add(text)
  }
  return texts.size === 0 ? null : [...texts].join('\n\n')
}

const pathKeys = ['planFilePath', 'plan_file_path', 'planPath', 'plan_path', 'plan_file'] as const
const pathInTitle =
  /(?:^|[\s:"'`(])((?:file:\/\/|[a-z]:)?[/\\][^\n\r]*?\.(?:md|mdx|markdown|txt))(?=$|[\s"'`)])/i

/** The file that holds the plan, as an absolute URI. */
function planFile({ params, subject, call }: RequestParts): string | null {
  const named = pathKeys.map((key) => stringAt(call?.['rawInput'], key))
  const inTitles = titles({ params, call }).map((title) => pathInTitle.exec(title)?.[1])
  const [place] = listIn(call?.['locations'])
  for (const path of [stringAt(subject, 'uri'), ...named, ...inTitles, stringAt(place, 'path')]) {
    const absolute = path === undefined ? null : fileUri(path)
    if (absolute !== null) return absolute
  }
  return null
}
