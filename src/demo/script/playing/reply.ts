import { planUpdate, type ProtocolVersion } from './updates.ts'
import type { ScriptStep, ScriptSteps } from '../reading/step-schemas.ts'

const entriesAtMost = 6
const charactersAtMost = 100

/**
 * A short turn for any prompt: its sentences become a checklist, which is then worked through. The sentences are `values`, since
 * slots in them must not be filled.
 */
export function replyTo(
  text: string,
  version: ProtocolVersion,
): {
  readonly steps: ScriptSteps
  readonly values: Readonly<Record<string, string>>
} {
  const parts = partsOf(text).map((content, index) => ({ name: `part-${index}`, content }))
  const entries = [
    { content: 'Look at what is there' },
    ...parts.map(({ name }) => ({ content: `{{${name}}}`, priority: 'high' })),
    { content: 'Check the result', priority: 'low' },
  ]
  const work = [
    {
      tool: 'Search the project',
      id: 'reply-look',
      kind: 'search',
      output: '12 files',
      seconds: 0.9,
    } as const,
    ...parts.map(() => ({ wait: 1 })),
    { tool: 'npm test', id: 'reply-check', kind: 'execute', output: '214 passed', seconds: 0.9 } as const,
  ]
  /** The checklist while the entry at `current` is being worked on. */
  const list = (current: number): ScriptStep => ({
    raw: planUpdate(
      null,
      { type: 'items', entries: entries.map((entry, at) => ({ ...entry, status: statusAt(at - current) })) },
      version,
    ),
  })
  return {
    values: Object.fromEntries(parts.map(({ name, content }) => [name, content])),
    steps: [
      { say: 'I am the demo agent and only act the part, but this is how your words look as a plan.' },
      { wait: 0.4 },
      list(-1),
      { wait: 1 },
      ...work.flatMap((step, at) => [list(at), step]),
      list(work.length),
      { say: 'All of it is done, or would be.' },
    ],
  }
}

function statusAt(distance: number): string {
  return distance < 0 ? 'completed' : distance === 0 ? 'in_progress' : 'pending'
}

/** The sentences and clauses of a text, as contents of entries. */
function partsOf(text: string): readonly string[] {
  const parts = text
    .split(/\n|[.;,!?。、！？](?=\s|$|\P{ASCII})|\s(?:and|then)\s/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, entriesAtMost)
    .map(asEntry)
  return parts.length > 0 ? parts : ['Think about nothing in particular']
}

function asEntry(part: string): string {
  const characters = Array.from(part)
  const short =
    characters.length > charactersAtMost ? `${characters.slice(0, charactersAtMost - 1).join('')}…` : part
  return short.charAt(0).toUpperCase() + short.slice(1)
}
