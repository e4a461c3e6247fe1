import { writeShownJson } from '../../lib/json/write-json.ts'
import { safe, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { agents, editors, sessions } from './checks/agents.ts'
import { configuration, node, state, terminal } from './checks/machine.ts'
import type { Diagnosis, DoctorCheck, Health, Surroundings } from './doctor-check.ts'

/** All checks, in the order of the report. */
export const doctorChecks: readonly DoctorCheck[] = [
  terminal,
  node,
  configuration,
  state,
  agents,
  sessions,
  editors,
]

/** A check with what it found. */
export interface CheckedPart {
  readonly check: Pick<DoctorCheck, 'name' | 'title'>
  readonly found: readonly Diagnosis[]
}

export async function examine(
  checks: readonly DoctorCheck[],
  around: Surroundings,
): Promise<readonly CheckedPart[]> {
  return await Promise.all(checks.map(async (check) => ({ check, found: await check.run(around) })))
}

export function isMissing(parts: readonly CheckedPart[]): boolean {
  return parts.some(({ found }) => found.some(({ health }) => health === 'missing' || health === 'wrong'))
}

const words: Readonly<Record<Health, SafeText>> = {
  good: safe`ok      `,
  hint: safe`note    `,
  missing: safe`missing `,
  wrong: safe`wrong   `,
}

/** The report for people, part by part. */
export function doctorText(parts: readonly CheckedPart[], columns: number): readonly SafeText[] {
  return parts.flatMap(({ check, found }, at) => [
    ...(at === 0 ? [] : [safe``]),
    safeText(check.title),
    ...found.flatMap((each) => diagnosisLines(each, columns)),
  ])
}

function diagnosisLines({ subject, health, found, advice }: Diagnosis, columns: number): readonly SafeText[] {
  const indent = safe`          `
  const wrapped = (text: SafeText): readonly SafeText[] =>
    wrapText(text, Math.max(20, columns - indent.length))
  const [first = safe``, ...rest] = wrapped(safe`${safeLine(subject)}: ${safeLine(found)}`)
  const advised = advice === null ? [] : wrapped(safeLine(advice))
  return [safe`  ${words[health]}${first}`, ...[...rest, ...advised].map((line) => safe`${indent}${line}`)]
}

/** The same as one JSON document on one line, with `more` at its end. */
export function doctorJson(parts: readonly CheckedPart[], more: object = {}): string {
  return writeShownJson({
    doctor: 'acp-plan-tui',
    version: 1,
    checks: parts.map(({ check: { name }, found }) => ({ name, found })),
    ...more,
  })
}
