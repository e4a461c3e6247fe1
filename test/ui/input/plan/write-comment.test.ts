import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../../src/app/state/app-event.ts'
import { maxComments } from '../../../../src/ui/state/comments.ts'
import { planUi, withSteps } from '../../../../src/ui/state/ui-state.ts'
import {
  asked,
  chosen,
  ended,
  items,
  opened,
  planned,
  prompted,
  removed,
  said,
  session,
  stateAfter,
} from '../../../support/app-states.ts'
import { ShownScreen } from '../../stack/shown-screen.ts'
import { begun, design, list, markdown, planRows, screenOn } from './comment-stage.ts'

/** Presses the keys of a text. */
function typed(text: string): readonly string[] {
  return text.split('').map((character) => (character === ' ' ? 'space' : character))
}

describe('a comment', () => {
  test('without a cursor stands on the current step, in a document on the line at the top', () => {
    const checklist = screenOn(planned(0, list)).press('C', 'a', 'enter')
    expect(planRows(checklist)[2]).toBe('you ▸ “a”')
    const document = screenOn(markdown(design)).press('g', 'C')
    expect(document.text).toContain('On the line “# Design”')
    expect(document.press('a', 'enter').text).toMatch(/Design\n ═+\n +you ▸ “a”\n/)
  })

  test('goes to another step or line as long as nothing is written, and brings what is there', () => {
    const screen = screenOn(planned(0, list)).press('space', 'C', 'a', 'enter', 'C', 'up')
    expect(screen.text).toContain('On step 1 “Read the parser”')
    expect(screen.press('down').text).toContain(' comment › a')
    screen.press('down', 'down', 'down', 'b', 'up', 'enter')
    expect(planRows(screen).slice(1)).toEqual([
      expect.stringContaining('Split it') as string,
      'you ▸ “a”',
      '○ Test it',
      '› ○ Ship it',
      'you ▸ “b”',
    ])
  })

  test('on several steps stays on them', () => {
    const screen = screenOn(markdown(design)).press('space', 'space', 'space', 'C', 'down', 'a', 'enter')
    expect(planRows(screen)).toContain('you ▸ “a” · on 2 steps')
  })

  test('on the selected steps stands below the first of them', () => {
    const screen = screenOn(markdown(design)).press('space', 'space', 'space', 'C', 'a', 'enter')
    expect(planRows(screen)).toEqual(['1.◆Read it', 'you ▸ “a” · on 2 steps', '2.◆Split it', '›3. Ship it'])
  })

  test('on a plan that is removed while it is written says how to get back to it', () => {
    const screen = screenOn(planned(0, list), planned(0, list, 'b')).press('2', 'C', ...typed('why'))
    screen.show(stateAfter(...begun, planned(0, list), planned(0, list, 'b'), removed(1000, 'b')), 20_000)
    expect(screen.press('enter').text).toContain('Comment kept: u shows the removed plan.')
    expect(screen.press('u').text).toContain('you ▸ “why”')
  })

  test('on a step that is removed while it is written keeps the text that it was written on', () => {
    const screen = screenOn(planned(0, list)).press('space', 'j', 'C', ...typed('why'))
    screen.show(stateAfter(...begun, planned(0, list), planned(1, items('✓ Read the parser', '» Split it'))))
    expect(screen.press('enter').text).toContain('comments on steps that are gone')
    expect(screen.text).toContain('on step 3 “Test it”: “why”')
    screen.press('X', ...typed('send'), 'enter')
    expect(screen.ui.prompt.line.text).toContain('- On step 3 “Test it”: why')
  })

  test('is edited at the same place; an empty text deletes it, escape keeps it', () => {
    const screen = screenOn(planned(0, list)).press('space', 'C', 'a', 'enter', 'C')
    expect(screen.ui.writing).toMatchObject({ line: { text: 'a' } })
    expect(screen.press('b', 'enter', 'C', 'x', 'escape').text).toContain('you ▸ “ab”')
    expect(screen.press('C', 'ctrl-u', 'enter').text).toContain('The comment is deleted.')
    expect(screen.text).not.toContain('you ▸')
    expect(screen.press('C', 'enter').text).not.toContain('you ▸')
    expect(screen.text).toContain('No comment was written.')
  })

  test('is wrapped, and its end is cut', () => {
    const screen = screenOn(markdown(design)).press('space', 'C', ...typed('many words '.repeat(30)), 'enter')
    expect(screen.text).toMatch(/you ▸ “many.*\n +many words.*\n +words many.*…\n 2\./)
  })

  test('is counted where many stand at one place', () => {
    const screen = screenOn(markdown(`${design}4. Tell it\n5. Rest\n`))
    for (const count of [1, 2, 3, 4]) {
      screen.press('space', ...Array.from({ length: count }, () => 'space'))
      screen.press('C', 'a', 'enter', 'escape', 'escape')
    }
    expect(planRows(screen).slice(0, 4)).toEqual([
      '1. Read it',
      'you ▸ “a”',
      'you ▸ “a” · on 2 steps',
      'you ▸ 2 more comments',
    ])
  })

  test('is not written where there are no lines', () => {
    const asked = stateAfter(...opened(), prompted(0))
    expect(new ShownScreen(asked).press('C').text).toContain('There is no plan yet.')
    expect(screenOn(markdown(design)).press('?', 'C').text).not.toContain('comment ›')
  })

  test('there are at most so many', () => {
    const screen = screenOn(planned(0, list))
      .press('g', 'C', 'a', 'enter')
      .change((ui) => {
        const steps = ui.tab === null ? null : planUi(ui, ui.tab).steps
        if (ui.tab === null || steps === null) throw new Error('there are no steps')
        const all = Array.from({ length: maxComments - 1 }, (_, at) =>
          steps.comments.all.map((comment) => ({ ...comment, id: at + 1, keys: [-at] })),
        )
        return withSteps(ui, ui.tab, { ...steps, comments: { ...steps.comments, all: all.flat() } })
      })
    expect(screen.press('j', 'C', 'a', 'enter').text).toContain('Comment kept')
    expect(screen.press('j', 'C', 'a', 'enter').text).toContain('There are 200 comments: X clears them.')
  })
})

test('in the past nothing is selected or written', () => {
  const screen = screenOn(markdown(design), markdown(`${design}4. Tell it\n`, 5000)).press('[')
  for (const key of ['space', 'v', 'A', 'X', 'C'])
    expect(screen.press(key).text).toContain('These are steps of the past: L returns to now.')
  expect(screen.press('L', 'C', 'a', 'enter').text).toContain('you ▸ “a”')
})

describe('after a change of the plan', () => {
  test('a comment stays at its step, and says that the text has changed', () => {
    const screen = screenOn(markdown(design)).press('space', 'j', 'C', 'a', 'enter')
    const revised = design
      .replace('1. Read', '1. Begin\n2. Read')
      .replace('2. Split it\n', '3. Split it up\n')
    screen.show(stateAfter(...begun, markdown(design), markdown(revised, 1)))
    expect(planRows(screen)).toEqual([
      '1. Begin',
      '2. Read it',
      expect.stringMatching(/^›?3\. Split it up$/) as string,
      'you ▸ “a” · changed since',
      '4. Ship it',
    ])
  })

  test('a comment on a step that is gone stands at the end, and returns with its step', () => {
    const screen = screenOn(planned(0, list)).press('space', 'C', 'a', 'enter')
    const without = items('✓ Read the parser', '○ Test it', '○ Ship it')
    screen.show(stateAfter(...begun, planned(0, list), planned(1, without)), 10_000)
    expect(planRows(screen).slice(3)).toEqual([
      'comments on steps that are gone',
      'on step 2 “Split it”: “a”',
    ])
    screen.show(stateAfter(...begun, planned(0, list), planned(1, without), planned(2, list)), 20_000)
    expect(planRows(screen)[2]).toBe('you ▸ “a”')
  })

  test('comments stay over a plan that turns into markdown and back', () => {
    const screen = screenOn(planned(0, list)).press('space', 'C', 'a', 'enter')
    const turned = [planned(0, list), markdown(design, 1)]
    screen.show(stateAfter(...begun, ...turned), 10_000)
    expect(planRows(screen)).toEqual(['1. Read it', '›2. Split it', 'you ▸ “a”', '3. Ship it'])
    screen.show(stateAfter(...begun, ...turned, planned(2, list)), 20_000)
    expect(planRows(screen)[2]).toBe('you ▸ “a”')
  })

  test('the last comment of a long plan can be scrolled to', () => {
    const steps = Array.from({ length: 60 }, (_, at) => `${at + 1}. Step ${at + 1}`).join('\n')
    const screen = screenOn(markdown(steps)).press('G', 'space')
    for (let at = 0; at < 60; at++) screen.press('j')
    expect(screen.press('C', 'a', 'enter', 'escape', 'g', 'G').text).toMatch(/60\. Step 60\n +you ▸ “a”\n/)
    expect(screen.drawn.nextAtMs === 0).toBe(false)
    for (let at = 0; at < 60; at++) screen.press('k')
    expect(screen.text).toContain(' 1. Step 1\n')
    for (let at = 0; at < 80; at++) screen.press('j')
    expect(screen.text).toContain('you ▸ “a”')
  })
})

describe('sending comments', () => {
  test('X writes all that were not sent into the prompt, which marks them as sent', () => {
    const screen = screenOn(planned(0, list), ended(1))
    screen.press('g', 'space', 'C', 'a', 'enter', 'j', 'C', 'b', 'enter', 'escape', 'X')
    expect(screen.text).toContain('Send 2 comments')
    expect(screen.press('enter').intents).toEqual([])
    screen.press('enter')
    const text = [
      'My comments on the plan:',
      '- On step 2 “Split it”: a',
      '- On step 3 “Test it”: b',
      'Please take them into account.',
    ].join('\n')
    expect(screen.intents).toEqual([{ type: 'prompt', text }])
    expect(screen.text).toContain('you ▸ “a” · sent')
    expect(screen.press('X').text).not.toContain('Send ')
  })

  test('a comment that is edited after that is to be sent again', () => {
    const screen = screenOn(planned(0, list), ended(1)).press('space', 'C', 'a', 'enter', 'escape')
    expect(screen.press('X', 'enter', 'enter').text).toContain('“a” · sent')
    expect(screen.press('space', 'C', 'b', 'enter').text).toContain('you ▸ “ab”\n')
  })

  test('comments of a prompt that was taken back from the queue are not sent', () => {
    const screen = screenOn(planned(0, list)).press('space', 'C', 'a', 'enter', 'escape')
    expect(screen.press('X', 'enter', 'enter').text).toContain('“a” · sent')
    const [intent] = screen.intents
    const text = intent?.type === 'prompt' ? intent.text : ''
    const queued: AppEvent = { type: 'prompt-queued', atMs: 1, sessionId: session, text, place: 0 }
    screen.show(stateAfter(...begun, planned(0, list), queued))
    const withdrawn: AppEvent = { type: 'prompts-withdrawn', atMs: 2, sessionId: session, count: 1 }
    screen.show(stateAfter(...begun, planned(0, list), queued, withdrawn))
    expect(screen.text).toContain('you ▸ “a”\n')
    screen.show(stateAfter(...begun, planned(0, list), ended(2), prompted(3, text)))
    expect(screen.text).toContain('you ▸ “a”\n')
  })

  test('X folds and clears them', () => {
    const screen = screenOn(planned(0, list)).press('space', 'C', 'a', 'enter', 'escape')
    expect(screen.press('X', 'down', 'enter').text).toContain('you ▸ 1 comment\n')
    expect(screen.press('X', 'end', 'down', 'down', 'down', 'enter').ui.picker).not.toBeNull()
    expect(screen.press('enter').text).not.toContain('you ▸')
  })

  test('a request and comments can be in one prompt', () => {
    const screen = screenOn(planned(0, list), ended(1)).press('space', 'C', 'a', 'enter')
    screen.press('X', 'down', 'enter', 'escape', 'X', 'enter')
    expect(screen.ui.prompt.line.text).toMatch(/^Do only this step[^]*pending\.\n\nMy comment on the plan:\n/)
    expect(screen.press('enter').text).toContain('◐→Split it')
    expect(screen.text).toContain('you ▸ “a” · sent')
  })
})

describe('about a proposal that waits for an answer', () => {
  const proposed = asked(0, { plan: { type: 'markdown', text: design }, title: 'Approve Plan' })

  test('the feedback begins with the comments on the plan, and a rejection sends them', () => {
    const screen = screenOn(proposed).press('space', 'j', 'C', 'a', 'enter', 'W')
    expect(screen.text).toContain('f reject with 1 comment')
    screen.press('f')
    const text = 'My comment on the plan:\n- On step 1 “Read it”: a\nPlease revise the plan accordingly.'
    expect(screen.ui.feedback?.line.text).toBe(text)
    screen.press('enter')
    expect(screen.intents).toEqual([{ type: 'answer', key: 1, optionId: 'no', feedback: text }])
    expect(screen.text).toContain('you ▸ “a” · sent')
    expect(screen.text).not.toContain('not sent')
  })

  test('a comment on its second line takes five keys besides the text, and each is hinted', () => {
    const screen = screenOn(proposed)
    expect(screen.text).toContain('C comment')
    expect(screen.press('C').text).toMatch(/On the line “# Design”[^]*esc cancel {2}↑↓ line/)
    expect(screen.press('down').text).toMatch(/›Why we do it\.[^]*On the line “Why we do it\.”/)
    expect(screen.press(...typed('who')).text).not.toContain('↑↓ line')
    expect(screen.press('enter').text).toMatch(
      /Comment kept: f rejects with it\.[^]* enter choose {2}f reject with 1 comment/,
    )
    screen.press('f', 'enter')
    const feedback =
      'My comment on the plan:\n- On the line “Why we do it.”: who\nPlease revise the plan accordingly.'
    expect(screen.intents).toEqual([{ type: 'answer', key: 1, optionId: 'no', feedback }])
  })

  test('an answer without feedback says that comments were not sent, and what sends them', () => {
    const one = screenOn(proposed).press('space', 'C', 'a', 'enter', 'enter')
    expect(one.intents).toMatchObject([{ type: 'answer', optionId: 'no' }])
    expect(one.text).toContain('Your comment is not sent: X sends it.')
    one.show(stateAfter(...begun, proposed, chosen(1, 1, 'no')))
    expect(one.press('X', ...typed('send'), 'enter').ui.prompt.line.text).toContain('On step 1 “Read it”: a')
    const two = screenOn(proposed).press('space', 'C', 'a', 'enter', 'escape')
    two.press('j', 'C', 'b', 'enter', 'W', 'enter')
    expect(two.text).toContain('2 comments are not sent: X sends them.')
  })

  test('so does feedback from which they were deleted', () => {
    const screen = screenOn(proposed).press('space', 'j', 'C', 'a', 'enter')
    expect(screen.press('f', 'ctrl-c', ...typed('no'), 'enter').intents).toMatchObject([{ feedback: 'no' }])
    expect(screen.text).toContain('Your comment is not sent: X sends it.')
  })

  test('to be refined, they are in the prompt', () => {
    const text = `<proposed_plan>\n${design}</proposed_plan>\n`
    const screen = screenOn(said(1, text), ended(2)).press('C', 'a', 'enter')
    expect(screen.press('enter').intents).toEqual([{ type: 'decide-proposal', decision: 'refine' }])
    expect(screen.ui.writing?.kind).toBe('prompt')
    expect(screen.ui.prompt.line.text).toBe(
      'My comment on the plan:\n- On the line “# Design”: a\nPlease revise the plan accordingly.',
    )
  })

  test('a changed step keeps its bar beside the cursor and the sign of the selection', () => {
    const screen = screenOn(proposed)
    const text = design.replace('1. Read it', '1. Read it twice')
    const next = asked(3, { key: 2, plan: { type: 'markdown', text }, title: 'Approve Plan' })
    screen.show(stateAfter(...begun, proposed, chosen(1, 1, 'no'), next), 10_000)
    const [before = ''] = /.*Read it twice.*/.exec(screen.text) ?? []
    expect(before).toMatch(/^▌1\. Read it twice/)
    expect(screen.press('space').text).toContain(`\n${before}\n`)
    screen.press('space')
    const [marked = ''] = /.*Read it twice.*/.exec(screen.text) ?? []
    expect(marked).toBe(before.replace('1. Read', '1.◆Read'))
  })

  test('with the next revision they stand at their place', () => {
    const screen = screenOn(proposed).press('space', 'C', 'a', 'enter', 'f', 'enter')
    const next = asked(3, {
      key: 2,
      plan: { type: 'markdown', text: design.replace('1. Read it', '1. Read it twice') },
      title: 'Approve Plan',
    })
    screen.show(stateAfter(...begun, proposed, chosen(1, 1, 'no'), next), 10_000)
    expect(screen.text).toMatch(/1\. Read it twice[^\n]*\n +you ▸ “a” · sent · changed since\n/)
    expect(screen.press('f').ui.feedback?.line.text).toBe('')
  })
})
