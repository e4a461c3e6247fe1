import { noWork } from '../../../src/plans/steps/step-times.ts'
import { tableKeys } from '../../../src/ui/keys/key-map.ts'
import { DocumentCache } from '../../../src/ui/plan-panes/document-cache.ts'
import type { PaneAt } from '../../../src/ui/plan-panes/pane.ts'
import { startOfPane } from '../../../src/ui/state/ui-state.ts'
import { dark } from '../paint/any-rows.ts'

/** A pane at its first row, of a plan that nobody works on. */
export const paneAt: PaneAt = {
  theme: dark,
  keys: tableKeys,
  columns: 80,
  rows: 14,
  nowMs: 0,
  scroll: startOfPane,
  query: '',
  hasMarks: true,
  comparison: null,
  steps: null,
  work: noWork,
  clock: 'standing',
  stalledKey: null,
  evidence: null,
  documentCache: new DocumentCache(
    () => import('../../../src/ui/markdown/document.ts'),
    () => {},
  ),
  name: 'plan',
  documentOf: (uri) => ({ state: 'loading', uri }),
}
