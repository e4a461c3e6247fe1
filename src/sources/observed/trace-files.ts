import { basename } from 'node:path'
import type { FoundSession, ObservedKind } from '../../app/ports/observed-source.ts'
import { faultOfStart } from '../../protocol/trace/trace-fault.ts'
import { TraceReader } from '../../protocol/trace/read-trace.ts'
import { readAt } from '../trace-file/trace-lines.ts'
import { followMessages } from './observed-messages.ts'
import { readOpened } from './log/log-files.ts'

/** Recordings of this program, traces of the conductor, and logs of messages that editors write. They stand anywhere: the user names them. */
export const traceFiles: ObservedKind = {
  name: 'trace',
  label: 'recording',
  named: 'a recording or a log of messages',
  isInferred: false,
  find: async () => await Promise.resolve([]),
  recognise: async (path) => await recognise(path),
  observe: (found, sink, clock) => followMessages(found, { sink, clock }),
}

/** How much of a file is read to see what it is. */
const startBytes = 64 * 1024

/** An empty file is taken too: another program is about to write it. */
async function recognise(path: string): Promise<FoundSession | null> {
  return await readOpened(path, async (fd, stats) => {
    const start = await readAt(fd, 0, startBytes)
    if (!start.ok || faultOfStart(start.value) !== null) return null
    const reader = new TraceReader()
    const lines = start.value.toString('utf8').split('\n')
    // The last line may be torn, or longer than what was read.
    for (const line of lines.slice(0, -1)) reader.push(line)
    reader.end(lines.at(-1) ?? '')
    // Empty, or one long line whose end was not read.
    const isUnknown = start.value.length === 0 || (lines.length === 1 && lines[0]?.startsWith('{') === true)
    if (reader.dialect === null && !isUnknown) return null
    return {
      kind: 'trace',
      id: basename(path),
      path,
      pid: null,
      agent: reader.header?.agent ?? 'agent',
      folder: null,
      label: reader.header?.title ?? null,
      changedAtMs: stats.mtimeMs,
    }
  })
}
