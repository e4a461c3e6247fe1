import type { Session } from '../state/session.ts'

/** What the file of a session's proposed plan is named for: its heading, else the session's title. Raw; '' for neither. */
export function savedTitle({ plans, proposal, title }: Session): string {
  const body = plans.get(proposal?.planKey ?? '')?.body
  return (body?.type === 'markdown' ? body.heading : null) ?? title ?? ''
}
