import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { goodWords, mayEndEarly, traceBytes } from './agent-script.ts'
import type { FuzzCase } from './fuzz-case.ts'
import { fuzzToken, tokenFile } from './fuzz-token.ts'
import { lookAtRecording } from './look-at-recording.ts'
import { openServer, type Server } from './open-server.ts'
import type { Outcome } from './outcome.ts'
import { writeScript, type RunContext } from './run-context.ts'
import type { RunFolder } from './run-folder.ts'
import { watch } from './watch-program.ts'

const traceName = 'trace.ndjson'

/** Writes what the command reads, and gives its arguments. */
export function prepare({ fuzzed, folder, programs }: RunContext, server: Server | null): readonly string[] {
  const { target, args, lines } = fuzzed
  if (args.includes('--token-file')) writeFileSync(folder.file(tokenFile), `${fuzzToken}\n`, { mode: 0o600 })
  if (server !== null) return ['connect', ...args, '--prompt', 'go', server.address]
  switch (target) {
    case 'replay':
    case 'replay-screen':
    case 'render':
    case 'demo':
      writeFileSync(folder.file(traceName), traceBytes(lines))
      return [target === 'replay-screen' ? 'replay' : target, traceName, ...args]
    default:
      return [
        ...args,
        '--prompt',
        'go',
        '--',
        process.execPath,
        programs.agent,
        ...writeScript(fuzzed, folder),
      ]
  }
}

/** Runs a case with pipes and no terminal. */
export async function runPiped(context: RunContext): Promise<Outcome> {
  const { fuzzed, folder } = context
  const server = await openServer(context)
  const watched = await watch(prepare(context, server), context)
  await server?.close()
  const log = folder.log()
  return {
    case: fuzzed,
    ...watched,
    left: await folder.leftovers(),
    terminal: null,
    stops: [],
    log,
    elsewhere: server?.elsewhere() ?? [],
    showsGoodPlan: expectsGoodPlan(fuzzed, watched.wasEnded) ? watched.stdout.includes(goodWords) : null,
    answersKeys: null,
    made: madeFiles(folder),
    recording: watched.status === null ? null : await lookAtRecording(context),
    screen: null,
  }
}

export function expectsGoodPlan(fuzzed: FuzzCase, wasEnded: boolean): boolean {
  return fuzzed.opening !== null && !wasEnded && !mayEndEarly(fuzzed)
}

function madeFiles(folder: RunFolder): ReadonlyMap<string, string> {
  const names = readdirSync(folder.path).filter((name) => /^out\.(?:svg|txt|md|cast|json)$/.test(name))
  return new Map(names.map((name) => [name, readFileSync(path.join(folder.path, name), 'utf8')]))
}
