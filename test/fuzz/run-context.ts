import { writeFileSync } from 'node:fs'
import { agentScript } from './agent-script.ts'
import type { FuzzCase } from './fuzz-case.ts'
import type { RunFolder } from './run-folder.ts'

/** Where the program, the agent of the project and the shells that start the program on a terminal lie. */
export interface Programs {
  readonly launcher: string
  readonly agent: string
  readonly sessionLeader: string
  readonly jobShell: string
}

export interface RunContext {
  readonly fuzzed: FuzzCase
  readonly folder: RunFolder
  readonly programs: Programs
  /** A run that takes longer hangs. */
  readonly deadlineMs: number
}

/** What the agent is to play, and where it logs: its arguments. */
export function writeScript(fuzzed: FuzzCase, folder: RunFolder): readonly [string, string] {
  writeFileSync(folder.file('script.json'), JSON.stringify(agentScript(fuzzed)))
  return [folder.file('script.json'), folder.file('log')]
}
