import { type JsonObject, objectAt, objectIn, stringAt } from '../wire/message.ts'
import { readCallEvidence } from './call-evidence.ts'

const kindsOfGoose: ReadonlyMap<string | undefined, string> = new Map([
  ['edit', 'edit'],
  ['write', 'edit'],
  ['shell', 'execute'],
])

/** The kind of a call. Goose names its tool in place of it, and Grok has words of its own for what it calls `other`. undefined: not told. */
export function kindOfCall({ kind, _meta: meta }: JsonObject): string | undefined {
  const told = typeof kind === 'string' ? kind : undefined
  if (told !== undefined && told !== 'other') return told
  const ofGrok = objectAt(meta, 'x.ai/tool')['kind']
  if (ofGrok === 'enter_plan' || ofGrok === 'exit_plan') return 'switch_mode'
  const call = objectAt(objectAt(meta, 'goose'), 'toolCall')
  const isOwn = call['extensionName'] === 'developer'
  return (
    (isOwn ? kindsOfGoose.get(stringAt(call, 'toolName')?.replace(/^developer__/, '')) : undefined) ?? told
  )
}

/** Whether a call is one of the tool that keeps the agent's to-do list, by what has been told of it so far. */
export function isOfTodoTool(call: JsonObject): boolean {
  const { name, title, kind, _meta: meta } = call
  const isNamed = [name, toolInMeta(meta)].some((word) => typeof word === 'string' && isTodoTool(word))
  return isNamed || (typeof title === 'string' && isTodoTitle(title, kind, call))
}

/** The name of a to-do tool where Goose, CodeBuddy, Grok and claude-agent-acp tell it: beside a call with another title, or none. */
export function toolInMeta(meta: unknown): string | undefined {
  const names = [
    objectAt(objectAt(meta, 'goose'), 'toolCall')['toolName'],
    objectAt(meta, 'claudeCode')['toolName'],
    objectAt(meta, 'x.ai/tool')['name'],
    objectIn(meta)['codebuddy.ai/toolName'],
  ]
  return names.find((name): name is string => typeof name === 'string' && isTodoTool(name))
}

/** Whether a tool keeps the agent's to-do list, by its name. */
export function isTodoTool(name: string): boolean {
  return /todo|(?:update|set|create)_?plan|task_?(?:list|tracker)|^task_?(?:create|update|write)$|^write_?tasks$/i.test(
    name,
  )
}

/**
 * Whether a call keeps the list, by its title: the name of the tool, or words for it. A file and a command may be called so, too
 * (`Edit src/todo.ts`); `call`: what else may tell that.
 */
export function isTodoTitle(title: string, kind: unknown, call: JsonObject = {}): boolean {
  // Of Auggie, for which its list is edited.
  if (/^(?:(?:add|update) \d{1,4} tasks?|(?:view|reorganize) task list)$/i.test(title)) return true
  if (!isTodoTool(title) || /^[\w-]+$/.test(title)) return isTodoTool(title)
  return !workKinds.has(kind) && readCallEvidence(call) === undefined
}

const workKinds: ReadonlySet<unknown> = new Set([
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'fetch',
])
