import { isSameJson } from '../lib/json/same-json.ts'
import type { JsonObject } from '../protocol/message.ts'
import type { PlanContent, PlanName } from '../protocol/plan-content.ts'
import { pastItems, updateItems, type ItemsBody } from './kinds/items.ts'
import { growMarkdown, updateMarkdown, type MarkdownBody } from './kinds/markdown.ts'

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

/** A plan as it stands. Immutable; the same `body` means that its content did not change. */
export interface Plan {
  /** Unique in its session and stable for the plan's life: `planKey` of the name that it came with first. */
  readonly key: string
  /** What it is named now: a plan that is asked about, or was, is a proposed one until the agent goes on with it. */
  readonly name: PlanName
  readonly title: string | null
  readonly body: PlanBody
  /** Distinct contents so far, 1 for the first. */
  readonly revision: number
  /** Updates so far, identical repeats too. */
  readonly updates: number
  readonly createdAtMs: number
  readonly changedAtMs: number
  /** When the agent removed it; null while it is there. */
  readonly removedAtMs: number | null
  /** It had entries, and the agent then sent none: cleared, not removed. */
  readonly isCleared: boolean
  /** It was begun before it was told to us: nobody knows how long it or its steps took. */
  readonly isFromPast: boolean
}

/** What an update says of a plan: the whole of its new content. */
export interface PlanUpdate {
  readonly plan: PlanName
  readonly content: PlanContent
  /** Absent: the title stays. */
  readonly title?: string
  /** The plan's key where that does not follow from its name; absent: it does. */
  readonly key?: string
}

/** The key of the plan that an update is for. */
export function keyOfUpdate({ key, plan }: PlanUpdate): string {
  return key ?? planKey(plan)
}

/** An anonymous plan, plans with ids, a proposed and an inferred one never share a key, whatever the id. */
export function planKey({ dialect, id }: PlanName): string {
  if (dialect === 'proposed' || dialect === 'inferred') return dialect
  return id === null ? 'anonymous' : `id:${id}`
}

/** A plan as its first update makes it. */
export function newPlan(update: PlanUpdate, atMs: number): Plan {
  return {
    key: keyOfUpdate(update),
    name: update.plan,
    title: update.title ?? null,
    body: nextBody(null, update.content, atMs),
    revision: 1,
    updates: 1,
    createdAtMs: atMs,
    changedAtMs: atMs,
    removedAtMs: null,
    isCleared: false,
    isFromPast: false,
  }
}

/** The plan as a session's past tells it: when it was told says nothing of when it happened. */
export function pastPlan(plan: Plan, atMs: number): Plan {
  const body = plan.body.type === 'items' ? pastItems(plan.body) : plan.body
  const removedAtMs = plan.removedAtMs === null ? null : atMs
  return { ...plan, body, createdAtMs: atMs, changedAtMs: atMs, removedAtMs, isFromPast: true }
}

/** The plan after an update, which replaces its whole content. An update of a removed plan brings it back. */
export function updatedPlan(before: Plan, update: PlanUpdate, atMs: number): Plan {
  const body = nextBody(before.body, update.content, atMs)
  const title = update.title ?? before.title
  const isSame = body === before.body && title === before.title && before.removedAtMs === null
  if (isSame) return { ...before, updates: before.updates + 1 }
  // Field by field: copying a plan by spreading it costs more than the rest of a small update.
  return {
    key: before.key,
    name: update.plan,
    title,
    body,
    revision: before.revision + 1,
    updates: before.updates + 1,
    createdAtMs: before.createdAtMs,
    changedAtMs: atMs,
    removedAtMs: null,
    isCleared: isEmptyList(body) && (before.isCleared || !isEmptyList(before.body)),
    isFromPast: before.isFromPast,
  }
}

/** The plan after an update that puts its latest revision right: its content is replaced, and no revision is added. */
export function amendedPlan(before: Plan, update: PlanUpdate, atMs: number): Plan {
  return { ...updatedPlan(before, update, atMs), revision: before.revision }
}

/** The markdown plan with a piece more at its end, in the same revision; the same plan when it is none. */
export function grownPlan(before: Plan, piece: string, atMs: number): Plan {
  if (before.body.type !== 'markdown') return before
  const body = growMarkdown(before.body, piece)
  return body === before.body ? before : { ...before, body, updates: before.updates + 1, changedAtMs: atMs }
}

function isEmptyList(body: PlanBody): boolean {
  return body.type === 'items' && body.entries.length === 0
}

function nextBody(before: PlanBody | null, content: PlanContent, atMs: number): PlanBody {
  switch (content.type) {
    case 'items':
      return updateItems(before?.type === 'items' ? before : null, content.entries, atMs)
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
