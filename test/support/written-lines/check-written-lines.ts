// Runs before each test file. Checks each line of JSON, each note and each line of a recording that a test writes, in this
// process or by a program that it starts, against its schema; the test fails if one does not match. The schemas are loaded
// when the first line is written.
import type * as childProcesses from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, vi } from 'vitest'
import type * as documentNotes from '../../../src/app/notes/document-note.ts'
import type * as notedEvents from '../../../src/app/notes/noted-events.ts'
import type * as jsonLines from '../../../src/outputs/json/json-line.ts'
import type * as appendedFiles from '../../../src/outputs/recording/appended-file.ts'
import { foundFault, takeFaults } from './found-faults.ts'

function allIsAsItsSchemaSays(): void {
  expect(takeFaults().join('\n'), 'what was written').toBe('')
}
afterEach(allIsAsItsSchemaSays)
afterAll(allIsAsItsSchemaSays)

vi.mock('../../../src/outputs/json/json-line.ts', async (original) => {
  const { jsonLine, ...more } = await original<typeof jsonLines>()
  const { jsonLineFault } = await import('./line-faults.ts')
  return { ...more, jsonLine: noticing(jsonLine, jsonLineFault) } satisfies typeof jsonLines
})

vi.mock('../../../src/app/notes/noted-events.ts', async (original) => {
  const { noteOf, ...more } = await original<typeof notedEvents>()
  const { noteFault } = await import('./line-faults.ts')
  const fault = (record: ReturnType<typeof noteOf>): string | null =>
    record?.type === 'event' ? noteFault(record.event) : null
  return { ...more, noteOf: noticing(noteOf, fault) } satisfies typeof notedEvents
})

vi.mock('../../../src/app/notes/document-note.ts', async (original) => {
  const { documentNote, ...more } = await original<typeof documentNotes>()
  const { noteFault } = await import('./line-faults.ts')
  const fault = (note: ReturnType<typeof documentNote>): string | null =>
    note === null ? null : noteFault(note)
  return { ...more, documentNote: noticing(documentNote, fault) } satisfies typeof documentNotes
})

vi.mock('../../../src/outputs/recording/appended-file.ts', async (original) => {
  const { AppendedFile, ...more } = await original<typeof appendedFiles>()
  const { readWritten } = await import('./written-lines.ts')
  return {
    ...more,
    AppendedFile: class extends AppendedFile {
      readonly #read = readWritten(foundFault)
      override append(bytes: Buffer): void {
        this.#read(bytes)
        super.append(bytes)
      }
    },
  } satisfies typeof appendedFiles
})

vi.mock('node:child_process', async (original) => {
  const real = await original<typeof childProcesses>()
  const { watchWritten } = await import('./written-lines.ts')
  const spawn = ((...given: Parameters<typeof childProcesses.spawn>) => {
    const child: childProcesses.ChildProcess = real.spawn(...given)
    const { stdout } = child
    const { read, ended } = watchWritten(...commandOf(given), foundFault)
    if (stdout !== null) {
      // Where the bytes come in, so that who reads them still says when they come.
      const push = stdout.push.bind(stdout)
      stdout.push = (chunk: unknown, ...more) => {
        if (chunk instanceof Uint8Array) read(chunk)
        return push(chunk, ...more)
      }
    }
    child.on('exit', ended)
    return child
  }) as typeof childProcesses.spawn
  const spawnSync = ((...given: Parameters<typeof childProcesses.spawnSync>) => {
    const outcome = real.spawnSync(...given)
    // null where it was not piped; a text where one was asked for.
    const { stdout } = outcome as { readonly stdout: Uint8Array | string | null }
    const { read, ended } = watchWritten(...commandOf(given), foundFault)
    if (stdout !== null) read(Buffer.from(stdout))
    ended()
    return outcome
  }) as typeof childProcesses.spawnSync
  return { ...real, spawn, spawnSync }
})

/** The arguments of a program that is started, and the folder that it is started in. */
function commandOf([, ...given]: readonly unknown[]): readonly [args: readonly string[], cwd: string] {
  const args = given.find((each): each is readonly string[] => Array.isArray(each)) ?? []
  const options = given.find((each) => each !== args) as { readonly cwd?: string | URL } | undefined
  const { cwd = process.cwd() } = options ?? {}
  return [args, typeof cwd === 'string' ? cwd : fileURLToPath(cwd)]
}

/** The function, whose results are looked at. */
function noticing<Given extends readonly unknown[], Result>(
  run: (...given: Given) => Result,
  faultOf: (result: Result) => string | null,
): (...given: Given) => Result {
  return (...given) => {
    const result = run(...given)
    const fault = faultOf(result)
    if (fault !== null) foundFault(fault)
    return result
  }
}
