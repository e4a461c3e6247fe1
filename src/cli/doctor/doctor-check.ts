import type { ConfigurationInForce } from '../configuration/run-config.ts'
import type { FoundSession } from '../../app/ports/observed-source.ts'

/** `good`, `hint`: works, but could be better, `missing`: something that is needed is not there, `wrong`: a run would not start with it. */
export type Health = 'good' | 'hint' | 'missing' | 'wrong'

/** What a check found. All texts are raw. */
export interface Diagnosis {
  readonly subject: string
  readonly health: Health
  readonly found: string
  /** What to do; null: nothing. */
  readonly advice: string | null
}

type Diagnosed = (subject: string, found: string, advice?: string | null) => Diagnosis

function diagnosed(health: Health): Diagnosed {
  return (subject, found, advice = null) => ({ subject, health, found, advice })
}

// What was found about a subject, and what to do, by how it stands: `good('size', '80x24')`.
export const good = diagnosed('good')
export const hint = diagnosed('hint')
export const missing = diagnosed('missing')
export const wrong = diagnosed('wrong')

/** One part of what surrounds the program: an object in a file of `checks`, with its entry in `commands/doctor-run.ts`. */
export interface DoctorCheck {
  readonly name: string
  readonly title: string
  /** Looks, and changes nothing. Never throws. */
  readonly run: (around: Surroundings) => readonly Diagnosis[] | Promise<readonly Diagnosis[]>
}

/** The machine and the terminal as values. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** Without `v`. */
  readonly nodeVersion: string
  readonly isTerminal: boolean
  readonly columns: number | null
  readonly rows: number | null
  readonly homeFolder: string
  readonly nowMs: number
  /** The configuration file, and what is wrong in it or in the variables of settings. */
  readonly configuration: () => Promise<Pick<ConfigurationInForce, 'file' | 'isFileFound' | 'faults'>>
  /** The kinds of sessions that can be observed, with those of the last day, the newest first. */
  readonly sessions: () => Promise<readonly FoundKind[]>
  /** Why folders for the sockets of taps are refused, a sentence for each. */
  readonly refusedTapFolders: () => readonly string[]
  readonly state: () => Promise<StateFacts>
  /** The text of a small regular file; null: there is none, or it cannot be read. */
  readonly textOf: (path: string) => string | null
  readonly isExecutable: (path: string) => boolean
}

export interface StateFacts {
  /** null: there is no home to keep it in. */
  readonly folder: string | null
  /** What is kept by now; null: nothing yet. */
  readonly bytes: number | null
  /** Why nothing can be kept or read; null: it can. */
  readonly fault: string | null
}

export interface FoundKind {
  readonly label: string
  readonly sessions: readonly FoundSession[]
}
