import type { Severity } from '../../app/lint/finding.ts'
import { lintRuleOf, lintRules } from '../../app/lint/lint-rules.ts'
import type { LintLevels } from '../../app/lint/linter.ts'
import { findJsonKeyPosition } from '../../lib/json/json-fault.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { meantHint, meantKey, usage, type UsageError } from '../../lib/text/usage-error.ts'
import { isObject, objectIn } from '../../protocol/wire/message.ts'
import type { WrittenValue } from './check-config.ts'
import { configPath, readConfig } from './config-file.ts'
import { faultAtKey, wrongValue } from './written-json.ts'

/** The level of a rule in a configuration file. */
export interface WrittenLevel {
  readonly rule: string
  readonly level: string
  readonly line: number
}

const severityOf: ReadonlyMap<string, Severity | null> = new Map([
  ['error', 'error'],
  ['warning', 'warning'],
  ['note', 'note'],
  ['off', null],
])

/** Those of the configuration file, and over them those of the command line, `ID=LEVEL` each. */
export async function levelsInForce(
  typed: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Result<LintLevels, UsageError>> {
  const config = await readConfig(configPath(environment))
  if (!config.ok) return config
  const { levels, faults } = checkLint(config.value.lint ?? null)
  const [fault] = faults
  if (fault !== undefined) return fail(fault)
  const inForce = new Map(levels.map(({ rule, level }) => [rule, severityOf.get(level) ?? null]))
  for (const each of typed) {
    const at = each.lastIndexOf('=')
    const id = each.slice(0, at)
    if (lintRuleOf(id) === undefined) return usage(`--rule ${each}: ${unknownRule(id)}`, nearestRule(id))
    inForce.set(id, severityOf.get(each.slice(at + 1)) ?? null)
  }
  return ok(inForce)
}

/** Reads `lint` of a configuration file: `{"rules": {"stale": "off"}}`. Faults name line and column. */
export function checkLint(written: WrittenValue | null): {
  readonly levels: readonly WrittenLevel[]
  readonly faults: readonly UsageError[]
} {
  const levels: WrittenLevel[] = []
  const faults: UsageError[] = []
  if (written === null) return { levels, faults }
  const { value, text } = written
  const wrong = (path: readonly string[], what: string): void =>
    void faults.push(wrongValue(written, path, what))
  if (!isObject(value)) wrong(['lint'], 'an object, for example {"rules": {"stale": "off"}}')
  for (const [key, rules] of Object.entries(objectIn(value))) {
    const path = ['lint', key]
    if (key !== 'rules') {
      const words = `there is no setting “${key.slice(0, 100)}” of lint`
      faults.push(faultAtKey(written, path, words, meantKey(key, ['rules'])))
      continue
    }
    if (!isObject(rules)) {
      wrong(path, 'an object, for example {"stale": "off"}')
      continue
    }
    for (const [rule, level] of Object.entries(rules).slice(0, lintRules.length)) {
      const at = [...path, rule]
      if (lintRuleOf(rule) === undefined)
        faults.push(faultAtKey(written, at, unknownRule(rule.slice(0, 100)), nearestRule(rule)))
      else if (typeof level !== 'string' || !severityOf.has(level)) wrong(at, 'error, warning, note or off')
      else levels.push({ rule, level, line: findJsonKeyPosition(text, at).line })
    }
  }
  return { levels, faults }
}

function unknownRule(id: string): string {
  return `there is no rule “${id}”`
}

function nearestRule(id: string): string {
  const ids = lintRules.map((rule) => rule.id)
  return meantHint(id, ids, '`lint --rules` lists them all.', (meant) => meant)
}
