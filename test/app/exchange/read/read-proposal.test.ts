import { detailText } from '../../../../src/app/state/permission.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ParsedPermission } from '../../../../src/app/exchange/read/read-permission.ts'
import { readAsked } from './read-asked.ts'
import { recordedLines, recordingNames } from '../../../recordings/read-recording.ts'

const options = [{ optionId: 'ok', name: 'OK', kind: 'allow_once' }]
const plan = '# Plan\n\n1. Do it\n2. Do it well'
const content = [{ type: 'content', content: { type: 'text', text: plan } }]

function read(params: object): ParsedPermission['request'] {
  const result = readAsked({ sessionId: 's1', options, ...params })
  if (!result.ok) throw new Error(result.problem.text)
  expect(result.value.problems).toEqual([])
  return result.value.request
}

function requestsOf(name: string): readonly ParsedPermission[] {
  return recordedLines(name)
    .filter((line) => line.includes('"session/request_permission"'))
    .map((line) => {
      const { frame } = JSON.parse(line) as { readonly frame: { readonly params: unknown } }
      const result = readAsked(frame.params)
      if (!result.ok) throw new Error(result.problem.text)
      return result.value
    })
}

test('every request of every recording: its title, plan, detail and options', async () => {
  const filesOf = new Map<string, readonly string[]>()
  for (const recording of recordingNames)
    for (const { request, problems } of requestsOf(recording)) {
      const lines = [
        `${request.title} (${request.toolKind ?? 'no kind'})`,
        `plan: ${JSON.stringify(request.plan)?.slice(0, 140)}`,
        `detail: ${JSON.stringify(detailText(request.detail))}`,
        ...request.options.map(({ kind, name }) => `${kind}: ${name}`),
        ...problems.map(({ text }) => `problem: ${text}`),
      ]
      const seen = lines.map((line) => `  ${line}`).join('\n')
      filesOf.set(seen, [...(filesOf.get(seen) ?? []), recording])
    }
  const shown = [...filesOf].map(([seen, files]) => `${files.join(' ')}\n${seen}\n`)
  await expect(shown.join('')).toMatchFileSnapshot('golden/recorded-requests.txt')
})

describe('a plan', () => {
  test('is found in an input that is JSON text', () => {
    const toolCall = { title: 'exit_plan_mode', rawInput: JSON.stringify({ plan }) }
    expect(read({ toolCall }).plan).toEqual({ type: 'markdown', text: plan })
  })

  test('is the file that a request without its text names as that of the plan', () => {
    const toolCall = { title: 'Ready to code?', kind: 'switch_mode', rawInput: { planFilePath: '/p/x.md' } }
    expect(read({ toolCall }).plan).toEqual({ type: 'file', uri: 'file:///p/x.md' })
  })

  test('that comes as content and as raw input is there once, and not in the detail', () => {
    const request = read({
      toolCall: {
        title: 'Approve Plan',
        kind: 'switch_mode',
        rawInput: { plan, planFilePath: '/x.md' },
        content,
      },
    })
    expect(request).toMatchObject({ plan: { type: 'markdown', text: plan }, detail: [] })
  })

  test.each<[string, object]>([
    ['in the content of a request to switch the mode', { toolCall: { kind: 'switch_mode', content } }],
    ['in the raw input alone', { toolCall: { rawInput: { plan } } }],
    ['in an object in the raw input', { toolCall: { rawInput: { plan: { text: plan } } } }],
    [
      'in a content block in the raw input',
      { toolCall: { rawInput: { plan: { type: 'text', text: plan } } } },
    ],
    [
      'in the raw input of a tool by its name',
      { toolCall: { name: 'ExitPlanMode', rawInput: { text: plan } } },
    ],
    ['as the raw input', { toolCall: { title: 'exit_plan_mode', rawInput: plan } }],
    ['in the content of a tool by its title', { toolCall: { title: 'ExitPlanMode', content } }],
    ['in the content of a tool by its id', { toolCall: { toolCallId: 'exit_plan_mode__call_1', content } }],
    ['of version 2', { title: 'Ready?', subject: { type: 'tool_call', toolCall: { rawInput: { plan } } } }],
    ['as the subject', { title: 'Ready?', subject: { type: 'plan_approval', content } }],
    ['as the text of the subject', { title: 'Ready?', subject: { type: '_plan', plan: { markdown: plan } } }],
  ])('%s', (_where, params) => {
    expect(read(params)).toMatchObject({ plan: { type: 'markdown', text: plan }, detail: [] })
  })

  test('without what kimi writes around it, and with a question in place of the name of its tool', () => {
    const blocks = [`Plan saved to: /k/plans/nova.md\n\n${plan}`, 'Requesting approval to Presenting plan']
    const around = blocks.map((text) => ({ type: 'content', content: { type: 'text', text } }))
    const { plan: found, title } = read({ toolCall: { title: 'ExitPlanMode', content: around } })
    expect([found, title]).toEqual([{ type: 'markdown', text: plan }, 'Approve this plan?'])
    const qwen = { title: 'Plan:', kind: 'switch_mode', rawInput: { plan } }
    expect(read({ toolCall: qwen }).title).toBe('Approve this plan?')
  })

  test('the text around the plan is the detail', () => {
    const around = [
      { type: 'content', content: { type: 'text', text: `Here is the plan:\n\n${plan}\n\nOk?` } },
    ]
    const rawInput = { plan, allowedPrompts: [{ tool: 'Bash', prompt: 'run tests' }] }
    const diff = { type: 'diff', path: '/x.ts', oldText: null, newText: 'one' }
    expect(
      read({ description: 'Read it.', toolCall: { content: [...around, diff], rawInput } }),
    ).toMatchObject({
      plan: { type: 'markdown', text: plan },
      detail: [
        { type: 'words', text: 'Read it.' },
        { type: 'words', text: 'Here is the plan:\n\nOk?' },
        { type: 'code', language: 'diff', file: '/x.ts', text: '+ one' },
        {
          type: 'code',
          language: 'json',
          text: JSON.stringify({ allowedPrompts: rawInput.allowedPrompts }, null, 2),
        },
      ],
    })
  })

  test('of several texts is all of them, each once', () => {
    const more = [...content, ...content, { type: 'content', content: { type: 'text', text: 'And then?' } }]
    const request = read({ toolCall: { kind: 'switch_mode', content: more } })
    expect(request.plan).toEqual({ type: 'markdown', text: `${plan}\n\nAnd then?` })
  })
})

test.each<[string, object, string | null]>([
  [
    'in the title',
    { title: 'Requesting plan approval for: /home/u/plans/a b.md' },
    'file:///home/u/plans/a%20b.md',
  ],
  ['in the title of the call', { toolCall: { title: 'Plan approval: "/p/x.md"' } }, 'file:///p/x.md'],
  [
    'in the locations',
    { toolCall: { name: 'ExitPlanMode', locations: [{ path: '/p/ü.md' }] } },
    'file:///p/%C3%BC.md',
  ],
  [
    'in the raw input',
    { toolCall: { name: 'ExitPlanMode', rawInput: { planFilePath: '/p/x' } } },
    'file:///p/x',
  ],
  ['of Windows', { title: String.raw`plan approval for C:\plans\x.md` }, 'file:///C:/plans/x.md'],
  ['as a URI', { title: 'Plan approval for file:///p/x.md' }, 'file:///p/x.md'],
  ['that is relative', { title: 'Plan approval for plans/x.md' }, null],
  [
    'that cannot be named',
    { toolCall: { name: 'ExitPlanMode', locations: [{ path: '/p/\ud800.md' }] } },
    null,
  ],
])('a file %s', (_where, params, uri) => {
  expect(read(params).plan).toEqual(uri === null ? null : { type: 'file', uri })
})

test.each<[string, object]>([
  ['a mode to switch to', { toolCall: { kind: 'switch_mode', title: 'Switch to code', rawInput: {} } }],
  ['a mode with a file', { toolCall: { kind: 'switch_mode', locations: [{ path: '/p/x.md' }] } }],
  ['nothing but blanks', { toolCall: { kind: 'switch_mode', rawInput: { plan: ' \n ' } } }],
  ['what one pays for', { toolCall: { kind: 'other', rawInput: { plan: 'pro' } } }],
  ['a list of steps', { toolCall: { rawInput: { plan: [{ step: 'one', status: 'pending' }] } } }],
  ['a command', { title: 'Run', subject: { type: 'command', command: 'ls' } }],
  ['an edit with a text', { toolCall: { kind: 'edit', title: 'Plan the trip', content } }],
])('no plan: %s', (_what, params) => {
  expect(read(params).plan).toBeNull()
})

test('a plan of a megabyte is kept whole, and parsed once', { timeout: 60_000 }, () => {
  const text = `# Plan\n${'- a step of it\n'.repeat(70_000)}`
  const many = Array.from({ length: 50_000 }, (_, at) => ({
    type: 'content',
    content: { type: 'text', text: `line ${at}` },
  }))
  expect(read({ toolCall: { kind: 'switch_mode', rawInput: { plan: text }, content } }).plan).toEqual({
    type: 'markdown',
    text,
  })
  expect(read({ toolCall: { kind: 'switch_mode', content: many } }).detail).toEqual([])
  read({ toolCall: { kind: 'switch_mode', rawInput: { plan: text }, content: many } })
  read({ toolCall: { kind: 'other', content: many } })
  read({ title: '/'.repeat(1_000_000), toolCall: { title: ' /'.repeat(500_000), name: 'ExitPlanMode' } })
})

test('any request is read or refused; an option can be chosen, and a plan has text', () => {
  const keys = [
    'plan',
    'text',
    'markdown',
    'content',
    'rawInput',
    'toolCall',
    'subject',
    'type',
    'kind',
    'path',
    'options',
    'optionId',
    'changes',
  ]
  const words = fc.constantFrom(
    'ExitPlanMode',
    'switch_mode',
    'plan',
    'text',
    'tool_call',
    'diff',
    '/p/x.md',
    ' ',
    '\ud800',
  )
  const { anything } = fc.letrec((tie) => ({
    anything: fc.oneof(
      { depthSize: 'medium' },
      fc.jsonValue(),
      words,
      fc.array(tie('anything'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...keys, 'name', 'title', 'locations'), tie('anything'), { maxKeys: 6 }),
    ),
  }))
  fc.assert(
    fc.property(anything, anything, anything, (toolCall, subject, title) => {
      const any = readAsked(toolCall)
      expect(any.ok ? any.value.request.options.length : 1).toBeGreaterThan(0)
      const result = readAsked({ sessionId: 's1', options, toolCall, subject, title })
      if (!result.ok) throw new Error('it has an option')
      const { plan: found } = result.value.request
      if (found?.type === 'markdown') expect(found.text.trim()).not.toBe('')
      if (found?.type === 'file') expect(new URL(found.uri).protocol).toBe('file:')
    }),
    { numRuns: 500 },
  )
})

test('the plan of a tool that is named the other way round', () => {
  expect(read({ toolCall: { toolCallId: 'c', title: 'plan_exit', content } }).plan).not.toBeNull()
  expect(read({ toolCall: { toolCallId: 'c', title: 'plan_exits', content } }).plan).toBeNull()
})

test('a plan beside the call, in a field of the vendor', () => {
  const call = { toolCallId: 'c', title: 'ExitPlanMode', rawInput: { allowedPrompts: [] } }
  const _meta = { 'codebuddy.ai/toolName': 'ExitPlanMode', 'codebuddy.ai/planContent': plan }
  expect(read({ toolCall: { ...call, _meta } }).plan).toEqual({ type: 'markdown', text: plan })
  expect(read({ toolCall: { ...call, _meta: { planContent: 5, 'x/planContent': ' ' } } }).plan).toBeNull()
})
