import { describe, expect, test } from 'vitest'
import { approvalForm } from '../../../../src/app/exchange/requests/approval-form.ts'
import { requestKind } from '../../../../src/app/exchange/requests/request-kinds.ts'
import type { PermissionAnswer } from '../../../../src/app/state/permission.ts'

type Properties = Readonly<Record<string, unknown>>

function form(message: string, properties: Properties, required: readonly string[] = []): unknown {
  return {
    mode: 'form',
    sessionId: 's',
    message,
    requestedSchema: { type: 'object', properties, required },
  }
}

const choice = (...words: readonly string[]): Properties => ({ value: { type: 'string', enum: words } })

function kindOf(params: unknown): string | undefined {
  return requestKind('elicitation/create', params)?.type
}

describe('a form is a request to approve a plan', () => {
  test.each<[string, unknown]>([
    [
      'its choices approve and refine',
      form('Approve plan "x"?', choice('Approve and execute', 'Refine plan')),
    ],
    ['its choices accept and reject', form('# P\n\n1. A\n\nAccept the plan?', choice('accept', 'reject'))],
    [
      'its choices are yes and no',
      form('Start with this plan?', choice('Yes, proceed', 'No, keep planning')),
    ],
    ['its choices only approve', form('Ready with the plan:', choice('Proceed'))],
    ['it is a switch', form('Approve the plan?', { approved: { type: 'boolean' } })],
    ['it is only to be agreed to', form('Approve the plan?', {})],
    [
      'a comment may stand beside the choice',
      form('The plan', { ...choice('Approve', 'Revise'), comment: { type: 'string' } }),
    ],
    [
      'its titles say it',
      form('Your decision on the plan', {
        value: {
          type: 'string',
          oneOf: [
            { const: 'a', title: 'Go ahead' },
            { const: 'b', title: 'Request changes' },
          ],
        },
      }),
    ],
  ])('%s', (_, params) => {
    expect(kindOf(params)).toBe('permission')
  })

  test.each<[string, unknown]>([
    ['no plan is spoken of', form('Approve the release?', choice('Approve', 'Reject'))],
    ['a choice is neither', form('The plan?', choice('Approve', 'Reject', 'Ask a colleague'))],
    ['nothing approves', form('Which plan?', choice('Plan A', 'Plan B'))],
    [
      'more has to be filled in',
      form('The plan?', { ...choice('Approve', 'Reject'), who: { type: 'string' } }, ['who']),
    ],
    ['two choices are asked for', form('The plan?', { ...choice('Yes', 'No'), more: { type: 'boolean' } })],
    ['a switch that decides nothing', form('Show the plan in colours?', { colours: { type: 'boolean' } })],
    ['a page', { mode: 'url', sessionId: 's', message: 'Approve the plan', url: 'https://a.test' }],
    ['of a login', { ...(form('Approve the plan?', {}) as object), sessionId: undefined, requestId: 1 }],
    ['no schema', { sessionId: 's', message: 'Approve the plan?' }],
    ['nothing', undefined],
  ])('not when %s', (_, params) => {
    expect(kindOf(params)).toBe('elicitation')
  })
})

const by = 'user'

describe('its answer', () => {
  const params = form('Approve the plan?', choice('Approve and execute', 'Refine plan', 'Reject'))

  test.each<[PermissionAnswer, unknown]>([
    [{ type: 'selected', optionId: 'Approve and execute', by }, 'Approve and execute'],
    [{ type: 'selected', optionId: 'Reject', by }, 'Reject'],
    [{ type: 'selected', optionId: 'Approve and execute', by: 'policy' }, 'Approve and execute'],
  ])('%j is the chosen value', (answer, value) => {
    const sent = approvalForm.answer(answer, params)
    expect(sent).toEqual({ action: 'accept', content: { value } })
    expect(approvalForm.readAnswer({ ...sent }, params)).toEqual({ ...answer, by: 'client' })
  })

  test('nobody is said to have filled the form in when the policy refuses, or when it is withdrawn', () => {
    const refused = { type: 'selected', optionId: 'Refine plan', by: 'policy' } as const
    expect(approvalForm.answer(refused, params)).toEqual({ action: 'decline' })
    expect(approvalForm.answer({ type: 'cancelled' }, params)).toEqual({ action: 'cancel' })
  })

  test('another client that declines has chosen the refusal', () => {
    const read = approvalForm.readAnswer({ action: 'decline' }, params)
    expect(read).toEqual({ type: 'selected', optionId: 'Refine plan', by: 'client' })
    expect(approvalForm.readAnswer({ action: 'accept', content: { value: 'x' } }, params)).toEqual({
      type: 'cancelled',
    })
  })

  test('of a switch, and of a form without fields', () => {
    const asSwitch = form('Approve the plan?', { ok: { type: 'boolean' } })
    const yes = { type: 'selected', optionId: 'yes', by } as const
    const no = { type: 'selected', optionId: 'no', by } as const
    expect(approvalForm.answer(yes, asSwitch)).toEqual({ action: 'accept', content: { ok: true } })
    expect(approvalForm.answer(no, asSwitch)).toEqual({ action: 'accept', content: { ok: false } })
    expect(approvalForm.answer(yes, form('Approve the plan?', {}))).toEqual({ action: 'accept', content: {} })
    expect(approvalForm.answer(no, form('Approve the plan?', {}))).toEqual({ action: 'decline' })
  })
})

describe('its parts', () => {
  function partsOf(message: string): unknown {
    const read = approvalForm.read(form(message, choice('Approve', 'Reject')), null)
    if (!read.ok) return null
    const { title, plan, isPlanCut = false, detail } = read.value.request
    return { title, plan: plan?.type === 'markdown' ? plan.text : null, isPlanCut, detail }
  }

  test('the question stands before the plan, or behind it', () => {
    const plan = '# P\n\n1. A'
    const parts = { plan, isPlanCut: false, detail: [] }
    expect(partsOf(`Approve plan "p"?\n\n${plan}`)).toEqual({ title: 'Approve plan "p"?', ...parts })
    expect(partsOf(`${plan}\n\nShall I start with this plan?`)).toEqual({
      title: 'Shall I start with this plan?',
      ...parts,
    })
  })

  test('an ellipsis at the end says that it is only the beginning', () => {
    const parts = { title: 'Approve plan?', plan: '# P\n\n1. A', isPlanCut: true, detail: [] }
    expect(partsOf('Approve plan?\n\n# P\n\n1. A\n…')).toEqual(parts)
  })

  test('gaps without end before the last line are read like one', () => {
    const plan = `# P${'\n'.repeat(300_000)}1. A`
    const parts = { title: 'Approve plan?', plan, isPlanCut: false, detail: [] }
    expect(partsOf(`Approve plan?\n\n${plan}`)).toEqual(parts)
  })

  test('a line is words, and no plan', () => {
    const detail = [{ type: 'words', text: 'It has three steps.' }]
    expect(partsOf('Approve plan?\n\nIt has three steps.')).toEqual({
      title: 'Approve plan?',
      plan: null,
      isPlanCut: false,
      detail,
    })
  })
})
