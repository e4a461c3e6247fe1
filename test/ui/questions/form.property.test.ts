import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkField } from '../../../src/app/forms/check-field.ts'
import type { ElicitationRequest, FormContent } from '../../../src/app/state/elicitation.ts'
import { act } from '../../../src/ui/stack/act.ts'
import { rowWidth, rowText } from '../../../src/lib/cells/row.ts'
import { opened, prompted, stateAfter } from '../../support/app-states.ts'
import { dark, loadedDocumentCache, plainAscii, ShownScreen } from '../stack/shown-screen.ts'
import { anyElicitation, anyFormKey } from './any-elicitation.ts'

/** An answer has a value for each required field, and only values that the agent allows. */
function expectAllowed({ mode }: ElicitationRequest, content: FormContent): void {
  const fields = mode.type === 'form' ? mode.fields : []
  expect(Object.keys(content).filter((name) => !fields.some((field) => field.name === name))).toEqual([])
  // The last of several fields with the same name counts.
  for (const field of new Map(fields.map((each) => [each.name, each])).values()) {
    const value = Object.hasOwn(content, field.name) ? content[field.name] : undefined
    if (fields.filter(({ name }) => name === field.name).length > 1) continue
    expect([field, value, checkField(field, value ?? null)]).toEqual([field, value, null])
  }
}

test('any form fits, contains no control sequences, and sends only valid answers', async () => {
  const documentCaches = [await loadedDocumentCache(dark), await loadedDocumentCache(plainAscii)] as const
  let sent = 0
  fc.assert(
    fc.property(
      fc.record({
        request: anyElicitation,
        keys: fc.array(anyFormKey, { maxLength: 40 }),
        columns: fc.integer({ min: 40, max: 140 }),
        rows: fc.integer({ min: 12, max: 50 }),
        isAscii: fc.boolean(),
      }),
      ({ request, keys, columns, rows, isAscii }) => {
        const asked = { type: 'elicitation-asked', atMs: 0, request } as const
        const state = stateAfter(...opened(), prompted(0), asked)
        const theme = isAscii ? plainAscii : dark
        const screen = new ShownScreen(state, {
          columns,
          rows,
          documentCache: documentCaches[isAscii ? 1 : 0],
          theme,
        })
        for (const name of [...keys, 'ctrl-s']) {
          const text = name === 'space' ? ' ' : /^.$/u.test(name) ? name : ''
          const { intents } = act(screen.ui, { name, text }, { state, shown: screen.drawn.shown, nowMs: 0 })
          for (const intent of intents) {
            if (intent.type === 'open-url') expect(intent.url).toMatch(/^https?:\/\/[\x21-\x7e]+$/)
            if (intent.type !== 'answer-elicitation') continue
            expect(intent.key).toBe(request.key)
            if (intent.answer.type === 'accepted') {
              sent++
              expectAllowed(request, intent.answer.content)
            }
          }
          expect(screen.press(name).rows).toHaveLength(rows)
          expect(screen.rows.filter((row) => rowWidth(row) > columns)).toEqual([])
          // oxlint-disable-next-line no-control-regex -- they are what is looked for
          for (const row of screen.rows)
            expect(rowText(row)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/)
        }
      },
    ),
    { numRuns: 100 },
  )
  expect(sent).toBeGreaterThan(20)
})
