import type { ObservedKind } from '../../../app/ports/observed-source.ts'
import { findCodex, recogniseCodex } from './find-codex.ts'
import { followRollout } from './follow-codex.ts'
import { readCompressedRollout } from './read-compressed.ts'

/** Sessions of Codex, read from the rollouts that it keeps for itself. */
export const codex: ObservedKind = {
  name: 'codex',
  label: 'Codex',
  named: 'a rollout of Codex',
  isInferred: true,
  find: async (places) => await findCodex(places),
  recognise: async (path) => await recogniseCodex(path),
  observe: (found, sink, clock, attention = 'shown') =>
    found.path.endsWith('.zst')
      ? readCompressedRollout(found, sink)
      : followRollout(found, sink, clock, attention),
}
