import { basename, extname } from 'node:path'
import { jsonIn } from '../lib/json/read-json.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { isObject } from '../protocol/wire/message.ts'
import { LineCutter } from '../protocol/wire/line-cutter.ts'
import { TraceReader } from '../protocol/trace/read-trace.ts'
import { noTrace } from '../protocol/trace/trace-fault.ts'
import type { TraceRecord } from '../protocol/trace/trace-record.ts'
import { fileFaultWords, readRegularFile, type FileFault } from '../system/regular-file.ts'
import { hasAgent, readRecording, recordedPrompts } from './recorded/read-recording.ts'
import type { Recording } from './recorded/recording.ts'
import { scriptedScenario, type DemoScenario } from './script/playing/scripted-scenario.ts'

/** A scenario or recording in a file of the user's. */
export type DemoFile =
  | { readonly type: 'script'; readonly scenario: DemoScenario }
  | {
      readonly type: 'recording'
      readonly recording: Recording
      /** The prompts that the client sends by default. */
      readonly prompts: readonly string[]
      /** A warning about records that are invalid or left out; null: there are none. Raw text. */
      readonly oddity: string | null
    }

/** Why a file cannot be played, and what to do about it. Raw text. */
export interface DemoFileFault {
  /** The exit status. 2: the file is wrong; 4: it cannot be read. */
  readonly status: 2 | 4
  readonly message: string
  readonly hint: string
}

const mebibyte = 1024 * 1024
/** A file is held in memory while it is played. */
const traceLimitBytes = 128 * mebibyte
const scriptLimitBytes = 4 * mebibyte
const lineLimitBytes = 64 * mebibyte

/** Reads a script or a recording, whichever the file's content is. Never rejects. */
export async function openDemoFile(file: string): Promise<Result<DemoFile, DemoFileFault>> {
  const bytes = readRegularFile(file, traceLimitBytes)
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
    const message = `${file}: it contains no messages of an agent`
    return fail({ status: 2, message, hint: 'demo plays the agent’s side of a recording.' })
  }
  const isStrange = reader.fault === noTrace
  const mayBeScript = isStrange && !isList(bytes.value)
  if (mayBeScript && (kind === '.json' || looksLikeScript(bytes.value))) return openScript(file, bytes.value)
  const message = isStrange ? 'it is neither a script nor a recording' : reader.fault.message
  const hint = isStrange
    ? 'A script is YAML, or JSON, with steps (`acp-plan-tui help demo` says which); a recording is what --record writes.'
    : reader.fault.hint
  return fail({ status: 2, message: `${file}: ${message}`, hint })
}

function unreadable(file: string, fault: FileFault): DemoFileFault {
  switch (fault.kind) {
    case 'missing':
      return { status: 2, message: `${file}: there is no such file`, hint: 'Check its name.' }
    case 'folder':
      return { status: 2, message: `${file} is a folder`, hint: 'Name the file in it that is to be played.' }
    case 'irregular': {
      const hint = 'It is read more than once: save its content in a file, and give that.'
      return { status: 2, message: `${file} is not a regular file`, hint }
    }
    case 'too-long': {
      const message = `${file} is too long: at most ${traceLimitBytes / mebibyte} MiB are played`
      const hint = 'Cut it, for example with `head -n 10000`: the beginning of a recording is a recording.'
      return { status: 2, message, hint }
    }
    case 'forbidden': {
      const message = `${file} cannot be read: reading it is not allowed`
      return { status: 4, message, hint: 'Check its permissions.' }
    }
    case 'unreadable':
      return {
        status: 4,
        message: `${file}: ${fileFaultWords(fault)}`,
        hint: fault.code === 'ELOOP' ? 'Name the file itself.' : 'Check its disk.',
      }
  }
}

function readTrace(bytes: Buffer): {
  readonly reader: TraceReader
  readonly records: readonly TraceRecord[]
} {
  const reader = new TraceReader()
  const records: TraceRecord[] = []
  const cutter = new LineCutter(lineLimitBytes)
  for (const line of cutter.push(bytes)) {
    if (reader.fault !== null) break
    const read = line.type === 'line' ? reader.push(line.bytes) : reader.pushOverlong(line.sizeBytes)
    for (const record of read) records.push(record)
  }
  const [rest] = cutter.end()
  for (const record of reader.end(rest?.type === 'line' ? rest.bytes : '')) records.push(record)
  return { reader, records }
}

/** One JSON object with a key that only scripts have; a trace has an object per line. */
function looksLikeJsonScript(bytes: Buffer): boolean {
  if (bytes.length > scriptLimitBytes) return false
  const value = jsonIn(bytes.toString('utf8'))
  return isObject(value) && ('steps' in value || 'turns' in value)
}

/** No script is a JSON list, but some tools write messages as one. */
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
  if (bytes.length > scriptLimitBytes)
    return fail({
      status: 2,
      message: `${file} is too long for a script: at most ${scriptLimitBytes / mebibyte} MiB`,
      hint: 'Use a recording for something so long.',
    })
  // Imported late, since built-in scenarios need neither YAML nor its checks.
  const { readScript } = await import('./script/reading/read-script.ts')
  const read = readScript(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  if (read.ok) {
    const name = basename(file, extname(file))
    return ok({ type: 'script', scenario: scriptedScenario(name, read.value) })
  }
  const { line, column, message, hint } = read.problem
  return fail({ status: 2, message: `${file}:${line}:${column}: ${message}`, hint })
}
