import { join } from 'node:path'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { isObject, stringAt } from '../../../protocol/wire/message.ts'
import { entriesIn, smallText } from '../log/small-files.ts'

/** A sub-agent with a transcript of its own. Raw. */
export interface SubagentFile {
  readonly agentId: string
  readonly path: string
  readonly description: string | null
  /** It has ended: its transcript does not grow any more. */
  readonly isFinished: boolean
}

/** More sub-agents of one session are left out. */
export const maxSubagents = 200
const maxMetaBytes = 64 * 1024

/** The folder with the transcripts of a session's sub-agents. */
function subagentFolder(transcript: string): string {
  return join(transcript.replace(/\.jsonl$/, ''), 'subagents')
}

/** Those that are not known yet. */
export async function newSubagentFiles(
  transcript: string,
  isKnown: (agentId: string) => boolean,
): Promise<readonly SubagentFile[]> {
  const folder = subagentFolder(transcript)
  const names = (await entriesIn(folder, 4 * maxSubagents)).map(({ name }) => name)
  return names.flatMap((name) => {
    const agentId = /^agent-([\w-]{1,100})\.jsonl$/.exec(name)?.[1]
    if (agentId === undefined || isKnown(agentId)) return []
    const meta = jsonIn(smallText(join(folder, `agent-${agentId}.meta.json`), maxMetaBytes) ?? '')
    const known = isObject(meta) ? meta : {}
    return {
      agentId,
      path: join(folder, name),
      description: stringAt(known, 'description') ?? stringAt(known, 'agentType') ?? null,
      isFinished: known['finished'] === true,
    }
  })
}
