import type { Playback } from '../../../src/app/playback/playback.ts'
import { reduce } from '../../../src/app/reduce/reduce.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { asked, items, opened, planned, prompted, stateAfter } from '../../support/app-states.ts'

export const list = stateAfter(...opened(), prompted(0), planned(1000, items('✓ Read', '» Write'), 'main'))

/** A checklist, and a plan that waits for its approval. */
export const proposed = stateAfter(
  ...opened(),
  prompted(0),
  planned(1000, items('✓ Read', '» Write'), 'main'),
  asked(2000, {
    title: 'Approve Plan',
    toolKind: 'switch_mode',
    options: [
      { id: 'yes', name: 'Yes', kind: 'allow_once' },
      { id: 'no', name: 'Keep planning', kind: 'reject_once' },
    ],
    plan: { type: 'markdown', text: '# Split\n\n1. Move it\n2. Test it\n' },
  }),
)

const extent = { durationMs: 10_000, changes: 2, markers: [], isWhole: true }
const playback: Playback = { state: 'paused', speed: 1, isLooping: false, change: 1, extent }

/** The state as that of a recording. */
export function recorded(state: AppState): AppState {
  return reduce(state, { type: 'playback-changed', atMs: 0, playback })
}
