import type { Result } from '../../lib/result.ts'
import type { UsageError } from '../../lib/text/usage-error.ts'
import { writeOutput } from '../../outputs/stream/output.ts'
import { observedKinds } from '../../sources/observed/observed-kinds.ts'
import { isExecutable } from '../../system/program-path.ts'
import { readRegularFile } from '../../system/regular-file.ts'
import type { FoundKind, Surroundings } from '../doctor/doctor-check.ts'
import {
  doctorChecks,
  doctorJson,
  doctorText,
  examine,
  isMissing,
  type CheckedPart,
} from '../doctor/doctor-report.ts'
import { configurationInForce } from '../configuration/run-config.ts'
import type { Host } from '../host/host.ts'
import { refusedTapFolders, tapFolders } from '../../system/tap-folder.ts'
import { placesOf } from './attach-run.ts'

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
        observedKinds.map(async (kind): Promise<FoundKind> => ({
          label: kind.label,
          sessions: await kind.find(places),
        })),
      ),
    refusedTapFolders: () => refusedTapFolders(tapFolders(env)),
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
