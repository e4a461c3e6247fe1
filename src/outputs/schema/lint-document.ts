import * as z from 'zod/mini'
import { type DeepReadonly, described, named } from '../../lib/described-schema.ts'
import { count } from './fields.ts'

const severity = described(
  z.enum(['error', 'warning', 'note']),
  '`error`: the specification says MUST. `warning`: clients may show something wrong. `note`: worth to know.',
)

const ruleTexts = {
  says: described(z.string(), 'What the specification says, in short.'),
  page: described(z.string(), 'Where it says so: an address.'),
  mend: described(z.string(), 'What the author of the agent or the client can do.'),
}

const finding = named(
  'finding',
  z.strictObject({
    rule: described(z.string(), 'The id of the rule.'),
    severity,
    direction: z.enum(['from-agent', 'to-agent']),
    frame: described(z.nullable(count), 'Counted from 1 in its direction; null: it is about no frame.'),
    line: described(z.nullable(count), 'The line of the file; null: there is none.'),
    atMs: described(
      z.nullable(z.number()),
      'Milliseconds since the start of the exchange; null: nobody tells, as in a log without times.',
    ),
    path: described(
      z.nullable(z.string()),
      'The position in the JSON of the frame, as in `params.update.entries[3].status`; null: the whole frame.',
    ),
    seen: described(z.string(), 'What was seen; may quote the agent.'),
    ...ruleTexts,
  }),
  'A rule that was broken, and where.',
)

/** The document of `lint --format json`. Strings are raw, and escaped as JSON. */
export const lintDocument = named(
  'lint',
  z.strictObject({
    lint: z.literal('acp-plan-tui'),
    version: z.literal(1),
    name: described(z.string(), 'The file, or the command of the agent.'),
    frames: described(count, 'How many frames were checked, of both directions.'),
    counts: described(
      z.strictObject({ error: count, warning: count, note: count }),
      'Of all findings, also those that are not listed.',
    ),
    problems: described(
      count,
      'How many problems a run counts, in its header, in text and in JSON: all lines that are no JSON are one.',
    ),
    findings: described(z.array(finding), 'In the order in which they were found; at most 100 of each rule.'),
  }),
  'What `lint --format json` writes.',
)

/** The document of `lint --rules --format json`. */
export const ruleList = named(
  'rules',
  z.array(
    z.strictObject({
      id: z.string(),
      severity,
      title: described(z.string(), 'What is wrong where the rule is broken.'),
      ...ruleTexts,
      version2: described(z.strictObject(ruleTexts), 'The same in version 2 of the protocol.'),
    }),
  ),
  'What `lint --rules --format json` writes.',
)

export type LintDocument = DeepReadonly<z.output<typeof lintDocument>>
export type RuleList = DeepReadonly<z.output<typeof ruleList>>
