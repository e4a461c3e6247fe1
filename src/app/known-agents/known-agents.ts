import type { JsonObject } from '../../protocol/wire/message.ts'
import { acpWords, type KnownAgent } from './known-agent.ts'
import { otherAgents } from './other-agents.ts'
import { testedAgents } from './tested-agents.ts'

/** All known agents; of two with the same program the first one counts. */
export const knownAgents: readonly KnownAgent[] = [...testedAgents, ...otherAgents]

export function knownAgent(id: string | null): KnownAgent | null {
  return knownAgents.find((agent) => agent.id === id) ?? null
}

/** What a user types to name a known agent: the name of its own program, such as `claude`, else its id. */
export function agentWord({ id, cli, programs: [first] }: KnownAgent): string {
  return cli ?? (first?.acpSwitch === undefined ? id : first.name)
}

/** The words that users name known agents with; those without a program that speaks ACP have none. */
export const agentWords: readonly string[] = knownAgents
  .filter(({ programs }) => programs.length > 0)
  .map(agentWord)

/** The command that starts a known agent as an agent: a program of it that `has` knows, else its package through npx. null: neither is there. */
export function startOf(
  { programs, packages: [npmPackage] = [] }: KnownAgent,
  has: (program: string) => boolean,
): readonly string[] | null {
  const found = programs.find(({ name }) => has(name))
  if (found !== undefined) return [found.name, ...acpWords(found)]
  const [first] = programs
  if (npmPackage === undefined || first === undefined || !has('npx')) return null
  return ['npx', npmPackage, ...acpWords(first)]
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
