import type { StatusConsumer } from '../output-names.ts'
import { restMs, type SessionSummary } from '../../app/state/observed.ts'
import { statusGlyph } from '../../app/words/step.ts'
import { writeJson } from '../../lib/json/write-json.ts'
import { safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutLine, displayWidth } from '../../lib/text/width.ts'

/** What a status line tells. Raw. */
export interface StatusFacts extends SessionSummary {
  readonly agent: string
  /** How many sessions wait for their user, this one too. */
  readonly waiting: number
}

/** One of the sessions that a status line chooses from. Raw. */
export interface StatusSession extends SessionSummary {
  readonly agent: string
  /** By the wall clock; null: now, also while it rests. */
  readonly changedAtMs: number | null
}

/** What a status line tells of sessions: of the first that works, preferably by a plan, else of one that waits, else of one that has just stopped; null: nothing. */
export function factsOf(sessions: readonly StatusSession[], nowMs: number): StatusFacts | null {
  const shown =
    sessions.find(({ doing, plan }) => doing === 'works' && plan !== null) ??
    sessions.find(({ doing }) => doing === 'works') ??
    sessions.find(({ doing }) => doing === 'waits') ??
    sessions.find(
      ({ plan, changedAtMs }) =>
        plan !== null && (changedAtMs === null || (plan.progress !== null && nowMs - changedAtMs < restMs)),
    )
  if (shown === undefined) return null
  const { doing, about, plan, agent } = shown
  return { doing, about, plan, agent, waiting: sessions.filter(({ doing }) => doing === 'waits').length }
}

/** The words of a format, in braces, and what stands in their place: '' where it is not known. */
const fields: Readonly<Record<string, (facts: StatusFacts) => string>> = {
  sign: signOf,
  done: ({ plan }) => String(plan?.progress?.done ?? ''),
  total: ({ plan }) => String(plan?.progress?.total ?? ''),
  step: ({ about, plan, agent }) => about ?? plan?.title ?? agent,
  title: ({ plan }) => plan?.title ?? '',
  agent: ({ agent }) => agent,
  waiting: ({ waiting }) => String(waiting),
}

/** As they are written in a format: in braces. */
export const statusFields: readonly string[] = Object.keys(fields).map((name) => `{${name}}`)

/** The words in braces of a format that are no fields. */
export function unknownFields(format: string): readonly string[] {
  return [...format.matchAll(/\{(\w*)\}/g)].flatMap(([, name = '']) =>
    Object.hasOwn(fields, name) ? [] : [name],
  )
}

function signOf({ doing, plan }: StatusFacts): SafeText {
  if (doing === 'waits') return safeLine('?')
  const isDone = doing !== 'works' && plan?.progress?.done === plan?.progress?.total
  return statusGlyph(isDone ? 'completed' : 'in_progress', { isAscii: false, isAtWork: doing === 'works' })
}

/** Wider ones are cut. */
export const widestLine = 400

export interface StatusForm {
  /** null: the usual one. */
  readonly format: string | null
  readonly columns: number
  readonly consumer: StatusConsumer
}

/** One line for a consumer, which cannot take text of an agent for anything else; of null: that there is nothing to tell. */
export function statusLine(facts: StatusFacts | null, { format, columns, consumer }: StatusForm): string {
  const told = facts === null ? null : lookAlikes(facts, consumer)
  const text =
    told === null ? '' : format === null ? usualText(told, columns) : cutLine(filled(format, told), columns)
  switch (consumer) {
    case 'tmux':
      // It expands what a command prints.
      return text.replaceAll('#', '##')
    case 'waybar': {
      const escaped = text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
      return writeJson({ text: escaped, class: facts?.doing ?? 'none' })
    }
    case 'polybar':
      return text.replaceAll('%{', '% {')
    case 'plain':
    case 'claude-code':
    case 'starship':
      return text
  }
}

/** `» 3/7 Add tests for nested quotes · 2 wait`: the step is cut first. */
function usualText(facts: StatusFacts, columns: number): string {
  const progress = facts.plan?.progress ?? null
  const parts = [
    signOf(facts),
    progress === null ? '' : `${progress.done}/${progress.total}`,
    fields['step']?.(facts),
  ]
  const others = facts.waiting - (facts.doing === 'waits' ? 1 : 0)
  const tail = others === 0 ? '' : ` · ${others} ${others === 1 ? 'waits' : 'wait'}`
  const room = columns - displayWidth(safeLine(tail))
  const head = parts.filter((part) => part !== '').join(' ')
  return room > 0 ? `${cutLine(head, room)}${tail}` : cutLine(head, columns)
}

function filled(format: string, facts: StatusFacts): string {
  return format.replaceAll(/\{(\w*)\}/g, (_, name: string) => fields[name]?.(facts) ?? '')
}

/** Characters that shells expand in a prompt are replaced by wide ones, since who escapes them, and how often, depends on settings. */
function lookAlikes(facts: StatusFacts, consumer: StatusConsumer): StatusFacts {
  if (consumer !== 'starship') return facts
  const { about, plan, agent } = facts
  return {
    ...facts,
    about: about === null ? null : wide(about),
    agent: wide(agent),
    plan: plan === null ? null : { ...plan, title: wide(plan.title) },
  }
}

function wide(text: string): string {
  return text.replaceAll(/[$`\\%]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))
}
