import { describe } from 'vitest'
import type { PlanDocument } from '../../../src/app/ports/plan-document.ts'
import {
  asked,
  ended,
  items,
  opened,
  over,
  planned,
  prompted,
  removed,
  said,
  stateAfter,
  tool,
  updated,
  wrong,
} from '../../support/app-states.ts'
import { expectScreens, expectThemes } from './golden-screens.ts'

const begun = [...opened(), updated(0, { type: 'session-titled', title: 'fix the parser' }), prompted(0)]
const steps = items(
  '✓ Read the parser and list its callers',
  '✓ Split the tokenizer out of parser.ts',
  '» Add tests for nested quotes — “é”, 日本語, 🚀 !high',
  '○ Add tests for escapes',
  '○ Update the README !low',
  '⊘ Rename parse() everywhere',
  'blocked Wait for the release !urgent',
)
const atWork = [
  ...begun,
  planned(1000, items('» Read the parser and list its callers', '○ Split the tokenizer out of parser.ts')),
  planned(42_000, items('✓ Read the parser and list its callers', '» Split the tokenizer out of parser.ts')),
  planned(103_000, steps),
  tool(110_000, {
    toolCallId: '1',
    title: 'Edit src/tokenizer.ts',
    kind: 'edit',
    path: 'src/tokenizer.ts',
    status: 'in_progress',
  }),
  tool(111_000, { toolCallId: '2', title: 'npm test -- --run tokenizer', kind: 'execute', status: 'failed' }),
  said(112_000, 'Now the nested quotes: the tokenizer has to keep a stack of them.'),
]
const finished = items('✓ Read the parser', '✓ Split the tokenizer', '✓ Update the README')
const died = over(130_000, { kind: 'exited', code: 3, signal: null })

const missing = (uri: string): PlanDocument => ({
  state: 'unavailable',
  uri,
  reason: { kind: 'missing', path: '/home/docs/plan.md' },
})

const atWorkScene = { state: stateAfter(...atWork) }

expectScreens(
  {
    'at-work': atWorkScene,
    selected: { like: 'at-work', state: stateAfter(...atWork), keys: ['j', 'j'] },
    folded: { like: 'at-work', state: stateAfter(...atWork), keys: ['c'] },
    finished: {
      state: stateAfter(...begun, planned(1000, steps), planned(121_000, finished), ended(125_000)),
    },
    'not-asked': { state: stateAfter(...opened()) },
    'no-plan': {
      state: stateAfter(
        ...begun,
        tool(1, {
          toolCallId: '1',
          title: 'Set 3 todos',
          name: 'todowrite',
          hasTodos: true,
          status: 'completed',
        }),
        said(2, 'I will first read the parser.'),
        wrong(3, 'the status is missing', 'update.entries[3].status'),
      ),
    },
    died: {
      state: stateAfter(
        ...atWork,
        { type: 'stderr-written', atMs: 129_900, line: 'Error: connect ECONNREFUSED 127.0.0.1:8080' },
        {
          type: 'stderr-written',
          atMs: 129_900,
          line: '    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1611:16)',
        },
        died,
      ),
    },
    'asked-after-death': {
      like: 'died',
      state: stateAfter(...atWork, died),
      keys: ['enter', ...'again'.split(''), 'enter'],
    },
    permission: {
      state: stateAfter(
        ...atWork,
        asked(115_000, {
          title: 'Write src/tokenizer.ts',
          detail: [
            {
              type: 'code',
              language: 'diff',
              file: 'src/tokenizer.ts',
              text: '- const a = 1\n+ const a = 2',
            },
          ],
        }),
      ),
      keys: ['down', 'down', 'enter'],
    },
    'file-missing': {
      state: stateAfter(...begun, planned(1000, { type: 'file', uri: 'file:///home/docs/plan.md' }, 'plan')),
      documentOf: missing,
    },
    'many-tabs': {
      state: stateAfter(
        ...begun,
        ...Array.from({ length: 25 }, (_, index) =>
          planned(1000, items('✓ a', '» b'), `Plan number ${index}`),
        ),
        removed(129_900, 'Plan number 3'),
      ),
      keys: ['9'],
    },
    prompt: {
      like: 'at-work',
      state: stateAfter(...atWork),
      keys: ['enter', ...'first'.split(''), 'alt-enter', ...'second'.split(''), 'left'],
    },
    search: { like: 'at-work', state: stateAfter(...atWork), keys: ['/', ...'tests'.split('')] },
    help: { state: stateAfter(...atWork), keys: ['?', '?'] },
    activity: { state: stateAfter(...atWork), keys: ['a'] },
    problems: {
      state: stateAfter(
        ...atWork,
        wrong(113_000, 'the status is missing', 'update.entries[3].status'),
        wrong(113_000, 'the status is missing', 'update.entries[3].status'),
        wrong(114_000, 'this is not JSON: it begins with a banner that the program printed on its stdout'),
      ),
      keys: ['!'],
    },
  },
  { foreign: 'é日本語🚀' },
)

describe('at work', () => {
  expectThemes('at-work', atWorkScene)
})
