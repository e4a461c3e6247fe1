import type { Compaction } from '../state/session.ts'

/** What a compaction does or did, as a sentence without its summary. Raw text. */
export function compactionText({ status, error }: Pick<Compaction, 'status' | 'error'>): string {
  const why = error === '' ? '' : `: ${error}`
  switch (status) {
    case 'in_progress':
      return `the agent is compacting its context${why}`
    case 'completed':
      return `the agent has compacted its context${why}`
    case 'failed':
      return `the agent could not compact its context${why}`
    case 'cancelled':
      return `compacting the context was cancelled${why}`
    default:
      return `the agent reports “${status.slice(0, 100)}” about compacting its context${why}`
  }
}
