import type { LinkEnd } from '../state/link.ts'

type RefusedPast = Extract<LinkEnd, { kind: 'refused' }>

/**
 * Whether an agent did not open a session of its past, or could not even be asked for one: it would refuse that again, and a new
 * session is what works.
 */
export function isPastRefused(end: LinkEnd): end is RefusedPast {
  if (end.kind !== 'refused') return false
  const { method } = end
  return method === 'session/list' || method === 'session/load' || method === 'session/resume'
}
