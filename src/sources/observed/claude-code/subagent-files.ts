import { join } from 'node:path'
import { jsonIn } from '../../../lib/json/read-json.ts'
import { isObject, stringAt } from '../../../protocol/wire/message.ts'
import { smallText, statsAt } from '../log/small-files.ts'
import { WatchedFolder } from '../log/watched-folder.ts'

/** A sub-agent with a transcript of its own. Raw. */
export interface SubagentFile {
  readonly agentId: string
  readonly path: string
  readonly description: string | null
  /** It has ended, or has been silent for long: it is read, and not followed. */
  readonly isFinished: boolean
}

/** More sub-agents of one session are left out. */
export const maxSubagents = 200
const maxMetaBytes = 64 * 1024

/** A sub-agent that has written nothing for so long is not followed: each that is costs looks at its file. */
const silentMs = 3_600_000

export interface KnownSubagents {
  readonly isKnown: (agentId: string) => boolean
  readonly nowMs: number
}

/** The folder with the transcripts of a session's sub-agents. */
export class SubagentFolder {
  readonly #path: string
  readonly #folder: WatchedFolder

  constructor(transcript: string) {
    this.#path = join(transcript.replace(/\.jsonl$/, ''), 'subagents')
    this.#folder = new WatchedFolder(this.#path, 4 * maxSubagents)
  }

  /** Those that are not known yet. */
  async newFiles({ isKnown, nowMs }: KnownSubagents): Promise<readonly SubagentFile[]> {
    const files: SubagentFile[] = []
    for (const { name } of (await this.#folder.entries()) ?? []) {
      const agentId = /^agent-([\w-]{1,100})\.jsonl$/.exec(name)?.[1]
      if (agentId === undefined || isKnown(agentId)) continue
      const meta = jsonIn(smallText(join(this.#path, `agent-${agentId}.meta.json`), maxMetaBytes) ?? '')
      const known = isObject(meta) ? meta : {}
      const path = join(this.#path, name)
      const stats = await statsAt(path)
      files.push({
        agentId,
        path,
        description: stringAt(known, 'description') ?? stringAt(known, 'agentType') ?? null,
        isFinished: known['finished'] === true || (stats !== null && stats.mtimeMs < nowMs - silentMs),
      })
    }
    return files
  }
}
