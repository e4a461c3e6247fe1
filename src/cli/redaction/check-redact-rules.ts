// `zod/mini` has the same checks and takes a third of the start-up time of `zod`.
import type { $ZodIssue } from 'zod/v4/core'
import { compileRules, type RedactRules, type RuleMatch } from '../../app/redact/redact-rules.ts'
import { fail, type Result } from '../../lib/result.ts'
import { findJsonFault, findJsonPosition, faultIn, positionIn } from '../../lib/json/json-fault.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import { usage, meantKey, type UsageError } from '../../lib/text/usage-error.ts'
import * as z from 'zod/mini'

const literal = z.strictObject({ literal: z.string(), ignoreCase: z.optional(z.boolean()) })
const pattern = z.strictObject({ pattern: z.string() })

/** A file of rules for `--redact`: further replacements, and texts that are kept. */
const redactRulesSchema = z.strictObject({
  $schema: z.optional(z.string()),
  /** Without a replacement, each character becomes an x. */
  rules: z.optional(
    z.array(
      z.union([
        z.strictObject({ ...literal.shape, replacement: z.optional(z.string()) }),
        z.strictObject({ ...pattern.shape, replacement: z.optional(z.string()) }),
      ]),
    ),
  ),
  allow: z.optional(z.array(z.union([z.string(), literal, pattern]))),
})

type RedactRulesFile = z.infer<typeof redactRulesSchema>

const example =
  'It must contain one object, for example {"rules": [{"literal": "Falcon", "replacement": "Project"}, {"pattern": "ACME-\\\\d+"}], "allow": ["mia@example.org"]}.'
const keys = ['rules', 'allow', 'literal', 'pattern', 'replacement', 'ignoreCase']

/** Reads the rules of a file; errors name the line and column. */
export function checkRedactRules(text: string, file: string): Result<RedactRules, UsageError> {
  const bare = text.replace(/^\ufeff/, '')
  const fault = findJsonFault(bare)
  if (fault !== null) return fail(faultIn(file, fault))
  const parsed = redactRulesSchema.safeParse(jsonIn(bare))
  if (!parsed.success) return fail(describeIssue(deepest(parsed.error.issues[0]), bare, file))
  const compiled = compileRules(writtenRules(parsed.data))
  if (compiled.ok) return compiled
  const { list, index, key, message } = compiled.problem
  const place = positionIn(file, findJsonPosition(bare, [list, index, key]))
  return usage(`${place}: ${message}`, 'Change that rule, or take it out.')
}

function writtenRules({ rules = [], allow = [] }: RedactRulesFile): Parameters<typeof compileRules>[0] {
  return {
    rules: rules.map((rule) => ({ match: matchOf(rule), replacement: rule.replacement ?? null })),
    allow: allow.map((rule) => matchOf(typeof rule === 'string' ? { literal: rule } : rule)),
  }
}

function matchOf(
  rule:
    | { readonly literal: string; readonly ignoreCase?: boolean | undefined }
    | { readonly pattern: string },
): RuleMatch {
  if ('pattern' in rule) return { pattern: rule.pattern }
  return { literal: rule.literal, ignoreCase: rule.ignoreCase ?? false }
}

/** For a union: the issue of the member with the fewest issues. */
function deepest(issue: $ZodIssue | undefined): $ZodIssue | undefined {
  if (issue?.code !== 'invalid_union') return issue
  const [fewest] = issue.errors.toSorted((one, other) => one.length - other.length)
  const inside = deepest(fewest?.[0])
  if (inside === undefined || (inside.code === 'invalid_type' && inside.path.length === 0)) return issue
  return { ...inside, path: [...issue.path, ...inside.path] }
}

function describeIssue(issue: $ZodIssue | undefined, text: string, file: string): UsageError {
  const path = issue?.path ?? []
  const [unknown = null] = issue?.code === 'unrecognized_keys' ? issue.keys : []
  const at = positionIn(file, findJsonPosition(text, unknown === null ? path : [...path, unknown]))
  if (unknown !== null)
    return { message: `${at}: “${unknown}” is not a known key`, hint: meantKey(unknown, keys) }
  if (path.length === 0) return { message: `${at} does not hold rules`, hint: example }
  return { message: `${at}: ${expectedAt(path)} is expected`, hint: example }
}

function expectedAt(path: readonly PropertyKey[]): string {
  const last = path.at(-1)
  if (last === 'ignoreCase') return 'true or false'
  if (typeof last === 'string' && path.length > 2) return 'a text'
  if (path.length === 1) return 'a list'
  return path[0] === 'allow'
    ? 'a text, or an object with "literal" or "pattern"'
    : 'an object with "literal" or "pattern"'
}
