import { isObject, stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import type { Recording } from './recording.ts'

/** What was asked in the first session that anything was asked in, in its order. */
export function recordedPrompts({ exchanges }: Recording): readonly string[] {
  const prompts = exchanges.filter(
    ({ method, answer }) => method === 'session/prompt' && answer?.isError !== true,
  )
  return prompts
    .filter(({ sessionId }) => sessionId === prompts[0]?.sessionId)
    .map(({ params }) => textOf(params))
    .filter((text) => text !== '')
}

function textOf(params: JsonObject): string {
  const blocks: readonly unknown[] = Array.isArray(params['prompt']) ? params['prompt'] : []
  return blocks.flatMap((block) => (isObject(block) ? (stringAt(block, 'text') ?? []) : [])).join('\n')
}
