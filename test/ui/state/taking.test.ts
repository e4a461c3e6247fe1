import { describe, expect, test } from 'vitest'
import type { AppState } from '../../../src/app/state/app-state.ts'
import type { PlanContent } from '../../../src/protocol/plan-kinds/plan-kinds.ts'
import { takenWords } from '../../../src/ui/state/taking.ts'
import { items, opened, planned, prompted, stateAfter } from '../../support/app-states.ts'
import { ShownScreen } from '../stack/shown-screen.ts'

function stateWith(...contents: readonly PlanContent[]): AppState {
  return stateAfter(
    ...opened(),
    prompted(0),
    ...contents.map((content, at) => planned(5000 * (at + 1), content)),
  )
}

/** What `y` takes after these keys. */
function copied(state: AppState, ...keys: readonly string[]): unknown {
  const { intents } = new ShownScreen(state, { nowMs: 60_000 }).press(...keys, 'y', 'pause')
  const last = intents.at(-1)
  if (last?.type !== 'copy' || last.taken.type !== 'plan') throw new Error('nothing is copied')
  const { taken } = last
  return {
    what: takenWords(taken),
    steps: taken.steps,
    since: taken.since,
    text: taken.plan.body.type === 'markdown' && taken.plan.body.text,
  }
}

const list = stateWith(items('✓ Read', '» Split', '○ Test', '○ Write'))
const text = `# Split

1. Move it
   - keep the name
   \`\`\`
   move()
   \`\`\`
2. Test it
   1. twice

   with quotes
Some words

3. Write it
`
const document = stateWith({ type: 'markdown', text })

describe('y takes', () => {
  test('the plan, also where the cursor is on a step', () => {
    expect(copied(list, 'j')).toMatchObject({ what: 'the plan', steps: null })
    expect(copied(document)).toMatchObject({ what: 'the plan', steps: null })
  })

  test('the selected steps of a checklist', () => {
    expect(copied(list, 'A')).toMatchObject({
      what: '3 steps',
      steps: { type: 'entries', keys: new Set([1, 2, 3]) },
    })
    expect(copied(list, 'space', 'space')).toMatchObject({ what: '1 step', steps: { keys: new Set([1]) } })
    expect(copied(list, 'A', 'A')).toMatchObject({ what: 'the plan', steps: null })
  })

  test('the lines of the selected steps of a document, with what belongs to them', () => {
    const first = '1. Move it\n   - keep the name\n   ```\n   move()\n   ```'
    expect(copied(document, 'space', 'space')).toMatchObject({
      what: '1 step',
      steps: { text: first, count: 1 },
    })
    expect(copied(document, 'A')).toMatchObject({
      what: '4 steps',
      steps: { text: `${first}\n2. Test it\n   1. twice\n3. Write it` },
    })
  })

  test('in the diff view, the changes that it shows', () => {
    const changed = stateWith(
      { type: 'markdown', text },
      { type: 'markdown', text: text.replace('Move', 'Copy') },
    )
    expect(copied(changed, 'A', 'd', 'down')).toMatchObject({
      what: 'the changes',
      since: { words: 'since revision 1' },
    })
    expect(copied(changed, 'A', 'd', 'escape')).toMatchObject({ what: '4 steps', since: null })
  })

  test('the past that is shown, whatever is selected now', () => {
    const changed = stateWith(
      { type: 'markdown', text },
      { type: 'markdown', text: text.replace('Move', 'Copy') },
    )
    expect(copied(changed, 'A', '[', 'down')).toEqual({ what: 'revision 1', steps: null, since: null, text })
    expect(copied(changed, 'A', '[', 'L', 'down')).toMatchObject({ what: '4 steps' })
  })
})
