// Finds lines of JSON and of recordings in what a program writes.
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { fileURLToPath } from 'node:url'
import { ourSchemas, publishedIn, type FaultOf, type Schemas } from './line-faults.ts'

const ourDist = fileURLToPath(new URL('../../../dist', import.meta.url))

/** Takes the bytes of a stream as they are written. */
export type LineReader = (bytes: Uint8Array) => void

/**
 * Checks each whole line of a stream against its schema, if the stream begins as the output of `--format json` or
 * `--record` does. Other streams are ignored.
 */
export function readWritten(found: (fault: string) => void, schemas = ourSchemas): LineReader {
  const decoder = new StringDecoder('utf8')
  let faultOf: FaultOf | null = null
  let isFirst = true
  /** The pieces of a line that is not whole yet. */
  let pieces: string[] = []
  return (bytes) => {
    if (faultOf === null && !isFirst) return
    pieces.push(decoder.write(Buffer.from(bytes)))
    if (isFirst) faultOf = schemaFor(pieces[0] ?? '', schemas)
    isFirst = false
    if (faultOf === null || pieces.at(-1)?.includes('\n') !== true) return
    const lines = pieces.join('').split('\n')
    pieces = [lines.pop() ?? '']
    for (const line of lines) {
      const fault = faultOf(line.replace(/\r$/, ''))
      if (fault !== null) found(fault)
    }
  }
}

/** Known by the beginning of the first line, which is written in one piece. */
function schemaFor(start: string, { jsonLine, recordingLine }: Schemas): FaultOf | null {
  if (start.startsWith('{"trace":"acp-plan-tui",')) return recordingLine
  return start.startsWith('{"type":"start","atMs":0,"schema":') ? jsonLine : null
}

/**
 * Checks what a program writes: its stdout as it comes, and when it has ended the recording and the events in the files that
 * its arguments name.
 */
export function watchWritten(
  command: readonly string[],
  cwd: string,
  found: (fault: string) => void,
): { readonly read: LineReader; readonly ended: () => void } {
  const schemas = schemasOf(command)
  return {
    read: readWritten(found, schemas),
    ended() {
      for (const file of filesNamed(command)) {
        const at = path.resolve(cwd, file)
        if (isRegularFile(at)) readWritten(found, schemas)(readFileSync(at))
      }
    },
  }
}

/** A pipe or a device would be waited for. */
function isRegularFile(file: string): boolean {
  try {
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** A copy of the program with an addition publishes its own schemas. */
function schemasOf(command: readonly string[]): Schemas {
  const started = command.find((word) => word.endsWith('/bin/acp-plan-tui.js'))
  const dist = started === undefined ? ourDist : path.resolve(started, '../../dist')
  return dist === ourDist || !existsSync(path.join(dist, 'schema.json')) ? ourSchemas : publishedIn(dist)
}

function filesNamed(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    const [, inline] = /^(?:--record|-o|--output)=(.*)$/.exec(arg) ?? []
    if (inline !== undefined) return [inline]
    const next = args[at + 1]
    return /^(?:--record|-o|--output)$/.test(arg) && next !== undefined ? [next] : []
  })
}
