import { describe, expect, test } from 'vitest'
import { noSetup, type AppEvent } from '../../../../src/app/state/app-event.ts'
import type { AppState } from '../../../../src/app/state/app-state.ts'
import type { PermissionRequest } from '../../../../src/app/state/permission.ts'
import { questionKey } from '../../../../src/app/state/question.ts'
import type { Intent } from '../../../../src/ui/state/intent.ts'
import { paste } from '../../../../src/ui/stack/act.ts'
import { focusOf } from '../../focus.ts'

import { startOfPane, tabId, type UiState } from '../../../../src/ui/state/ui-state.ts'
import {
  asked,
  ended,
  opened,
  over,
  prompted,
  said,
  session,
  stateAfter,
  updated,
  openedSession,
} from '../../../support/app-states.ts'
import { mainShown, pressed, start } from '../pressed-keys.ts'
import { perPlan } from '../../per-plan.ts'
import { withoutLostAnswers } from '../../../../src/ui/state/questions.ts'
import { choiceIn } from '../../../../src/ui/state/question-state.ts'

const plan = { type: 'markdown', text: '# Plan\n\n1. Do it\n' } as const
const noRejection = [{ id: 'go', name: 'Go on', kind: 'allow_once' }]
const asking = (more: Partial<PermissionRequest> = {}): AppState =>
  stateAfter(...opened(), prompted(0), asked(1, more))
const withdrawn = stateAfter(...opened(), prompted(0))
const proposed = stateAfter(
  ...opened(),
  prompted(0),
  said(1, '<proposed_plan>\n# Plan\n</proposed_plan>\n'),
  ended(2),
)

describe('feedback', () => {
  const writing = ['f', 'n', 'o', 'space', 't']

  test('is written in a separate line, and selects the option that rejects', () => {
    const { ui, all } = pressed(start, ['3', ...writing], { state: asking() })
    expect(ui).toMatchObject({
      writing: { kind: 'feedback' },
      feedback: { line: { text: 'no t', cursor: 4 } },
    })
    expect(ui.choice).toMatchObject({ option: 0, isArmed: false })
    expect(all).toEqual([])
  })

  test('is sent with the rejection, and added to the history of prompts', () => {
    const { ui, all } = pressed({ ...start, followsTabs: false }, [...writing, 'enter'], { state: asking() })
    expect(all).toEqual([{ type: 'answer', key: 1, optionId: 'no', feedback: 'no t' }])
    expect(ui).toMatchObject({ writing: null, feedback: null, choice: null, followsTabs: true })
    expect(ui.prompt.history).toEqual(['no t'])
  })

  test('is not sent if it is blank', () => {
    const { ui, all } = pressed(start, ['f', 'space', 'enter'], { state: asking() })
    expect(ui.writing).toBeNull()
    expect(all).toEqual([])
  })

  test('is kept when esc leaves the line', () => {
    const { ui } = pressed(start, [...writing, 'escape'], { state: asking() })
    expect(focusOf(ui, asking())).toBe('permission')
    expect(pressed(ui, ['f'], { state: asking() }).ui.feedback?.line.text).toBe('no t')
    expect(pressed(ui, ['f'], { state: asking({ key: 2 }) }).ui.feedback?.line.text).toBe('')
  })

  test('is edited like a prompt, and may have several lines', () => {
    const { ui } = pressed(start, ['f', 'a', 'b', 'alt-enter', 'c', 'up', 'backspace', 'ctrl-j'], {
      state: asking(),
    })
    expect(ui.feedback?.line).toMatchObject({ text: '\nb\nc', cursor: 1 })
    const pasted = paste(ui, 'x\ty\r\nz', asking())
    expect(pasted).toMatchObject({
      writing: { kind: 'feedback' },
      feedback: { line: { text: '\nx y\nzb\nc' } },
    })
    expect(pressed(pasted, ['ctrl-c'], { state: asking() })).toMatchObject({
      ui: { writing: { kind: 'feedback' }, feedback: { line: { text: '' } } },
      all: [],
    })
  })

  test('cancels the turn and is sent as a prompt if no option rejects, with a message before', () => {
    const state = asking({ options: noRejection })
    const { ui, all } = pressed(start, [...writing, 'enter'], { state })
    expect(pressed(start, ['f'], { state }).ui.message?.text).toMatch(/No option rejects: enter cancels/)
    expect(all).toEqual([{ type: 'cancel-turn' }, { type: 'prompt', text: 'no t' }])
    expect(ui.writing).toBeNull()
  })

  test('switches to the session of the question', () => {
    const elsewhere: AppEvent = openedSession('s2', {}, { atMs: 2 })
    const state = stateAfter(...opened(), prompted(0), asked(1, { options: noRejection }), elsewhere)
    expect(pressed(start, [...writing, 'enter'], { state }).all).toEqual([
      { type: 'open-session', sessionId: session },
      { type: 'cancel-turn', sessionId: session },
      { type: 'prompt', text: 'no t' },
    ])
  })

  test('is appended to the prompt when its question is withdrawn', () => {
    const { ui } = pressed(start, ['escape', 'enter', 'h', 'i', 'escape', 'W', ...writing], {
      state: asking(),
    })
    const kept = pressed(ui, ['enter'], { state: withdrawn })
    expect(kept.all).toEqual([])
    expect(kept.ui).toMatchObject({
      writing: { kind: 'prompt' },
      feedback: null,
      prompt: { line: { text: 'hi\nno t', cursor: 7 } },
    })
    const left = pressed(start, [...writing, 'escape'], { state: asking() }).ui
    expect(withoutLostAnswers(left, asking(), 0)).toBe(left)
    expect(withoutLostAnswers(left, withdrawn, 0)).toMatchObject({
      writing: null,
      feedback: null,
      prompt: { line: { text: 'no t' } },
    })
    const empty = pressed(start, ['f'], { state: asking() }).ui
    expect(pressed(empty, ['x'], { state: withdrawn }).ui).toMatchObject({ writing: null, feedback: null })
  })
})

describe('esc on a question puts it aside, and two more presses', () => {
  const child = { type: 'subagent', childSessionId: 'child' } as const
  const other: AppEvent = { type: 'session-opened', atMs: 2, sessionId: 's2', how: 'new', setup: noSetup }
  const working = [...opened(), prompted(0)]
  test.each<[string, AppState, Intent]>([
    ['of the current turn cancel that turn', asking(), { type: 'cancel-turn' }],
    [
      'of a sub-agent cancel the turn of its parent',
      stateAfter(...working, updated(1, child), asked(1, { sessionId: 'child' })),
      { type: 'cancel-turn' },
    ],
    [
      'of another session cancel the turn of that session',
      stateAfter(...working, asked(1), other),
      { type: 'cancel-turn', sessionId: session },
    ],
    [
      'of an unknown session cancel the current turn',
      stateAfter(...working, asked(1, { sessionId: 'stranger' })),
      { type: 'cancel-turn' },
    ],
    [
      'that outlived its turn dismiss it',
      stateAfter(...working, asked(1), ended(2)),
      { type: 'cancel-turn', sessionId: session },
    ],
  ])('%s', (_, state, intent) => {
    const { ui, all } = pressed(start, ['escape'], { state })
    expect(all).toEqual([])
    expect(focusOf(ui, state)).toBe('plan')
    expect(ui.message?.text).toBe('The question waits: W returns to it.')
    expect(pressed(ui, ['escape'], { state }).all).toEqual([])
    expect(pressed(ui, ['escape', 'escape'], { state }).all).toEqual([intent])
    expect(focusOf(pressed(ui, ['W'], { state }).ui, state)).toBe('permission')
  })
})

test('a question that has changed since the last frame is not answered with enter', () => {
  const state = asking()
  const [request] = state.permissions
  if (request === undefined) throw new Error('it asks')
  const changed = { ...state, permissions: [{ ...request, title: 'Something else' }] }
  expect(pressed(start, ['enter'], { state: changed, question: { request } }).all).toEqual([])
  expect(pressed(start, ['enter'], { state: changed }).all).toHaveLength(1)
})

describe('a long detail', () => {
  const detail = { top: 0, visible: 5, total: 20 }
  const key = questionKey({ kind: 'permission', request: requestOf() })
  const at = (detailTop: number): UiState => ({
    ...start,
    choice: { ...choiceIn(key, null), detailTop },
  })

  test('scrolls by pages, and the selected option stays', () => {
    const { ui } = pressed(start, ['2', 'pagedown'], { state: asking(), question: { detail } })
    expect(ui.choice).toMatchObject({ option: 1, detailTop: 4 })
    const end = pressed(at(14), ['pagedown'], { state: asking(), question: { detail } })
    expect(end.ui.choice).toMatchObject({ detailTop: 15 })
    const up = pressed(at(3), ['pageup'], { state: asking(), question: { detail } })
    expect(up.ui.choice).toMatchObject({ detailTop: 0 })
  })

  test('scrolls the plan when it is completely visible', () => {
    const tab = tabId(session, 'a')
    const shown = { main: mainShown({ total: 50, visible: 10 }) }
    const { ui } = pressed({ ...start, tab }, ['pagedown'], { state: asking(), shown })
    expect(ui.choice).toBeNull()
    expect(perPlan(ui, 'scroll').get(tab)).toMatchObject({ top: 8 })
  })

  test('is not scrolled for a question that no frame has shown', () => {
    const other = questionKey({ kind: 'permission', request: { ...requestOf(), key: 9 } })
    const question = { detail, key: other }
    expect(pressed(start, ['pagedown'], { state: asking(), question }).ui.choice).toBeNull()
  })
})

describe('a plan that was proposed in a message', () => {
  test('has the focus, and refining it is selected', () => {
    expect(focusOf(start, proposed)).toBe('proposal')
    expect(pressed(start, ['enter'], { state: proposed })).toMatchObject({
      ui: { writing: { kind: 'prompt' } },
      all: [{ type: 'decide-proposal', decision: 'refine' }],
    })
  })

  test.each([
    [['2', 'enter'], 'save'],
    [['down', 'down', 'down', 'enter'], 'implement'],
  ] as const)('%j', (keys, decision) => {
    const { ui, all } = pressed(start, keys, { state: proposed })
    expect(all).toEqual([{ type: 'decide-proposal', decision }])
    expect(ui.writing).toBeNull()
  })

  test('is refined with a prompt, which is sent on enter', () => {
    const { ui, all } = pressed(start, ['f', 'n', 'o'], { state: proposed })
    expect(all).toEqual([])
    expect(ui).toMatchObject({
      writing: { kind: 'feedback' },
      choice: { option: 0 },
      feedback: { line: { text: 'no' } },
    })
    expect(pressed(ui, ['enter'], { state: proposed }).all).toEqual([
      { type: 'decide-proposal', decision: 'refine' },
      { type: 'prompt', text: 'no' },
    ])
  })

  test('is put aside with esc, without a decision', () => {
    const { ui, all } = pressed(start, ['escape', 'escape', 'escape'], { state: proposed })
    expect(all).toEqual([])
    expect(focusOf(ui, proposed)).toBe('plan')
    expect(focusOf(pressed(ui, ['W'], { state: proposed }).ui, proposed)).toBe('proposal')
  })

  test('is not answered before a frame has shown it', () => {
    expect(pressed(start, ['enter'], { state: proposed, question: null }).all).toEqual([])
  })

  test('is no longer open once the agent works or has ended', () => {
    const events = [...opened(), prompted(0), said(1, '<proposed_plan>\nx\n</proposed_plan>\n'), ended(2)]
    expect(focusOf(start, stateAfter(...events, prompted(3)))).toBe('plan')
    expect(focusOf(start, stateAfter(...events, over(3, { kind: 'closed' })))).toBe('plan')
  })
})

test('the agent is followed again after an answer about a plan', () => {
  const picked = { ...start, followsTabs: false }
  expect(pressed(picked, ['enter'], { state: asking({ plan }) }).ui.followsTabs).toBe(true)
  expect(pressed(picked, ['enter'], { state: asking() }).ui.followsTabs).toBe(false)
})

describe('d', () => {
  const tab = tabId(session, 'proposed')
  const revised = stateAfter(
    ...opened(),
    prompted(0),
    asked(1, { plan }),
    { type: 'permission-answered', atMs: 1, key: 1, answer: { type: 'cancelled' } },
    asked(2, { key: 2, plan: { ...plan, text: '# Plan\n\n1. Do it better\n' } }),
  )

  test('switches between the changes and the plan, each from the first row', () => {
    const { ui } = pressed({ ...start, tab }, ['d'], { state: revised })
    expect(ui.diff).toEqual({ tab, scroll: startOfPane, isUnfolded: false })
    expect(pressed(ui, ['d'], { state: revised }).ui.diff).toBeNull()
  })

  test.each([
    ['the first proposal', tab, asking({ plan }), /the first proposal/],
    ['another plan', tabId(session, 'anonymous'), revised, /has not changed yet/],
    ['no plan', null, withdrawn, /no plan yet/],
  ] as const)('says why there is nothing to compare: %s', (_what, shown, state, words) => {
    const { ui } = pressed({ ...start, tab: shown }, ['d'], { state })
    expect(ui.diff).toBeNull()
    expect(ui.message?.text).toMatch(words)
  })
})

function requestOf(): PermissionRequest {
  const event = asked(0)
  if (event.type !== 'permission-asked') throw new Error('no question')
  return event.request
}
