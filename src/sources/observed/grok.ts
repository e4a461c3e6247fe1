// Sessions of Grok Build, which writes each update of a session to a file in the session's folder, whatever shows it.
import { basename, dirname, join } from 'node:path'
import type { FoundSession, ObservedFolders, ObservedKind } from '../../app/ports/observed-source.ts'
import { jsonIn } from '../../lib/json/read-json.ts'
import { objectAt, objectIn, stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import {
  foldersIn,
  homeOf,
  namedLog,
  newestLogs,
  smallText,
  statsNow,
  UnchangedFiles,
} from './log/log-files.ts'
import { followMessages } from './trace-files.ts'

const updatesName = 'updates.jsonl'

export const grok: ObservedKind = {
  name: 'grok',
  label: 'Grok',
  named: 'the updates of a session of Grok Build',
  isInferred: false,
  isOfAgent: true,
  find: async (places) => await findGrok(places),
  async recognise(path) {
    const updates = namedLog(path, updatesName)
    const stats = statsNow(updates)
    const summary = summaryOf(updates)
    return await Promise.resolve(
      stats?.isFile() !== true || idIn(summary) === undefined
        ? null
        : foundIn(updates, summary, stats.mtimeMs),
    )
  },
  observe: (session) => followMessages(session),
}

const known = new UnchangedFiles<JsonObject>()

/** The sub-agents of a session have folders beside it: its own updates tell of them. */
async function findGrok(places: ObservedFolders): Promise<readonly FoundSession[]> {
  const sessions = join(homeOf(places, 'GROK_HOME', '.grok'), 'sessions')
  // One for each folder that sessions were begun in.
  const logs = await newestLogs(await foldersIn(sessions), updatesName, places)
  const found: FoundSession[] = []
  for (const { path, stats } of logs) {
    const summary = await known.read(path, stats, () => summaryOf(path))
    if (stringAt(summary, 'session_kind') !== 'subagent') found.push(foundIn(path, summary, stats.mtimeMs))
  }
  return found
}

const maxSummaryBytes = 256 * 1024

/** What Grok notes of a session beside its updates; empty if there is nothing that can be read. */
function summaryOf(updates: string): JsonObject {
  return objectIn(jsonIn(smallText(join(dirname(updates), 'summary.json'), maxSummaryBytes) ?? ''))
}

function idIn(summary: JsonObject): string | undefined {
  return stringAt(objectAt(summary, 'info'), 'id')
}

function foundIn(path: string, summary: JsonObject, changedAtMs: number): FoundSession {
  return {
    kind: 'grok',
    id: basename(dirname(path)),
    path,
    pid: null,
    agent: 'Grok Build',
    folder: stringAt(objectAt(summary, 'info'), 'cwd') ?? null,
    label: stringAt(summary, 'generated_title') ?? stringAt(summary, 'session_summary') ?? null,
    changedAtMs,
  }
}
