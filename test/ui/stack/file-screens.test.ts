import { describe } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { PlanDocument } from '../../../src/app/ports/plan-document.ts'
import { items, opened, planned, prompted, stateAfter } from '../../support/app-states.ts'
import { expectScreens, expectWide } from './golden-screens.ts'
import { shownDocument } from '../../support/shown-document.ts'

const uri = 'file:///work/plan.md'
const text = '# Release\n\n- [x] Tag it\n- [ ] Build it\n- [ ] Publish it\n'
const shown = shownDocument(uri, text)
const gone: PlanDocument = {
  state: 'unavailable',
  uri,
  reason: { kind: 'missing', path: '/work/plan.md' },
  lastShown: shown,
}
const { readAtMs: _, ...document } = shown
const read: AppEvent = { type: 'document-read', atMs: 2000, document }
const named = [
  ...opened(),
  prompted(0),
  planned(1000, items('✓ Read the parser', '» Split the tokenizer'), 'parser'),
  planned(1500, { type: 'file', uri }, 'release'),
]

describe('file plans with task boxes', () => {
  const scenes = {
    'file-boxes': { state: stateAfter(...named, read), documentOf: () => shown },
    'file-boxes-gone': {
      state: stateAfter(...named, read, { type: 'document-missing', atMs: 3000, uri }),
      documentOf: () => gone,
    },
  }
  expectScreens(scenes)
  expectWide(scenes)
})
