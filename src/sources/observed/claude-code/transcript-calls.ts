import type { SessionEvent } from '../../../protocol/session/session-event.ts'
import { stringAt, type JsonObject } from '../../../protocol/wire/message.ts'
import { cutText } from '../log/log-reading.ts'

/** Calls of which the result tells something about plans or sub-agents. */
export const neededCalls: ReadonlySet<string> = new Set([
  'TaskCreate',
  'TaskUpdate',
  'Agent',
  'Task',
  'EnterPlanMode',
])

/** A sub-agent, as its parent reports it. */
export function subagentUpdate(childSessionId: string, title: string | null, isOver: boolean): SessionEvent {
  const named = title === null ? {} : { title: cutText(title, 200), description: cutText(title, 200) }
  return { type: 'subagent', childSessionId, ...named, state: isOver ? 'idle' : 'running' }
}

const tellingKeys = [
  'subject',
  'description',
  'file_path',
  'path',
  'command',
  'pattern',
  'query',
  'url',
  'taskId',
]

/** The name of a tool, and what it is used for. */
export function titleOf(name: string, input: JsonObject): string {
  for (const key of tellingKeys) {
    const value = stringAt(input, key)
    if (value !== undefined && value !== '') return `${name}: ${cutText(value, 200)}`
  }
  return name
}
