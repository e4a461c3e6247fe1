import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { jsonLineFault, recordingLineFault } from './line-faults.ts'

/** Takes bytes as they are written, and what is wrong with the lines in them, one by one. */
export type LineReader = (bytes: Uint8Array) => void

type FaultOf = (line: string) => string | null

/**
 * What is written to a stream, when it turns out to be what `--format json` or `--record` writes: each line that is whole is
 * held against its schema. Anything else is passed over.
 */
export function readWritten(found: (fault: string) => void): LineReader {
  const decoder = new StringDecoder('utf8')
  let faultOf: FaultOf | null | undefined
  let rest = ''
  return (bytes) => {
    if (faultOf === null) return
    const lines = (rest + decoder.write(Buffer.from(bytes))).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      faultOf ??= schemaOf(line)
      if (faultOf === null) return
      const fault = faultOf(line.replace(/\r$/, ''))
      if (fault !== null) found(fault)
    }
  }
}

/** By how the first line begins. */
function schemaOf(line: string): FaultOf | null {
  if (line.startsWith('{"trace":"acp-plan-tui",')) return recordingLineFault
  return line.startsWith('{"type":"start",') && line.includes('"program":"acp-plan-tui"')
    ? jsonLineFault
    : null
}

/** What is wrong in the files that a command line of the program names: a recording that it makes, and events that it renders. */
export function faultsInFiles(args: readonly string[], cwd: string): readonly string[] {
  const faults: string[] = []
  for (const file of filesNamed(args)) {
    const at = path.resolve(cwd, file)
    // A pipe or a device would be waited for.
    if (statSync(at, { throwIfNoEntry: false })?.isFile() === true)
      readWritten((fault) => faults.push(fault))(readFileSync(at))
  }
  return faults
}

function filesNamed(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    const [, inline] = /^(?:--record|-o|--output)=(.*)$/.exec(arg) ?? []
    if (inline !== undefined) return [inline]
    const next = args[at + 1]
    return /^(?:--record|-o|--output)$/.test(arg) && next !== undefined ? [next] : []
  })
}
