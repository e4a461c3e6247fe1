import { isSameJson } from '../lib/json/same-json.ts'
import type { JsonObject } from '../protocol/message.ts'
import type { PlanContent } from '../protocol/plan-kinds/plan-kinds.ts'
import { updateItems, type ItemsBody } from './kinds/items.ts'
import { updateMarkdown, type MarkdownBody } from './kinds/markdown.ts'
import type { UpdateTime } from './work-clock.ts'

export interface FileBody {
  readonly type: 'file'
  readonly uri: string
}

export interface OpaqueBody {
  readonly type: 'opaque'
  readonly planType: string
  readonly payload: JsonObject
}

/** A plan's content with what follows from its updates. */
export type PlanBody = ItemsBody | MarkdownBody | FileBody | OpaqueBody

/** The body after an update; the same one when its content did not change. */
export function nextBody(before: PlanBody | null, content: PlanContent, time: UpdateTime): PlanBody {
  switch (content.type) {
    case 'items':
      return updateItems(before?.type === 'items' ? before : null, content.entries, time)
    case 'markdown':
      return updateMarkdown(before?.type === 'markdown' ? before : null, content.text)
    case 'file':
      return before?.type === 'file' && before.uri === content.uri
        ? before
        : { type: 'file', uri: content.uri }
    case 'opaque':
      return before?.type === 'opaque' && isSameJson(before.payload, content.payload)
        ? before
        : { type: 'opaque', planType: content.planType, payload: content.payload }
  }
}
