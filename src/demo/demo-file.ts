import { basename, extname } from 'node:path'
import { jsonIn } from '../lib/json/read-json.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { isObject } from '../protocol/wire/message.ts'
import { LineCutter } from '../protocol/wire/line-cutter.ts'
import { TraceReader } from '../protocol/trace/read-trace.ts'
import { noTrace, spreadJson } from '../protocol/trace/trace-fault.ts'
import type { TraceRecord } from '../protocol/trace/trace-record.ts'
import { readRegularFile, type FileFault } from '../system/regular-file.ts'
import { hasAgent, readRecording } from './recorded/read-recording.ts'
import { recordedPrompts } from './recorded/recorded-prompts.ts'
import type { Recording } from './recorded/recording.ts'
import type { DemoScenario } from './scenario/scenario.ts'
import { scriptedScenario } from './script/scripted-scenario.ts'

/** What the demo agent plays that is not built in. */
export type DemoFile =
  | { readonly type: 'script'; readonly scenario: DemoScenario }
  | {
      readonly type: 'recording'
      readonly recording: Recording
      /** What the client sends when it is told nothing else. */
      readonly prompts: readonly string[]
      /** What was left out of it, or is not as it should be, in a line; null: all is. Raw. */
      readonly oddity: string | null
    }

/** Why a file cannot be played, and what mends it; raw. */
export interface DemoFileFault {
  /** 2: it is the wrong file, or wrong itself; 4: it cannot be read. */
  readonly status: 2 | 4
  readonly message: string
  readonly hint: string
}

const mebibyte = 1024 * 1024
/** What is played is held in memory. */
const mostOfTrace = 128 * mebibyte
const mostOfScript = 4 * mebibyte
const mostOfLine = 64 * mebibyte

/** Reads a script or a recording; which of them a file is shows in what is in it. Never rejects. */
export async function openDemoFile(file: string): Promise<Result<DemoFile, DemoFileFault>> {
  const bytes = readRegularFile(file, mostOfTrace)
  if (!bytes.ok) return fail(unreadable(file, bytes.problem))
  const kind = extname(file).toLowerCase()
  const isNamedScript = kind === '.yaml' || kind === '.yml'
  if (isNamedScript || (kind === '.json' && looksLikeJsonScript(bytes.value)))
    return openScript(file, bytes.value)
  const { reader, records } = readTrace(bytes.value)
  if (reader.fault === null) {
    const recording = readRecording(records)
    if (hasAgent(recording)) {
      const prompts = recordedPrompts(recording)
      return ok({ type: 'recording', recording, prompts, oddity: oddityOf(file, reader) })
    }
    const message = `${file}: nothing in it is from an agent`
    return fail({ status: 2, message, hint: 'What is played is the agent’s side of a recording.' })
  }
  const isStrange = reader.fault === noTrace
  const mayBeScript = isStrange || (reader.fault === spreadJson && !isList(bytes.value))
  if (mayBeScript && (kind === '.json' || looksLikeScript(bytes.value))) return openScript(file, bytes.value)
  const message = isStrange ? 'it is neither a script nor a recording' : reader.fault.message
  const hint = isStrange
    ? 'A script is YAML, or JSON, with steps (the README says which); a recording is what --record writes.'
    : reader.fault.hint
  return fail({ status: 2, message: `${file}: ${message}`, hint })
}

function unreadable(file: string, fault: FileFault): DemoFileFault {
  switch (fault.kind) {
    case 'missing':
      return { status: 2, message: `${file}: there is no such file`, hint: 'Look at its name.' }
    case 'folder': {
      const hint = 'Name the file in it that is to be played.'
      return { status: 2, message: `${file} is a folder`, hint }
    }
    case 'irregular': {
      const hint = 'It is read more than once: write what comes from it into a file, and name that.'
      return { status: 2, message: `${file} is no regular file`, hint }
    }
    case 'too-long': {
      const message = `${file} is too long: at most ${mostOfTrace / mebibyte} MiB are played`
      const hint = 'Cut it: every beginning of a recording is one too, as in `head -n 10000`.'
      return { status: 2, message, hint }
    }
    case 'forbidden':
      return {
        status: 4,
        message: `${file} cannot be read: reading it is not allowed`,
        hint: 'Look at its permissions.',
      }
    case 'unreadable':
      return {
        status: 4,
        message: `${file} cannot be read: ${fault.code}`,
        hint: 'Look at the disk that it lies on.',
      }
  }
}

function readTrace(bytes: Buffer): {
  readonly reader: TraceReader
  readonly records: readonly TraceRecord[]
} {
  const reader = new TraceReader()
  const records: TraceRecord[] = []
  const cutter = new LineCutter(mostOfLine)
  for (const line of cutter.push(bytes)) {
    if (reader.fault !== null) break
    const read = line.type === 'line' ? reader.push(line.bytes) : reader.pushOverlong(line.sizeBytes)
    for (const record of read) records.push(record)
  }
  const [rest] = cutter.end()
  for (const record of reader.end(rest?.type === 'line' ? rest.bytes : '')) records.push(record)
  return { reader, records }
}

/** One object with what only a script has; a trace has an object a line. */
function looksLikeJsonScript(bytes: Buffer): boolean {
  if (bytes.length > mostOfScript) return false
  const value = jsonIn(bytes.toString('utf8'))
  return isObject(value) && ('steps' in value || 'turns' in value)
}

/** No script is one; messages are that some tools write so. */
function isList(bytes: Buffer): boolean {
  return /^\uFEFF?\s*\[/.test(bytes.toString('utf8', 0, 4096))
}

function oddityOf(file: string, { problems: [first], problemCount }: TraceReader): string | null {
  if (first === undefined) return null
  const more = problemCount > 1 ? ` (and ${problemCount - 1} more)` : ''
  return `${file}, line ${first.line}: ${first.text}${more}`
}

function looksLikeScript(bytes: Buffer): boolean {
  return /^(?:steps|turns|plans|parts|prompt|title|settings): ?/m.test(bytes.toString('utf8', 0, 65_536))
}

async function openScript(file: string, bytes: Buffer): Promise<Result<DemoFile, DemoFileFault>> {
  if (bytes.length > mostOfScript)
    return fail({
      status: 2,
      message: `${file} is too long for a script: at most ${mostOfScript / mebibyte} MiB`,
      hint: 'A recording is better for something so long.',
    })
  // Reading YAML and checking it takes what no built-in scenario needs.
  const { readScript } = await import('./script/read-script.ts')
  const read = readScript(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  if (read.ok) {
    const name = basename(file, extname(file))
    return ok({ type: 'script', scenario: scriptedScenario(name, read.value) })
  }
  const { line, column, message, hint } = read.problem
  return fail({ status: 2, message: `${file}:${line}:${column}: ${message}`, hint })
}
