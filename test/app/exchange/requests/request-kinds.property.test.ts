import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requestKind } from '../../../../src/app/exchange/requests/request-kinds.ts'
import type { PermissionAnswer, PermissionOption } from '../../../../src/app/state/permission.ts'
import type { Result } from '../../../../src/lib/result.ts'
import { isObject, type JsonObject } from '../../../../src/protocol/wire/message.ts'
import type { WireProblem } from '../../../../src/protocol/wire/wire-problem.ts'
import { vendorMethods } from './vendor-methods.ts'

const key = fc.constantFrom(
  'plan',
  'planContent',
  'overview',
  'name',
  'todos',
  'phases',
  'questions',
  'options',
  'merge',
  'id',
  'content',
  'status',
  'question',
  'prompt',
  'label',
  'toolCallId',
  'params',
  '__proto__',
)
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, 5, '', 'a', '# P\n- a', '\ud800'),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('any')), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
  ),
})).any

function expectProblem(read: Result<unknown, WireProblem>): void {
  if (read.ok) return
  expect(read.problem).toMatchObject({ weight: 'rejected', path: expect.stringMatching(/^params/) as string })
}

/** All that a user may answer. */
function answersTo(options: readonly PermissionOption[]): readonly PermissionAnswer[] {
  const chosen = options.flatMap(({ id, kind }): PermissionAnswer[] => {
    const answer = { type: 'selected', optionId: id, by: 'user' } as const
    return kind === 'reject_once' ? [answer, { ...answer, feedback: 'no' }] : [answer]
  })
  return [...chosen, { type: 'cancelled' }]
}

/** As read from a frame, which does not say who answered. */
function byClient(answer: PermissionAnswer): PermissionAnswer {
  return answer.type === 'selected' ? { ...answer, by: 'client' } : answer
}

/** What is there when it has passed the wire. */
function sent(result: object): JsonObject {
  const value: unknown = JSON.parse(JSON.stringify(result))
  return isObject(value) ? value : {}
}

test('the methods of extensions may begin with an underscore, those of the protocol never', () => {
  for (const method of vendorMethods) {
    expect(requestKind(`_${method}`)).toBe(requestKind(method))
    expect(requestKind(method)).not.toBeNull()
  }
  for (const method of [
    '_session/request_permission',
    '__cursor/create_plan',
    'cursor/task',
    '',
    'constructor',
  ])
    expect(requestKind(method)).toBeNull()
})

describe.each(vendorMethods)('%s', (method) => {
  const kind = requestKind(method)

  test('any value is read or is a problem with a path, and its answer is read back', () => {
    fc.assert(
      fc.property(value, (params) => {
        switch (kind?.type) {
          case undefined:
            throw new Error('there is no such kind')
          case 'todos':
            return expectProblem(kind.read(params))
          case 'permission': {
            const read = kind.read(params, null)
            expectProblem(read)
            for (const answer of read.ok ? answersTo(read.value.request.options) : [])
              expect(kind.readAnswer(sent(kind.answer(answer, params)), params)).toEqual(byClient(answer))
            return
          }
          case 'elicitation': {
            const read = kind.read(params)
            expectProblem(read)
            if (!read.ok || read.value.mode.type !== 'form') return
            const { mode } = read.value
            const content = Object.fromEntries(
              mode.fields.map(({ name, type }) => [name, type === 'choices' ? ['x', 'y'] : 'x'] as const),
            )
            for (const answer of [{ type: 'accepted', content } as const, { type: 'cancelled' } as const])
              expect(kind.readAnswer(sent(kind.answer(answer, { mode: mode, params })))).toEqual(answer)
          }
        }
      }),
      { numRuns: 250 },
    )
  })

  test('any answer of another client is read', () => {
    fc.assert(
      fc.property(value, (result) => {
        if (kind === null || kind.type === 'todos') return
        const answer = kind.readAnswer(isObject(result) ? result : {}, {})
        expect(['selected', 'cancelled', 'accepted', 'declined']).toContain(answer.type)
      }),
    )
  })
})
