import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { AppState } from '../../../src/app/state/app-state.ts'
import type { ElicitationContent, ElicitationRequest } from '../../../src/app/state/elicitation.ts'
import { fields } from '../../app/elicitation-fields.ts'
import { items, opened, planned, prompted, session, stateAfter } from '../../support/app-states.ts'

/** An elicitation request for a form or a page. */
export function elicited(mode: ElicitationContent, more: Partial<ElicitationRequest> = {}): AppEvent {
  const request = {
    key: 1,
    sessionId: session,
    message: 'How shall I go on?',
    mode,
    askedAtMs: 115_000,
    ...more,
  }
  return { type: 'elicitation-asked', atMs: request.askedAtMs, request }
}

/** The agent works on a plan, and sends an elicitation. */
export function askedWith(mode: ElicitationContent, more: Partial<ElicitationRequest> = {}): AppState {
  return stateAfter(
    ...opened(),
    prompted(0),
    planned(1000, items('✓ Read the parser', '» Split the tokenizer', '○ Update the README')),
    elicited(mode, more),
  )
}

export function formOf(...of: Extract<ElicitationContent, { type: 'form' }>['fields']): ElicitationContent {
  return { type: 'form', title: null, description: null, fields: of }
}

/** A field of each kind. */
export const everyKind = formOf(
  fields.choice({
    isRequired: true,
    description: 'How much may change at once?',
    value: 'mid',
    choices: [
      { value: 'low', title: 'Conservative', description: 'Minimal changes, one file at a time' },
      { value: 'mid', title: 'Balanced (recommended)', description: null },
      {
        value: 'high',
        title: 'Aggressive',
        description: 'Everything that could be better, all at once, and tests for it',
      },
    ],
  }),
  fields.text({
    title: 'Branch',
    isRequired: true,
    minLength: 3,
    pattern: '^[a-z/-]+$',
    description: 'Where the work goes.',
  }),
  fields.number({ isInteger: true, minimum: 1024, maximum: 65_535, value: 3000 }),
  fields.boolean({ title: 'Run the tests after each step' }),
  fields.choices({ name: 'reviewers', title: 'Reviewers', minItems: 1, value: ['low'] }),
)
