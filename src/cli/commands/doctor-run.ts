import type { Result } from '../../lib/result.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import { writeOutput } from '../../outputs/stream/output.ts'
import { observedKinds } from '../../sources/observed/observed-kinds.ts'
import { traceFiles } from '../../sources/observed/trace-files.ts'
import { isExecutable } from '../../system/program-path.ts'
import { readRegularFile } from '../../system/regular-file.ts'
import type { FoundKind, Surroundings, Diagnosis, DoctorCheck, Health } from '../doctor/doctor-check.ts'
import { configurationInForce } from '../configuration/run-config.ts'
import type { Host } from '../host/host.ts'
import { refusedFolders } from '../../system/own-folder.ts'
import { tapFolders } from '../../system/tap-folder.ts'
import { placesOf } from './attach-run.ts'
import { writeShownJson } from '../../lib/json/write-json.ts'
import { safe, safeLine, safeText, type SafeText } from '../../lib/text/safe-text.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { agents, editors, sessions } from '../doctor/checks/agents.ts'
import { configuration, node, state, terminal } from '../doctor/checks/machine.ts'

const widest = 100
const longestSettings = 1024 * 1024

/** Examines what surrounds the program. Returns the exit status: 1 if something that is needed is missing. */
export async function runDoctor(isJson: boolean, host: Host): Promise<Result<number, UsageError>> {
  const parts = await examine(doctorChecks, surroundingsOf(host))
  return await writeReport(parts, host, isJson ? {} : null, isMissing(parts) ? 1 : 0)
}

/** Writes what was found, and returns the status. `json`: what else the JSON document says; null: text is written. */
export async function writeReport(
  parts: readonly CheckedPart[],
  { process: { stdout } }: Host,
  json: object | null,
  status: number,
): Promise<Result<number, UsageError>> {
  const lines =
    json === null ? doctorText(parts, Math.min(stdout.columns ?? widest, widest)) : [doctorJson(parts, json)]
  return await writeOutput(lines.join('\n'), stdout, status)
}

function surroundingsOf(host: Host): Surroundings {
  const { env, platform, stdout } = host.process
  const places = placesOf(host)
  return {
    env,
    platform,
    nodeVersion: process.versions.node,
    isTerminal: host.isTerminal(1),
    columns: stdout.columns ?? null,
    rows: stdout.rows ?? null,
    homeFolder: places.homeFolder,
    nowMs: places.nowMs,
    configuration: async () => await configurationInForce(env),
    sessions: async () =>
      await Promise.all(
        // Recordings are found by their names only.
        observedKinds
          .filter((kind) => kind !== traceFiles)
          .map(async (kind): Promise<FoundKind> => ({
            label: kind.label,
            sessions: await kind.find(places),
          })),
      ),
    refusedTapFolders: () => refusedFolders(tapFolders(env)),
    async state() {
      const { stateFolder, stateFolderFacts } = await import('../../system/kept-state.ts')
      const folder = stateFolder(env)
      return { folder, ...(folder === null ? { bytes: null, fault: null } : stateFolderFacts(folder)) }
    },
    textOf(path) {
      const read = readRegularFile(path, longestSettings)
      return read.ok ? read.value.toString('utf8') : null
    },
    isExecutable,
  }
}

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
