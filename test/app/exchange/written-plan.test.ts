import { describe, expect, test } from 'vitest'
import { type PermissionRequest, detailText } from '../../../src/app/state/permission.ts'
import { type Exchange, greeted, type Json } from './exchange.ts'

const plan = '# Split the tokenizer\n\n1. Read `parser.ts`\n2. Add tests'
const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }]

function told(sessionUpdate: string, update: Json): Json {
  return { method: 'session/update', params: { sessionId: 's', update: { sessionUpdate, ...update } } }
}

/** A call that writes a file, with its input as the JSON text that Mastra Code sends. */
function writes(toolCallId: string, path: string, content: string): Json {
  const rawInput = JSON.stringify({ path, content })
  return told('tool_call', { toolCallId, title: 'write_file', kind: 'edit', rawInput })
}

function changed(toolCallId: string, update: Json): Json {
  return told('tool_call_update', { toolCallId, ...update })
}

function asks(call: Json = {}): Json {
  const toolCall = { toolCallId: 'ask', title: 'submit_plan', rawInput: '{"path":"p.md"}', ...call }
  return { id: 'q', method: 'session/request_permission', params: { sessionId: 's', toolCall, options } }
}

function asked({ state }: Exchange): Pick<PermissionRequest, 'title' | 'plan'> & { readonly detail: string } {
  const [request] = state.permissions
  if (request === undefined) throw new Error('a question was expected')
  return { title: request.title, plan: request.plan, detail: detailText(request.detail) }
}

const detail = '{\n  "path": "p.md"\n}'
const unknown = { title: 'submit_plan', plan: null, detail }

function shown(text: string): ReturnType<typeof asked> {
  return { title: 'Approve this plan?', plan: { type: 'markdown', text }, detail }
}

describe('a plan that is asked about by the name of its file', () => {
  test.each<[string, readonly Json[], ReturnType<typeof asked>]>([
    ['nothing was written', [], unknown],
    ['was written before', [writes('a', 'p.md', plan)], shown(plan)],
    ['was written twice', [writes('a', 'p.md', '# Old'), writes('b', 'p.md', plan)], shown(plan)],
    ['another file was written', [writes('a', 'p.md', plan), writes('b', 'q.md', '# Other')], shown(plan)],
    [
      'could not be written the second time',
      [writes('a', 'p.md', plan), writes('b', 'p.md', '# New'), changed('b', { status: 'failed' })],
      shown(plan),
    ],
    [
      'a part of it has changed since: nobody knows the whole',
      [
        writes('a', 'p.md', plan),
        told('tool_call', { toolCallId: 'b', title: 'edit', rawInput: { path: 'p.md', old_string: 'Add' } }),
      ],
      unknown,
    ],
  ])('%s', (_, before, expected) => {
    expect(asked(greeted().agent(...before, asks()))).toEqual(expected)
  })

  test('is the text of the request where that has one', () => {
    const content = [{ type: 'content', content: { type: 'text', text: '# Sent' } }]
    const exchange = greeted().agent(writes('a', 'p.md', plan), asks({ content }))
    expect(asked(exchange).plan).toEqual({ type: 'markdown', text: '# Sent' })
  })

  test('stays when more of the call comes while the question is open', () => {
    const exchange = greeted().agent(writes('a', 'p.md', plan), asks(), changed('ask', { kind: 'other' }))
    expect(asked(exchange)).toEqual(shown(plan))
  })

  test('is none where the call asks about something else', () => {
    const exchange = greeted().agent(writes('a', 'p.md', plan), asks({ title: 'delete_file' }))
    expect(asked(exchange)).toEqual({ title: 'delete_file', plan: null, detail })
  })

  test.each([
    ['was written', [writes('a', '/h/.vibe/plans/1-fox.md', plan)], { type: 'markdown', text: plan }, ''],
    ['was not', [], null, 'Plan: /h/.vibe/plans/1-fox.md (Ctrl+G to edit)'],
  ])('Mistral Vibe names the file in a form, and it %s', (_, before, shownPlan, text) => {
    const q0 = { type: 'string', title: 'Plan ready', description: 'Plan is complete. Start implementing?' }
    const oneOf = ['Yes, and auto approve edits', 'No'].map((label) => ({ const: label, title: label }))
    const description = 'Plan: /h/.vibe/plans/1-fox.md (Ctrl+G to edit)'
    const requestedSchema = { type: 'object', properties: { q0: { ...q0, oneOf } }, description }
    const form = { mode: 'form', sessionId: 's', toolCallId: 'ask', message: 'User input required' }
    const call = told('tool_call', { toolCallId: 'ask', title: 'Ready to exit plan mode', kind: 'other' })
    const request = { id: 'q', method: 'elicitation/create', params: { ...form, requestedSchema } }
    expect(asked(greeted().agent(...before, call, request))).toEqual({
      title: 'Plan is complete. Start implementing?',
      plan: shownPlan,
      detail: text,
    })
  })
})
