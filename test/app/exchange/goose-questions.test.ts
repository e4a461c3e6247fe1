import { expect, test } from 'vitest'
import { detailText } from '../../../src/app/state/permission.ts'
import { shownPlans } from '../../recordings/read-recording.ts'
import { type Exchange, greeted, type Json } from './exchange.ts'

const options = [
  { optionId: 'allow_once', name: 'allow_once', kind: 'allow_once' },
  { optionId: 'reject_once', name: 'reject_once', kind: 'reject_once' },
]

function update(sessionUpdate: string, fields: Json): Json {
  return {
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate, toolCallId: 'c', ...fields } },
  }
}

/** The call, and the question about it: that has the name of the tool in place of a title. */
function asks(name: string, title: string, rawInput: Json, meta: Json = {}): Exchange {
  const toolCall = { toolCallId: 'c', kind: 'other', status: 'pending', title: name, rawInput }
  const params = { sessionId: 's', toolCall, options }
  return greeted().agent(update('tool_call', { title, rawInput, _meta: meta }), {
    id: 'q',
    method: 'session/request_permission',
    params,
  })
}

function shown({ state }: Exchange): readonly (string | undefined)[] {
  return state.permissions.map(({ title, detail }) => `${title}: ${detailText(detail)}`)
}

const edit = { path: '/a.ts', before: 'a', after: 'b' }
const developer = (toolName: string): Json => ({
  goose: { toolCall: { toolName, extensionName: 'developer' } },
})

test('a question keeps the title of its call, which begins with the name of the tool', () => {
  const asked = asks('edit', 'edit · /a.ts', edit, developer('edit'))
  expect(shown(asked)).toEqual(['edit · /a.ts: /a.ts\n- a\n+ b'])
  expect(asked.state.sessions.get('s')?.activity.items).toMatchObject([
    { title: 'edit · /a.ts', kind: 'edit' },
  ])
  expect(shown(asks('editor', 'edit · /a.ts', edit))).toEqual(['editor: /a.ts\n- a\n+ b'])
})

test('a file that is written is shown by its lines, and a list as it is', () => {
  const written = { path: '/a.ts', content: 'a\nb\n' }
  expect(shown(asks('write', 'write · /a.ts', written, developer('write')))).toEqual([
    'write · /a.ts: /a.ts\n+ a\n+ b\n+ ',
  ])
  expect(shown(asks('find', 'find', written))).toEqual([`find: ${JSON.stringify(written, null, 2)}`])
  expect(shown(asks('todo: todo write', 'todo: todo write', { content: '- [ ] A\n- [ ] B' }))).toEqual([
    'todo: todo write: - [ ] A\n- [ ] B',
  ])
})

test('an input with more than a change is shown whole', () => {
  const more = { ...edit, all: true }
  expect(shown(asks('edit', 'edit', more))).toEqual([`edit: ${JSON.stringify(more, null, 2)}`])
})

test('the words that the model finds later for the call do not change what is asked', () => {
  const asked = asks('shell', 'shell · rm x', { command: 'rm x' }, developer('shell'))
  asked.agent(update('tool_call_update', { title: 'Tidying up' }))
  expect(shown(asked)).toEqual(['shell · rm x: $ rm x'])
  expect(asked.state.sessions.get('s')?.activity.items).toMatchObject([{ title: 'Tidying up' }])
})

test('the list that it asks to write is proposed until the answer, and the question is no work', () => {
  const meta = { goose: { toolCall: { toolName: 'todo__todo_write', extensionName: 'todo' } } }
  const asked = asks('todo: todo write', 'todo: todo write', { content: '- [~] A\n- [ ] B' }, meta)
  expect(shownPlans(asked.state)).toMatchObject([
    { title: 'Proposed plan', content: ['in_progress A', 'pending B'] },
  ])
  asked.client({ id: 'q', result: { outcome: { outcome: 'selected', optionId: 'reject_once' } } })
  expect(shownPlans(asked.state)).toEqual([])
  expect(
    [...(asked.state.sessions.get('s')?.work.steps.values() ?? [])].flatMap(({ questions }) => questions),
  ).toEqual([])
})
