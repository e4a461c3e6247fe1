import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../../src/app/state/app-event.ts'
import {
  asked,
  asksFor,
  ended,
  items,
  opened,
  over,
  planned,
  prompted,
  session,
  stateAfter,
} from '../../../support/app-states.ts'
import { ShownScreen } from '../../stack/shown-screen.ts'

const list = planned(0, items('✓ Read the parser', '○ Split it', '○ Test it', '○ Ship it'))
const resting = [...opened(), prompted(0), list, ended(1)]
const onlyTwo =
  'Do only these steps of the plan, and then stop:\n2. Split it\n3. Test it\nLeave the other steps pending.'

function screenOn(...events: readonly AppEvent[]): ShownScreen {
  return new ShownScreen(stateAfter(...events))
}

/** A screen where two steps were asked for, and the prompt was sent. */
function askedFor(...events: readonly AppEvent[]): ShownScreen {
  const screen = screenOn(...resting, ...events)
  return screen.press('space', 'j', 'space', 'space', 'X', 'enter', 'enter')
}

function queued(text: string): AppEvent {
  return { type: 'prompt-queued', atMs: 2, sessionId: session, text, place: 0 }
}

describe('the list of requests', () => {
  test.each([
    [[], 'Do only these steps'],
    [['down'], 'Do these steps of the plan first'],
    [['s', 'k', 'i'], 'Skip these steps'],
    [['e', 'x', 'p'], 'Explain these steps'],
  ])('%j writes the prompt and sends nothing', (keys, begins) => {
    const screen = screenOn(...resting).press('space', 'j', 'space', 'space', 'X')
    expect(screen.text).toContain('2 steps')
    expect(screen.press(...keys, 'enter').ui.writing?.kind).toBe('prompt')
    expect(screen.ui.prompt.line.text).toMatch(begins)
    expect(screen.ui.prompt.line.text).toContain('\n2. Split it\n3. Test it\n')
    expect(screen.intents).toEqual([])
    expect(screen.text).toContain('Nothing is sent before enter.')
  })

  test('without a selection it is about the step at the cursor; without a cursor it says what is missing', () => {
    expect(screenOn(...resting).press('X').text).toContain('Select steps first')
    const screen = screenOn(...resting).press('space', 'j', 'X', 'enter')
    expect(screen.ui.prompt.line.text).toContain(
      'Do only this step of the plan, and then stop:\n2. Split it\n',
    )
  })

  test('says while a turn runs that the prompt will be queued', () => {
    const screen = screenOn(...resting, prompted(2)).press('space', 'j', 'X')
    expect(screen.text).toContain('enter sends it when the turn has ended')
    expect(screen.press('enter').text).toContain('Enter queues it')
  })

  test('can be used after the agent has ended: the prompt waits for it', () => {
    const screen = screenOn(...resting, over(2, { kind: 'exited', code: 0, signal: null }))
    expect(screen.press('space', 'j', 'X', 'enter').ui.prompt.line.text).toContain('Split it')
  })
})

describe('the prompt', () => {
  test('keeps what the user had written, and is not written twice', () => {
    const screen = screenOn(...resting).press('enter', 'h', 'i', 'escape')
    screen.press('space', 'j', 'space', 'space', 'X', 'enter')
    expect(screen.ui.prompt.line.text).toBe(`hi\n\n${onlyTwo}`)
    screen.press('escape', 'X', 's', 'k', 'i', 'p', 'enter')
    expect(screen.ui.prompt.line.text).toMatch(/^hi\n\nSkip these steps[^]*planned\.$/)
    expect(screen.ui.prompt.line.text).not.toContain('Do only')
  })

  test('says when steps are quoted in part', () => {
    const long = planned(2, items(`○ ${'many words '.repeat(100_000)}`))
    expect(screenOn(...opened(), long).press('space', 'X', 'enter').text).toContain('quoted in part')
  })
})

describe('the steps that were asked for', () => {
  test('are shown as soon as the prompt is sent, and are no longer selected', () => {
    const screen = askedFor()
    expect(screen.intents).toEqual([{ type: 'prompt', text: onlyTwo }])
    expect(screen.text).toContain('○→Split it')
    expect(screen.text).toContain('asked: only these')
    expect(screen.text).not.toContain('◆')
  })

  test('also after the user has edited the text; none are after it was deleted', () => {
    const edited = screenOn(...resting).press('space', 'j', 'X', 'enter', '!', 'enter')
    expect(edited.text).toContain('○→Split it')
    const deleted = screenOn(...resting).press('space', 'j', 'X', 'enter', 'ctrl-c', 'h', 'i', 'enter')
    expect(deleted.intents).toEqual([{ type: 'prompt', text: 'hi' }])
    expect(deleted.text).not.toContain('→')
  })

  test('none are after an earlier prompt was sent in place of the text, and comments are not sent by it', () => {
    const screen = screenOn(...resting).press('enter', 'h', 'i', 'enter')
    screen.press('space', 'C', 'n', 'o', 'enter', 'X', 's', 'e', 'n', 'd', 'enter')
    expect(screen.ui.prompt.line.text).toContain(': no')
    expect(screen.press('home', 'up', 'up', 'up', 'up').ui.prompt.line.text).toBe('hi')
    expect(screen.press('enter').text).toContain('“no”')
    expect(screen.text).not.toContain('“no” · sent')
    expect(screen.press('X').text).toContain('Send 1 comment')
  })

  test('stay until a later prompt', () => {
    const screen = askedFor()
    const sent = [...resting, asksFor(session, onlyTwo, 2)]
    screen.show(stateAfter(...sent))
    screen.show(stateAfter(...sent, ended(3)))
    expect(screen.text).toContain('○→Split it')
    screen.show(stateAfter(...sent, ended(3), asksFor(session, 'something else', 4)))
    expect(screen.text).not.toContain('→')
  })

  test('wait in the queue, behind another prompt too; taken back they are asked for no more', () => {
    const screen = askedFor(prompted(2))
    const waiting = [...resting, prompted(2), queued(onlyTwo)]
    screen.show(stateAfter(...waiting))
    screen.show(stateAfter(...waiting, ended(3), asksFor(session, 'a prompt before it', 4)))
    expect(screen.text).toContain('○→Split it')
    screen.show(stateAfter(...waiting, { type: 'prompts-withdrawn', sessionId: session, count: 1 } as never))
    expect(screen.text).not.toContain('→')
  })

  test('lose their sign when they are done', () => {
    const screen = askedFor()
    const done = items('✓ Read the parser', '✓ Split it', '○ Test it', '○ Ship it')
    screen.show(stateAfter(...resting, planned(3, done)))
    expect(screen.text).toContain('✓ Split it')
    expect(screen.text).toContain('○→Test it')
  })

  test.each([
    ['only', [], '○→Split it', 'asked: only these'],
    ['first', ['down'], '○→Split it', 'asked: first'],
    ['skip', ['down', 'down'], '○×Split it', 'asked: skip'],
    ['explain', ['down', 'down', 'down'], '○?Split it', 'asked: explain'],
  ])('%s has its own sign', (_, keys, sign, words) => {
    const { text } = screenOn(...resting).press('space', 'j', 'X', ...keys, 'enter', 'enter', 'escape')
    expect(text).toContain(sign)
    expect(text).toContain(words)
  })

  test('in a document stand at their rows', () => {
    const text = '# Plan\n\n1. Read it\n2. Split it\n   - [ ] its lexer\n'
    const screen = screenOn(...opened(), planned(0, { type: 'markdown', text }))
    screen.press('space', 'j', 'space', 'space', 'X', 'down', 'enter', 'enter')
    expect(screen.text).toMatch(/2\.→Split it +asked: first$/m)
    expect(screen.text).toMatch(/☐→its lexer +asked: first$/m)
  })
})

describe('about a proposal that waits for an answer', () => {
  const plan = { type: 'markdown', text: '1. Read it\n2. Split it\n' } as const
  const proposed = [...opened(), prompted(0), asked(0, { plan, title: 'Approve Plan' })]

  test('the text goes as feedback with the rejection', () => {
    const screen = screenOn(...proposed).press('space', 'space', 'X')
    expect(screen.text).toContain('your feedback on the plan')
    expect(screen.press('enter').ui.writing?.kind).toBe('feedback')
    expect(screen.ui.feedback?.line.text).toContain('1. Read it')
    expect(screen.press('enter').intents).toEqual([
      { type: 'answer', key: 1, optionId: 'no', feedback: expect.stringContaining('1. Read it') as string },
    ])
    expect(screen.text).toContain('1.→Read it')
  })

  test('the text is for this plan, also when another one is on the screen by then', () => {
    const list = items('○ Do it')
    const screen = screenOn(...proposed, planned(1, list)).press('escape', 'space', 'space', 'X')
    const { tab } = screen.ui
    screen.change((ui) => ({ ...ui, tab: `${session}\u0000anonymous` as never, followsTabs: false }))
    expect(screen.ui.tab).not.toBe(tab)
    expect(screen.press('enter').ui.tab).toBe(tab)
    expect(screen.ui.feedback?.line.text).toContain('1. Read it')
  })

  test('the text becomes a prompt when the question closes meanwhile', () => {
    const screen = screenOn(...proposed).press('space', 'space', 'X', 'enter')
    screen.show(
      stateAfter(...proposed, {
        type: 'permission-answered',
        atMs: 1,
        key: 1,
        answer: { type: 'cancelled' },
      } as never),
    )
    expect(screen.ui.writing?.kind).toBe('prompt')
    expect(screen.press('enter').text).toContain('1.→Read it')
  })
})
