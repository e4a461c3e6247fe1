import type { JsonObject } from '../../protocol/wire/message.ts'
import type { KnownAgent } from './known-agent.ts'
import { otherAgents } from './other-agents.ts'
import { testedAgents } from './tested-agents.ts'

/** All known agents; of two with the same program the first one counts. */
export const knownAgents: readonly KnownAgent[] = [...testedAgents, ...otherAgents]

export function knownAgent(id: string | null): KnownAgent | null {
  return knownAgents.find((agent) => agent.id === id) ?? null
}

/** The agent that gives this answer to `initialize`, without a name in it; null if it is unknown. */
export function agentAnswering(answer: JsonObject): KnownAgent | null {
  return knownAgents.find(({ isAnswer }) => isAnswer?.(answer) === true) ?? null
}

/** The agent named in an answer to `initialize`; null if it is unknown. Never matches a part of a name. */
export function agentNamed(name: string, title: string | null): KnownAgent | null {
  const known = name.trim().toLowerCase()
  const called = title?.trim().toLowerCase()
  return (
    knownAgents.find(({ infoNames }) => infoNames.some((each) => each.toLowerCase() === known)) ??
    knownAgents.find(({ infoTitles }) => infoTitles?.some((each) => each.toLowerCase() === called)) ??
    null
  )
}
