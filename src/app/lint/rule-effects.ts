import type { Severity } from './finding.ts'
import type { LintRule } from './lint-rule.ts'

/** What it does to the plan when a rule is broken, for those where there is more to say than its severity does. */
const effects: ReadonlyMap<string, string> = new Map([
  ['plan-two-ids', 'Clients may take it for two plans; here it is one.'],
  ['plan-ids-mixed', 'Clients may show a plan twice; here it is one.'],
  ['plan-not-offered', 'Clients that know no plans with ids do not show it.'],
  ['plan-type-unknown', 'It is shown as JSON.'],
  ['status-unknown', 'The status is shown as it came, and the step does not count as done.'],
  ['priority-unknown', 'The priority is shown as it came.'],
  ['file-uri-relative', 'The file is not read: nobody knows in which folder it is.'],
  ['entries-lost', 'The steps that were left out are gone from the plan.'],
  ['status-back', 'The progress of the plan goes back.'],
  ['two-in-progress', 'Clients that show one current step choose one of them.'],
  ['sent-again', 'Nothing changes; clients draw it again.'],
  ['update-after-removal', 'The plan is back.'],
  ['removal-of-nothing', 'Nothing changes.'],
  ['turn-ends-in-progress', 'The plan looks unfinished, or as if the agent still worked.'],
  ['proposal-differs', 'The user who approves it may have read the other text.'],
  ['request-unanswered', 'The side that asked keeps waiting.'],
  ['stdout-junk', 'The lines are left out.'],
  ['not-utf8', 'The characters are shown as \ufffd.'],
  ['binary-frame', 'It is left out if it is no message.'],
  ['batch', 'Nothing: the messages are read all the same.'],
  ['beyond-limits', 'What is beyond the limit is left out.'],
  ['stray-response', 'Nothing: it is left out.'],
  ['bad-answer', 'What cannot be read is taken as missing.'],
  ['unknown-request', 'A plan in it is not shown.'],
  ['bad-request', 'What cannot be read is not shown; you may not be asked.'],
  ['bad-update', 'What cannot be read is left out; the plan stays as it was.'],
  ['plan-id-missing', 'The plan is not shown.'],
  ['bad-plan', 'The update is left out, and the plan stays as it was.'],
  ['bad-entry', 'The step is missing from the plan, or shown with what could be read.'],
  ['bad-setting', 'It is not offered to you.'],
  ['second-proposal', 'It is shown as a message, and nobody is asked about it.'],
])

const bySeverity: Readonly<Record<Severity, string>> = {
  error: 'Clients may leave it out, or show it wrong.',
  warning: 'Clients may show it wrong.',
  info: 'Nothing.',
}

/** What it does to the plan, a sentence. */
export function effectOf({ id }: Pick<LintRule, 'id'>, severity: Severity): string {
  return effects.get(id) ?? bySeverity[severity]
}
