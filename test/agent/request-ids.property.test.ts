import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOnWire, type Wire, type WireRun } from './wire.ts'
import { anyCharacter } from '../support/any-character.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'request-ids-'))
  writeFileSync(join(folder, 'a.txt'), 'one\ntwo\n')
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** Ids as they are written: the answer has to have the same, whatever a parser makes of it. */
const idText = fc.oneof(
  { arbitrary: fc.integer({ min: 0, max: 6 }).map(String), weight: 3 },
  fc.constantFrom('-1', '1.5', '1e21', '1E+2', '0.10', '1.0', '-0', '9007199254740993', '1e999', 'null'),
  fc.constantFrom(
    '"\\ud800"',
    '"a\\udfffb"',
    '""',
    '"__proto__"',
    '"constructor"',
    '"id"',
    '"0"',
    '"\\u0000"',
  ),
  fc.string({ unit: anyCharacter, maxLength: 20 }).map((id) => JSON.stringify(id)),
  fc.integer({ min: 1000, max: 200_000 }).map((length) => `"${'x'.repeat(length)}"`),
)

const option = { optionId: 'yes', name: 'Yes', kind: 'allow_once' }
const requestedSchema = { type: 'object', properties: { a: { type: 'string' } } }
const question = { id: 'q', prompt: 'Which?', options: [{ id: 'a', label: 'A' }] }

/** Everything that an agent may ask, in good shape and in bad. */
const asked = fc.constantFrom<readonly [string, () => unknown]>(
  ['session/request_permission', () => ({ sessionId: 's1', options: [option] })],
  ['session/request_permission', () => ({ sessionId: 'of nobody', options: [] })],
  ['session/request_permission', () => 'no object'],
  ['elicitation/create', () => ({ sessionId: 's1', mode: 'form', message: 'Which?', requestedSchema })],
  [
    'elicitation/create',
    () => ({ mode: 'url', message: 'Go', url: 'https://a.example', elicitationId: 'e' }),
  ],
  ['elicitation/create', () => ({ mode: 'unheard of' })],
  ['cursor/create_plan', () => ({ toolCallId: 'c', plan: '# P\n' })],
  ['cursor/create_plan', () => null],
  ['cursor/update_todos', () => ({ toolCallId: 'c', todos: [{ id: '1', content: 'x', status: 'pending' }] })],
  ['cursor/ask_question', () => ({ toolCallId: 'e', questions: [question] })],
  ['x.ai/exit_plan_mode', () => ({ sessionId: 's1', toolCallId: 'd', planContent: '# P\n' })],
  ['_x.ai/ask_user_question', () => ({ questions: [] })],
  ['fs/read_text_file', () => ({ sessionId: 's1', path: join(folder, 'a.txt') })],
  ['fs/read_text_file', () => ({ path: '/etc/hostname' })],
  ['fs/write_text_file', () => ({ sessionId: 's1', path: join(folder, 'b.txt'), content: 'b' })],
  ['terminal/create', () => ({ command: 'ls' })],
  ['session/update', () => ({ sessionId: 's1', update: { sessionUpdate: 'plan', entries: [] } })],
  ['$/cancel_request', () => ({ requestId: 1 })],
  ['__proto__', () => undefined],
  ['', () => []],
)

const request = fc
  .record({ idText, asked, isBare: fc.boolean() })
  .map(
    ({ idText, asked: [method, params], isBare }) =>
      ({ type: 'asks', idText, method, params, isBare }) as const,
  )

type Request = typeof request extends fc.Arbitrary<infer R> ? R : never

const onOneLine = fc.array(request, { minLength: 1, maxLength: 3 })

const step = fc.oneof(
  { arbitrary: request, weight: 6 },
  onOneLine.map((requests) => ({ type: 'batch', requests }) as const),
  onOneLine.map((requests) => ({ type: 'one line', requests }) as const),
  idText.map((id) => ({ type: 'takes back', idText: id }) as const),
  fc.constantFrom('greets', 'opens', 'ends the turn').map((what) => ({ type: 'answers', what }) as const),
  fc.constantFrom('prompts', 'cancels', 'answers').map((what) => ({ type: 'user', what }) as const),
)

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

function written({ idText, method, params, isBare }: Request): string {
  const version = isBare ? '' : '"jsonrpc":"2.0",'
  const given = params()
  return `{${version}"id":${idText},"method":${JSON.stringify(method)}${given === undefined ? '' : `,"params":${JSON.stringify(given)}`}}`
}

async function take({ run, wire }: { run: WireRun; wire: Wire }, taken: Step): Promise<void> {
  switch (taken.type) {
    case 'asks':
      return wire.write(`${written(taken)}\n`)
    case 'batch':
      return wire.write(`[${taken.requests.map(written).join(' , ')}]\n`)
    case 'one line':
      return wire.write(`so: ${taken.requests.map(written).join('')}\n`)
    case 'takes back':
      return wire.write(`{"method":"$/cancel_request","params":{"requestId":${taken.idText}}}\n`)
    case 'answers':
      return answerOwn(wire, taken.what)
    case 'user':
      if (taken.what === 'prompts') run.agent.order({ type: 'prompt', text: 'go' })
      else if (taken.what === 'cancels') run.agent.order({ type: 'cancel-turn' })
      else {
        const [permission] = run.state().permissions
        const [elicitation] = run.state().elicitations
        if (permission !== undefined)
          run.agent.order({ type: 'answer', key: permission.key, optionId: permission.options[0]?.id ?? '' })
        if (elicitation !== undefined)
          run.agent.order({
            type: 'answer-elicitation',
            key: elicitation.key,
            answer: { type: 'declined', by: 'user' },
          })
        // A file that is read takes some turns of the loop.
        await new Promise((resolve) => setImmediate(resolve))
      }
  }
}

const results = {
  greets: ['initialize', { protocolVersion: 1 }],
  opens: ['session/new', { sessionId: 's1' }],
  'ends the turn': ['session/prompt', { stopReason: 'end_turn' }],
} as const

/** The agent answers each of our requests that it knows, once or again: its requests have ids of their own. */
function answerOwn(wire: Wire, what: keyof typeof results): void {
  const [method, result] = results[what]
  const own = wire.lines.map((line) => JSON.parse(line) as { readonly id: unknown; readonly method?: string })
  const found = own.findLast((message) => message.method === method)
  if (found !== undefined) wire.send({ id: found.id, result })
}

/** The id of an answer as it is written, where numbers are; an answer begins with it. */
function answeredId(line: string): string {
  const { id } = JSON.parse(line) as { readonly id: unknown }
  const number = /^\{"jsonrpc":"2\.0","id":(-?\d[^,]*),/.exec(line)?.[1]
  return number ?? JSON.stringify(id)
}

function idsOf(steps: readonly Step[]): readonly string[] {
  const requests = steps.flatMap((taken) =>
    taken.type === 'asks' ? [taken] : 'requests' in taken ? taken.requests : [],
  )
  return requests.map(({ idText }) => (idText.startsWith('"') ? JSON.stringify(JSON.parse(idText)) : idText))
}

test('every request is answered exactly once under its id, whatever the id and the moment', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 25 }),
      fc.constantFrom('ask', 'deny', 'allow'),
      fc.boolean(),
      async (steps, permissions, canAsk) => {
        const run = runOnWire({ permissions, canAsk, offersFiles: folder, cwd: folder })
        const wire = await run.nextWire()
        for (const taken of steps) await take({ run, wire }, taken)
        await run.agent.close()
        const answers = wire.lines.filter((line) => !('method' in (JSON.parse(line) as object)))
        expect(answers.map(answeredId).sort()).toEqual([...idsOf(steps)].sort())
      },
    ),
    { numRuns: 60 },
  )
})
