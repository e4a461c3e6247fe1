import { isObject, stringAt, type JsonObject } from '../wire/message.ts'
import { given, only, rejectedFor, type ReadEvents } from './read-events.ts'
import { readTodoChange } from '../plans/todo-list.ts'
import { readToolTodos } from '../plans/tool-todos.ts'

/** `tool_call` and `tool_call_update` of either version. https://agentclientprotocol.com/protocol/tool-calls */
export function readToolCall(update: JsonObject): ReadEvents {
  const toolCallId = stringAt(update, 'toolCallId')
  if (toolCallId === undefined) return rejectedFor(update, 'toolCallId', 'a string')
  const title = stringAt(update, 'title')
  const name = stringAt(update, 'name')
  const isTodoTool = todoTools.test(name ?? '') || todoTools.test(title ?? '')
  const todos = readToolTodos(update, isTodoTool) ?? undefined
  const todoChange = readTodoChange(update) ?? undefined
  return only({
    type: 'tool-call',
    toolCallId,
    hasTodos: isTodoTool || todos !== undefined || todoChange !== undefined,
    ...given('title', title),
    ...given('name', name),
    ...given('kind', stringAt(update, 'kind')),
    ...given('status', stringAt(update, 'status')),
    ...given('path', firstPath(update['locations'])),
    ...given('todos', todos),
    ...given('todoChange', todoChange),
  })
}

const todoTools = /todo|update_?plan|task_?list/i

function firstPath(locations: unknown): string | undefined {
  const first: unknown = Array.isArray(locations) ? locations[0] : undefined
  return isObject(first) ? stringAt(first, 'path') : undefined
}
