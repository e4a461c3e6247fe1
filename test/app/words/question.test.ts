import { expect, test } from 'vitest'
import { initialState } from '../../../src/app/state/app-state.ts'
import type { DetailPart } from '../../../src/app/state/permission.ts'
import { questionWords } from '../../../src/app/words/question.ts'
import { readElicitation } from '../../../src/app/exchange/read/read-elicitation.ts'

const ok = { id: 'ok', name: 'OK', kind: 'allow_once' }

function asked(title: string, detail: readonly DetailPart[]): string | undefined {
  const of = { key: 1, sessionId: 's', askedAtMs: 0, toolKind: null, plan: null }
  const request = { ...of, title, detail, options: [ok] }
  return questionWords({ type: 'permission-asked', atMs: 0, request }, initialState, initialState)[0]
}

const command = { type: 'code', language: 'console', text: '$ exit 3\n# twice' } as const
const words = { type: 'words', text: 'Requesting approval to Running: exit 3' } as const
const json = { type: 'code', language: 'json', text: '{\n  "path": "a"\n}' } as const
const diff = { type: 'code', language: 'diff', file: '/a.ts', text: '- a\n+ b' } as const

test.each<[string, readonly DetailPart[], string]>([
  ['Bash', [words], 'Bash · Requesting approval to Running: exit 3'],
  ['Run the tests', [words, command], 'Run the tests · exit 3'],
  ['`exit 3`', [command], '`exit 3`'],
  ['Read a file', [words], 'Read a file'],
  ['read', [json], 'read · { "path": "a" }'],
  ['edit', [diff], 'edit · /a.ts'],
  ['Read a file', [json], 'Read a file'],
  ['Bash', [], 'Bash'],
])('a permission that is asked says what for: %s, %j', (title, detail, said) => {
  expect(asked(title, detail)).toBe(`permission asked: ${said} (OK)`)
})

test('a form is told with the questions of its fields, where they stand in descriptions', () => {
  const properties = {
    question_0: { type: 'string', title: 'Store', description: 'Which store?' },
    question_0_custom: { type: 'string', title: 'Other', description: 'Type your own answer (optional).' },
  }
  const requestedSchema = { type: 'object', properties }
  const read = readElicitation({ mode: 'form', sessionId: 's', message: 'Please answer.', requestedSchema })
  if (!read.ok) throw new Error(read.problem.text)
  const { message, mode } = read.value
  const request = { key: 1, sessionId: 's', askedAtMs: 0, message, mode }
  const [told] = questionWords({ type: 'elicitation-asked', atMs: 0, request }, initialState, initialState)
  expect(told).toBe('the agent asks: Please answer. (Store: Which store?, Other)')
})
