import { expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { createApp } from '../../../src/app/app.ts'
import { describeChange } from '../../../src/outputs/screen-reader/change-sentences.ts'
import { opened, planned } from '../../support/app-states.ts'
import { approvedPlan, changedPlan } from '../../support/changed-plan.ts'
import { items, opening, turnEnded, update } from '../stage.ts'
import { hostileSessions, proposals, sessions } from '../session-stories.ts'
import { askedById, checklist, hostile, severalPlans, trouble } from '../stories.ts'

function said(events: readonly AppEvent[]): readonly string[] {
  const app = createApp()
  const sentences: string[] = []
  app.onEvent((event, after, before) => sentences.push(...describeChange(before, after, event)))
  for (const event of events) app.dispatch(event)
  return sentences
}

test.each([
  ['a checklist as sentences, one change each', checklist, 'checklist'],
  ['several plans are named; a streamed text is told when it stops growing', severalPlans, 'several-plans'],
  ['sessions that are opened and closed, and their settings', sessions, 'sessions'],
  ['plans with open questions', proposals, 'proposals'],
  ['questions that name their calls by id', askedById, 'asked-by-id'],
])('%s', async (_, events, name) => {
  await expect(`${said(events).join('\n')}\n`).toMatchFileSnapshot(`../golden/${name}-said.txt`)
})

test('a step that only got another number is not read again', () => {
  const steps = (atMs: number, ...contents: readonly string[]): AppEvent =>
    planned(atMs, {
      type: 'items',
      entries: contents.map((content) => ({ content, status: 'pending', priority: '' })),
    })
  expect(
    said([...opened(), steps(20, '1. Read', '2. Ship'), steps(30, '1. Ask', '2. Read', '3. Ship')]).slice(-3),
  ).toEqual([
    'Step 1 of 2, pending: 1. Read.',
    'Step 2 of 2, pending: 2. Ship.',
    'New: Step 1 of 3, pending: 1. Ask.',
  ])
})

test('problems are reported too', () => {
  expect(said(trouble).slice(-6)).toEqual([
    'Permission asked: Edit src/parser.ts (Reject | Allow).',
    'Permission answered: Reject (by the policy, nobody was asked).',
    'Problem: update.entries[3].status: the entry has no status (not shown) · {"content":"x"}.',
    'Problem: update.entries[3].status: the entry has no status (not shown) · {"content":"x"}.',
    'Still waiting.',
    'The agent ended with status 3.',
  ])
})

test('no text of an agent controls the terminal', () => {
  // oxlint-disable-next-line no-control-regex -- controls are what this is about
  expect(said([...hostile(), ...hostileSessions()]).join('')).not.toMatch(
    /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
  )
})

test('an approved plan that changes afterwards is a sentence', () => {
  expect(said([...opened(), ...approvedPlan, ...changedPlan])).toContain(
    'Plan Design has changed since you approved it: 1 line added, 1 reworded, 1 gone.',
  )
})

test('what was done in a step is read when it ends, and what there is to doubt when it comes up', () => {
  const steps = (atMs: number, ...entries: readonly string[]): AppEvent =>
    update(atMs, items('a', ...entries))
  const call = (atMs: number, kind: string, status: string): AppEvent =>
    update(atMs, { type: 'tool-call', toolCallId: `${atMs}`, kind, status, title: 'x', hasTodos: false })
  expect(
    said([
      ...opening(),
      steps(1000, '> One', '. Two', '. Three', '. Four'),
      call(1100, 'read', 'completed'),
      call(1200, 'execute', 'failed'),
      steps(1300, 'x One', 'x Two', '. Three'),
      turnEnded(2000),
    ]).slice(-9),
  ).toEqual([
    'Dropped: Four.',
    'Step 1 of 3, completed: One.',
    'Step 2 of 3, completed: Two.',
    'Work of step 1: 1 command, 1 failed, 1 read.',
    'Doubt of step 1: after a failure.',
    'Doubt of step 2: never begun.',
    'Doubt: dropped: 1 open step, “Four”.',
    'Doubt: left open: 1 step.',
    'Turn ended: end_turn after 1.7s.',
  ])
})
