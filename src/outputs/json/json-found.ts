import type { ListedSession } from '../../app/state/observed.ts'
import type { JsonFound } from '../schema/found-lines.ts'

/** The line of a session of another program. */
export function jsonFound({ session, isInferred, summary }: ListedSession): JsonFound {
  const { kind, id, path, pid, agent, folder, label, changedAtMs } = session
  return {
    type: 'found',
    atMs: 0,
    kind,
    id,
    path,
    pid,
    agent,
    folder,
    label,
    changedAt: new Date(changedAtMs).toISOString(),
    inferred: isInferred,
    doing: summary?.doing ?? null,
    about: summary?.about ?? null,
    plan: summary?.plan ?? null,
  }
}
