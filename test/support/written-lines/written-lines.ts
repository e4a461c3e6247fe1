import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { fileURLToPath } from 'node:url'
import { ourSchemas, publishedIn, type FaultOf, type Schemas } from './line-faults.ts'

const ourDist = fileURLToPath(new URL('../../../dist', import.meta.url))

/** Takes bytes as they are written, and what is wrong with the lines in them, one by one. */
export type LineReader = (bytes: Uint8Array) => void

/**
 * What is written to a stream, when it turns out to be what `--format json` or `--record` writes: each line that is whole is
 * held against its schema. Anything else is passed over.
 */
export function readWritten(found: (fault: string) => void, schemas = ourSchemas): LineReader {
  const decoder = new StringDecoder('utf8')
  let faultOf: FaultOf | null = null
  let isFirst = true
  /** Of the line that is not whole yet: a long one comes in many. */
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

/** By how the first piece begins: both are written in one. */
function schemaFor(start: string, { jsonLine, recordingLine }: Schemas): FaultOf | null {
  if (start.startsWith('{"trace":"acp-plan-tui",')) return recordingLine
  return start.startsWith('{"type":"start","atMs":0,"schema":') ? jsonLine : null
}

/**
 * What is to be said of a program that is started: its stdout, as it comes, and at its end the files that its arguments name, a
 * recording that it makes and events that it renders.
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
        // A pipe or a device would be waited for.
        if (statSync(at, { throwIfNoEntry: false })?.isFile() === true)
          readWritten(found, schemas)(readFileSync(at))
      }
    },
  }
}

/** A copy of the program with something added says itself what it writes. */
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
