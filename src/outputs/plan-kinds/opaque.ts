import { safeLine } from '../../lib/text/safe-text.ts'
import type { OpaqueBody } from '../../plans/kinds/opaque.ts'
import type { JsonContentOf } from '../schema/plan-content/plan-content.ts'
import { sentence, quotedLines, short } from '../../app/words/text.ts'
import type { PlanOutput } from './plan-output.ts'
import { formattedJson } from '../../lib/json/json-values.ts'

export const opaque: PlanOutput<OpaqueBody, JsonContentOf<'opaque'>> = {
  summary: (_plan, { planType }) => safeLine(`a plan of type ${short(planType)}`),
  lines: ({ payload }) => quotedLines(payloadText(payload)),
  changes: () => [{ type: 'payload-changed' }],
  sentence: (_plan, { planType }) => sentence(safeLine(`Its type is ${planType.slice(0, 60)}`)),
  jsonContent: (_plan, { planType, payload }) => ({ type: 'other', planType, payload }),
  markdown: (_plan, { planType, payload }, { pen }) =>
    `A plan of the type ${pen.words(planType) || '“”'}:\n\n${pen.code(payloadText(payload), 'json')}`,
}

/** Characters of a payload that are written. */
const maxPayloadLength = 1_000_000

/** The payload of a plan of an unknown type as formatted JSON. Raw. */
function payloadText(payload: unknown): string {
  const { text, isCut } = formattedJson(payload, maxPayloadLength)
  return isCut ? `${text}\n… and more` : text
}
