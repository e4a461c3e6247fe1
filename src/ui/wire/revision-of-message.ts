import {
  revisionsOf,
  type PlanHistory,
  type Revision,
  comparedRevision,
} from '../../app/history/plan-history.ts'
import type { AppState } from '../../app/state/app-state.ts'
import { firstFrom } from '../../lib/sequences.ts'
import { memoWeak } from '../../lib/memo.ts'
import { safe, type SafeText } from '../../lib/text/safe-text.ts'
import { compareRevisions } from '../../plans/comparison/compare-revisions.ts'
import { indexOfNumber } from '../state/looking-back.ts'
import { placesOfTab } from '../state/tabs.ts'
import type { TabId } from '../state/ui-state.ts'
import type { RevisionTab } from '../state/shown.ts'

/** The revision that a frame of the agent's has made, of the plan that it changed first; null: none, or it was thinned out. */
export function revisionOfMessage(state: AppState, frame: number): RevisionTab | null {
  for (const [key, history] of state.history.plans) {
    const revision = revisionIn(history, frame)
    if (revision === null) continue
    const tab = key as TabId
    const sessionId = placesOfTab(state, tab).find(({ session, planKey }) => session.plans.has(planKey))
      ?.session.id
    if (sessionId !== undefined) return { tab, sessionId, revision }
  }
  return null
}

/** Frames grow with the revisions, but for those that came without one. */
function revisionIn(history: PlanHistory, frame: number): Revision | null {
  const framed = revisionsOfMessages(history)
  const found = framed[firstFrom(0, framed.length, (index) => (framed[index]?.frame ?? 0) >= frame)]
  return found?.frame === frame ? found : null
}

const revisionsOfMessages = memoWeak((history: PlanHistory): readonly Revision[] =>
  revisionsOf(history).filter(({ frame }) => frame !== null),
)

/** What a revision has changed since the one before it: `+1 −2 ~1 ✓1`; '' if nothing is known of that. */
export function revisionChangeWords(state: AppState, { tab, revision }: RevisionTab): SafeText {
  const history = state.history.plans.get(tab)
  if (history === undefined) return safe``
  const revisions = revisionsOf(history)
  const before = revisions[indexOfNumber(revisions, revision.number) - 1]
  return before === undefined ? safe`` : wordsBetween(revision)(before)
}

const wordsBetween = memoWeak((revision: Revision) =>
  memoWeak((before: Revision) => compared(before, revision)),
)

/** Longer texts are not compared for a row. */
const comparedLength = 50_000

function compared(before: Revision, after: Revision): SafeText {
  const [old, now] = [comparedRevision(before), comparedRevision(after)]
  if (old === null || now === null) return safe``
  if (old.type === 'text' && old.text.length > comparedLength) return safe``
  const { added, gone, reworded, moved, progressed } = compareRevisions(old, now).counts
  const parts: SafeText[] = []
  if (added > 0) parts.push(safe`+${added}`)
  if (gone > 0) parts.push(safe`-${gone}`)
  if (reworded + moved + progressed > 0) parts.push(safe`~${reworded + moved + progressed}`)
  return parts.join(' ') as SafeText
}
