import { fail, ok, type Result } from '../../../lib/result.ts'
import { badRequest } from '../exchange-problems.ts'
import {
  given,
  isObject,
  stringAt,
  type JsonObject,
  objectIn,
  listIn,
  objectAt,
} from '../../../protocol/wire/message.ts'
import { readTodos, maxTodos, type Todo } from '../../../protocol/plans/tool-todos.ts'
import type { WireProblem } from '../../../protocol/wire/wire-problem.ts'
import type { PermissionOption } from '../../state/permission.ts'
import type { ParsedPermission } from '../read/read-permission.ts'
import { toOptionIds, readQuestionForm, toFieldValue } from './question-form.ts'
import {
  type ElicitationKind,
  type PermissionKind,
  type TodosKind,
  ownerOf,
  planToApprove,
  selected,
  textAt,
  vendorParams,
} from './request-kind.ts'

// The ACP extensions of Cursor's CLI: https://cursor.com/docs/cli/acp#cursor-extension-methods Every `outcome` is nested:
// `{ outcome: { outcome } }`. `{ outcome: 'cancelled' }` is accepted, too.

const accepted = 'accept'
const rejected = 'reject'
const options: readonly PermissionOption[] = [
  { id: rejected, name: 'Reject the plan', kind: 'reject_once' },
  { id: accepted, name: 'Accept the plan', kind: 'allow_once' },
]
const cancelled = { outcome: { outcome: 'cancelled' } }

/**
 * A plan to approve. After an approval Cursor may end the turn without implementing the plan, still in plan mode: hence
 * `waitsForPrompt`.
 */
export const cursorCreatePlan: PermissionKind = {
  type: 'permission',
  method: 'cursor/create_plan',
  read: (params) => readCreatePlan(params, 'cursor/create_plan'),
  answer(answer) {
    if (answer.type === 'cancelled') return cancelled
    if (answer.optionId === accepted) return { outcome: { outcome: 'accepted' } }
    const { feedback } = answer
    return { outcome: { outcome: 'rejected', ...given('reason', feedback) } }
  },
  readAnswer(result) {
    const outcome = objectAt(result, 'outcome')
    switch (outcome['outcome']) {
      case 'accepted':
        return selected(accepted)
      case 'rejected':
        return selected(rejected, stringAt(outcome, 'reason'))
      default:
        return { type: 'cancelled' }
    }
  },
  unreadable: cancelled,
  takesFeedback: true,
  waitsForPrompt: true,
}

/**
 * Wave asks the same, and wants a flat answer; without one it asks again by `session/request_permission`. It leaves plan mode by
 * itself: sources of wave-agent, before its ACP mode was removed in August 2026.
 */
export const waveCreatePlan: PermissionKind = {
  ...cursorCreatePlan,
  method: 'wave/create_plan',
  read: (params) => readCreatePlan(params, 'wave/create_plan'),
  answer: (answer, params) => objectAt(cursorCreatePlan.answer(answer, params), 'outcome'),
  readAnswer: (outcome, params) => cursorCreatePlan.readAnswer({ outcome }, params),
  unreadable: cancelled.outcome,
  waitsForPrompt: false,
}

function readCreatePlan(given: unknown, method: string): Result<ParsedPermission, WireProblem> {
  const params = vendorParams(given)
  if (params === null) return fail(badRequest(`${method} without params`, 'params', given))
  const problems: WireProblem[] = []
  const todos = allTodos(params, problems)
  const name = textAt(params, 'name', problems).trim()
  const text = documentOf({
    name,
    overview: textAt(params, 'overview', problems),
    plan: textAt(params, 'plan', problems),
    todos,
  })
  if (text === '') {
    const [first] = problems
    return fail(first ?? badRequest(`${method} without a plan`, 'params.plan', params))
  }
  const title = name === '' ? 'Accept this plan?' : `Accept this plan? ${name}`
  const asked = { title, options, plan: { type: 'markdown', text } } as const
  return ok(planToApprove(params, todos.length === 0 ? asked : { ...asked, todos }, problems))
}

/** The to-dos of the plan; if it has none, those of its phases. */
function allTodos(params: JsonObject, problems: WireProblem[]): readonly Todo[] {
  const own = readTodos(params['todos'], { path: 'params.todos', isMerge: false }, problems)
  const phases: unknown = params['phases']
  if (own.length > 0 || !Array.isArray(phases)) return own
  const todos: Todo[] = []
  const found: WireProblem[] = []
  for (const [index, phase] of (phases as readonly unknown[]).slice(0, maxPhases).entries()) {
    const path = `params.phases[${index}].todos`
    if (isObject(phase)) todos.push(...readTodos(phase['todos'], { path, isMerge: false }, found))
    if (todos.length <= maxTodos) continue
    found.unshift(badRequest(`only the first ${maxTodos} to-dos of its phases are shown`, path, phase))
    break
  }
  if (phases.length > maxPhases && todos.length <= maxTodos) {
    const text = `only the to-dos of the first ${maxPhases} of ${phases.length} phases are shown`
    found.unshift(badRequest(text, `params.phases[${maxPhases}]`, phases[maxPhases]))
  }
  problems.push(...found.slice(0, maxPhaseProblems))
  const rest = found.length - maxPhaseProblems
  if (rest > 0)
    problems.push(
      badRequest(`${rest} more faults in its phases`, 'params.phases', found[maxPhaseProblems]?.path),
    )
  return todos.slice(0, maxTodos)
}

const maxPhases = 100
const maxPhaseProblems = 10

interface PlanParts {
  readonly name: string
  readonly overview: string
  readonly plan: string
  readonly todos: readonly Todo[]
}

/** The plan as one document, without what its text already contains. '' if there is nothing to read. */
function documentOf({ name, overview, plan, todos }: PlanParts): string {
  const parts: string[] = []
  if (name !== '' && !/^\s{0,3}#\s/m.test(plan)) parts.push(`# ${name}`)
  if (overview.trim() !== '' && !containsOverview(plan, overview.trim())) parts.push(overview.trim())
  if (plan.trim() !== '') parts.push(plan)
  else if (todos.length > 0) parts.push(todos.map(({ content }) => `- ${content ?? ''}`).join('\n'))
  const isBare = plan.trim() === '' && overview.trim() === '' && todos.length === 0
  return isBare ? '' : parts.join('\n\n')
}

/** Searching for a long text in a longer one may take minutes if both repeat the same characters. */
const longestSought = 2000
const charactersSearched = 100_000

function containsOverview(plan: string, overview: string): boolean {
  return overview.length <= longestSought && plan.slice(0, charactersSearched).includes(overview)
}

export const cursorAskQuestion: ElicitationKind = {
  type: 'elicitation',
  method: 'cursor/ask_question',
  read: (params) =>
    readQuestionForm(
      params,
      {
        name: 'id',
        text: 'prompt',
        multiSelectKeys: ['allowMultiple'],
        value: 'id',
        label: 'label',
        takesText: false,
      },
      'cursor/ask_question',
    ),
  answer(answer) {
    switch (answer.type) {
      case 'accepted': {
        const answers = Object.entries(answer.content).map(([questionId, value]) => ({
          questionId,
          selectedOptionIds: toOptionIds(value),
        }))
        return { outcome: { outcome: 'answered', answers } }
      }
      case 'declined':
        return { outcome: { outcome: 'skipped' } }
      case 'cancelled':
        return cancelled
    }
  },
  readAnswer(result) {
    const outcome = objectAt(result, 'outcome')
    switch (outcome['outcome']) {
      case 'answered':
        return { type: 'accepted', content: Object.fromEntries(answersOf(outcome['answers'])) }
      case 'skipped':
        return { type: 'declined', by: 'client' }
      default:
        return { type: 'cancelled' }
    }
  },
  unreadable: cancelled,
}

function answersOf(
  answers: unknown,
): readonly (readonly [string, NonNullable<ReturnType<typeof toFieldValue>>])[] {
  return listIn(answers).flatMap((answer) => {
    const id = stringAt(answer, 'questionId')
    const value = toFieldValue(objectIn(answer)['selectedOptionIds'])
    return id === undefined || value === null ? [] : [[id, value] as const]
  })
}

/** The to-do list, or changes to it. */
export const cursorUpdateTodos: TodosKind = {
  type: 'todos',
  method: 'cursor/update_todos',
  read(given) {
    const params = vendorParams(given)
    if (params === null) return fail(badRequest('cursor/update_todos without params', 'params', given))
    const problems: WireProblem[] = []
    const isMerge = params['merge'] === true
    if (!Array.isArray(params['todos']))
      return fail(badRequest('cursor/update_todos without a list of to-dos', 'params.todos', params))
    const todos = readTodos(params['todos'], { path: 'params.todos', isMerge }, problems)
    const [first] = problems
    // A list without any readable to-do must not replace a readable one.
    if (todos.length === 0 && first !== undefined) return fail(first)
    return ok({ ...ownerOf(params), todos, isMerge, problems })
  },
  answer: { outcome: { outcome: 'accepted' } },
}
